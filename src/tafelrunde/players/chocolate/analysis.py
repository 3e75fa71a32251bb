"""Analysis of the chocolate games: each turn judged twice, and a result split into quality of play and luck.

A turn is judged by what the player could know (worlds are drawn from the seat's view) and by the full truth (every hand
and the order of the stack open). Both compare the turn played with the best one found, in the same worlds, or exactly
once nothing is hidden any more and the budget allows it. The chance to win that a side gave away by what it could know
is its lack of quality; what of the result that does not explain is luck of the draw.

The best turn is looked for in other worlds than those in which it meets the turn played: it was chosen because it did
well in the first ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.native.chocolate_search import Answer, Judged, Limits, Settings, search, search_open
from tafelrunde.players.base import NEVER, Stop
from tafelrunde.records.record import Record
from tafelrunde.records.replay import replay

SETTINGS = Settings(candidates=16, depth=3, again=6, learned=True)
"""How turns are judged; those of three players with one turn less, so that every player laid as many cards."""
COMPARED = 64
"""Worlds in which the turn played and the best one meet."""

THREE = 3
COMPARED_NODES = 2 * COMPARED * (SETTINGS.depth + 5)
"""What that takes at most, with an exchange under way."""

OTHER_WORLDS = 1_000_000
"""Added to the seed of a search for the worlds of a comparison."""

DEFAULT_NODES = 4_000

Ask = Callable[[Settings, Limits, Sequence[str]], Answer]


def settings_for(table: ChocolatePosition | ChocolateView) -> Settings:
    """Return how the turns of a game are judged."""
    return SETTINGS._replace(depth=2) if table.rules.sides == THREE else SETTINGS


class NotOpen(TafelrundeError):
    """A record hides cards, so its turns cannot be judged by the full truth."""

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
    offer: str | None = None
    """A card that was worth offering before the turn; what that would have brought is not counted."""

    @property
    def loss(self) -> float:
        """How much of the chance to win the turn gave away."""
        return self.best_chance - self.chance


@dataclass(frozen=True)
class Decision:
    """One decision of a match, judged twice."""

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

    game: str
    turns: tuple[Decision, ...]
    sides: tuple[Share, ...]


def judge_turn(
    position: ChocolatePosition, move: str, number: int = 1, nodes: int = DEFAULT_NODES, stop: Stop = NEVER
) -> Decision:
    """Judge a move of the seat that decides next; raise IllegalMove, BadSetup or NativeMissing."""
    position.parse(move)
    seat = position.seat
    view = position.view(seat)

    def by_view(settings: Settings, limits: Limits, asked: Sequence[str]) -> Answer:
        return search(view, settings, number + OTHER_WORLDS * bool(asked), limits, asked=asked)

    def by_truth(settings: Settings, limits: Limits, asked: Sequence[str]) -> Answer:
        return search_open(position, settings._replace(worlds=1), number, limits, asked=asked)

    settings = settings_for(position)
    known, truth = (_verdict(ask, settings, move, nodes, stop) for ask in (by_view, by_truth))
    return Decision(number, seat, move, known, truth)


def analyse(
    record: Record,
    nodes: int = DEFAULT_NODES,
    stop: Stop = NEVER,
    show: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Judge every turn of an open record, reporting progress to `show`; raise RecordError, NotOpen or NativeMissing.

    Once `stop` is set the turns judged so far are returned, without shares.
    """
    played = replay(record)
    position = played.start
    if not isinstance(position, ChocolatePosition):
        raise NotOpen("the record hides cards")
    game = position.game.name
    turns: list[Decision] = []
    for number, move in enumerate(played.moves, start=1):
        if stop.is_set():
            return Analysis(game, tuple(turns), ())
        turns.append(judge_turn(position, str(move), number, nodes, stop))
        position = position.play(move)
        if show is not None:
            show(number, len(played.moves))
    return Analysis(game, tuple(turns), _shares(position, turns) if position.is_over else ())


def _verdict(ask: Ask, settings: Settings, move: str, nodes: int, stop: Stop) -> Verdict:
    limits = Limits(nodes, 0.0, stop)
    best, offer = ask(settings, limits, ()).judged[0].move, None
    if _is_offer(best) and not _is_offer(move):
        # The turn after an offer is chosen when its fate is known, and cannot be compared with one of now.
        best, offer = ask(settings._replace(offers=False), limits, ()).judged[0].move, best
    # A comparison begun is ended: it takes little, and half of it would say nothing.
    enough = Limits(COMPARED_NODES if stop.is_set() else max(nodes, COMPARED_NODES))
    compared = ask(settings._replace(worlds=COMPARED), enough, [move] if best == move else [best, move])
    judged = {one.move: one for one in compared.judged}
    own, other = judged[move], judged[best]
    better = own if _worth(own) >= _worth(other) else other
    return Verdict(own.chance, own.lead, better.move, better.chance, better.lead, compared.exact, offer)


def _is_offer(move: str) -> bool:
    return move.startswith("offer")


def _worth(one: Judged) -> tuple[float, float]:
    return one.chance, one.lead


def _shares(final: ChocolatePosition, turns: Sequence[Decision]) -> tuple[Share, ...]:
    outcome = final.outcome()
    points = outcome.points
    given = [0.0] * len(points)
    for turn in turns:
        given[final.rules.side(turn.seat)] += turn.known.loss
    shares = []
    for side, own in enumerate(points):
        result = outcome.share(side)
        quality = (sum(given) - given[side]) / (len(points) - 1) - given[side]
        shares.append(Share(own, result, quality, result - 1 / len(points) - quality))
    return tuple(shares)
