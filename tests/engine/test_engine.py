"""What the engine of the page refuses, and what it solves."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from scripts.make_games import PATH, games
from tafelrunde.games.core import Position
from tafelrunde.games.errors import ImpossibleTable
from tafelrunde.games.registry import GAMES
from tafelrunde.players import engine as bots
from tafelrunde.records.replay import redact
from tests.engine import compare
from tests.engine.node import ROOT, NodeEngine, Refused
from tests.engine.plays import FORMS, form, random_play
from tests.games.chocolate.test_laying import IMPOSSIBLE

NATIVE = ROOT / "native" / "src"


def test_games_are_those_of_the_server() -> None:
    """The page's list of games is up to date; `python scripts/make_games.py` writes it."""
    assert PATH.read_text() == games()


@pytest.mark.parametrize("options", [options for name, options in FORMS if name == "tokan"])
def test_solutions(engine: NodeEngine, options: str) -> None:
    """The solver finds out the same, after as many positions."""
    assert compare.compare_solutions(engine, *form("tokan", options), seed=16, moments=2, positions=30_000) == 2


def test_numbers_come_from_our_own_functions() -> None:
    """Searches take exponentials and logarithms from `common/maths.hpp`: the libraries of machines differ in them."""
    foreign = re.compile(r"std::(?:pow|exp|exp2|expm1|log|log2|log10|log1p|sin|cos|tan|tanh|cbrt|hypot)\b")
    # What is drawn for fitting is never asked by anybody who plays.
    fitting = NATIVE / "tokan" / "solver" / "sampling.cpp"
    files = [file for file in NATIVE.rglob("*.?pp") if file != fitting]
    assert len(files) > 50
    assert [str(file) for file in files if foreign.search(file.read_text())] == []


# Games, moments and seeds of which the nodes are used up before candidates meet at all.
@pytest.mark.parametrize(
    ("game_seed", "after", "seeds"),
    [
        (2, 7, (2, 3, 9, 10, 5550892414985192)),
        (247, 2, (3545509116190602,)),
        (283, 2, (7817782736430666,)),
        (201, 8, (66208726233846,)),
    ],
)
def test_a_race_that_begins_late(engine: NodeEngine, game_seed: int, after: int, seeds: tuple[int, ...]) -> None:
    """The strongest level finds the same where offers and looks have taken more than their share."""
    game, options = form("schokoly", "players=3")
    deal, moves, position = list(random_play(game, options, game_seed))[after]
    record = str(redact(compare.record_of(game, options, deal, moves), position.seat))
    for seed in seeds:
        asked = {"record": record, "level": 8, "nodes": 1_000, "seed": seed}
        expected = bots.answer(json.dumps({**asked, "seat": position.seat + 1}))
        del expected["seconds"]
        assert engine.ask("think", **asked, seat=position.seat) == expected


def test_unknown_game_and_options(engine: NodeEngine) -> None:
    """A game or an option that does not exist is refused with the server's words."""
    with pytest.raises(Refused, match="'chess' is no game here; there are tokan, schoko, schokoly") as refused:
        engine.ask("form", game="chess", options={})
    assert refused.value.code == "unknown-game"
    with pytest.raises(Refused, match="option 'players': '5' is not one of 2, 3, 4") as refused:
        engine.ask("form", game="schokoly", options={"players": "5"})
    assert refused.value.code == "bad-options"


def test_options_without_meaning_are_left_out(engine: NodeEngine) -> None:
    """Only three players have a choice about swaps."""
    assert engine.ask("form", game="schokoly", options={"swap": "on"})["options"] == {"players": "2"}
    assert engine.ask("form", game="schokoly", options={"players": "3"})["options"] == {"players": "3", "swap": "on"}


def test_only_the_seat_that_decides_is_thought_for(engine: NodeEngine) -> None:
    """Nobody is given a move for a seat that is not to decide, or for a seat or a level that does not exist."""
    game, options = form("schoko", "")
    record = str(compare.record_of(game, options, game.deal(options, Random(1)), []))
    with pytest.raises(Refused, match="seat 1 decides next") as refused:
        engine.ask("think", record=record, seat=1, level=1)
    assert refused.value.code == "not-your-turn"
    for seat in (2, -2, 0.5):
        with pytest.raises(Refused, match="there are 2 seats"):
            engine.ask("think", record=record, seat=seat, level=1)
    with pytest.raises(Refused, match="from 1 to 8"):
        engine.ask("think", record=record, seat=0, level=9)
    with pytest.raises(Refused, match=r"Scho K\.O\. cannot be solved"):
        engine.ask("solve", record=record)


def test_stop_by_the_clock(engine: NodeEngine) -> None:
    """A question with a clock is answered, however much there would be to do."""
    game, options = form("tokan", "")
    record = str(compare.record_of(game, options, game.deal(options, Random(1)), []))
    assert engine.ask("solve", record=record, seconds=0.05)["value"] == "unknown"
    assert engine.ask(
        "think", record=record, seat=game.start(options, record.split('"')[9]).seat, level=8, seconds=0.05
    )


@pytest.mark.parametrize("code", sorted(IMPOSSIBLE))
def test_every_flaw_of_a_laid_table(engine: NodeEngine, code: str) -> None:
    """Whatever can be wrong with a table that was laid by hand is found and said as in Python."""
    for name, text, params in IMPOSSIBLE[code]:
        with pytest.raises(Refused) as refused:
            engine.ask("count", game=name, options={}, table=text)
        with pytest.raises(ImpossibleTable) as expected:
            GAMES[name].lay(GAMES[name].options_type.parse(""), text)
        assert refused.value.code == "bad-setup"
        assert refused.value.why == {"code": code, **params}
        assert str(refused.value) == str(expected.value)


@pytest.mark.parametrize(("name", "options"), [("schoko", ""), ("schokoly", "players=3")])
def test_lines_of_cards_are_told_where_nothing_is_hidden(engine: NodeEngine, name: str, options: str) -> None:
    game, chosen = form(name, options)
    played = list(random_play(game, chosen, 4))
    deal, moves, position = played[len(played) // 2]
    record = str(compare.record_of(game, chosen, deal, moves))
    told = engine.ask("judge", record=record, open=True, nodes=4_000)["moves"]
    assert len(told[0]["line"]) > 2
    for one in told:
        assert one["line"][0] == one["move"]
        table: Position = position
        for move in one["line"]:
            table = table.play(table.parse(move))
        assert one["ends"] == table.is_over
    # What follows is played with everybody's cards: who may not know them hears nothing of it.
    hidden = engine.ask("judge", record=record, nodes=4_000)["moves"]
    assert [one["line"] for one in hidden] == [[one["move"]] for one in hidden]
