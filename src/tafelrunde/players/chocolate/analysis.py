"""Analysis of the chocolate games: each turn judged twice, and a result split into quality of play and luck.

A turn is judged by what the player could know (worlds are drawn from the seat's view) and by the full truth (every hand
and the order of the stack open). Both compare the turn played with the best one found, in the same worlds. The chance
to win that a side gave away by what it could know is its lack of quality; what of the result that does not explain is
luck of the draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.errors import BadSetup, TafelrundeError
from tafelrunde.native.chocolate_search import Answer, Judged, Limits, Settings, search, search_open
from tafelrunde.players.base import NEVER, Stop
from tafelrunde.records.record import Record
from tafelrunde.records.replay import replay

SETTINGS = Settings(candidates=16, depth=4)
COMPARED = 32
"""Worlds in which the turn played and the best one meet."""

DEFAULT_NODES = 4_000

Ask = Callable[[Settings, Limits, Sequence[str]], Answer]


class NotOpen(TafelrundeError):
    """A record hides cards, so that its turns cannot be judged by the full truth."""

    code = "not-open"


@dataclass(frozen=True)
class Verdict:
    """A turn beside the best one that was found."""

    chance: float
    """To win after the turn; a draw counts as a share of it."""
    lead: float
    """Expected at the end after the turn, over the best of the others."""
    best: str
    best_chance: float
    best_lead: float

    @property
    def loss(self) -> float:
        """How much of the chance to win the turn gave away."""
        return self.best_chance - self.chance


@dataclass(frozen=True)
class JudgedTurn:
    """One decision of a match."""

    number: int
    seat: int
    move: str
    known: Verdict
    """By what the player could know."""
    truth: Verdict
    """By everything there is to know."""


@dataclass(frozen=True)
class Share:
    """What a side brought about and what befell it; together they lead from an equal chance to the result."""

    points: int
    result: float
    """1 for a win, 0 for a loss, a share of 1 for a draw."""
    quality: float
    """The chance that the opponents gave away less what it gave away itself; several opponents count by their mean."""
    luck: float
    """The rest."""


@dataclass(frozen=True)
class Analysis:
    """A match turn by turn, and by sides if it is over."""

    turns: tuple[JudgedTurn, ...]
    sides: tuple[Share, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)

    def table(self) -> str:
        """Return a table for people: what each turn gave away, in percent, and the better turns."""
        rows = [("", "seat", "turn", "known", "best by what was known", "truth", "best")]
        for turn in self.turns:
            by_view, by_truth = turn.known, turn.truth
            rows.append(
                (
                    str(turn.number),
                    str(turn.seat + 1),
                    turn.move,
                    f"{-100 * by_view.loss:.1f}",
                    _better(turn.move, by_view),
                    f"{-100 * by_truth.loss:.1f}",
                    _better(turn.move, by_truth),
                )
            )
        lines = [f"{a:>3} {b:>4}  {c:<22} {d:>6} {e:<22} {f:>6} {g}".rstrip() for a, b, c, d, e, f, g in rows]
        for number, side in enumerate(self.sides, start=1):
            lines.append(
                f"side {number}: {side.points} points, result {100 * side.result:.0f} %, "
                f"quality {100 * side.quality:+.1f}, luck {100 * side.luck:+.1f}"
            )
        return "\n".join(lines)


def judge_turn(
    position: ChocolatePosition, move: str, number: int = 1, nodes: int = DEFAULT_NODES, stop: Stop = NEVER
) -> JudgedTurn:
    """Judge a move of the seat that decides next; raise IllegalMove, BadSetup or NativeMissing."""
    position.parse(move)
    seat = position.seat
    view = position.view(seat)

    def by_view(settings: Settings, limits: Limits, asked: Sequence[str]) -> Answer:
        return search(view, settings, number, limits, asked=asked)

    def by_truth(settings: Settings, limits: Limits, asked: Sequence[str]) -> Answer:
        return search_open(position, settings, number, limits, asked=asked)

    return JudgedTurn(
        number,
        seat,
        move,
        _verdict(by_view, move, COMPARED, Limits(nodes, 0.0, stop)),
        _verdict(by_truth, move, 1, Limits(nodes, 0.0, stop)),
    )


def analyse(
    record: Record,
    nodes: int = DEFAULT_NODES,
    stop: Stop = NEVER,
    show: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Judge every turn of an open record, telling `show` how far it is; raise RecordError, NotOpen or NativeMissing.

    Once `stop` is set the turns judged so far are returned, without shares.
    """
    played = replay(record)
    position = played.start
    if not isinstance(position, ChocolatePosition):
        raise NotOpen("the record hides cards")
    turns: list[JudgedTurn] = []
    for number, move in enumerate(played.moves, start=1):
        if stop.is_set():
            return Analysis(tuple(turns), ())
        turns.append(judge_turn(position, str(move), number, nodes, stop))
        position = position.play(move)
        if show is not None:
            show(number, len(played.moves))
    return Analysis(tuple(turns), _shares(position, turns) if position.is_over else ())


def _verdict(ask: Ask, move: str, worlds: int, limits: Limits) -> Verdict:
    settings = SETTINGS._replace(worlds=worlds) if worlds == 1 else SETTINGS
    best = ask(settings, limits, ()).judged[0].move
    moves = [move] if best == move else [best, move]
    judged = {one.move: one for one in ask(SETTINGS._replace(worlds=worlds), Limits(), moves).judged}
    if not judged:
        raise BadSetup("no deal fits what the seat knows")
    own, other = judged[move], judged[best]
    better = own if _worth(own) >= _worth(other) else other
    return Verdict(own.chance, own.lead, better.move, better.chance, better.lead)


def _worth(one: Judged) -> tuple[float, float]:
    return one.chance, one.lead


def _shares(final: ChocolatePosition, turns: Sequence[JudgedTurn]) -> tuple[Share, ...]:
    outcome = final.outcome()
    points = outcome.points
    given = [0.0] * len(points)
    for turn in turns:
        given[final.rules.side(turn.seat)] += turn.known.loss
    shares = []
    for side, own in enumerate(points):
        drawn = own == max(points) and outcome.winner is None
        result = float(outcome.winner == side) if not drawn else 1 / points.count(own)
        quality = (sum(given) - given[side]) / (len(points) - 1) - given[side]
        shares.append(Share(own, result, quality, result - 1 / len(points) - quality))
    return tuple(shares)


def _better(move: str, verdict: Verdict) -> str:
    return "" if verdict.best == move else verdict.best
