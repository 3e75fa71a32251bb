"""The engine of the page says what the rules, the records and the players in Python say."""

from __future__ import annotations

import pytest

from tests.engine import compare
from tests.engine.node import NodeEngine, Refused
from tests.engine.plays import FORMS, form

pytestmark = pytest.mark.parametrize(("name", "options"), FORMS, ids=[" ".join(one).strip() for one in FORMS])
NODES = {"tokan": 20_000}
FEW_NODES = 400
"""Nodes that a level may take: enough for each to do all that it does."""


def test_tables_and_what_was_heard(engine: NodeEngine, name: str, options: str) -> None:
    """Tables are the server's, byte by byte, for every observer at every moment of a match."""
    assert compare.compare_tables(engine, *form(name, options), seed=11) > 40


def test_objections(engine: NodeEngine, name: str, options: str) -> None:
    """A move does the same, and an illegal one is refused with the same code, parameters and sentence."""
    assert compare.compare_objections(engine, *form(name, options), seed=12, moments=3) > 200


def test_records(engine: NodeEngine, name: str, options: str) -> None:
    """Deals, records and what a broken one is refused for are the same."""
    assert compare.compare_records(engine, *form(name, options), seed=13, broken=20) > 20


def test_counts(engine: NodeEngine, name: str, options: str) -> None:
    """Tables laid by hand are counted alike, byte by byte, and refused with the same code, parameters and sentence."""
    counted, wrong = compare.compare_counts(engine, *form(name, options), seed=16, tables=40)
    assert counted >= 30
    assert "notation" in wrong
    assert len(wrong) >= (2 if name == "tokan" else 6)


def test_starts(engine: NodeEngine, name: str, options: str) -> None:
    """Games begin with a table laid by hand as they do in Python, for every observer, and are refused alike."""
    game, chosen = form(name, options)
    if "hands" not in game.abilities:
        pytest.skip("its starts are positions")
    begun, wrong = compare.compare_starts(engine, game, chosen, seed=17, tables=20)
    assert begun >= 25
    assert "bad-setup" in wrong
    assert len(wrong) >= 5


def test_levels(engine: NodeEngine, name: str, options: str) -> None:
    """The same seed and nodes give the same move on every level."""
    nodes = NODES.get(name, FEW_NODES)
    assert compare.compare_levels(engine, *form(name, options), seed=14, moments=2, nodes=nodes) == 16


@pytest.mark.parametrize("nodes", [1, 7])
def test_levels_with_hardly_any_nodes(engine: NodeEngine, name: str, options: str, nodes: int) -> None:
    """What is left of a budget is never less than one node, nor more."""
    assert compare.compare_levels(engine, *form(name, options), seed=18, moments=3, nodes=nodes) == 24


def test_analysis(engine: NodeEngine, name: str, options: str) -> None:
    """A match is judged alike, move by move."""
    assert compare.compare_analysis(engine, *form(name, options), seed=15, nodes=NODES.get(name, 20) // 10) > 10


def test_hidden_cards_are_not_told(engine: NodeEngine, name: str, options: str) -> None:
    """A deck with hidden cards is nobody's match to host: only its holder's view can be made of it."""
    game, chosen = form(name, options)
    if "hands" not in game.abilities:
        pytest.skip("nothing is hidden")
    deck = " ".join(["?"] * len(game.rules(chosen).deck))  # type: ignore[attr-defined]
    with pytest.raises(Refused) as refused:
        engine.ask("standing", game=name, options=chosen.words(), deal=deck, moves=[], observers=[0])
    assert refused.value.code == "bad-setup"
