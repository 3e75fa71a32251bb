"""Scho K.O. for small learners: every legal turn is one line of numbers, and an action is the number of a line.

The whole space has 32,837 actions over 7 x 32 x 32 cells, which a network on two cores learns slowly. Here a turn is
described by what its card does to the groups of both colours, as a player at the table would count it; which of these
numbers matter, and how much, is left to the learner. Nothing is used that the seat may not know.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray
from scipy import ndimage

from tafelrunde.games.core import Move
from tafelrunde.games.errors import IllegalMove
from tafelrunde.native.chocolate import NO_COLOUR, unpacked
from tafelrunde.research.envs.vector import ChocolateVectorEnv, Stepped
from tafelrunde.research.envs.vector.base import NO_ACTION
from tafelrunde.research.spaces import Observation
from tafelrunde.research.spaces.chocolate import TYPES, Scalar

TURNS = 320
"""Lines of a list; of more turns, which one list in ten has, as many are drawn."""

WINDOW = 32
WIDE = WINDOW + 4
"""The window and a frame of empty cells, so that every card and all it touches lie inside."""
DARK, WHITE = 0, 2
CORNERS = np.array([(0, 0), (0, 1), (1, 1), (1, 0)])
"""The cells of a card, (row, column), in the order of its text."""
OUTSIDE = np.array([[(-1, 0), (0, -1)], [(-1, 1), (0, 2)], [(1, 2), (2, 1)], [(2, 0), (1, -1)]])
"""The two cells outside the card that each of them touches."""
PIECES = np.array([["DMW".index(letter) for letter in card[:4]] for card in TYPES])
SMARTIE = np.array([card.endswith("s") for card in TYPES])


class Line(IntEnum):
    """What the numbers of a line say; of `OWN` and what follows, the next number says the same of the other colour."""

    LEGAL = 0
    SECOND_TIER = 1
    SMARTIE = 2
    STACK = 3
    """Cards that are still to be drawn."""
    OWN = 4
    """Pieces on the card."""
    GROUP = 6
    """The size of the group that the card makes or joins."""
    JOINED = 8
    """How many groups it joins."""
    FREE = 10
    """Empty cells beside its pieces."""
    COVERED = 12
    """Pieces it covers."""
    HURT = 14
    """Pieces of the largest group it covers."""
    LARGEST = 16
    """The largest group before."""
    GROWN = 18
    """By how much the largest group grows."""


NUMBERS = 20


class ShortlistEnv(ChocolateVectorEnv):
    """Matches of Scho K.O. side by side, with `observation` uint8 [match, line, number] and actions int [match]."""

    def __init__(self, matches: int = 256, threads: int = 1, seed: int = 0) -> None:
        super().__init__("schoko", "", matches, threads)
        self.single_action_space = spaces.Discrete(TURNS)
        self.single_observation_space = spaces.Dict({"observation": spaces.Box(0, 255, (TURNS, NUMBERS), np.uint8)})
        self.action_space = batch_space(self.single_action_space, matches)
        self.observation_space = batch_space(self.single_observation_space, matches)
        self._chance = np.random.default_rng(seed)
        self._turns = np.zeros((matches, TURNS, 3), np.int32)
        self._lines = np.zeros((matches, TURNS, NUMBERS), np.uint8)

    def step(self, actions: NDArray[Any]) -> Stepped:
        """Play a turn of the list in every match, int [match]; raise IllegalMove and play none if one is illegal."""
        numbers = self._numbers(actions)
        wrong = ((numbers < 0) | (numbers >= TURNS)) & (numbers != NO_ACTION)
        if wrong.any():
            raise IllegalMove(int(numbers[wrong][0]), "no line of a list has this number")
        turns = self._turns[np.arange(self.num_envs), np.maximum(numbers, 0)]
        turns[numbers == NO_ACTION, 0] = NO_ACTION
        self._batch.step(turns)
        return self._after()

    def action_masks(self) -> Any:
        """Return which lines are turns: bool [match, line]."""
        return self._lines[..., Line.LEGAL] != 0

    def encode(self, match: int, move: Move) -> NDArray[np.int32]:
        """Return the line of a move: int32 [1]; one that is not on the list takes the place of the last."""
        (turn,) = super().encode(match, move)
        found = np.flatnonzero((self._turns[match] == turn).all(axis=1) & self.action_masks()[match])
        if not found.size:
            self._turns[match, -1] = turn
        return np.array([found[0] if found.size else TURNS - 1], np.int32)

    def _finals(self, ended: NDArray[np.intp]) -> Observation:
        return {"observation": np.zeros((ended.size, TURNS, NUMBERS), np.uint8)}

    def _seen(self) -> Observation:
        """Write the lists anew."""
        match, turns = self._legal_turns()
        # Drawn in random order, so that the place on the list says nothing.
        order = self._chance.permutation(match.size)
        order = order[np.argsort(match[order], kind="stable")]
        match, turns = match[order], turns[order]
        line = np.arange(match.size) - np.searchsorted(match, match)
        kept = line < TURNS
        match, turns, line = match[kept], turns[kept], line[kept]
        self._lines[:] = 0
        self._turns[match, line] = turns
        self._lines[match, line] = self._described(match, turns)
        return {"observation": self._lines}

    def _legal_turns(self) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
        """Return all legal turns: the match of each, and the turn, int32 [turn, 3]."""
        masks = self._batch.masks()
        words = masks.placings.reshape(self.num_envs, -1)
        match, word = np.nonzero(words)
        found, bit = np.nonzero(words[match, word][:, None] >> np.arange(32, dtype=np.uint32) & 1)
        match, what = match[found], word[found] * 32 + bit
        # A colour is announced with the first card alone; that card is on the list with either.
        which, colour = np.nonzero(masks.colours[match][:, None] >> np.arange(NO_COLOUR + 1, dtype=np.uint8) & 1)
        match, what = match[which], what[which]
        passing = np.flatnonzero(masks.others & 1)
        turns = np.zeros((match.size + passing.size, 3), np.int32)
        turns[: match.size, 0], turns[: match.size, 2] = what, colour
        turns[match.size :] = words.shape[1] * 32, 0, NO_COLOUR
        return np.concatenate([match, passing]), turns

    def _described(self, match: NDArray[np.intp], turns: NDArray[np.int32]) -> NDArray[np.uint8]:
        lines = np.zeros((match.size, NUMBERS), np.int32)
        lines[:, Line.LEGAL] = 1
        lines[:, Line.STACK] = self._batch.scalars[match, Scalar.STACK]
        places = np.flatnonzero(turns[:, 0] < 32 * WINDOW * WINDOW)
        card, tier, row, column = _taken_apart(turns[places, 0])
        which = match[places]
        hands = self._batch.scalars[which, Scalar.HAND : Scalar.UNSEEN] > 0
        kind = (hands.cumsum(axis=1) > (card // 4)[:, None]).argmax(axis=1)
        pieces = PIECES[kind[:, None], (np.arange(4) + card[:, None]) % 4]
        lines[places, Line.SECOND_TIER], lines[places, Line.SMARTIE] = tier, SMARTIE[kind]
        side = self._batch.scalars[which, Scalar.OBSERVER]
        known = self._batch.scalars[which, Scalar.COLOURS + side]
        own = np.where(turns[places, 2] == NO_COLOUR, known, turns[places, 2])
        cells = np.pad(unpacked(self._batch.planes), ((0, 0), (0, 0), (1, 3), (1, 3)))
        under = row[:, None] + 1 + CORNERS[:, 0], column[:, None] + 1 + CORNERS[:, 1]
        beside = row[:, None, None] + 1 + OUTSIDE[..., 0], column[:, None, None] + 1 + OUTSIDE[..., 1]
        empty = ~cells[:, :3].any(axis=1)[which[:, None, None], *beside]
        for colour in (DARK, WHITE):
            # A frame of empty cells keeps the fields of different matches apart.
            groups, _ = ndimage.label(cells[:, colour].reshape(-1, WIDE))
            sizes = np.bincount(groups.ravel())
            sizes[0] = 0
            groups = groups.reshape(-1, WIDE, WIDE)
            largest = sizes[groups].reshape(self.num_envs, -1).max(axis=1)[which]
            mine = pieces == colour
            covered = np.where(tier[:, None] == 1, groups[which[:, None], *under], 0)
            touched = np.where(mine[..., None], groups[which[:, None, None], *beside], 0).reshape(-1, 8)
            touched.sort(axis=1)
            touched[:, 1:][touched[:, 1:] == touched[:, :-1]] = 0
            group = mine.sum(axis=1) + sizes[touched].sum(axis=1)
            hurt = (covered != 0) & (sizes[covered] == largest[:, None])
            numbers = {
                Line.OWN: mine.sum(axis=1),
                Line.GROUP: group,
                Line.JOINED: (touched != 0).sum(axis=1),
                Line.FREE: (empty & mine[..., None]).sum(axis=(1, 2)),
                Line.COVERED: (covered != 0).sum(axis=1),
                Line.HURT: hurt.sum(axis=1),
                Line.LARGEST: largest,
                Line.GROWN: np.maximum(group - largest, 0),
            }
            for name, number in numbers.items():
                lines[places, name + (own != colour)] = number
        return lines.astype(np.uint8)


def _taken_apart(what: NDArray[np.int32]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return the card, which is slot and rotation, the tier from 0, the row and the column of placings."""
    layer, cell = np.divmod(what, WINDOW * WINDOW)
    return layer // 2, layer % 2, cell // WINDOW, cell % WINDOW
