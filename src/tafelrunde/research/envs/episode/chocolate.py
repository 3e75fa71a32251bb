"""A match of Scho K.O. or Schokoly on the native batch, whose turns are chosen part by part."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tafelrunde.games.chocolate.cards import COLOURS
from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.core import Game, Options, Position
from tafelrunde.games.errors import IllegalMove
from tafelrunde.native import chocolate
from tafelrunde.research.envs.episode.base import Episode, Mask
from tafelrunde.research.spaces import ChocolateSpace, Observation
from tafelrunde.research.spaces.chocolate.actions import Choices, PartialTurn, Step
from tafelrunde.research.spaces.chocolate.observation import PENDING, Scalar, show_pending


class ChocolateEpisode(Episode):
    """A match of Scho K.O. or Schokoly; a turn takes up to three actions of the same seat."""

    def __init__(self, game: Game, options: Options, window: int) -> None:
        assert isinstance(game, ChocolateGame)
        super().__init__(game, options)
        self._space = ChocolateSpace(game.rules(options), window)
        self._layout = self._space.layout
        self._batch = chocolate.Batch(game.name, options, 1, 0, window=window, threads=1)
        # Reads an action in a position that the first batch has left already.
        self._reader = chocolate.Batch(game.name, options, 1, 0, window=window, threads=1)
        self._final: chocolate.NativePosition | None = None
        self._empty = self._turn = PartialTurn(self._layout)
        self._mask: Mask | None = None
        self._legal: tuple[chocolate.Masks, Choices] | None = None
        self.reset(0)

    @property
    def space(self) -> ChocolateSpace:
        """The actions and observations."""
        return self._space

    @property
    def position(self) -> Position:
        """Where the match stands; a turn that is not complete has not been played."""
        return (self._final or self._batch.position(0)).to_python()

    @property
    def pending(self) -> Sequence[int]:
        """The actions of a turn that is not complete yet."""
        return self._turn.actions

    def reset(self, seed: int) -> None:
        """Deal a new match."""
        self._batch.reset(seed)
        self._final = None
        self.over = self.truncated = False
        self.rewards = [0.0] * self.seats
        self._begin_turn()
        self.seat = int(self._batch.scalars[0, Scalar.OBSERVER])

    def _begin_turn(self) -> None:
        self._turn = self._empty
        self._mask = self._legal = None

    def mask(self) -> Mask:
        """Return the action mask of this part of a turn: int8 [32,837], with the window of 128 cells [524,357]."""
        return self._current_mask().copy()

    def _current_mask(self) -> Mask:
        if self._mask is None:
            self._mask = self._write_mask()
        return self._mask

    def _write_mask(self) -> Mask:
        layout = self._layout
        mask = np.zeros(layout.size, np.int8)
        if self.over:
            return mask
        masks, choices = self._legal_turns()
        step = self._turn.due(choices)
        if step is Step.WHAT:
            mask[: layout.placings] = np.unpackbits(masks.placings.view(np.uint8), bitorder="little")
            others = int(masks.others[0])
            for number in range(others.bit_length()):
                mask[layout.placings + number] = others >> number & 1
        elif step is Step.SMARTIE:
            mask[layout.smarties : layout.smarties + int(masks.smarties[0]).bit_length()] = 1
        else:
            mask[[layout.colours + colour for colour in choices.colours]] = 1
        return mask

    def _legal_turns(self) -> tuple[chocolate.Masks, Choices]:
        """Return the legal turns, and what there is to choose beside a card; the batch writes them once a turn."""
        if self._legal is None:
            masks = self._batch.masks()
            colours = int(masks.colours[0])
            announced = tuple(number for number in range(len(COLOURS)) if colours >> number & 1)
            # Bit 0 is no smartie, which is all that a seat without any may choose.
            self._legal = masks, Choices(int(masks.smarties[0]) > 1, announced)
        return self._legal

    def step(self, action: int) -> None:
        """Choose one part, and play the turn when it is complete."""
        if not 0 <= action < self._layout.size or not self._current_mask()[action]:
            raise IllegalMove(action, "not a legal action here")
        self._turn = self._turn.then(int(action))
        self._mask = None
        if self._turn.due(self._legal_turns()[1]) is None:
            self._commit()

    def _commit(self) -> None:
        turn = self._turn
        colour = chocolate.NO_COLOUR if turn.colour is None else turn.colour
        assert turn.what is not None
        action = (turn.what, turn.smartie or 0, colour)
        self._begin_turn()
        before = self._batch.position(0)
        self._batch.step(np.array([action], np.int32))
        ended = self._batch.ended[0]
        if ended == chocolate.RUNNING:
            self.seat = int(self._batch.scalars[0, Scalar.OBSERVER])
            return
        self._reader.set_position(0, before)
        text = self._reader.action_text(0, action)
        assert text is not None
        self._final = before.play(text)
        self.seat = self._final.seat
        self.over = True
        self.truncated = bool(ended == chocolate.TRUNCATED)
        self.rewards = self._batch.rewards[0].tolist()

    def observe(self, seat: int) -> Observation:
        """Return the planes, uint8 [7, row, column], and scalars, int8 [64].

        Both are zero after a truncation, since the window cannot hold the field.
        """
        if self.over or seat != self.seat:
            return self._observe_slowly(seat)
        planes = np.zeros(self._space.boxes["observation"].shape, np.uint8)
        planes[:PENDING] = self._batch.cells()[0]
        scalars = self._batch.scalars[0].copy()
        show_pending(planes, scalars, self._turn)
        return {"observation": planes, "scalars": scalars}

    def _observe_slowly(self, seat: int) -> Observation:
        if not self.truncated:
            return super()._observe_slowly(seat)
        return {name: np.zeros(box.shape, box.dtype) for name, box in self._space.boxes.items()}
