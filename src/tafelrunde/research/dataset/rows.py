"""From matches to rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from tafelrunde.games.core import Game, Options, Position
from tafelrunde.games.errors import BadSetup
from tafelrunde.players.base import Choice
from tafelrunde.records.record import Record, RecordError, move_token
from tafelrunde.records.replay import SECRET_TAG, Replay, replay
from tafelrunde.research.dataset import schema
from tafelrunde.research.reward import rewards
from tafelrunde.research.spaces import Space, space_of
from tafelrunde.version import __version__

TELLING = (SECRET_TAG, "Result")
"""The tags that would reveal how a match continues."""


@dataclass(frozen=True)
class Thought:
    """What was thought of a move, by the player itself or, where it thought nothing, by a judge."""

    choice: Choice
    judge: str | None = None


@dataclass(frozen=True)
class Played:
    """A finished match and, where a program played it, what was thought of its moves."""

    name: str
    record: Record
    thoughts: Sequence[Thought | None] = ()
    seed: str | None = None


@dataclass(frozen=True)
class Part:
    """The matches and the decisions of one part of a data set, as Arrow tables."""

    matches: pa.Table
    decisions: pa.Table


def as_part(game: Game, options: Options, played: Sequence[Played], window: int = 32) -> Part:
    """Write matches as rows; raise RecordError for one that is broken, not finished, or of another game.

    Decisions on a field that has outgrown the window are left out. The columns are those of `schema.MATCHES` and
    `schema.decisions`.
    """
    space = space_of(game.name, options, window)
    matches, decisions = [], []
    for number, match in enumerate(played, start=1):
        told = _finished(match.record, number, game, options)
        matches.append(_match_row(match, told))
        decisions += _decision_rows(match, told, space)
    return Part(
        pa.Table.from_pylist(matches, schema.labelled(schema.MATCHES, game.name, options, window)),
        pa.Table.from_pylist(decisions, schema.labelled(schema.decisions(space), game.name, options, window)),
    )


def _finished(record: Record, number: int, game: Game, options: Options) -> Replay:
    """Replay a record; raise RecordError where it is not what the data set is made of."""
    told = replay(record, number)
    if told.game is not game or told.options != options:
        raise RecordError(number, f"this is no match of {game.title} with the options {options}")
    if not told.final.is_over:
        raise RecordError(number, "the match is not over")
    return told


def _match_row(match: Played, told: Replay) -> dict[str, Any]:
    outcome = told.final.outcome()
    seats = range(1, told.game.seats(told.options) + 1)
    return {
        "match": match.name,
        "record": str(match.record),
        "players": [match.record.tags.get(f"Seat{seat}") for seat in seats],
        "points": outcome.points,
        "winner": outcome.winner,
        "moves": len(told.moves),
        "seed": match.seed,
        "software": __version__,
    }


def _decision_rows(match: Played, told: Replay, space: Space) -> list[dict[str, Any]]:
    """Go through a match once, with what every seat knows of it growing along."""
    worth = rewards(told.game, told.options, told.final.outcome().winner)
    tags = {name: word for name, word in match.record.tags.items() if name not in TELLING}
    redactor = told.game.redactor(told.options, told.deal)
    bits = schema.is_bits(space)
    rows = []
    for number, (table, after) in enumerate(pairwise(told.tables())):
        assert isinstance(table, Position)
        seat, move = table.seat, told.moves[number]
        try:
            seen, legal = space.observe(table.view(seat)), space.legal(table)
        except BadSetup:
            redactor.add(table, move, after)
            continue
        deal, heard = redactor.known(seat)
        redactor.add(table, move, after)
        known = Record({**tags, told.game.deal_tag: deal}, tuple(map(move_token, heard)))
        row: dict[str, Any] = {
            "match": match.name,
            "number": number,
            "seat": seat,
            "view": str(known),
            "observation": _packed(seen["observation"], bits=bits),
            "move": str(move),
            "actions": space.encode(table, move),
            "legal": legal,
            "reward": worth[seat],
            "outcome": worth,
            **_thought(match.thoughts[number] if number < len(match.thoughts) else None, table, space),
        }
        if "scalars" in seen:
            row["scalars"] = seen["scalars"].tobytes()
        rows.append(row)
    return rows


def _packed(array: NDArray[Any], *, bits: bool) -> bytes:
    return np.packbits(array).tobytes() if bits else array.tobytes()


def _thought(thought: Thought | None, table: Position, space: Space) -> dict[str, Any]:
    if thought is None:
        return dict.fromkeys(("value", "verdict", "chances", "exact", "candidates", "judge"))
    choice = thought.choice
    said = choice.value
    return {
        "value": None if isinstance(said, str) or said is None else float(said),
        "verdict": said if isinstance(said, str) else None,
        "chances": _chances(choice, table),
        "exact": choice.exact,
        "candidates": [
            {"move": text, "actions": space.encode(table, table.parse(text)), "chance": chance}
            for text, chance in choice.candidates
        ],
        "judge": thought.judge,
    }


CHANCES = {"win": 1.0, "draw": 0.5, "loss": 0.0}
TWO = 2


def _chances(choice: Choice, table: Position) -> list[float | None] | None:
    """Return the chance of every side as the player saw it: its own, and between two sides the rest."""
    own = CHANCES.get(choice.value) if isinstance(choice.value, str) else None
    if own is None and choice.candidates:
        own = choice.candidates[0][1]
    if own is None:
        return None
    sides = len(table.outcome().points)
    rest = 1.0 - own if sides == TWO else None
    chances: list[float | None] = [rest] * sides
    chances[table.game.side(table.options, table.seat)] = own
    return chances
