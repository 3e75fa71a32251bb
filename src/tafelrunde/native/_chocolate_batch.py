"""Many chocolate matches side by side, stepped by arrays without any Python work for a single match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.core import Options
from tafelrunde.games.errors import BadSetup, IllegalMove
from tafelrunde.native import require
from tafelrunde.native._batches import Restarting
from tafelrunde.native._chocolate_parts import native_rules, rules_of
from tafelrunde.native._chocolate_position import NativePosition

if TYPE_CHECKING:
    from tafelrunde.native._core import chocolate as core

T = TypeVar("T", bound=np.generic)

RUNNING, FINISHED, TRUNCATED = 0, 1, 2
"""What `Batch.ended` says of a match after a step."""

RANDOM = -1
"""The action that plays a turn drawn uniformly from all legal turns, and refuses a swap under way."""

NO_ACTION = -2
"""The action that leaves a match as it is."""

NO_COLOUR = 3
"""The colour part of an action that announces none."""

PLANES = ("D", "M", "W", "second tier", "guarded", "places")
"""What the planes of an observation show: visible pieces by colour, then properties of cells."""


class Masks(NamedTuple):
    """The legal actions of every match, in bits: what may be done, and independently of it with which extras."""

    placings: NDArray[np.uint32]
    """[match, slot, rotation, tier - 1, row, word]: the places of a card of the hand."""
    others: NDArray[np.uint32]
    """[match]: bit k is the action `placings` + k, a pass or a swap action."""
    smarties: NDArray[np.uint64]
    """[match]: bit k is the smartie part k of a first-tier placing."""
    colours: NDArray[np.uint8]
    """[match]: bit k is the colour part k of a placing."""


class Batch(Restarting[NativePosition]):
    """Matches that are stepped together on several cores; native/src/chocolate/batch.hpp has the layout of its arrays.

    The arrays belong to the batch and are rewritten by every step. A match that ends is redealt at once.
    The window of 32 cells holds fields of up to 29 cells across: a match that grows larger ends as TRUNCATED (about one
    random game of Schokoly in 700, none of Scho K.O.). The window of 128 cells holds everything, more slowly.
    A copy goes on as the batch itself would; what its last step told is not copied.
    """

    _core: core.NarrowBatch

    def __init__(
        self, game: str, options: Options, matches: int, seed: int, *, window: int = 32, threads: int = 0
    ) -> None:
        self._made = (game, options, matches, seed), {"window": window, "threads": threads}
        self._rules = rules_of(game, options)
        native = require().chocolate
        kinds = {32: native.NarrowBatch, 128: native.WideBatch}
        if window not in kinds:
            raise BadSetup(f"a window has 32 or 128 cells, not {window}")
        try:
            self._core = kinds[window](native_rules(self._rules), matches, seed, threads)
        except ValueError as error:
            raise BadSetup(str(error)) from None
        self.window = window
        self.planes = _shown(self._core.planes)
        """uint32 [match, plane, row, word]: bit x of a row is its cell x; see PLANES."""
        self.scalars = _shown(self._core.scalars)
        """int8 [match, number]: everything else the seat that decides may know."""
        self.final_planes = _shown(self._core.final_planes)
        """The planes at the end of the match that ended last in each place; zeros where it was truncated."""
        self.final_scalars = _shown(self._core.final_scalars)
        """The scalars at that end."""
        self.ended = _shown(self._core.ended)
        """uint8 [match]: RUNNING, FINISHED or TRUNCATED by the last step."""
        self.actors = _shown(self._core.actors)
        """int8 [match]: the seat that decided in the last step."""
        self.rewards = _shown(self._core.rewards)
        """float32 [match, seat]: 1 for winners, -1 (with three players -0.5) for losers, 0 else."""
        self.points = _shown(self._core.points)
        """int16 [match, side]: the points of a match that ended."""

    @property
    def placings(self) -> int:
        """The number of placing actions; pass and swap actions come after them."""
        return 32 * self.window * self.window

    @property
    def actions(self) -> int:
        """The size of the first part of an action."""
        return self.placings + 16

    def __len__(self) -> int:
        return len(self._core)

    def __getstate__(self) -> tuple[Any, ...]:
        return self._made, self._taken_out(range(len(self)))

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        (given, named), kept = state
        self.__init__(*given, **named)  # type: ignore[misc]
        self._put_back(kept)

    def reset(self, seed: int) -> None:
        """Redeal every match."""
        self._core.reset(seed)

    def step(self, actions: NDArray[np.int32]) -> None:
        """Play one action [what, smartie, colour] in every match, or none where what is NO_ACTION.

        Raise IllegalMove and play none if one is illegal.
        """
        illegal = self._core.step(self._checked(actions))
        if illegal >= 0:
            what, smartie, colour = (int(part) for part in actions[illegal])
            text = self._core.action_text(illegal, what, smartie, colour)
            raise IllegalMove(text or (what, smartie, colour), f"not legal in match {illegal} of the batch")

    def step_randomly(self) -> None:
        """Play a uniformly random turn in every match."""
        self._core.step_randomly()

    def sample(self) -> NDArray[np.int32]:
        """Draw a uniformly random legal turn for every match."""
        actions = np.empty((len(self), 3), np.int32)
        self._core.sample(actions)
        return actions

    def masks(self) -> Masks:
        """Write the legal actions of every match and return them."""
        native = self._core
        native.write_masks()
        return Masks(_shown(native.placings), _shown(native.others), _shown(native.smarties), _shown(native.colours))

    def cells(self) -> NDArray[np.uint8]:
        """Return the planes as [match, plane, row, column] of zeros and ones, in a new array."""
        return unpacked(self.planes)

    def action_text(self, match: int, action: tuple[int, int, int]) -> str | None:
        """Return the notation of an action in a match; None where it stands for nothing."""
        return self._core.action_text(match, *action)

    def text_action(self, match: int, text: str) -> tuple[int, int, int]:
        """Return the action for a legal move of a match; raise IllegalMove."""
        action = self._core.text_action(match, text)
        if action is None:
            raise IllegalMove(text, f"not legal in match {match} of the batch")
        return action

    def position(self, match: int) -> NativePosition:
        """Return a match as a position, hidden cards and all."""
        return NativePosition.wrap(self._core.position(match), self._rules)

    def set_position(self, match: int, position: NativePosition) -> None:
        """Let a match go on from a position; raise BadSetup where it is over, too large or of other rules."""
        try:
            self._core.set_position(match, position.unwrap())
        except ValueError as error:
            raise BadSetup(str(error)) from None

    def _checked(self, actions: NDArray[np.int32]) -> NDArray[np.int32]:
        if actions.shape != (len(self), 3):
            raise BadSetup(f"actions have the shape ({len(self)}, 3), not {actions.shape}")
        return np.ascontiguousarray(actions, np.int32)


def unpacked(planes: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """Return planes of bits as zeros and ones, [..., row, column], in a new array."""
    return np.unpackbits(planes.view(np.uint8), axis=-1, bitorder="little")


def _shown(array: NDArray[T]) -> NDArray[T]:
    array.flags.writeable = False
    return array
