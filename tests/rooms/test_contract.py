"""What every layer above the rules promises for every registered game, and what every game of the house must bring.

A game that lacks a part fails here and the name of the test says which. The fourth game has no room anywhere, so that
all of this holds for what the layers do in general, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import pytest

from tafelrunde.cli.play import rooms as terminal
from tafelrunde.cli.play.guide import Guide
from tafelrunde.games.core import SPECTATOR, Ability, Position
from tafelrunde.games.errors import BadOptions
from tafelrunde.games.registry import GAMES, register
from tafelrunde.native import AVAILABLE
from tafelrunde.players import rooms as computers
from tafelrunde.players.analysis import analyse, judge
from tafelrunde.players.base import NEVER, Budget
from tafelrunde.players.engine import LEVELS
from tafelrunde.players.registry import find_player
from tafelrunde.records.record import RecordError
from tafelrunde.records.replay import revanche
from tafelrunde.server.wire import games as tables
from tafelrunde.server.wire.show import show, show_open, without_legal, write_both
from tafelrunde.server.wire.state import encode, show_game
from tests.fourth import DOMINEERING
from tests.research.needs import need
from tests.rooms.test_kinds import PYTHON_REGISTRIES
from tests.strategies import HOUSE, PlayedMatch, Variant, play, swapper, variants

ROOT = Path(__file__).parents[2]
OWN = tuple(dict.fromkeys(of.game.name for of in HOUSE))
FOURTH = DOMINEERING.name
SMALL = Budget(nodes=8)

needs_core = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")
_decoder = msgspec.json.Decoder(tables.TableShown)


@pytest.fixture(params=[*OWN, FOURTH])
def name(request: pytest.FixtureRequest) -> Iterator[str]:
    """Every game of the house, and one that nothing knows of."""
    undo = register(DOMINEERING)
    yield request.param
    undo()


@pytest.fixture
def forms(name: str) -> list[Variant]:
    return variants(name)


@pytest.fixture
def matches(forms: list[Variant]) -> list[PlayedMatch]:
    return [play(form, Random(seed), policy=swapper) for form in forms for seed in (1, 2)]


def moments(match: PlayedMatch, every: int = 5) -> Iterator[Position]:
    yield from match.positions[::every]
    yield match.final


# What a game of the house brings


@pytest.mark.parametrize("name", OWN, indirect=True)
def test_a_game_of_the_house_has_a_room_in_every_layer(name: str) -> None:
    for layer in (computers.ROOMS, tables.ROOMS, terminal.ROOMS):
        assert name in layer
    room = computers.ROOMS[name]
    assert room is not computers.GENERAL
    assert room.search is not computers.GENERAL.search
    assert room.analyst is not None
    assert tables.ROOMS[name].family != tables.GENERAL.family
    assert terminal.ROOMS[name].guide is not Guide
    assert terminal.ROOMS[name].line


def test_no_room_is_left_of_a_game_that_is_gone() -> None:
    for layer in (computers.ROOMS, tables.ROOMS, terminal.ROOMS):
        assert set(layer) == set(OWN)


@pytest.mark.parametrize("name", OWN, indirect=True)
def test_a_game_of_the_house_has_rules_in_every_language_and_records_with_answers(name: str) -> None:
    for folder in ("", "de", "fr", "es"):
        assert (ROOT / "docs" / "rules" / folder / f"{name}.md").is_file()
    assert list((ROOT / "tests" / "vectors").glob(f"{name}*.json"))
    assert list((ROOT / "tests" / "golden" / name).iterdir())
    assert list((ROOT / "tests" / "golden" / "diagrams").glob(f"{name}*.txt"))


@pytest.mark.parametrize("name", OWN, indirect=True)
@pytest.mark.parametrize(
    ("module", "registry"),
    [
        ("puzzles.rooms", "ROOMS"),
        ("spaces", "SPACES"),
        ("envs.episode", "EPISODES"),
        ("envs.vector", "VECTORS"),
        ("spiel.games", "SPIELS"),
        ("jaxgames", "ENVS"),
    ],
)
def test_a_game_of_the_house_has_a_room_in_every_layer_of_research(name: str, module: str, registry: str) -> None:
    if not AVAILABLE:
        pytest.skip("the native core is not compiled")
    for package in {"spiel.games": ("pyspiel",), "jaxgames": ("jax",), "envs.vector": ("gymnasium",)}.get(module, ()):
        need(package)
    rooms = getattr(import_module(f"tafelrunde.research.{module}"), registry)
    assert name in rooms
    assert set(rooms) == set(OWN)


def test_the_page_and_its_engine_have_rooms_for_the_games_of_the_house_and_no_other() -> None:
    web = ROOT / "web" / "src"
    page = re.search(r"const OWN[^=]*= \[(.*?)\];", (web / "games" / "registry.ts").read_text("utf-8"))
    engine = re.search(r"const ROOMS[^=]*= \{(.*?)\};", (web / "engine" / "rooms.ts").read_text("utf-8"), re.DOTALL)
    core = (ROOT / "native" / "src" / "engine" / "rooms.cpp").read_text("utf-8")
    assert page
    assert engine
    assert set(page[1].split(", ")) == set(OWN)
    assert set(re.findall(r"^\s*(\w+)\b", engine[1], re.MULTILINE)) == set(OWN)
    assert {word for word in re.findall(r'"(\w+)"', core) if word in GAMES} == set(OWN)
    # What the engine offers is what the server says of the same games.
    offered = json.loads((web / "engine" / "games.json").read_text("utf-8"))
    assert [game["name"] for game in offered["games"]] == list(OWN)


# The rules


def test_abilities_are_what_the_rules_do(forms: list[Variant], matches: list[PlayedMatch]) -> None:
    game = forms[0].game
    assert game.abilities <= set(get_args(Ability))
    deals = {form: form.deal(Random(1)) for form in forms}
    assert ("hands" in game.abilities) is any(
        game.redact(form.options, deal, [], SPECTATOR)[0] != deal for form, deal in deals.items()
    )
    sides = [[game.side(form.options, seat) for seat in range(game.seats(form.options))] for form in forms]
    assert ("teams" in game.abilities) is any(len(set(of)) < len(of) for of in sides)
    negotiated = any(len(at.legal_moves()) > len(at.turns()) for match in matches for at in match.positions)
    assert ("swap" in game.abilities) is negotiated
    if "edit" in game.abilities:
        starts = (game.start(form.options, deal) for form, deal in deals.items())
        assert all(start.notation() == deals[form] for start, form in zip(starts, forms, strict=True))


def test_a_second_game_is_played_where_the_rules_have_one(matches: list[PlayedMatch]) -> None:
    for match in matches:
        record = match.record().with_tags(Seat1="Ann", Seat2="Bo")
        if match.variant.game.has_revanche:
            assert revanche(record).tags["Seat1"] == "Bo"
        else:
            with pytest.raises(RecordError, match="there is no Revanche"):
                revanche(record)


def test_public_moves_are_heard_by_everybody_as_they_were_made(matches: list[PlayedMatch]) -> None:
    for match in matches:
        form, last = match.variant, min(len(match.moves), 30)
        for number in range(1, last):
            moves = match.moves[:number]
            if match.positions[number].is_over:
                continue
            for observer in form.observers:
                _, heard = form.game.redact(form.options, match.deal, moves, observer)
                assert heard[-1] == moves[-1] or not form.game.is_public(moves[-1])


def test_a_game_is_over_when_nothing_is_legal(matches: list[PlayedMatch]) -> None:
    for match in matches:
        for position in match.positions:
            assert position.is_over is (not position.legal_moves())


# Players


@needs_core
@pytest.mark.parametrize("player", [*map(str, LEVELS), "random", "greedy", "uct"])
def test_every_player_plays_it(matches: list[PlayedMatch], player: str) -> None:
    for match in matches[:1]:
        for position in (match.positions[0], match.positions[len(match.moves) // 2]):
            choice = find_player(player).choose(position.view(position.seat), SMALL, Random(1))
            assert position.is_legal(choice.move)


@needs_core
def test_moves_are_judged_or_it_is_said_that_nobody_can(name: str, matches: list[PlayedMatch]) -> None:
    match = matches[0]
    if computers.room_of(GAMES[name]).analyst is None:
        for ask in (lambda: judge(match.positions[-2]), lambda: analyse(match.record())):
            with pytest.raises(BadOptions, match=f"there is no analysis of {GAMES[name].title}"):
                ask()
        return
    judged = judge(match.positions[-2], budget=SMALL)
    assert (judged.game, judged.seat) == (name, match.positions[-2].seat)
    assert match.positions[-2].is_legal(match.positions[-2].parse(judged.moves[0].move))


@needs_core
def test_positions_are_solved_where_somebody_can(name: str, matches: list[PlayedMatch]) -> None:
    solving = computers.room_of(GAMES[name]).solving
    assert ("solve" in show_game(GAMES[name]).abilities) is (solving is not None)
    if solving is None:
        return
    solver = solving.open(1 << 20, 1)
    for match in matches:
        position = match.positions[-2]
        assert solving.objection(position) is None
        solution = solver.solve(position, None, margin=True, line=True)
        assert solution.result != "unknown"
        assert solution.best is None or position.is_legal(position.parse(solution.best))
        start = match.positions[0]
        if solving.objection(start) is not None:
            assert not match.variant.game.start(match.variant.options, match.deal).is_over


def test_the_plain_search_stops_when_it_is_told_to(matches: list[PlayedMatch]) -> None:
    class Now:
        def is_set(self) -> bool:
            return True

    if not AVAILABLE and matches[0].variant.game.name != FOURTH:
        pytest.skip("the native core is not compiled")
    position = matches[0].positions[0]
    search = computers.room_of(position.game).search
    for stop, games in ((Now(), 0), (NEVER, 1)):
        choice = search(position.view(position.seat), 1, games=games, seconds=0.0 if games else 60.0, stop=stop)
        assert position.is_legal(choice.move)


# The wire


def test_tables_have_what_every_client_needs(name: str, matches: list[PlayedMatch]) -> None:
    family = tables.room_of(GAMES[name]).family
    assert show_game(GAMES[name]).family == family
    for match in matches:
        for position in moments(match):
            outcome = position.outcome()
            for observer in match.variant.observers:
                table = show(position.view(observer))
                assert msgspec.to_builtins(table)["family"] == family
                assert _decoder.decode(encode(table)) == table
                assert (table.seat, table.over) == (position.seat, outcome.over)
                assert (tuple(table.points), table.winner) == (outcome.points, outcome.winner)
                assert (table.legal is not None) is (observer == position.seat and not outcome.over)
                assert show(position.view(observer), may_act=False).legal is None
                assert without_legal(table).legal is None
            # What is written once for many: for the seat that decides, and for all who look over its shoulder.
            mine, others = map(_decoder.decode, write_both(position.view(position.seat)))
            assert mine == show(position.view(position.seat))
            assert others == without_legal(mine)


def test_an_open_table_tells_what_is_legal_for_whoever_decides(matches: list[PlayedMatch]) -> None:
    for match in matches:
        for position in moments(match):
            assert (show_open(position).legal is not None) is (not position.is_over)


def test_families_are_the_tags_of_the_tables() -> None:
    families = {room.family for room in (*tables.ROOMS.values(), tables.GENERAL)}
    assert families == {kind.__struct_config__.tag for kind in get_args(tables.TableShown)}


# The terminal


def test_the_terminal_explains_it(name: str, matches: list[PlayedMatch]) -> None:
    assert terminal.line_of(GAMES[name])
    for match in matches:
        form = match.variant
        seats = range(form.game.seats(form.options))
        assert len({terminal.role_of(form.game, seat) for seat in seats}) == len(seats)
        sides = [f"Side {side}" for side in range(len(match.final.outcome().points))]
        for position in moments(match, 11):
            guide = terminal.guide_for(position.view(position.seat))
            assert position.is_over or "".join(guide.moves()).strip()
            assert guide.about("nothing of the kind") is None
            lines = guide.score(sides)
            for side, points in zip(sides, position.outcome().points, strict=True):
                assert any(line.startswith(f"{side}: {points}") for line in lines)


# The page that says how


def test_the_page_names_the_registries_and_what_they_hold() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    named = set(re.findall(r"`([a-z_/]+\.py)`", page.partition("## 4. The rooms")[2].partition("## 5.")[0]))
    source = ROOT / "src" / "tafelrunde"
    assert PYTHON_REGISTRIES - {"games/registry.py", "cli/app.py"} <= named
    for file in named - {"scripts/make_types.py"}:
        text = (source / file).read_text("utf-8")
        assert re.search(r"^class (Room|Guide|Space|Episode|SpielRules|Env)\b|^[A-Z_]+: dict\[", text, re.MULTILINE), (
            file
        )
    for file in re.findall(r"`((?:web|native)/src/[\w/.]+)`", page):
        assert (ROOT / file).is_file(), file
