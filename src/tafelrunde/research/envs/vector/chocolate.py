"""Many matches of Scho K.O. or Schokoly on the native batch, played by whole turns."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.core import Move, View
from tafelrunde.games.registry import find_game
from tafelrunde.native import chocolate
from tafelrunde.research.envs.spaces import box
from tafelrunde.research.envs.vector.base import MatchesEnv, Stepped
from tafelrunde.research.spaces import Box, ChocolateSpace, Observation
from tafelrunde.research.spaces.chocolate.actions import SMARTIES, PartialTurn
from tafelrunde.research.spaces.chocolate.observation import BATCH_PLANES, SCALARS_BOX, Scalar, planes_box

WORD = 32
"""The cells of a row that one word holds."""


class ChocolateVectorEnv(MatchesEnv):
    """Matches of Scho K.O. or Schokoly side by side; arrays that belong to the batch are rewritten by every step.

    `observation` are the planes of `tafelrunde.native.chocolate.PLANES`, without the one for a turn that is not
    complete, since whole turns are played here. They come as bits, uint32 [match, plane, row, word] with bit x of a row
    for its cell x: 6 x 32 x 1, or with the window of 128 cells 6 x 128 x 4. `unpacked` asks for zeros and ones, uint8
    [match, plane, row, column]. `scalars` is int8 [match, 64], see `Scalar`. The info has `seat` int8 [match],
    `rewards` float32 [match, seat] and `points` int16 [match, side]. Legal actions (`action_masks()`) are written on
    request.
    """

    def __init__(
        self,
        game: str = "schokoly",
        options: str = "",
        matches: int = 1024,
        threads: int = 0,
        *,
        window: int = 32,
        unpacked: bool = False,
    ) -> None:
        super().__init__(matches, threads)
        rules = find_game(game)
        assert isinstance(rules, ChocolateGame)
        chosen = rules.options_type.parse(options)
        self._batch = chocolate.Batch(game, chosen, matches, 0, window=window, threads=threads)
        self._space = ChocolateSpace(rules.rules(chosen), window)
        self._unpacked = unpacked
        bits = Box((len(BATCH_PLANES), window, window // WORD), np.uint32, 0, 2**32 - 1)
        planes = planes_box(window, BATCH_PLANES) if unpacked else bits
        self.single_action_space = spaces.MultiDiscrete([self._batch.actions, SMARTIES, chocolate.NO_COLOUR + 1])
        self.single_observation_space = spaces.Dict({"observation": box(planes), "scalars": box(SCALARS_BOX)})
        self.action_space = batch_space(self.single_action_space, matches)
        self.observation_space = batch_space(self.single_observation_space, matches)

    def step(self, actions: NDArray[np.int32]) -> Stepped:
        """Play one turn in every match, integers [match, 3]: what, smartie, colour.

        Raise IllegalMove and play none if one is illegal, BadSetup for what are no such actions.
        """
        self._batch.step(self._numbers(actions))
        return self._after()

    def step_randomly(self) -> Stepped:
        """Play a legal turn in every match, all equally likely; a swap under way is refused."""
        self._batch.step_randomly()
        return self._after()

    def sample(self) -> NDArray[np.int32]:
        """Draw a legal turn for every match, all equally likely: int32 [match, 3]."""
        return self._batch.sample()

    def action_masks(self) -> chocolate.Masks:
        """Return the legal actions of every match, in bits; `tafelrunde.native.chocolate.Masks` says their shapes."""
        return self._batch.masks()

    def view(self, match: int) -> View:
        """Return what the seat that decides next in a match may know."""
        position = self._batch.position(match).to_python()
        return position.view(position.seat)

    def encode(self, match: int, move: Move) -> NDArray[np.int32]:
        """Return a move as its one action: int32 [1, 3]; raise BadSetup for a field that is too large."""
        turn = PartialTurn.of(self._space.layout, self._space.encode(self.view(match), move))
        colour = chocolate.NO_COLOUR if turn.colour is None else turn.colour
        return np.array([[turn.what, turn.smartie or 0, colour]], np.int32)

    def _seats(self) -> NDArray[np.int8]:
        return self._batch.scalars[:, Scalar.OBSERVER]

    def _after(self) -> Stepped:
        batch = self._batch
        ended = batch.ended
        return self._told(batch.actors, ended == chocolate.FINISHED, ended == chocolate.TRUNCATED)

    def _deal(self, seed: int) -> None:
        self._batch.reset(seed)

    def _deal_each(self, which: NDArray[np.intp], seeds: NDArray[np.uint64]) -> None:
        self._batch.reset_some(which, seeds)

    def _seen(self) -> Observation:
        planes = self._batch.cells() if self._unpacked else self._batch.planes
        return {"observation": planes, "scalars": self._batch.scalars}

    def _finals(self, ended: NDArray[np.intp]) -> Observation:
        planes = self._batch.final_planes.take(ended, 0)
        shown = chocolate.unpacked(planes) if self._unpacked else planes
        return {"observation": shown, "scalars": self._batch.final_scalars.take(ended, 0)}

    def _info(self) -> dict[str, Any]:
        """Return who decides, and every seat's reward and points of a match that ended."""
        return {"seat": self._seats(), "rewards": self._batch.rewards, "points": self._batch.points}
