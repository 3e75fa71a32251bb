"""The messages of studying: records replayed, moves tried, matches judged, positions solved.

Answers that take long come as lines of JSON objects, each with its type in the field `type`: how far it is, as often as
it is worth a word, and at last what was found, or why nothing was.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from tafelrunde.players.judgement import Analysis, JudgedTurn
from tafelrunde.server.wire.games import TableShown
from tafelrunde.server.wire.messages import Asked, MatchId, SeatNumber, Struct, Token, Why

RecordText = Annotated[str, msgspec.Meta(max_length=100_000)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]
Words = Annotated[
    dict[Annotated[str, msgspec.Meta(max_length=40)], Annotated[str, msgspec.Meta(max_length=40)]],
    msgspec.Meta(max_length=10),
]
"""Options by name."""
OwnTokens = Annotated[list[Token], msgspec.Meta(max_length=100)]
"""The seats of whoever asks: a match that one of them plays in is not looked into."""


class ReplayAsked(Asked, frozen=True):
    """A record to look at."""

    record: RecordText


class NewAsked(Asked, frozen=True):
    """A game to begin, with its options."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    options: Words = msgspec.field(default_factory=dict)


class StudyAsked(Asked, frozen=True):
    """A record, a move to try after its last one, and the seat that looks; without a seat everything is shown."""

    record: RecordText
    move: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    seat: SeatNumber | None = None


class CountAsked(Asked, frozen=True):
    """A table of a game with the real box, as it lies, to be counted."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    table: Annotated[str, msgspec.Meta(max_length=10_000)]
    options: Words = msgspec.field(default_factory=dict)


class AnalysisAsked(Asked, frozen=True):
    """A match that is over, or a record, to be judged move by move within some seconds."""

    match: MatchId | None = None
    record: RecordText | None = None
    seconds: Seconds = 20.0
    tokens: OwnTokens | None = None


class SolutionAsked(Asked, frozen=True):
    """A record whose last position is to be solved within some seconds."""

    record: RecordText
    seconds: Seconds = 20.0
    tokens: OwnTokens | None = None


class RecordShown(Struct, frozen=True):
    """A record as text, in its normal form."""

    record: str


class ReplayShown(Struct, frozen=True):
    """A record, its moves and every table from the start to the end."""

    game: str
    options: dict[str, str]
    tags: dict[str, str]
    moves: list[str]
    tables: list[TableShown]
    verdict: Literal["verified", "sealed", "unsigned", "false"]
    ordered: bool
    """Whether a word was said after the hash of the deal was published, so that nobody could choose the deal."""


class CountShown(Struct, frozen=True):
    """A table that was counted: its groups or towers, points and winner; not over where somebody can still move."""

    game: str
    options: dict[str, str]
    sides: list[int]
    """By seat."""
    table: TableShown


class StudyShown(Struct, frozen=True):
    """Where a record leads, and the move that was tried if it is legal; `reason` and `why` say why it is not."""

    game: str
    options: dict[str, str]
    sides: list[int]
    """By seat."""
    moves: list[str]
    table: TableShown
    reason: str | None
    why: Why | None


# Lines of an answer that takes long


class Progress(Struct, frozen=True, tag_field="type", tag="progress"):
    """How far it is: moves judged of all, or positions looked at so far."""

    done: int
    total: int | None


class Failed(Struct, frozen=True, tag_field="type", tag="failed"):
    """Nothing was found, and why."""

    code: str
    message: str


class TurnShown(Struct, frozen=True):
    """A move beside the best one that was found; chances are those of the seat that moved, from 0 to 1."""

    number: int
    seat: int
    move: str
    chance: float
    best: str
    best_chance: float
    loss: float
    exact: bool
    """Whether both chances are certain."""
    changed: bool | None
    """Whether the move changed the result of the game with best play; None where that is not known."""
    margin: int | None
    """The points by which the move leads with best play, if known."""
    line: list[str]
    """Best play from before the move, as far as it is known."""
    open_best: str | None
    """The best move with all cards open, where cards are hidden."""
    open_loss: float | None


class SideShown(Struct, frozen=True):
    """A side over the whole match; what the game does not know is None."""

    points: int
    result: float
    loss: float
    """The chance to win that it gave away."""
    mistakes: int | None
    """How many moves changed the result for certain."""
    quality: float | None
    """What the opponents gave away more than this side."""
    luck: float | None
    """What of the result that does not explain."""


class AnalysisShown(Struct, frozen=True, tag_field="type", tag="analysis"):
    """A match judged move by move, and by sides if it was over."""

    game: str
    complete: bool
    turns: list[TurnShown]
    sides: list[SideShown]


class Solved(Struct, frozen=True, tag_field="type", tag="solved"):
    """What is certain of a position, for the side to move."""

    value: Literal["win", "draw", "loss", "unknown"]
    margin: int | None
    best: str | None
    line: list[str]
    positions: int
    seconds: float


AnalysisLine = AnalysisShown | Failed | Progress
SolutionLine = Failed | Progress | Solved


def show_analysis(analysis: Analysis) -> AnalysisShown:
    """Return an analysis as it is sent."""
    turns = [_turn(turn) for turn in analysis.turns]
    given = [0.0] * len(analysis.sides)
    for turn in analysis.turns:
        if given:
            given[turn.seat % len(given)] += turn.loss
    sides = [_side(side, lost) for side, lost in zip(analysis.sides, given, strict=True)]
    return AnalysisShown(analysis.game, analysis.complete, turns, sides)


def _turn(turn: JudgedTurn) -> TurnShown:
    told = turn.to_json()
    truth = told.get("truth")
    return TurnShown(
        **{name: told[name] for name in ("number", "seat", "move", "chance", "best", "best_chance", "loss", "exact")},
        changed=told.get("changed"),
        margin=told.get("margin"),
        line=told.get("line", []),
        open_best=truth["best"] if truth else None,
        open_loss=max(0.0, truth["best_chance"] - truth["chance"]) if truth else None,
    )


def _side(side: Any, lost: float) -> SideShown:
    return SideShown(
        side["points"], side["result"], round(lost, 4), side.get("mistakes"), side.get("quality"), side.get("luck")
    )
