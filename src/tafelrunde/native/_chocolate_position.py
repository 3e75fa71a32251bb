"""Chocolate positions and views in the native core."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from tafelrunde.games.chocolate.field import Cell
from tafelrunde.games.chocolate.moves import ChocolateMove
from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.chocolate.rules import Rules
from tafelrunde.games.chocolate.scoring import Group, NeutralGroup
from tafelrunde.games.core import Options, Outcome
from tafelrunde.games.errors import BadSetup, IllegalMove
from tafelrunde.native import require
from tafelrunde.native._chocolate_parts import from_parts, native_rules, rules_of, to_parts

if TYPE_CHECKING:
    from tafelrunde.native._core import chocolate as core


class Totals(NamedTuple):
    """What became of a number of random games."""

    games: int
    turns: int
    draws: int
    wins: tuple[int, ...]
    """By side."""
    points: tuple[int, ...]
    """The sum over all games, by side."""

    @classmethod
    def of(cls, totals: tuple[int, int, int, list[int], list[int]]) -> Self:
        """Take what the core counted."""
        games, turns, draws, wins, points = totals
        return cls(games, turns, draws, tuple(wins), tuple(points))


class Places(NamedTuple):
    """Where one look of a card may lie, by tier, row by row."""

    look: str
    first: list[Cell]
    second: list[Cell]


class NativePosition:
    """A position in the native core: a value that never changes, from which every move leads to a new one."""

    __slots__ = ("_core", "_rules")
    _core: core.Position

    def __init__(self, position: ChocolatePosition) -> None:
        self._rules = position.rules
        try:
            self._core = require().chocolate.Position.build(to_parts(position))
        except ValueError as error:
            raise BadSetup(str(error)) from None

    @classmethod
    def wrap(cls, position: core.Position, rules: Rules) -> Self:
        """Take over a position of the core."""
        self = cls.__new__(cls)
        self._core, self._rules = position, rules
        return self

    @classmethod
    def deal(cls, game: str, options: Options, seed: int) -> Self:
        """Deal a freshly shuffled deck."""
        rules = rules_of(game, options)
        return cls.wrap(require().chocolate.Position.deal(native_rules(rules), seed), rules)

    def __reduce__(self) -> tuple[type[NativePosition], tuple[ChocolatePosition]]:
        return type(self), (self.to_python(),)

    def unwrap(self) -> core.Position:
        """Return the position of the core."""
        return self._core

    def to_python(self) -> ChocolatePosition:
        """Return the position as the rules' value."""
        return ChocolatePosition(**from_parts(self._rules, self._core.parts()))

    def view(self, observer: int) -> NativeView:
        """Return what a seat, or SPECTATOR, may know."""
        return NativeView.wrap(self._core.view(observer), self._rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativePosition) and self._core.parts() == other.unwrap().parts()

    def __hash__(self) -> int:
        return self.key

    @property
    def seat(self) -> int:
        """The seat that decides next."""
        return self._core.seat

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._core.is_over

    @property
    def key(self) -> int:
        """The 64-bit Zobrist hash, kept up to date move by move; native/src/chocolate/keys.hpp has the formula."""
        return self._core.hash

    def turns(self) -> list[str]:
        """List the legal turns in code-point order, swap actions left out."""
        return self._core.turns()

    def swap_actions(self) -> list[str]:
        """List the legal swap actions of the seat that decides next."""
        return self._core.swap_actions()

    def count_turns(self) -> int:
        """Count what `turns` would list."""
        return self._core.count_turns()

    def play(self, move: str | ChocolateMove) -> Self:
        """Return the position after a move, given as text or value; raise InvalidNotation or IllegalMove."""
        after, reason = self._core.played(str(move))
        if after is None:
            # The rules know best what is wrong with a move; the core's own reason is for a move they would allow.
            self.to_python().parse(str(move))
            raise IllegalMove(move, reason)
        return self.wrap(after, self._rules)

    def random_turn(self, seed: int) -> str | None:
        """Draw a legal turn, all equally likely; a swap under way is refused. None when the game is over."""
        return self._core.random_turn(seed)

    def places(self) -> list[Places]:
        """Return where each look of each card of the seat to move may lie; nothing while a swap is negotiated."""
        return [Places(*places) for places in self._core.places()]

    def smartie_targets(self) -> list[Cell]:
        """List the places of the lying cards that the seat to move may secure, row by row."""
        return self._core.targets()

    def outcome(self) -> Outcome:
        """Return the points of each side as they stand."""
        points, leaders = self._core.score()
        return Outcome.ended(tuple(points), leaders) if leaders else Outcome(False, tuple(points), None)

    def groups(self, colour: str) -> list[Group]:
        """List the groups of a colour, the largest first."""
        return [Group(colour, tuple(cells)) for cells in self._core.groups(colour)]

    def neutral_groups(self) -> list[NeutralGroup]:
        """List the neutral groups with their contacts, the largest first."""
        return [NeutralGroup(tuple(cells), touching, holder) for cells, touching, holder in self._core.neutral_groups()]

    def perft(self, depth: int, threads: int = 1) -> int:
        """Count the sequences of `depth` turns from here, swap actions left out."""
        return self._core.perft(depth, threads)

    def playouts(self, games: int, seed: int, threads: int = 1) -> Totals:
        """Play on to the end at random, several times; a swap under way is refused."""
        return Totals.of(self._core.playouts(games, seed, threads))


class NativeView:
    """What one observer knows, in the native core: an information set from which positions are drawn."""

    __slots__ = ("_core", "_rules")
    _core: core.View

    def __init__(self, view: ChocolateView) -> None:
        self._rules = view.rules
        try:
            self._core = require().chocolate.View.build(to_parts(view.redacted()), view.observer)
        except ValueError as error:
            raise BadSetup(str(error)) from None

    @classmethod
    def wrap(cls, view: core.View, rules: Rules) -> Self:
        """Take over a view of the core."""
        self = cls.__new__(cls)
        self._core, self._rules = view, rules
        return self

    @property
    def observer(self) -> int:
        """The seat whose view this is, or SPECTATOR."""
        return self._core.observer

    def to_python(self) -> ChocolateView:
        """Return the view as the rules' value."""
        return ChocolateView(**from_parts(self._rules, self._core.parts()), observer=self.observer)

    def resample(self, seed: int) -> NativePosition:
        """Draw a position uniformly from the deals that fit everything the observer knows; raise BadSetup."""
        try:
            return NativePosition.wrap(self._core.resample(seed), self._rules)
        except ValueError as error:
            raise BadSetup(str(error)) from None
