"""The one interface of all games.

A `Game` is a set of rules. A `Table` is the state of the table at one moment and who decides next: either a
`Position`, which knows everything, or a `View`, which knows only what one seat (or a spectator) may know. A `Move`
is a plain value that prints as its notation. Code that deals with games in general (players, records, servers, the
command line) needs these five names and never asks which game it is.

Seats and sides are numbered from 0 in code and from 1 in texts. A side is a seat or a team of seats; only sides score.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol, Self, TypeVar

from tafelrunde.games.errors import GAME_OVER, BadOptions, BadSetup, IllegalMove, quoted
from tafelrunde.games.redactor import Redactor, WholeRedactor

SPECTATOR = -1
"""The observer that owns no seat."""

MOST_SEATS = 9
"""The most seats a game may have: a digit names every one of them."""

Ability = Literal["draft", "edit", "hands", "revanche", "swap", "teams"]
"""What the rules of a game may have: a start that the players lay themselves; a start that people can compose; hidden
hands; a second game from the same start with the seats exchanged, which makes a fair pair; cards that are swapped; and
seats that play together."""

T = TypeVar("T")


class Chance(Protocol):
    """A source of randomness: `random.Random` is one, a verifiable deal is another."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to stop - 1, all equally likely."""


def shuffled(items: Iterable[T], chance: Chance) -> list[T]:
    """Return the items in uniformly random order (Fisher and Yates)."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = chance.randrange(last + 1)
        result[last], result[other] = result[other], result[last]
    return result


class Move(Protocol):
    """A move of any game: hashable and comparable; its text is its notation."""

    def __hash__(self) -> int: ...

    def __str__(self) -> str: ...


class Outcome(NamedTuple):
    """The current score; final once `over`."""

    over: bool
    points: tuple[int, ...]
    winner: int | None
    """The winning side; None while the game runs and for a draw."""
    sharing: tuple[int, ...] = ()
    """The sides that share a draw, where not all with the most points do."""

    @classmethod
    def ended(cls, points: tuple[int, ...], leaders: Sequence[int]) -> Outcome:
        """Return the end of a game in which some sides are in front: one has won, several share a draw."""
        if len(leaders) == 1:
            return cls(True, points, leaders[0])
        return cls(True, points, None, tuple(leaders) if len(leaders) < points.count(max(points)) else ())

    def __repr__(self) -> str:
        shown = (f"{name}={value!r}" for name, value in self._asdict().items() if name != "sharing" or value)
        return f"Outcome({', '.join(shown)})"

    def share(self, side: int) -> float:
        """Return a side's part of a finished game: 1 for a win, 0 for a loss, equal parts of 1 for a draw."""
        if self.winner is not None:
            return float(side == self.winner)
        best = max(self.points)
        sharing = self.sharing or [other for other, points in enumerate(self.points) if points == best]
        return 1 / len(sharing) if side in sharing else 0.0


@dataclass(frozen=True)
class Options:
    """The choices before a game: a frozen value that reads from and prints to `name=value` words and record tags.

    A subclass lists its fields as a dataclass and the allowed words of each field in CHOICES, the default first.
    """

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    PRESETS: ClassVar[Mapping[str, Mapping[str, str]]] = {"standard": {}}
    UNWRITTEN: ClassVar[frozenset[str]] = frozenset()
    """Options that are newer than existing records of their game: omitted when they have their default."""
    ONLY_WITH: ClassVar[Mapping[str, Mapping[str, tuple[str, ...]]]] = {}
    """Options that have a meaning only with certain values of others: `{"swap": {"players": ("3",)}}`."""
    TIE_BREAKS: ClassVar[frozenset[str]] = frozenset()
    """Options that decide ties: offered when somebody scores a tied table."""

    @classmethod
    def read(cls, words: Mapping[str, str]) -> Self:
        """Read options from words by field name; raise BadOptions for a name or a word that is not known."""
        for name, word in words.items():
            if name not in cls.CHOICES:
                raise BadOptions(name, f"the options here are: {', '.join(cls.CHOICES) or 'none'}")
            if word not in cls.CHOICES[name]:
                raise BadOptions(name, f"{quoted(word)} is not one of {', '.join(cls.CHOICES[name])}")
        return cls(**{name: cls._from_word(word) for name, word in words.items()})

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `name=value` words, or the name of a preset; the empty text means the defaults."""
        if text in cls.PRESETS:
            return cls.read(cls.PRESETS[text])
        words: dict[str, str] = {}
        for part in text.split():
            name, equals, word = part.partition("=")
            if not equals:
                raise BadOptions(part, f"write name=value, or a preset: {', '.join(cls.PRESETS)}")
            if name in words:
                raise BadOptions(name, "given twice")
            words[name] = word
        return cls.read(words)

    @classmethod
    def from_tags(cls, tags: Mapping[str, str]) -> Self:
        """Read options from a record's tags; tags that are no options are left alone."""
        return cls.read({name: tags[name.capitalize()] for name in cls.CHOICES if name.capitalize() in tags})

    def applicable(self) -> tuple[str, ...]:
        """Return the names of the options that have a meaning given the others."""
        words = {field.name: self._to_word(getattr(self, field.name)) for field in fields(self)}
        return tuple(
            name
            for name in words
            if all(words[other] in meant for other, meant in self.ONLY_WITH.get(name, {}).items())
        )

    def words(self) -> dict[str, str]:
        """Return every applicable option with its word, those in UNWRITTEN only where they are not the default."""
        words = {name: self._to_word(getattr(self, name)) for name in self.applicable()}
        return {
            name: word for name, word in words.items() if name not in self.UNWRITTEN or word != self.CHOICES[name][0]
        }

    def tags(self) -> dict[str, str]:
        """Return the options as record tags."""
        return {name.capitalize(): word for name, word in self.words().items()}

    def __str__(self) -> str:
        return " ".join(f"{name}={word}" for name, word in self.words().items())

    @staticmethod
    def _from_word(word: str) -> object:
        if word.isdigit():
            return int(word)
        return {"on": True, "off": False}.get(word, word)

    @staticmethod
    def _to_word(value: object) -> str:
        if isinstance(value, bool):
            return "on" if value else "off"
        return str(value)


class Table(ABC):
    """The state of the table: an immutable, hashable value; every move leads to a new one."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> Game:
        """The rules this table is played by."""

    if TYPE_CHECKING:  # A field in some subclasses, a property in others.

        @property
        def options(self) -> Options:
            """The options it is played with."""

    @property
    @abstractmethod
    def seat(self) -> int:
        """The seat that decides next; of no meaning once the game is over."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def turns(self) -> Sequence[Move]:
        """List the legal turns; none when the game is over or the hand of the seat to move is hidden.

        A turn is any move but a negotiation.
        """

    def legal_moves(self) -> Sequence[Move]:
        """List every legal move, negotiations included."""
        return self.turns()

    def count_turns(self) -> int:
        """Count what `turns` would list."""
        return len(self.turns())

    @abstractmethod
    def check(self, move: Move) -> None:
        """Raise IllegalMove, with the reason, unless the move is legal here."""

    @abstractmethod
    def apply(self, move: Any) -> Self:
        """Return the table after a move that is known to be legal."""

    @abstractmethod
    def outcome(self) -> Outcome:
        """Return the current score."""

    def leaders(self, sides: Iterable[int]) -> tuple[int, ...]:
        """Return which of the given sides lead at the current score; several if they are tied."""
        outcome, among = self.outcome(), tuple(sides)
        if outcome.winner in among:
            return (outcome.winner,)
        best = max(outcome.points[side] for side in among)
        return tuple(side for side in among if outcome.points[side] == best)

    @abstractmethod
    def diagram(self, colour: bool = False) -> str:
        """Draw the table with characters, for terminals (in colour on request) and tests."""

    @abstractmethod
    def svg(self, last: Move | None = None) -> str:
        """Draw the table as an SVG document, with the last move marked if it is given."""

    def notation(self) -> str | None:
        """Return the table as a text, which `Game.start` reads unless the field is still being laid.

        It is None for a game without such a notation.
        """
        return None

    def play(self, move: Move | str) -> Self:
        """Return the table after a move, given as a value or as text; raise InvalidNotation or IllegalMove."""
        if isinstance(move, str):
            return self.apply(self.parse(move))
        if self.is_over:
            raise IllegalMove(move, GAME_OVER())
        self.check(move)
        return self.apply(move)

    def parse(self, text: str) -> Move:
        """Read a move and resolve it here; raise InvalidNotation or IllegalMove."""
        move = self.game.parse_move(text)
        if self.is_over:
            raise IllegalMove(move, GAME_OVER())
        self.check(move)
        return move

    def is_legal(self, move: Move) -> bool:
        """Return whether `play` would accept the move."""
        try:
            self.play(move)
        except IllegalMove:
            return False
        return True

    def _repr_svg_(self) -> str:
        return self.svg()


class Position(Table):
    """A table that knows everything: hidden hands, the order of the stack."""

    __slots__ = ()

    @abstractmethod
    def view(self, observer: int) -> View:
        """Return what a seat, or SPECTATOR, may know. A finished game is open to all."""


class View(Table):
    """What one observer may know, and nothing else (an information set): all that a player ever receives."""

    __slots__ = ()

    if TYPE_CHECKING:  # A field in the subclasses.

        @property
        def observer(self) -> int:
            """The seat whose view this is, or SPECTATOR."""

    def redacted(self) -> View:
        """Return the view without anything from an external record that the observer may not know."""
        return self

    @abstractmethod
    def resample(self, chance: Chance) -> Position:
        """Draw a position uniformly from the deals that fit everything the observer knows (a determinisation)."""


class Game(ABC):
    """A set of rules: how to set up, how to read a move, how many play."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int] = 1
    deal_tag: ClassVar[str]
    """The record tag that holds what chance decided at the start."""
    options_type: ClassVar[type[Options]]
    abilities: ClassVar[frozenset[Ability]] = frozenset()
    """What the rules have, with some of the options at least."""

    @property
    def has_secrets(self) -> bool:
        """Whether there is anything at all that a seat may not know while the game is played."""
        return type(self).redact is not Game.redact

    @property
    def has_revanche(self) -> bool:
        """Whether a second game from the same start, with the seats exchanged, makes a fair pair."""
        return "revanche" in self.abilities

    @abstractmethod
    def seats(self, options: Options) -> int:
        """Return the number of seats."""

    def numbers_of_seats(self) -> set[int]:
        """Return how many may play, by any one of the options."""
        kind = self.options_type
        seats = {self.seats(kind())}
        for option, words in kind.CHOICES.items():
            for word in words:
                with suppress(BadOptions):  # an option that needs another one
                    seats.add(self.seats(kind.read({option: word})))
        return seats

    @abstractmethod
    def side(self, options: Options, seat: int) -> int:
        """Return the side a seat plays for."""

    @abstractmethod
    def deal(self, options: Options, chance: Chance) -> str:
        """Draw the start of a game, as the text of the deal tag."""

    @abstractmethod
    def start(self, options: Options, deal: str) -> Position:
        """Set up a game from a deal; raise InvalidNotation or BadSetup."""

    def start_view(self, options: Options, deal: str, observer: int) -> View:
        """Set up a game as an observer sees it, from a deal that may hide what the observer does not know."""
        return self.start(options, deal).view(observer)

    def lay(self, options: Options, laid: str) -> Position:
        """Set up a table from its final state after a game with the real box, for scoring.

        Raise InvalidNotation, ImpossibleTable for one that cannot arise in play, or BadSetup if unsupported.
        """
        raise BadSetup(f"{self.title} cannot be counted from a table")

    def infer_observer(self, options: Options, deal: str) -> int | None:
        """Return whose view a deal with hidden parts is (SPECTATOR if nobody's); None if nothing is hidden."""
        return None

    def redact(self, options: Options, deal: str, moves: Sequence[Move], observer: int) -> tuple[str, Sequence[Move]]:
        """Hide in a deal and its moves what an observer may not know; without secrets both stay as they are."""
        return deal, moves

    def is_public(self, move: Move) -> bool:
        """Return whether everybody sees a move exactly as it was made; by default only if the game has no secrets."""
        return not self.has_secrets

    def redactor(self, options: Options, deal: str) -> Redactor:
        """Return an object that does the same incrementally, for callers that need every prefix of a match.

        This one works for every game, at the cost of a whole match per move; games with long matches have a faster one.
        """
        return WholeRedactor(self, options, deal)

    @abstractmethod
    def parse_move(self, text: str) -> Move:
        """Read the text of a move without looking at any position; raise InvalidNotation."""

    def all_moves(self, options: Options) -> Sequence[Move]:
        """List every move that can ever be legal with these options, each once, always in the same order.

        Learners number their actions by it: see `tafelrunde.research.spaces.general`. An empty list means that the game
        has none, because there would be too many.
        """
        return ()

    def perft(self, table: Table, depth: int) -> int:
        """Count the sequences of `depth` turns from here, negotiations left out."""
        if depth == 0:
            return 1
        if depth == 1:
            return table.count_turns()
        return sum(self.perft(table.apply(turn), depth - 1) for turn in table.turns())
