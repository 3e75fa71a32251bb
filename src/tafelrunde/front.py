"""The front door: start a game, read a record or ask an engine, each in a line or two.

`import tafelrunde` offers everything here and loads only what is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, overload

from tafelrunde.games.core import Game, Move, Options, Outcome, Position, Table, View
from tafelrunde.games.errors import (
    BadOptions,
    BadSetup,
    IllegalMove,
    ImpossibleTable,
    InvalidNotation,
    TafelrundeError,
    UnknownGame,
)
from tafelrunde.games.registry import all_games, find_game
from tafelrunde.records.record import Record, RecordError
from tafelrunde.records.record import read_record as split_record
from tafelrunde.records.record import read_records as split_records
from tafelrunde.records.replay import Replay, replay
from tafelrunde.records.tree import Node, Tree
from tafelrunde.records.tree import read_tree as build_tree

if TYPE_CHECKING:
    from tafelrunde.games.registry import GAMES
    from tafelrunde.players.base import Choice
    from tafelrunde.players.judgement import Analysis, PositionAnalysis
    from tafelrunde.players.room import Solution

__all__ = [
    "GAMES",
    "BadOptions",
    "BadSetup",
    "IllegalMove",
    "ImpossibleTable",
    "InvalidNotation",
    "Move",
    "Node",
    "Outcome",
    "Position",
    "Record",
    "RecordError",
    "Replay",
    "TafelrundeError",
    "Tree",
    "UnknownGame",
    "View",
    "analyse",
    "ask",
    "count",
    "new",
    "read_record",
    "read_records",
    "read_tree",
    "solve",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Look for games in the installed packages when somebody wants to see all."""
        if name == "GAMES":
            return all_games()
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def new(
    game: str, preset: str = "standard", *, seed: int | None = None, start: str | None = None, **options: str | int
) -> Position:
    """Deal a game: `new("schokoly", players=3, seed=7)`.

    Single options override the preset's. The same seed gives the same deal; `start` sets up an explicit deal, such
    as a position of TOKAN or the order of a deck. Raise UnknownGame, BadOptions, InvalidNotation or BadSetup.
    """
    rules, chosen = _chosen(game, preset, options)
    return rules.start(chosen, rules.deal(chosen, Random(seed)) if start is None else start)


def count(game: str, table: str, preset: str = "standard", **options: str | int) -> Position:
    """Score a table of a game with the real box: `count("schoko", "D,W DDDW@0,0 DDWW@2,0 DWWWs^1,0").outcome().points`.

    The table is written as docs/notation.md says. Raise UnknownGame, BadOptions, InvalidNotation, or ImpossibleTable,
    whose `why` says why the table cannot arise in play.
    """
    rules, chosen = _chosen(game, preset, options)
    return rules.lay(chosen, table)


def _chosen(game: str, preset: str, options: Mapping[str, str | int]) -> tuple[Game, Options]:
    rules = find_game(game)
    kind = rules.options_type
    if preset not in kind.PRESETS:
        raise BadOptions(preset, f"the presets of {rules.title} are: {', '.join(kind.PRESETS)}")
    words = {name: _word(value) for name, value in options.items()}
    return rules, kind.read({**kind.PRESETS[preset], **words})


def _word(value: str | int) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def read_record(source: str | Path) -> Replay:
    """Read a record from a file or a text and check it against the rules; return its moves and all its tables.

    Raise RecordError unless it is exactly one record that obeys the rules, OSError for a file that cannot be read.
    """
    found = list(read_records(source))
    if len(found) != 1:
        raise RecordError(len(found), "one record was expected, not several" if found else "there is no record")
    return found[0]


def read_records(source: str | Path) -> Iterator[Replay]:
    """Iterate over the records of a file or a text; raise RecordError at the first that breaks notation or rules.

    A text that begins with a tag or has several lines is a record; any other is a file name.
    """
    for number, one in enumerate(split_records(_text_of(source)), start=1):
        yield replay(one, number)


def read_tree(source: str | Path) -> Tree:
    """Read one record with all its variations as a tree that can be changed; raise RecordError or OSError.

    `tree.main_line()` iterates over the moves played, `node.variations` lists the continuations, `node.add("c3f3")`
    adds a move, and `str(tree)` is the record again.
    """
    return build_tree(split_record(_text_of(source)))


def _text_of(source: str | Path) -> str:
    if isinstance(source, str) and (source.lstrip("\ufeff \t\r\n").startswith("[") or "\n" in source):
        return source
    return Path(source).read_text(encoding="utf-8")


def ask(
    table: Position | View,
    level: int | str = 5,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int | None = None,
) -> Choice:
    """Let a computer choose a move for the seat that decides next; it sees only that seat's view.

    The level is a number from 1 to 8, or the name of a player that `tafelrunde arena` knows. It uses its level's
    default budget, or the given seconds or nodes; equal nodes and seed give equal answers. Raise BadSetup if the
    game is over or the view is another seat's, BadOptions for seconds and nodes together, UnknownPlayer.
    """
    from tafelrunde.players.base import Budget
    from tafelrunde.players.registry import find_player

    if table.is_over:
        raise BadSetup("the game is over")
    view = table.view(table.seat) if isinstance(table, Position) else table
    if view.observer != view.seat:
        raise BadSetup(f"seat {view.seat + 1} decides next, and this is not its view")
    player = find_player(str(level))
    return player.choose(view, Budget(*_limits(seconds, nodes)), Random(seed))


@overload
def analyse(what: Position | View, *, seconds: float | None = None, nodes: int | None = None) -> PositionAnalysis: ...
@overload
def analyse(what: Replay | Record, *, seconds: float | None = None, nodes: int | None = None) -> Analysis: ...
def analyse(
    what: Position | View | Replay | Record, *, seconds: float | None = None, nodes: int | None = None
) -> PositionAnalysis | Analysis:
    """Evaluate every legal move of a position, or every move of a record.

    `nodes` is per turn and reproducible; `seconds` is for the whole analysis. Raise
    NativeMissing without the native core, BadSetup for a hidden hand, BadOptions for both seconds and nodes.
    """
    from tafelrunde.players import analysis
    from tafelrunde.players.base import Budget

    budget = Budget(*_limits(seconds, nodes))
    if isinstance(what, Table):
        return analysis.judge(what, budget=budget)
    return analysis.analyse(what.record if isinstance(what, Replay) else what, budget=budget)


def solve(table: Position | View, *, seconds: float | None = None, margin: bool = False) -> Solution:
    """Find out who wins with best play on both sides, and with `margin` by how much.

    The result is `unknown` if time ran out. Raise BadSetup for a game without a solver or a field that is still
    being laid, NativeMissing without the native core.
    """
    from tafelrunde.players.rooms import room_of

    solving = room_of(table.game).solving
    if solving is None:
        raise BadSetup(f"{table.game.title} cannot be solved")
    return solving.open(None, 0).solve(table, seconds, margin=margin, line=True)


def _limits(seconds: float | None, nodes: int | None) -> tuple[float | None, int | None]:
    if seconds is not None and nodes is not None:
        raise BadOptions("nodes", "give seconds or nodes, not both")
    return seconds, nodes
