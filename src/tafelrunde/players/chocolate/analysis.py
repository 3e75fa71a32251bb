"""Analysis of the chocolate games: each turn judged twice, and a result split into quality of play and luck.

A turn is judged by what the player could know (worlds are drawn from the seat's view) and by the full truth (every hand
and the order of the stack open). Both compare the turn played with the best one found, in the same worlds, or exactly
once nothing is hidden any more and the budget allows it. The chance to win that a side gave away by what it could know
is its lack of quality; what of the result that does not explain is luck of the draw. Between two sides the luck is told
turn by turn: it is what the chance was before the turn, less what it had been after the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.native.chocolate_search import Answer, Judged, Limits, Settings, search, search_open
from tafelrunde.players.base import NEVER, Stop
from tafelrunde.records.record import Record
from tafelrunde.records.replay import replay

SETTINGS = Settings(candidates=16, depth=4)
COMPARED = 32
"""Worlds in which the turn played and the best one meet."""

COMPARED_NODES = 2 * COMPARED * (SETTINGS.depth + 4)
"""What that takes at most, with an exchange under way."""

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
    exact: bool = False
    """Whether both chances are certain."""

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
    luck: float | None = None
    """What befell the side of the seat since the turn before, by what players could know; None with three sides."""

    def to_json(self) -> dict[str, Any]:
        """Return plain values for JSON; what the player could know is told first."""
        known = self.known
        return {
            "number": self.number,
            "seat": self.seat,
            "move": self.move,
            "chance": known.chance,
            "best": known.best,
            "best_chance": known.best_chance,
            "loss": known.loss,
            "exact": known.exact,
            "luck": self.luck,
            "known": {**asdict(known), "loss": known.loss},
            "truth": {**asdict(self.truth), "loss": self.truth.loss},
        }


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

    game: str
    turns: tuple[JudgedTurn, ...]
    sides: tuple[Share, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "game": self.game,
            "turns": [turn.to_json() for turn in self.turns],
            "sides": [asdict(side) for side in self.sides],
        }

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
        _verdict(by_view, move, COMPARED, nodes, stop),
        _verdict(by_truth, move, 1, nodes, stop),
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
    game = position.game.name
    turns: list[JudgedTurn] = []
    for number, move in enumerate(played.moves, start=1):
        if stop.is_set():
            return Analysis(game, tuple(turns), ())
        turn = judge_turn(position, str(move), number, nodes, stop)
        turns.append(_with_luck(turn, turns[-1] if turns else None, position))
        position = position.play(move)
        if show is not None:
            show(number, len(played.moves))
    return Analysis(game, tuple(turns), _shares(position, turns) if position.is_over else ())


def _with_luck(turn: JudgedTurn, before: JudgedTurn | None, position: ChocolatePosition) -> JudgedTurn:
    rules = position.rules
    if rules.sides != 2:
        return turn
    if before is None:
        chance = 0.5
    else:
        same = rules.side(before.seat) == rules.side(turn.seat)
        chance = before.known.chance if same else 1 - before.known.chance
    return replace(turn, luck=turn.known.best_chance - chance)


def _verdict(ask: Ask, move: str, worlds: int, nodes: int, stop: Stop) -> Verdict:
    settings = SETTINGS._replace(worlds=worlds) if worlds == 1 else SETTINGS
    best = ask(settings, Limits(nodes, 0.0, stop), ()).judged[0].move
    moves = [move] if best == move else [best, move]
    # A comparison begun is ended: it takes little, and half of it would say nothing.
    enough = Limits(COMPARED_NODES if stop.is_set() else max(nodes, COMPARED_NODES))
    compared = ask(SETTINGS._replace(worlds=worlds), enough, moves)
    judged = {one.move: one for one in compared.judged}
    own, other = judged[move], judged[best]
    better = own if _worth(own) >= _worth(other) else other
    return Verdict(own.chance, own.lead, better.move, better.chance, better.lead, compared.exact)


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
