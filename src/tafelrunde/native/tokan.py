"""TOKAN at the speed of the machine: positions, counts, random games and batches of matches.

The rules are those of `tafelrunde.games.tokan`; every position converts in both directions. Positions are immutable
here too. Everything random takes a seed and gives the same answer on every machine, whatever the number of threads
(0 means all cores).

Actions are moves as numbers, for tables and learners. A move is ``(carried * 4 + direction) * 30 + cell``, the
directions being east, west, north and south: twelve planes over the field, below `MOVE_ACTIONS` (360). A placing is
``360 + animal * 50 + (row - 1) * 10 + column + 4``, the animals being mouse, jackal and lion: three planes over the
strip of a draft, below `ACTIONS` (510). What an observation holds is said in native/src/tokan/features.hpp and in
observe.hpp beside it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tafelrunde.games.core import Outcome
from tafelrunde.games.errors import BadSetup, IllegalMove
from tafelrunde.games.tokan import Placing, TokanMove, TokanOptions, TokanPosition, TokanTable
from tafelrunde.games.tokan.board import DIRECTION_OF
from tafelrunde.games.tokan.draft import FIRST, WIDTH, Draft
from tafelrunde.native import require
from tafelrunde.native._batches import Restarting

if TYPE_CHECKING:
    from tafelrunde.native._core import tokan as core

__all__ = [
    "ACTIONS",
    "FEATURES",
    "MOVE_ACTIONS",
    "NO_ACTION",
    "Batch",
    "NativePosition",
    "RandomGame",
    "Tally",
    "action_of",
    "random_game",
    "random_games",
]

MOVE_ACTIONS = 360
"""The number of actions of a match without draft."""

ACTIONS = 510
"""The number of actions of a match with a draft, placings included."""

NO_ACTION = -2
"""The action that leaves a match of a batch as it is."""

FEATURES = 16
"""The numbers that an observation has for each cell."""


class Tally(NamedTuple):
    """The results of a number of random games."""

    games: int
    red: int
    """Games won by red."""
    black: int
    draws: int
    moves: int
    """All moves together, placings included."""
    margin: int
    """The sum of red's points minus black's."""

    @classmethod
    def of(cls, tally: core.Tally) -> Self:
        """Take what the core counted."""
        return cls(tally.games, tally.red, tally.black, tally.draws, tally.moves, tally.margin)


class RandomGame(NamedTuple):
    """One game of `random_games`: its start and its moves."""

    start: str
    moves: tuple[str, ...]


class NativePosition:
    """A position in the native core: an immutable value; every move leads to a new one."""

    __slots__ = ("_core",)
    _core: core.Position

    def __init__(self, table: TokanTable) -> None:
        position = require().tokan.Position
        if table.draft is None:
            self._core = position.from_field(table.towers, table.side, _native(table.options), taboo=table.taboo)
        else:
            self._core = position.from_draft(table.draft.cells, table.side, _native(table.options))

    @classmethod
    def wrap(cls, position: core.Position) -> Self:
        """Take over a position of the core."""
        self = cls.__new__(cls)
        self._core = position
        return self

    @classmethod
    def from_text(cls, text: str, options: TokanOptions | None = None) -> Self:
        """Read a position, or the two columns of a draft; raise InvalidNotation or BadSetup."""
        return cls.wrap(require().tokan.Position.from_text(text, _native(options)))

    @classmethod
    def deal(cls, seed: int, options: TokanOptions | None = None) -> Self:
        """Draw a start."""
        return cls.wrap(require().tokan.Position.deal(seed, _native(options)))

    def __reduce__(self) -> tuple[type[NativePosition], tuple[TokanPosition]]:
        return type(self), (self.to_python(),)

    def unwrap(self) -> core.Position:
        """Return the position of the core."""
        return self._core

    def to_python(self) -> TokanPosition:
        """Return the position as the rules' value."""
        native = self._core
        draft = None if native.draft is None else Draft(native.draft)
        return TokanPosition(self.options, native.field, native.side, taboo=native.taboo, draft=draft)

    def __str__(self) -> str:
        return str(self._core)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativePosition) and self._core == other.unwrap()

    def __hash__(self) -> int:
        return hash(self._core)

    @property
    def options(self) -> TokanOptions:
        """The options it is played with."""
        return TokanOptions.read(self._core.options.words())

    @property
    def seat(self) -> int:
        """The seat to move: 0 is red, 1 is black."""
        return self._core.side

    @property
    def is_over(self) -> bool:
        """Whether the side to move has no legal move."""
        return self._core.over

    @property
    def key(self) -> int:
        """The 64-bit Zobrist hash; native/src/tokan/hash.hpp has the formula."""
        return self._core.key

    def outcome(self) -> Outcome:
        """Return the current points of red and black."""
        return Outcome(self._core.over, self._core.points, self._core.winner)

    def turns(self) -> list[str]:
        """List the legal moves, or placings while drafting."""
        return self._core.moves()

    def table(self, legal: bool) -> bytes:
        """Return the JSON that clients are sent."""
        return self._core.table(legal)

    def count_turns(self) -> int:
        """Count what `turns` would list."""
        return self._core.count()

    def actions(self) -> list[int]:
        """List the legal moves as numbers, in the order of `turns`."""
        return self._core.actions()

    def parse(self, text: str) -> int:
        """Return the number of a move; raise InvalidNotation or IllegalMove."""
        try:
            return self._core.parse(text)
        except IllegalMove as error:
            # The core has the sentence only; the rules in Python know the code of what they forbid.
            try:
                self.to_python().parse(text)
            except IllegalMove as known:
                if known.reason == error.reason:
                    raise known from None
            raise

    def print(self, action: int) -> str:
        """Return the text of a legal action; raise IllegalMove."""
        return self._core.print(action)

    def play(self, move: str | int | TokanMove) -> Self:
        """Return the position after a move, given as text, number or value; raise InvalidNotation or IllegalMove."""
        action = move if isinstance(move, int) else self.parse(str(move))
        return self.wrap(self._core.play(action))

    def perft(self, depth: int, threads: int = 1) -> int:
        """Count the sequences of `depth` moves from here."""
        return self._core.perft(depth, threads)

    def playouts(self, games: int, seed: int, threads: int = 1) -> Tally:
        """Play random games from here to the end, every move drawn uniformly from all legal ones."""
        return Tally.of(self._core.playouts(games, seed, threads))


@lru_cache(maxsize=64)
def _native(options: TokanOptions | None) -> core.Options:
    """Return options as the core's value, made once from their words."""
    made: core.Options = require().tokan.Options(**(options or TokanOptions()).words())
    return made


def action_of(move: TokanMove) -> int:
    """Return the number of a move; raise BadSetup for a step that is not straight."""
    if isinstance(move, Placing):
        return MOVE_ACTIONS + "MJL".index(move.tile.upper()) * 50 + (move.row - 1) * WIDTH + move.column - FIRST
    direction = DIRECTION_OF.get((move.source, move.target))
    if direction is None:
        raise BadSetup(f"{move} is no step along a row or a column")
    return (move.carried * 4 + direction) * 30 + move.source


def random_games(games: int, seed: int, options: TokanOptions | None = None, threads: int = 1) -> Tally:
    """Play games from random starts, every move drawn uniformly from all legal ones."""
    return Tally.of(require().tokan.random_games(games, seed, _native(options), threads))


def random_game(seed: int, game: int, options: TokanOptions | None = None) -> RandomGame:
    """Return one of the games that `random_games` plays with this seed, numbered from 0."""
    start, moves = require().tokan.random_game(seed, game, _native(options)).split("\n")
    return RandomGame(start, tuple(moves.split()))


class Batch(Restarting[NativePosition]):
    """Matches that are stepped together on several cores, without any Python work for a single match.

    The arrays belong to the batch: they are read-only and overwritten by every step, masks when they are asked for. A
    match that ends starts over within the same step; `rewards`, `margins` and `done` tell of the end, all else of the
    new start. A copy goes on as the batch itself would; what its last step told is not copied.
    """

    _core: core.Batch

    def __init__(self, matches: int, seed: int, options: TokanOptions | None = None, threads: int = 0) -> None:
        self._made = (matches, seed, options, threads)
        self._core = require().tokan.Batch(matches, seed, _native(options), threads)
        self.observations: NDArray[np.uint8] = self._core.observations
        """[match, row, column, feature], seen by the side to move."""
        self.finals: NDArray[np.uint8] = self._core.finals
        """The same of the match that ended last in each place, at its end."""
        self.rewards: NDArray[np.float32] = self._core.rewards
        """[match, colour]: 1 and -1 for red and black where the last action ended a game with a winner, else 0."""
        self.margins: NDArray[np.int16] = self._core.margins
        """[match]: red's points minus black's where the last action ended a game, else 0."""
        self.done: NDArray[np.bool_] = self._core.done
        """[match]: whether the last action ended a game."""
        self.sides: NDArray[np.uint8] = self._core.sides
        """[match]: the colour to move, 0 for red and 1 for black."""
        self.actions: NDArray[np.int32] = self._core.actions
        """[match]: the actions that the last random step played."""

    def __len__(self) -> int:
        return len(self._core)

    def __getstate__(self) -> tuple[Any, ...]:
        return self._made, self._taken_out(range(len(self)))

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        made, kept = state
        self.__init__(*made)  # type: ignore[misc]
        self._put_back(kept)

    @property
    def masks(self) -> NDArray[np.bool_]:
        """[match, action]: which actions are legal now; computed on request, so ask again after every step."""
        return self._core.masks

    def reset(self, seed: int) -> None:
        """Start all matches over."""
        self._core.reset(seed)

    def step(self, actions: ArrayLike) -> None:
        """Play one action in every match, or NO_ACTION to leave it as it is.

        Raise IllegalMove and change nothing if one of them is illegal.
        """
        self._core.step(np.ascontiguousarray(actions, dtype=np.int32))

    def step_randomly(self) -> None:
        """Play an action drawn uniformly from all legal ones in every match; `actions` says which."""
        self._core.step_randomly()

    def position(self, match: int) -> NativePosition:
        """Return the position of a match."""
        return NativePosition.wrap(self._core.position(match))

    def set_position(self, match: int, position: NativePosition) -> None:
        """Continue a match from a position; raise BadSetup if that is over, BadOptions if its options differ."""
        self._core.set_position(match, position.unwrap())
