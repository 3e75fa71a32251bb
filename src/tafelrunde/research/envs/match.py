"""One match at the speed of the machine, played by actions: what all environments stand on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.chocolate.cards import COLOURS
from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.core import Game, Move, Options, Position
from tafelrunde.games.errors import IllegalMove
from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanOptions
from tafelrunde.native import chocolate, tokan
from tafelrunde.research.spaces import ChocolateSpace, Observation, Space, TokanSpace
from tafelrunde.research.spaces.chocolate import PLANES, SMARTIES, Scalar, show_pending

Mask = NDArray[np.int8]


class Match(ABC):
    """A match that deals itself from a seed; once it has ended it waits for the next `reset`."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.seats = game.seats(options)
        self.seat = 0
        """The seat that decides next."""
        self.over = False
        self.truncated = False
        """Whether it ended because the field outgrew the window."""
        self.rewards: list[float] = [0.0] * self.seats
        """By seat, once it is over: 1 for winners, -1 (with three seats -0.5) for losers, 0 for a draw."""

    @property
    @abstractmethod
    def space(self) -> Space:
        """The actions and observations."""

    @property
    @abstractmethod
    def position(self) -> Position:
        """Where the match stands, hidden cards and all."""

    @abstractmethod
    def reset(self, seed: int) -> None:
        """Deal a new match."""

    @abstractmethod
    def mask(self) -> Mask:
        """Return 1 for the legal actions of the seat that decides, as a new array; all zero at the end."""

    @abstractmethod
    def step(self, action: int) -> None:
        """Take one action; raise IllegalMove and change nothing where it is not legal."""

    @abstractmethod
    def observe(self, seat: int) -> Observation:
        """Return what a seat sees, as new arrays."""

    def play(self, move: Move) -> None:
        """Play a whole move; raise IllegalMove."""
        for action in self.space.encode(self.position, move):
            self.step(action)

    @property
    def pending(self) -> Sequence[int]:
        """The actions of a move that is not complete yet."""
        return ()

    def _observe_slowly(self, seat: int) -> Observation:
        """Look at a view: for seats that are not to decide, and for the end."""
        return self.space.observe(self.position.view(seat), self.pending if seat == self.seat else ())


class TokanMatch(Match):
    """A match of TOKAN."""

    def __init__(self, game: Game, options: TokanOptions) -> None:
        super().__init__(game, options)
        self._space = TokanSpace(options)
        self._batch = tokan.Batch(1, 0, options, threads=1)
        self._final: tokan.NativePosition | None = None
        self._action = np.zeros(1, np.int32)
        self.reset(0)

    @property
    def space(self) -> TokanSpace:
        """The actions and observations."""
        return self._space

    @property
    def position(self) -> Position:
        """Where the match stands."""
        return (self._final or self._batch.position(0)).to_python()

    def reset(self, seed: int) -> None:
        """Deal a new match."""
        self._batch.reset(seed)
        self._final = None
        self.over = False
        self.rewards = [0.0, 0.0]
        self.seat = int(self._batch.sides[0])

    def mask(self) -> Mask:
        """Return 1 for the legal actions."""
        if self.over:
            return np.zeros(self.space.size, np.int8)
        mask: Mask = self._batch.masks[0].astype(np.int8)
        return mask

    def step(self, action: int) -> None:
        """Play a move."""
        if self.over or not 0 <= action < self.space.size or not self._batch.masks[0, action]:
            raise IllegalMove(action, "not a legal action here")
        before = self._batch.position(0)
        self._action[0] = action
        self._batch.step(self._action)
        if self._batch.done[0]:
            self._final = before.play(action)
            self.over = True
            self.rewards = self._batch.rewards[0].tolist()
            self.seat = 1 - self.seat
        else:
            self.seat = int(self._batch.sides[0])

    def observe(self, seat: int) -> Observation:
        """Return the features of all cells."""
        if self.over or seat != self.seat:
            return self._observe_slowly(seat)
        return {"observation": self._batch.observations[0].copy()}


class ChocolateMatch(Match):
    """A match of Scho K.O. or Schokoly; a turn takes up to three actions of the same seat."""

    def __init__(self, game: ChocolateGame, options: Options, window: int = 32) -> None:
        super().__init__(game, options)
        self._space = ChocolateSpace(game.rules(options), window)
        self._batch = chocolate.Batch(game.name, options, 1, 0, window=window, threads=1)
        # Reads an action in a position that the first batch has left already.
        self._reader = chocolate.Batch(game.name, options, 1, 0, window=window, threads=1)
        self._final: chocolate.NativePosition | None = None
        self._pending: list[int] = []
        self._mask: Mask | None = None
        self._masks: chocolate.Masks | None = None
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
        return self._pending

    def reset(self, seed: int) -> None:
        """Deal a new match."""
        self._batch.reset(seed)
        self._final = None
        self.over = self.truncated = False
        self.rewards = [0.0] * self.seats
        self._pending = []
        self._mask = self._masks = None
        self.seat = int(self._batch.scalars[0, Scalar.OBSERVER])

    def mask(self) -> Mask:
        """Return 1 for the legal actions of this step."""
        return self._current_mask().copy()

    def _current_mask(self) -> Mask:
        if self._mask is None:
            self._mask = self._write_mask()
        return self._mask

    def _write_mask(self) -> Mask:
        space = self._space
        mask = np.zeros(space.size, np.int8)
        if self.over:
            return mask
        if not self._pending:
            masks = self._legal()
            mask[: space.placings] = np.unpackbits(masks.placings.view(np.uint8), bitorder="little")
            others = int(masks.others[0])
            for number in range(others.bit_length()):
                mask[space.placings + number] = others >> number & 1
        elif self._smartie_due():
            mask[space.smarties : space.smarties + self._smartie_choices()] = 1
        else:
            colours = int(self._legal().colours[0])
            for number in range(len(COLOURS)):
                mask[space.colours + number] = colours >> number & 1
        return mask

    def _legal(self) -> chocolate.Masks:
        """Return the legal turns; the batch writes them once a turn."""
        if self._masks is None:
            self._masks = self._batch.masks()
        return self._masks

    def _smartie_choices(self) -> int:
        return int(self._legal().smarties[0]).bit_length()

    def _smartie_due(self) -> bool:
        """Tell whether a smartie is to be decided on next."""
        first_tier = self._pending[0] // (self._space.window * self._space.window) % 2 == 0
        return len(self._pending) == 1 and first_tier and self._smartie_choices() > 1

    def _colour_due(self) -> bool:
        announced = self._pending[-1] >= self._space.colours
        return not announced and int(self._legal().colours[0]) != 1 << chocolate.NO_COLOUR

    def step(self, action: int) -> None:
        """Decide one step, and play the turn when it is complete."""
        if not 0 <= action < self._space.size or not self._current_mask()[action]:
            raise IllegalMove(action, "not a legal action here")
        self._pending.append(int(action))
        self._mask = None
        if self._pending[0] >= self._space.placings or not (self._smartie_due() or self._colour_due()):
            self._commit()

    def _commit(self) -> None:
        what, *rest = self._pending
        smartie, colour = 0, chocolate.NO_COLOUR
        for action in rest:
            if action < self._space.smarties + SMARTIES:
                smartie = action - self._space.smarties
            else:
                colour = action - self._space.colours
        self._pending = []
        self._masks = None
        before = self._batch.position(0)
        self._batch.step(np.array([[what, smartie, colour]], np.int32))
        ended = self._batch.ended[0]
        if ended == chocolate.RUNNING:
            self.seat = int(self._batch.scalars[0, Scalar.OBSERVER])
            return
        self._reader.set_position(0, before)
        text = self._reader.action_text(0, (what, smartie, colour))
        assert text is not None
        self._final = before.play(text)
        self.seat = self._final.seat
        self.over = True
        self.truncated = bool(ended == chocolate.TRUNCATED)
        self.rewards = self._batch.rewards[0].tolist()

    def observe(self, seat: int) -> Observation:
        """Return the planes and scalars; zeros after a truncation, since the window cannot hold the field."""
        if self.over or seat != self.seat:
            return self._observe_slowly(seat)
        window = self._space.window
        planes = np.zeros((len(PLANES), window, window), np.uint8)
        planes[:-1] = self._batch.cells()[0]
        scalars = self._batch.scalars[0].copy()
        show_pending(planes, scalars, self._pending, self.space)
        return {"observation": planes, "scalars": scalars}

    def _observe_slowly(self, seat: int) -> Observation:
        if not self.truncated:
            return super()._observe_slowly(seat)
        planes = np.zeros((len(PLANES), self._space.window, self._space.window), np.uint8)
        return {"observation": planes, "scalars": np.zeros(len(self._batch.scalars[0]), np.int8)}


def new_match(game: str, options: str = "", window: int = 32) -> Match:
    """Return a match of a game; raise UnknownGame, BadOptions, BadSetup or NativeMissing."""
    rules = find_game(game)
    chosen = rules.options_type.parse(options)
    if isinstance(rules, ChocolateGame):
        return ChocolateMatch(rules, chosen, window)
    assert isinstance(chosen, TokanOptions)
    return TokanMatch(rules, chosen)
