"""Pure Python rules beside python-chess: random games, and all legal moves of mid-game positions."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import chess

from bench.report import table
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import Game, Options, Table
from tafelrunde.games.registry import GAMES
from tafelrunde.games.tokan import TokanTable

GAMES_EACH = 20
POSITIONS = 40
SEED = 1


class Row(NamedTuple):
    """What one game cost."""

    name: str
    games_per_second: float
    turns_per_game: float
    legal_moves: float
    milliseconds: float

    @property
    def microseconds_each(self) -> float:
        """The time for each legal move that was listed."""
        return 1000 * self.milliseconds / self.legal_moves


def random_game(start: Table, rng: random.Random) -> list[Table]:
    """Play at random to the end and return every table on the way."""
    tables = [start]
    while not tables[-1].is_over:
        tables.append(tables[-1].apply(rng.choice(tables[-1].turns())))
    return tables


def random_chess(rng: random.Random) -> list[chess.Board]:
    """Play chess at random to the end."""
    board = chess.Board()
    boards = []
    while not board.is_game_over():
        boards.append(board.copy(stack=False))
        board.push(rng.choice(list(board.legal_moves)))
    return boards


def measure(
    name: str,
    play: Callable[[random.Random], Sequence[object]],
    fresh: Callable[[object], object],
    legal: Callable[[object], int],
) -> Row:
    """Time whole games, then the listing of legal moves half way through them on tables with nothing cached."""
    rng = random.Random(SEED)
    begin = time.perf_counter()
    games = [play(rng) for _ in range(GAMES_EACH)]
    elapsed = time.perf_counter() - begin
    turns = sum(len(game) - 1 for game in games)
    middles = [game[len(game) // 2 + offset] for game in games for offset in range(POSITIONS // GAMES_EACH)]
    middles = [fresh(middle) for middle in middles]
    begin = time.perf_counter()
    moves = sum(legal(middle) for middle in middles)
    listing = time.perf_counter() - begin
    return Row(name, GAMES_EACH / elapsed, turns / GAMES_EACH, moves / len(middles), 1000 * listing / len(middles))


def rules_row(game: Game, options: Options) -> Row:
    """Measure one of our games."""
    label = f"{game.title} {options}".strip() if game.options_type.CHOICES else game.title
    return measure(
        label,
        lambda rng: random_game(game.start(options, game.deal(options, rng)), rng),
        _without_cache,
        lambda position: len(position.turns()) if isinstance(position, Table) else 0,
    )


def _without_cache(item: object) -> object:
    """Copy a table, its field included, so that nothing worked out before is at hand."""
    assert isinstance(item, TokanTable | ChocolateTable)
    return replace(item, field=replace(item.field)) if isinstance(item, ChocolateTable) else replace(item)


def rows() -> list[Row]:
    """Measure chess and every game in its standard forms."""
    found = [
        measure("chess (python-chess)", random_chess, lambda board: board, lambda b: len(list(b.legal_moves)))  # type: ignore[attr-defined]
    ]
    forms = [("tokan", ""), ("tokan", "setup=draft"), ("schoko", "")]
    forms += [("schokoly", f"players={players}") for players in (2, 3, 4)]
    for name, options in forms:
        found.append(rules_row(GAMES[name], GAMES[name].options_type.parse(options)))
    return found


def main() -> None:
    """Print the table."""
    found = rows()
    chess_row = found[0]
    print(f"Rules in pure Python, {GAMES_EACH} random games each, seed {SEED}")
    table(
        ("game", "games/s", "turns", "legal moves", "ms for all", "us each", "times chess"),
        [
            (
                row.name,
                f"{row.games_per_second:.1f}",
                f"{row.turns_per_game:.0f}",
                f"{row.legal_moves:.0f}",
                f"{row.milliseconds:.3f}",
                f"{row.microseconds_each:.2f}",
                f"{row.microseconds_each / chess_row.microseconds_each:.2f}",
            )
            for row in found
        ],
    )


if __name__ == "__main__":
    main()
