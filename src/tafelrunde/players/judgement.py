"""What an analysis says, in one form for all games: moves with what they are worth, turns beside the best, sides.

A chance is the result that the seat to move can expect, from 0 to 1; a draw counts as a share of a win. Seats count
from 0, moves from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Show = Callable[[int, int], None]
"""Is told how many turns are judged, and of how many."""

DIGITS = 4
WORTH_A_WORD = 0.0005
"""Smaller losses would read 0.0 in the table."""


@dataclass(frozen=True)
class MoveValue:
    """A legal move and what it is worth to the seat that moves."""

    move: str
    chance: float
    exact: bool
    """Whether the result is certain, and not an estimate."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """What only this game knows, as plain values."""

    def to_json(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {"move": self.move, "chance": round(self.chance, DIGITS), "exact": self.exact, **self.details}


@dataclass(frozen=True)
class PositionAnalysis:
    """One moment of a match: its moves, the best first, and the best line."""

    game: str
    seat: int
    """The seat that decides next."""
    moves: tuple[MoveValue, ...]
    """Every legal move, or those considered where there are thousands; none if the game is over."""
    line: tuple[str, ...]
    exact: bool
    """Whether the result with best play is certain."""
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def chance(self) -> float:
        """The chance of the seat that decides next, with the best move found; 0.5 if there is none."""
        return self.moves[0].chance if self.moves else 0.5

    def to_json(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "game": self.game,
            "seat": self.seat,
            "chance": round(self.chance, DIGITS),
            "exact": self.exact,
            **self.details,
            "line": list(self.line),
            "moves": [move.to_json() for move in self.moves],
        }

    def table(self) -> str:
        """Return a table for people: the moves with their chances in percent."""
        rows = [("move", "chance", "", "")]
        rows += [
            (one.move, _percent(one.chance), "exact" if one.exact else "about", _words(one.details))
            for one in self.moves
        ]
        lines = _aligned(rows, "<><<")
        if self.line:
            lines.append(f"best line: {' '.join(self.line)}")
        return "\n".join([f"seat {self.seat + 1} decides", *lines])


@dataclass(frozen=True)
class JudgedTurn:
    """A move that was played, beside the best one found."""

    number: int
    seat: int
    move: str
    chance: float
    """After the move, for the seat that made it."""
    best: str
    best_chance: float
    exact: bool
    """Whether both chances are certain."""
    note: str = ""
    """A remark for people."""
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def loss(self) -> float:
        """How much of the chance the move gave away."""
        return max(0.0, self.best_chance - self.chance)

    def to_json(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "number": self.number,
            "seat": self.seat,
            "move": self.move,
            "chance": round(self.chance, DIGITS),
            "best": self.best,
            "best_chance": round(self.best_chance, DIGITS),
            "loss": round(self.loss, DIGITS),
            "exact": self.exact,
            **self.details,
        }


@dataclass(frozen=True)
class Analysis:
    """A match turn by turn, and by sides if it is over."""

    game: str
    turns: tuple[JudgedTurn, ...]
    sides: tuple[Mapping[str, Any], ...]
    complete: bool
    """Whether every turn was judged, and nobody said stop before."""

    def to_json(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "game": self.game,
            "complete": self.complete,
            "turns": [turn.to_json() for turn in self.turns],
            "sides": [dict(side) for side in self.sides],
        }

    def table(self) -> str:
        """Return a table for people: each turn with its chance in percent, what it gave away, and a better one."""
        rows = [("", "seat", "move", "chance", "", "lost", "better", "")]
        rows += [
            (
                str(turn.number),
                str(turn.seat + 1),
                turn.move,
                _percent(turn.chance),
                "exact" if turn.exact else "about",
                _percent(turn.loss) if turn.loss >= WORTH_A_WORD else "",
                turn.best if turn.loss >= WORTH_A_WORD else "",
                turn.note,
            )
            for turn in self.turns
        ]
        lines = _aligned(rows, ">><><><<")
        lines += [f"side {number}: {_words(side)}" for number, side in enumerate(self.sides, start=1)]
        return "\n".join(lines)


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}"


def _words(values: Mapping[str, Any]) -> str:
    """Return values as words, those that are not known left out."""
    return ", ".join(f"{name} {_word(value)}" for name, value in values.items() if value is not None)


def _word(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _aligned(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Return lines with columns as wide as their widest word, `<` for those that begin at the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{word:{side}{width}}" for word, side, width in zip(row, sides, widths, strict=True)).rstrip()
        for row in rows
    ]
