"""From matches to rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from tafelrunde.games.core import Game, Options, Position
from tafelrunde.games.errors import BadSetup
from tafelrunde.players.base import Choice
from tafelrunde.records.record import Record, RecordError, move_token
from tafelrunde.records.replay import SECRET_TAG, replay
from tafelrunde.research.dataset import schema
from tafelrunde.research.spaces import Space, space_of

TELLING = (SECRET_TAG, "Result")
"""The tags that would tell how a match goes on."""


@dataclass(frozen=True)
class Played:
    """A finished match and, where a program played it, what it thought of its moves."""

    name: str
    record: Record
    thoughts: Sequence[Choice | None] = ()


@dataclass(frozen=True)
class Tables:
    """The two tables of a part of a data set."""

    matches: pa.Table
    decisions: pa.Table


def tables(game: Game, options: Options, played: Sequence[Played], window: int = 32) -> Tables:
    """Write matches as tables; raise RecordError for one that is broken, not finished, or of another game.

    Decisions on a field that has outgrown the window are left out.
    """
    space = space_of(game.name, options, window)
    matches, decisions = [], []
    for number, match in enumerate(played, start=1):
        matches.append(_match_row(match, number, game, options))
        decisions += _decision_rows(match, space)
    return Tables(
        pa.Table.from_pylist(matches, schema.labelled(schema.MATCHES, game.name, options, window)),
        pa.Table.from_pylist(decisions, schema.labelled(schema.decisions(space), game.name, options, window)),
    )


def _match_row(match: Played, number: int, game: Game, options: Options) -> dict[str, Any]:
    told = replay(match.record, number)
    if told.game is not game or told.options != options:
        raise RecordError(number, f"this is no match of {game.title} with the options {options}")
    outcome = told.final.outcome()
    if not outcome.over:
        raise RecordError(number, "the match is not over")
    seats = range(1, game.seats(options) + 1)
    return {
        "match": match.name,
        "record": str(match.record),
        "players": [match.record.tags.get(f"Seat{seat}") for seat in seats],
        "points": outcome.points,
        "winner": outcome.winner,
        "moves": len(told.moves),
    }


def _decision_rows(match: Played, space: Space) -> list[dict[str, Any]]:
    told = replay(match.record)
    outcome = told.final.outcome()
    thoughts = match.thoughts or (None,) * len(told.moves)
    rows = []
    for number, (table, move, thought) in enumerate(zip(told.tables(), told.moves, thoughts, strict=False)):
        assert isinstance(table, Position)
        seat = table.seat
        view = table.view(seat)
        try:
            seen = space.observe(view)
        except BadSetup:
            continue
        deal, moves = told.game.redact(told.options, told.deal, told.moves[:number], seat)
        tags = {name: word for name, word in match.record.tags.items() if name not in TELLING}
        known = Record({**tags, told.game.deal_tag: deal}, tuple(map(move_token, moves)))
        row: dict[str, Any] = {
            "match": match.name,
            "number": number,
            "seat": seat,
            "view": str(known),
            "observation": _packed(seen["observation"], bits=schema.is_bits(space)),
            "move": str(move),
            "actions": space.encode(table, move),
            "reward": _reward(table, seat, outcome.winner),
            **_thought(thought),
        }
        if "scalars" in seen:
            row["scalars"] = seen["scalars"].tobytes()
        rows.append(row)
    return rows


def _packed(array: np.ndarray[Any, np.dtype[Any]], *, bits: bool) -> bytes:
    return np.packbits(array).tobytes() if bits else array.tobytes()


def _thought(choice: Choice | None) -> dict[str, Any]:
    if choice is None:
        return {"value": None, "verdict": None, "exact": None}
    said = choice.value
    return {
        "value": None if isinstance(said, str) or said is None else float(said),
        "verdict": said if isinstance(said, str) else None,
        "exact": choice.exact,
    }


def _reward(table: Position, seat: int, winner: int | None) -> float:
    """Return 1 for a win, 0 for a draw, -1 (with three seats -0.5) for a loss."""
    if winner is None:
        return 0.0
    won = table.game.side(table.options, seat) == winner
    return 1.0 if won else -0.5 if table.game.seats(table.options) == 3 else -1.0
