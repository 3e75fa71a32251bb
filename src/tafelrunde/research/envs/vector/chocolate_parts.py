"""Many matches of Scho K.O. or Schokoly on the native batch, whose turns are chosen part by part."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.core import Move, View
from tafelrunde.games.errors import IllegalMove
from tafelrunde.games.registry import find_game
from tafelrunde.native import chocolate
from tafelrunde.research.envs.spaces import observation_space
from tafelrunde.research.envs.vector.base import NO_ACTION, MatchesEnv, Stepped
from tafelrunde.research.spaces import ChocolateSpace, Observation
from tafelrunde.research.spaces.chocolate.actions import ROTATIONS, TIERS, Step
from tafelrunde.research.spaces.chocolate.observation import PENDING, Scalar

NOTHING = -1
Indices = NDArray[np.intp]


class ChocolatePartsVectorEnv(MatchesEnv):
    """Matches of Scho K.O. or Schokoly with the actions and observations of the other environments.

    So a policy carries over from one to the other: actions are those of
    `tafelrunde.research.spaces.chocolate.actions`, int [match], observations those of `ChocolateSpace`, with a first
    axis for the match, as new arrays. A step chooses one part of a turn; whoever has chosen the last one has played.
    The info has `seat` int8 [match], `rewards` float32 [match, seat] and `points` int16 [match, side].
    """

    def __init__(
        self, game: str = "schokoly", options: str = "", matches: int = 1024, threads: int = 0, window: int = 32
    ) -> None:
        super().__init__(matches, threads)
        rules = find_game(game)
        assert isinstance(rules, ChocolateGame)
        chosen = rules.options_type.parse(options)
        self._space = ChocolateSpace(rules.rules(chosen), window)
        self._layout = self._space.layout
        self._batch = chocolate.Batch(game, chosen, matches, 0, window=window, threads=threads)
        self._what = np.full(matches, NOTHING, np.int64)
        self._smartie = np.full(matches, NOTHING, np.int64)
        self._legal: chocolate.Masks | None = None
        self.single_action_space = spaces.Discrete(self._space.size)
        self.single_observation_space = observation_space(self._space, mask=False)
        self.action_space = batch_space(self.single_action_space, matches)
        self.observation_space = batch_space(self.single_observation_space, matches)

    def step(self, actions: NDArray[np.int32]) -> Stepped:
        """Choose one part in every match, integers [match].

        Raise IllegalMove and play none if one is illegal, BadSetup for what are no such actions.
        """
        chosen = self._numbers(actions).astype(np.int64)
        self._check(chosen)
        self._batch.step(self._choose(chosen))
        self._legal = None
        batch = self._batch
        return self._told(batch.actors, batch.ended == chocolate.FINISHED, batch.ended == chocolate.TRUNCATED)

    def step_randomly(self) -> Stepped:
        """Choose a legal part in every match, all equally likely."""
        masks = self.action_masks()
        numbers = (self.np_random.random(self.num_envs) * masks.sum(axis=1, dtype=np.int64)).astype(np.int64)
        counted = masks.cumsum(axis=1, dtype=np.int32)
        return self.step((counted > numbers[:, None]).argmax(axis=1).astype(np.int32))

    def action_masks(self) -> NDArray[np.int8]:
        """Return which actions are legal: int8 [match, action], as a new array."""
        layout, legal, due = self._layout, self._masks(), self._due()
        masks = np.zeros((self.num_envs, layout.size), np.int8)
        what = np.flatnonzero(due == Step.WHAT)
        bits = legal.placings[what].view(np.uint8).reshape(what.size, layout.placings // 8)
        masks[what, : layout.placings] = np.unpackbits(bits, axis=1, bitorder="little")
        masks[what, layout.placings : layout.smarties] = _bits(legal.others[what], layout.smarties - layout.placings)
        smartie = np.flatnonzero(due == Step.SMARTIE)
        masks[smartie, layout.smarties : layout.colours] = _bits(
            legal.smarties[smartie], layout.colours - layout.smarties
        )
        colour = np.flatnonzero(due == Step.COLOUR)
        masks[colour, layout.colours :] = _bits(legal.colours[colour], layout.size - layout.colours)
        return masks

    def view(self, match: int) -> View:
        """Return what the seat that decides next in a match may know; a turn that is not complete is not played."""
        position = self._batch.position(match).to_python()
        return position.view(position.seat)

    def encode(self, match: int, move: Move) -> NDArray[np.int32]:
        """Return the parts of a move: int32 [part]; raise BadSetup for a field that is too large."""
        return np.array(self._space.encode(self.view(match), move), np.int32)

    def _masks(self) -> chocolate.Masks:
        if self._legal is None:
            self._legal = self._batch.masks()
        return self._legal

    def _due(self) -> NDArray[np.int64]:
        """Return which part is due in every match, see `Step`."""
        begun, decided = self._what != NOTHING, self._smartie != NOTHING
        due = np.full(self.num_envs, int(Step.WHAT), np.int64)
        asks = begun & ~decided & self._takes_smartie(self._what)
        due[asks] = int(Step.SMARTIE)
        due[begun & ~asks] = int(Step.COLOUR)
        return due

    def _takes_smartie(self, what: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return where a card in the first tier may come with a smartie."""
        first_tier = what // self._layout.window**2 % TIERS == 0
        # Bit 0 is no smartie, which is all that a seat without any may choose.
        takes: NDArray[np.bool_] = (what < self._layout.placings) & first_tier & (self._masks().smarties > 1)
        return takes

    def _announces(self) -> NDArray[np.bool_]:
        """Return where a colour is to be announced with a card."""
        announces: NDArray[np.bool_] = self._masks().colours != 1 << chocolate.NO_COLOUR
        return announces

    def _check(self, actions: NDArray[np.int64]) -> None:
        """Raise IllegalMove for the first action that is not legal."""
        layout, legal, due = self._layout, self._masks(), self._due()
        fine = actions == NO_ACTION
        placing = np.flatnonzero((due == Step.WHAT) & (actions >= 0) & (actions < layout.placings))
        words = legal.placings.reshape(self.num_envs, -1)
        word, bit = np.divmod(actions[placing], 32)
        fine[placing] = words[placing, word] >> bit.astype(np.uint32) & 1
        for step, begin, end, allowed in (
            (Step.WHAT, layout.placings, layout.smarties, legal.others),
            (Step.SMARTIE, layout.smarties, layout.colours, legal.smarties),
            (Step.COLOUR, layout.colours, layout.size, legal.colours),
        ):
            which = np.flatnonzero((due == step) & (actions >= begin) & (actions < end))
            number = (actions[which] - begin).astype(np.uint64)
            fine[which] = allowed[which].astype(np.uint64) >> number & np.uint64(1)
        if not fine.all():
            wrong = int(np.flatnonzero(~fine)[0])
            raise IllegalMove(int(actions[wrong]), f"not legal in match {wrong} of the batch")

    def _choose(self, actions: NDArray[np.int64]) -> NDArray[np.int32]:
        """Note the parts chosen, and return the turns that are complete with them, int32 [match, 3]."""
        layout, due = self._layout, self._due()
        acts = actions != NO_ACTION
        what, smartie, colour = (acts & (due == step) for step in (Step.WHAT, Step.SMARTIE, Step.COLOUR))
        self._what[what] = actions[what]
        self._smartie[smartie] = actions[smartie] - layout.smarties
        waits = what & self._takes_smartie(self._what)
        waits |= (what | smartie) & ~waits & (self._what < layout.placings) & self._announces()
        complete = acts & ~waits
        turns = np.full((self.num_envs, 3), NO_ACTION, np.int32)
        turns[complete, 0] = self._what[complete]
        turns[complete, 1] = np.maximum(self._smartie[complete], 0)
        turns[complete, 2] = chocolate.NO_COLOUR
        turns[colour, 2] = actions[colour] - layout.colours
        self._what[complete] = self._smartie[complete] = NOTHING
        return turns

    def _seats(self) -> NDArray[np.int8]:
        return self._batch.scalars[:, Scalar.OBSERVER]

    def _deal(self, seed: int) -> None:
        self._batch.reset(seed)
        self._begin(np.arange(self.num_envs))

    def _deal_each(self, which: Indices, seeds: NDArray[np.uint64]) -> None:
        self._batch.reset_some(which, seeds)
        self._begin(which)

    def _begin(self, which: Indices) -> None:
        self._what[which] = self._smartie[which] = NOTHING
        self._legal = None

    def _seen(self) -> Observation:
        seen = self._with_pending_plane(self._batch.planes)
        scalars = self._batch.scalars.copy()
        pending = np.flatnonzero(self._what != NOTHING)
        if pending.size:
            self._show_pending(seen, scalars, pending)
        return {"observation": seen, "scalars": scalars}

    def _show_pending(self, seen: NDArray[np.uint8], scalars: NDArray[np.int8], pending: Indices) -> None:
        """Write turns that are not complete into the observations, as `show_pending` does for one."""
        window = self._layout.window
        layer, cell = np.divmod(self._what[pending], window * window)
        card, tier = np.divmod(layer, TIERS)
        row, column = np.divmod(cell, window)
        for down in (0, 1):
            for right in (0, 1):
                # At the far edges of a field as large as the window allows, a card reaches beyond it.
                inside = (row + down < window) & (column + right < window)
                seen[pending[inside], PENDING, row[inside] + down, column[inside] + right] = 1
        scalars[pending, Scalar.PENDING_SLOT] = card // ROTATIONS + 1
        scalars[pending, Scalar.PENDING_ROTATION] = card % ROTATIONS
        scalars[pending, Scalar.PENDING_TIER] = tier + 1
        scalars[pending, Scalar.STEP] = self._due()[pending]
        scalars[pending, Scalar.PENDING_SMARTIE] = self._smartie[pending] + 1

    def _with_pending_plane(self, planes: NDArray[np.uint32]) -> NDArray[np.uint8]:
        seen = np.zeros((len(planes), *self._space.boxes["observation"].shape), np.uint8)
        seen[:, :PENDING] = chocolate.unpacked(planes)
        return seen

    def _finals(self, ended: Indices) -> Observation:
        planes = self._with_pending_plane(self._batch.final_planes.take(ended, 0))
        return {"observation": planes, "scalars": self._batch.final_scalars.take(ended, 0)}

    def _info(self) -> dict[str, Any]:
        return {"seat": self._seats(), "rewards": self._batch.rewards, "points": self._batch.points}


def _bits(numbers: NDArray[Any], width: int) -> NDArray[np.int8]:
    """Return the lowest bits of numbers, int8 [number, bit]."""
    return (numbers.astype(np.uint64)[:, None] >> np.arange(width, dtype=np.uint64) & np.uint64(1)).astype(np.int8)
