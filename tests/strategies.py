"""Random matches of everything registered, as plain functions of a seed and as Hypothesis strategies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter

from tafelrunde.games.chocolate.moves import Accept, Counter, Offer
from tafelrunde.games.core import SPECTATOR, Chance, Game, Move, Options, Position
from tafelrunde.games.registry import GAMES, all_games
from tafelrunde.records.record import Record
from tafelrunde.records.replay import new_record

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)


def fewer(by: int) -> settings:
    """Look at fewer examples than the profile says, where each takes long."""
    default = settings.default
    assert default is not None
    return settings(max_examples=max(1, default.max_examples // by))


Policy = Callable[[Sequence[Move], Random], Move]


@dataclass(frozen=True)
class Variant:
    """A game with options."""

    game: Game
    options: Options

    def __str__(self) -> str:
        return f"{self.game.name} {self.options}".strip()

    def deal(self, chance: Chance) -> str:
        return self.game.deal(self.options, chance)

    @property
    def observers(self) -> tuple[int, ...]:
        """Every seat, and the spectator."""
        return (*range(self.game.seats(self.options)), SPECTATOR)


def variants(*names: str) -> list[Variant]:
    """All games, or the named ones, with all their options."""
    found: dict[str, Variant] = {}
    for game in (GAMES[name] for name in names or all_games()):
        choices = game.options_type.CHOICES
        for words in product(*choices.values()):
            options = game.options_type.read(dict(zip(choices, words, strict=True)))
            found.setdefault(f"{game.name} {options}", Variant(game, options))
    return list(found.values())


def variant(name: str, options: str = "") -> Variant:
    """A game with options from their text."""
    return Variant(GAMES[name], GAMES[name].options_type.parse(options))


HOUSE = variants(*GAMES)
"""The games that come with the package: of them there are pages, golden games and rooms."""
ALL = variants()
"""Games of installed packages are among them: whoever writes one tries it with the tests of the contract."""
TOKAN = variants("tokan")
CHOCOLATE = variants("schoko", "schokoly")
SWAPPING = variant("schokoly", "players=3 swap=on")


@dataclass(frozen=True)
class PlayedMatch:
    """A match that was played: its deal, its moves, and every position on the way."""

    variant: Variant
    deal: str
    moves: tuple[Move, ...]
    positions: tuple[Position, ...]

    def __repr__(self) -> str:
        return f"<{self.variant}: {str(self.record())!r}>"

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        printer.text(repr(self))

    @property
    def final(self) -> Position:
        return self.positions[-1]

    def record(self, moves: int | None = None) -> Record:
        """The record after some of the moves, or all."""
        start = new_record(self.variant.game, self.variant.options, self.deal)
        for move in self.moves[:moves]:
            start = start.with_move(move)
        return start


def any_move(moves: Sequence[Move], rng: Random) -> Move:
    """Choose evenly."""
    return rng.choice(moves)


def swapper(moves: Sequence[Move], rng: Random) -> Move:
    """Swap as often as the rules allow."""
    eager = [move for move in moves if isinstance(move, Offer | Counter | Accept)]
    return rng.choice(eager if eager and rng.random() < 0.85 else moves)


def play(
    of: Variant,
    rng: Random,
    limit: int = 10_000,
    policy: Policy = any_move,
    deal: str | None = None,
    opening: Sequence[str] = (),
) -> PlayedMatch:
    """Play a match to its end or to a number of moves, after an opening."""
    deal = of.deal(rng) if deal is None else deal
    position = of.game.start(of.options, deal)
    moves: list[Move] = []
    positions = [position]

    def make(move: Move) -> None:
        moves.append(move)
        positions.append(positions[-1].play(move))

    for text in opening:
        make(positions[-1].parse(text))
    while len(moves) < limit and not positions[-1].is_over:
        make(policy(positions[-1].legal_moves(), rng))
    return PlayedMatch(of, deal, tuple(moves), tuple(positions))


WALL = ("W:WWMW@0,0*", "D:WWWM@2,0*", "WMWW@0,2*", "MWWW@2,2*")
"""Four cards, all secured, that show the outside world nothing but white."""


def walled(of: Variant, rng: Random, white: int = 2) -> tuple[str, tuple[str, ...]]:
    """A deck of Schokoly and the opening WALL, after which the hands hold so few cards with white that seats pass."""
    seats = of.game.seats(of.options)
    deck = of.deal(rng).split()
    dark = [card for card in deck if "W" not in card]
    pale = [card for card in deck if "W" in card and card != "MWWW"]
    held = 4 * seats
    hands = dark[: held - white] + pale[: held - min(len(dark), held - white)]
    rest = [card for card in deck if card != "MWWW"]
    for card in hands:
        rest.remove(card)
    rng.shuffle(hands)
    # Each seat is dealt the cards of the wall that it lays, and draws one of the chosen ones for each.
    supply = iter(hands)
    dealt = [
        "MWWW" if number < len(range(seat, 4, seats)) else next(supply) for seat in range(seats) for number in range(4)
    ]
    return " ".join([*dealt, *supply, *rest]), WALL


def matches(
    among: Sequence[Variant] = tuple(ALL), limit: int = 60, policies: Sequence[Policy] = (any_move, swapper)
) -> st.SearchStrategy[PlayedMatch]:
    """Matches played up to a random move."""
    return st.builds(
        lambda of, seed, length, policy: play(of, Random(seed), length, policy),
        st.sampled_from(list(among)),
        SEEDS,
        st.integers(0, limit),
        st.sampled_from(list(policies)),
    )


def walled_matches(
    among: Sequence[Variant] = tuple(variants("schokoly")), limit: int = 40
) -> st.SearchStrategy[PlayedMatch]:
    """Matches of Schokoly in which seats pass."""

    def build(of: Variant, seed: int, length: int, white: int) -> PlayedMatch:
        rng = Random(seed)
        deal, opening = walled(of, rng, white)
        return play(of, rng, len(opening) + length, swapper, deal, opening)

    return st.builds(build, st.sampled_from(list(among)), SEEDS, st.integers(0, limit), st.integers(0, 4))


ALPHABET = 'abcdef12345MJLmjlDWs@^*,:+-? 0789x\t\n{}[]"\\é\uff10'


def mutated(text: str, rng: Random) -> str:
    """Change a text in one to three places, or cut or double a part of it."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 1, 1, 2)))
        piece = rng.choice(
            ("", rng.choice(ALPHABET), text[start:end] * 2, text[start:end][::-1], "9" * rng.randint(1, 30))
        )
        text = text[:start] + piece + text[end:]
    return text
