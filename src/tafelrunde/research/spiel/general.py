"""Any game for OpenSpiel, by its rules alone.

The deal of a game takes its randomness as an argument, one `randrange` after the other: each of them is a chance node
whose outcomes are equally likely. From there on everything is determined, as in a record. Where something is hidden a
seat's information state is the list of what it saw, one drawing after the other, with its own moves between them; and a
determinisation is what its view draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random

from tafelrunde.games.core import SPECTATOR, Game, Move, Options, Outcome, Position, View
from tafelrunde.games.errors import BadSetup
from tafelrunde.games.registry import find_game
from tafelrunde.records.replay import Replay
from tafelrunde.research.spaces import Observation
from tafelrunde.research.spaces.general import GeneralSpace, general_space
from tafelrunde.research.spiel.node import CHANCE, TERMINAL, Node, NoTable, SpielRules

MOST_OUTCOMES = 100_000
"""A draw with more outcomes cannot be listed."""

UNBOUNDED = 1_000_000
"""What OpenSpiel is told where nobody knows how long a match can be."""


class _NeedsDraw(Exception):
    """A deal asks for more than chance has decided."""

    def __init__(self, stop: int) -> None:
        self.stop = stop


class _Script:
    """A source of chance that says what was decided."""

    def __init__(self, draws: Iterable[int]) -> None:
        self._draws = iter(draws)

    def randrange(self, stop: int, /) -> int:
        """Return the next draw; a draw with one outcome is none."""
        if stop == 1:
            return 0
        for draw in self._draws:
            return draw
        raise _NeedsDraw(stop)


class _Uniform:
    """A source of chance made from numbers below 1; remembers the largest draw."""

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random
        self.largest = 1

    def randrange(self, stop: int, /) -> int:
        """Draw a number."""
        self.largest = max(self.largest, stop)
        return min(int(self._random() * stop), stop - 1)


class GeneralSpiel(SpielRules):
    """Any game that lists its moves for OpenSpiel; raise BadSetup for a deal that cannot be listed."""

    def __init__(self, game: Game, options: Options) -> None:
        super().__init__(game, options)
        chance = _Uniform(Random(0).random)
        deal = game.deal(options, chance)
        if chance.largest > MOST_OUTCOMES:
            raise BadSetup(f"the deal of {game.title} draws one of {chance.largest}, too many for a tree")
        self._most_chances = chance.largest
        self.has_chance = chance.largest > 1
        self.has_secrets = game.redact(options, deal, (), SPECTATOR)[0] != deal

    @property
    def most_chances(self) -> int:
        """The outcomes of the largest draw of a deal."""
        return self._most_chances

    @property
    def longest(self) -> int:
        """No bound is known."""
        return UNBOUNDED

    def first(self) -> GeneralNode:
        """Return the moment before anything is dealt, or the start of a game that deals nothing."""
        return GeneralNode(self.game.name, self.options, self.has_secrets).dealt()

    def resumed(self, told: Replay) -> GeneralNode:
        """Return the moment after a record."""
        assert isinstance(told.final, Position)
        node = GeneralNode(self.game.name, self.options, self.has_secrets, words=(told.deal, *map(str, told.moves)))
        return node.at(told.final)


@dataclass(frozen=True, eq=False)
class GeneralNode(Node):
    """A match, or what chance has decided of its deal."""

    name: str
    rules: Options
    has_secrets: bool
    draws: tuple[int, ...] = ()
    outcomes: int = 0
    """Of how many chance draws one next; 0 once everything is dealt."""
    position: Position | None = None
    words: tuple[str, ...] = ()
    """The deal and the moves so far, where nothing is hidden."""
    seen: tuple[tuple[str, ...], ...] = ()
    """What every seat saw and did, where something is hidden."""

    @property
    def game(self) -> Game:
        """The rules."""
        return find_game(self.name)

    @property
    def options(self) -> Options:
        """The options it is played with."""
        return self.rules

    @property
    def space(self) -> GeneralSpace:
        """The actions and observations."""
        return general_space(self.game, self.rules)

    def _table(self) -> Position:
        if self.position is None:
            raise NoTable("the game is still being dealt")
        return self.position

    @property
    def player(self) -> int:
        """Who decides."""
        if self.position is None:
            return CHANCE
        return TERMINAL if self.position.is_over else self.position.seat

    def actions(self) -> list[int]:
        """List the legal actions."""
        return self.space.legal(self._table())

    def chances(self) -> list[tuple[int, float]]:
        """List the outcomes of a draw, all equally likely."""
        return [(outcome, 1 / self.outcomes) for outcome in range(self.outcomes)]

    def dealt(self) -> GeneralNode:
        """Deal as far as chance has decided."""
        try:
            deal = self.game.deal(self.rules, _Script(self.draws))
        except _NeedsDraw as needed:
            return replace(self, outcomes=needed.stop)
        return replace(self, outcomes=0, words=(deal,)).at(self.game.start(self.rules, deal))

    def at(self, position: Position, by: int | None = None, move: Move | None = None) -> GeneralNode:
        """Go to a position, and show it to every seat; a seat remembers its own move."""
        if not self.has_secrets:
            return replace(self, position=position)
        seats = range(self.game.seats(self.rules))
        seen = self.seen or ((),) * len(seats)
        own = {by: (str(move),)}
        looks = tuple((*seen[seat], *own.get(seat, ()), position.view(seat).diagram()) for seat in seats)
        return replace(self, position=position, seen=looks)

    def after(self, action: int) -> GeneralNode:
        """Decide a draw, or play a move."""
        if self.position is None:
            return replace(self, draws=(*self.draws, action)).dealt()
        move, seat = self.space.moves[action], self.position.seat
        return replace(self, words=(*self.words, str(move))).at(self.position.apply(move), seat, move)

    def text(self, action: int) -> str:
        """Return an action in words."""
        return str(action) if self.position is None else str(self.space.moves[action])

    def outcome(self) -> Outcome:
        """Return the score."""
        return self._table().outcome()

    def view(self, seat: int) -> View | None:
        """Return what a seat may know."""
        return None if self.position is None else self.position.view(seat)

    def observe(self, seat: int) -> Observation | None:
        """Return what a seat sees: the drawing, uint32 [32, 80], and the scalars, int32 [2 + sides]."""
        view = self.view(seat)
        return None if view is None else self.space.observe(view)

    def known(self, seat: int) -> str:
        """Return the deal and all moves, or where something is hidden all that the seat saw; nothing before that."""
        if self.position is None:
            return ""
        return "\n".join(self.seen[seat]) if self.has_secrets else " ".join(self.words)

    def resampled(self, seat: int, random: Callable[[], float]) -> GeneralNode:
        """Resample everything hidden; what the others remember is then what they see now."""
        if not self.has_secrets:
            return self
        chance = _Uniform(random)
        if self.position is None:
            node = GeneralNode(self.name, self.rules, self.has_secrets).dealt()
            for _ in self.draws:
                node = node.after(chance.randrange(node.outcomes))
            return node
        # The deal and the words belong to the true cards.
        drawn = replace(self, draws=(), words=(), seen=()).at(self.position.view(seat).resample(chance))
        return replace(drawn, seen=(*drawn.seen[:seat], self.seen[seat], *drawn.seen[seat + 1 :]))

    def __str__(self) -> str:
        if self.position is None:
            return " ".join(map(str, self.draws))
        return "\n".join((*self.words, self.position.diagram()))
