"""The search of Scho K.O. and Schokoly: what a seat should do, from its view or with everything open.

Hidden cards are redealt repeatedly (determinisation), uniformly over all deals consistent with the view. A node is
one turn that the search plays. The same view, settings, seed and number of nodes give the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.chocolate.rules import Rules
from tafelrunde.games.errors import BadSetup
from tafelrunde.games.schoko import SchokoOptions
from tafelrunde.games.schokoly import SchokolyOptions
from tafelrunde.native import require
from tafelrunde.native._chocolate_parts import native_rules, rules_of, to_parts

if TYPE_CHECKING:
    from tafelrunde.native._core import chocolate_search as core

__all__ = [
    "FORMS",
    "Answer",
    "Judged",
    "Limits",
    "Settings",
    "StopSign",
    "duel",
    "fitted_weights",
    "form_of",
    "learned_net",
    "observe",
    "plain_uct",
    "search",
    "search_open",
]

FORMS: tuple[Rules, ...] = (
    rules_of("schoko", SchokoOptions()),
    *(rules_of("schokoly", SchokolyOptions(players, swap=False)) for players in (2, 3, 4)),
)
"""What weights are made for: each game with each number of players."""


class StopSign(Protocol):
    """A signal that it is time to answer."""

    def is_set(self) -> bool:
        """Return whether it is."""


class Settings(NamedTuple):
    """How wide and how deep a search goes, and which features it uses."""

    candidates: int = 32
    """Turns that are played out in the worlds drawn; with 1 the best by evaluation is taken."""
    looks: int = 160
    """Turns that are judged by evaluation; with 1 the best by rank is taken."""
    depth: int = 5
    """Turns that follow a candidate before the position is judged."""
    again: int = 1
    """Turns that the quick players of a world look at twice."""
    stages: int = 1
    """Up to 3: in each further one, fewer candidates are judged more carefully, once it is clear which."""
    worlds: int = 1 << 20
    endgame: bool = True
    """Whether a game with nothing hidden any more is searched to its end."""
    offers: bool = True
    """Whether a card is offered where that may be done."""
    cards: int = 4
    """Different cards of the hand that are considered at first."""
    recent: int = 48
    """Cards laid last around which places are looked for at first."""
    second: bool = True
    """Whether the second tier is thought of."""
    groups: bool = True
    """Whether it is seen how pieces hang together, and not only what a card touches."""
    others: bool = True
    """Whether the points of opponents matter."""
    habits: bool = True
    """Whether more than points is seen in a turn."""
    learned: bool = False
    """Whether a net judges positions, in forms that have one; otherwise traits with fitted weights do."""


class Limits(NamedTuple):
    """When a search ends: after this many nodes or seconds (0 for no limit), or when it is stopped."""

    nodes: int = 0
    seconds: float = 0.0
    stop: StopSign | None = None


class Judged(NamedTuple):
    """A move and its evaluation."""

    move: str
    chance: float
    """To win; a draw counts as a share of it."""
    lead: float
    """Expected at the end, over the best of the others."""
    worlds: int
    """In which it was tried; 0 if it was judged by evaluation alone."""


class Answer(NamedTuple):
    """The result of a search, best move first."""

    judged: list[Judged]
    exact: bool
    nodes: int


def search(
    view: ChocolateView,
    settings: Settings,
    seed: int,
    limits: Limits,
    *,
    asked: Sequence[str] = (),
    weights: Sequence[float] | None = None,
) -> Answer:
    """Judge the moves of the view's observer, who must be the seat to decide, or those asked for; raise BadSetup."""
    native = require()
    try:
        known = native.chocolate.View.build(to_parts(view.redacted()), view.observer)
        how = _native(settings)
        net = learned_net(form_of(view.rules)) if settings.learned else None
        return _answer(native.chocolate_search.search(known, how, weights, net, seed, *limits, list(asked)))
    except ValueError as error:
        raise BadSetup(str(error)) from None


def search_open(
    position: ChocolatePosition,
    settings: Settings,
    seed: int,
    limits: Limits,
    *,
    asked: Sequence[str] = (),
    weights: Sequence[float] | None = None,
) -> Answer:
    """Judge moves with every hand and the order of the stack known; raise BadSetup. For analysis, not for players."""
    native = require()
    try:
        known = native.chocolate.Position.build(to_parts(position))
        how = _native(settings)
        net = learned_net(form_of(position.rules)) if settings.learned else None
        return _answer(native.chocolate_search.search_open(known, how, weights, net, seed, *limits, list(asked)))
    except ValueError as error:
        raise BadSetup(str(error)) from None


def plain_uct(view: ChocolateView, seed: int, limits: Limits, worlds: int = 20) -> Answer:
    """Judge turns by UCT with random playouts, one tree per world: a baseline. A node is a game; raise BadSetup."""
    native = require()
    try:
        known = native.chocolate.View.build(to_parts(view.redacted()), view.observer)
        return _answer(native.chocolate_search.uct(known, seed, *limits, worlds))
    except ValueError as error:
        raise BadSetup(str(error)) from None


def form_of(rules: Rules) -> int:
    """Return the number of a form of the games, as `FORMS` lists them."""
    return next(i for i, form in enumerate(FORMS) if (form.game, form.seats) == (rules.game, rules.seats))


def fitted_weights(form: int) -> list[float]:
    """Return the weights of a form."""
    return list(require().chocolate_search.weights(form))


def observe(
    form: int, weights: Sequence[float], *, again: int, wild: int, seed: int, games: tuple[int, int]
) -> NDArray[np.float32]:
    """Let quick players play games `games[0]` to `games[1]` - 1 of a seed; one turn in `wild` is random.

    A row is a position on the way, for one pair of sides: its phase, the final lead of the first over the second, and
    how what the evaluation sees differed between them.
    """
    return np.asarray(require().chocolate_search.observe(native_rules(FORMS[form]), weights, again, wild, seed, *games))


def duel(
    form: int, first: Sequence[float], second: Sequence[float], *, again: int, seed: int, rounds: tuple[int, int]
) -> list[float]:
    """Play quick players with different weights; in each round the first one takes every side of a deal once."""
    return list(require().chocolate_search.duel(native_rules(FORMS[form]), first, second, again, seed, *rounds))


@cache
def learned_net(form: int) -> core.Net | None:
    """Return the net of a form, or None if there is none; raise NativeMissing."""
    file = files("tafelrunde.native") / "nets" / f"{form}.net"
    return require().chocolate_search.Net.read(file.read_bytes()) if file.is_file() else None


def _native(settings: Settings) -> core.Settings:
    fields = settings._asdict()
    del fields["learned"]
    native: core.Settings = require().chocolate_search.Settings(**fields)
    return native


def _answer(parts: core.Answer) -> Answer:
    judged, exact, nodes = parts
    return Answer([Judged(*one) for one in judged], exact, nodes)
