"""The state of a chocolate game in JAX, and what can be read off its planes of bits.

The field is in a window of 32 by 32 cells, one word per row.
"""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from tafelrunde.games.chocolate.cards import COLOURS
from tafelrunde.games.chocolate.rules import Rules
from tafelrunde.research.jaxgames.base import State, nth_bit
from tafelrunde.research.jaxgames.chocolate_groups import down, up

if TYPE_CHECKING:
    from tafelrunde.research.jaxgames.chocolate import Chocolate

WINDOW = 32
ROOM = WINDOW - 3
START = 2 + (ROOM - 2) // 2
"""Where cell 0 of an empty field is in the window."""
NO_COLOUR = len(COLOURS)
ROW = np.arange(WINDOW)
BIT = np.arange(WINDOW, dtype=np.uint32)


@partial(
    jax.tree_util.register_dataclass,
    data_fields=(
        *("current_player", "rewards", "terminated", "truncated", "_step_count", "seen", "cover", "upper"),
        *("guarded", "places", "extent", "corner", "hands", "deck", "drawn", "colours", "smarties", "passes"),
        *("stuck", "pending", "secured"),
    ),
    meta_fields=("rules",),
)
@dataclasses.dataclass(frozen=True)
class ChocolateState(State):
    """A position of a chocolate game, hidden cards and all."""

    seen: Array
    """uint32 [colour, row]: the visible pieces, in the order of the rules' colours."""
    cover: Array
    """uint32 [row]: cells of the first tier."""
    upper: Array
    """uint32 [row]: cells of the second tier."""
    guarded: Array
    """uint32 [row]: cells of first-tier cards with a smartie."""
    places: Array
    """uint32 [row]: the top-left cells of first-tier cards."""
    extent: Array
    """int32 [4]: left, top, right and bottom of all cells, in the window."""
    corner: Array
    """int32 [2]: the field coordinates of the window's first cell."""
    hands: Array
    """int8 [seat, kind]: how many cards of each kind."""
    deck: Array
    """int8 [card]: the kinds in the order in which they are dealt and drawn."""
    drawn: Array
    """int32: how many of them are drawn."""
    colours: Array
    """int32 [side]: the number of its colour in D, M, W, or 3."""
    smarties: Array
    """int32 [seat]: those that are left."""
    passes: Array
    """int32: how many seats have passed in succession."""
    stuck: Array
    """bool: whether no card of the hand fits anywhere."""
    pending: Array
    """int32: the card and place of a turn that is not complete, or -1."""
    secured: Array
    """int32: the choice of a smartie in it, or -1."""
    rules: Rules

    @property
    def env(self) -> Chocolate:
        """The game with the rules of this state."""
        from tafelrunde.research.jaxgames.chocolate import Chocolate

        return Chocolate(self.rules)


def own(values: Array, state: ChocolateState) -> Array:
    """Return what belongs to the seat that decides."""
    return jnp.where(state.current_player == 0, values[0], values[1])


def is_over(state: ChocolateState) -> Array:
    """Return whether no card is left or both seats have passed: bool."""
    cards = jnp.any(state.hands != 0) | (state.drawn < state.deck.shape[-1])
    return ~cards | (state.passes >= 2)


def rooms(state: ChocolateState) -> tuple[Array, Array, list[list[Array]]]:
    """Return where a card could lie in the first tier, in the second, and where each piece would join each colour."""
    here, above, below, under = state.cover, down(state.cover), up(state.cover), up(state.cover, 2)
    blocked = here | here >> 1 | below | below >> 1
    once_, twice = jnp.zeros_like(here), jnp.zeros_like(here)
    for touching in (above, above >> 1, here >> 2, below >> 2, under >> 1, under, below << 1, here << 1):
        twice |= once_ & touching
        once_ |= touching
    open_ = state.cover & ~state.upper & ~state.guarded
    lower = up(open_)
    stack = open_ & open_ >> 1 & lower & lower >> 1 & ~state.places
    joins = []
    colours = range(state.seen.shape[0])
    here_, above_, below_, under_ = state.seen, down(state.seen), up(state.seen), up(state.seen, 2)
    for first, second in (
        (above_, here_ << 1),
        (above_ >> 1, here_ >> 2),
        (below_ >> 2, under_ >> 1),
        (under_, below_ << 1),
    ):
        joined = first | second
        joins.append([joined[colour] for colour in colours])
    return twice & ~blocked, stack, joins


def targets(state: ChocolateState) -> Array:
    """Return the places of the cards that a smartie may secure: uint32 [row]."""
    upper, lower = state.upper, up(state.upper)
    hidden = upper & upper >> 1 & lower & lower >> 1
    return state.places & ~(state.guarded | hidden)


def nth_card(places: Array, number: Array) -> Array:
    """Return the cells of the card at the place that has this many others before it: uint32 [row]."""
    upto = jnp.cumsum(jax.lax.population_count(places).astype(jnp.int32))
    row = jnp.sum(upto <= number)
    before = jnp.where(row > 0, upto.at[row - 1].get(mode="clip"), 0)
    column = nth_bit(places.at[row].get(mode="clip"), (number - before).astype(jnp.uint32))
    return jnp.where((row == ROW) | (row + 1 == ROW), jnp.uint32(3) << column.astype(jnp.uint32), 0)


def count(rows: Array) -> Array:
    """Return how many bits are set in all rows: int32."""
    return jnp.sum(jax.lax.population_count(rows), dtype=jnp.int32)
