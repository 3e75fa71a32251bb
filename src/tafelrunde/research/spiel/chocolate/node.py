"""The moments of a match of Scho K.O. or Schokoly, or of its deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tafelrunde.games.chocolate import moves
from tafelrunde.games.chocolate.cards import COLOURS, upright
from tafelrunde.games.chocolate.moves import Accept, ChocolateMove, Offer, Placement, announced
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.chocolate.rules import HAND_SIZE, Rules
from tafelrunde.games.core import Options, Outcome, View
from tafelrunde.games.registry import find_game
from tafelrunde.native.chocolate import NativePosition
from tafelrunde.research.spaces import ChocolateSpace, Observation
from tafelrunde.research.spaces.chocolate import TYPES
from tafelrunde.research.spaces.chocolate.actions import PartialTurn, Step, layout_of
from tafelrunde.research.spiel.chocolate.frame import NativeFrame
from tafelrunde.research.spiel.node import CHANCE, TERMINAL, Node, NoTable

WINDOW = 128
LAYOUT = layout_of(WINDOW)


@dataclass(frozen=True)
class Known:
    """What one seat has learned so far: its cards, and what was done in the open."""

    words: tuple[str, ...] = ()

    def told(self, word: str) -> Known:
        """Return it with something more."""
        return Known((*self.words, word))

    def __str__(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, eq=False)
class ChocolateNode(Node):
    """A match, or the cards dealt so far."""

    rules: Rules
    dealt: tuple[str, ...] = ()
    position: NativePosition | None = None
    pending: tuple[int, ...] = ()
    """The parts of a turn that is not complete."""
    chosen: Placement | None = None
    """A complete turn that waits for the card that is drawn after it."""
    logs: tuple[Known, ...] = ()
    """What every seat has learned, and at the end the public."""
    open_deck: bool = False
    """Whether the order of the stack is given, so chance has nothing to draw."""

    def __post_init__(self) -> None:
        if not self.logs:
            object.__setattr__(self, "logs", (Known(),) * (self.rules.seats + 1))

    @property
    def options(self) -> Options:
        """The options it is played with."""
        return self.rules.options

    def _table(self) -> NativePosition:
        if self.position is None:
            raise NoTable("the cards are still being dealt")
        return self.position

    @cached_property
    def frame(self) -> NativeFrame:
        """The position by name, and what actions refer to in it; raise NoTable."""
        return NativeFrame(LAYOUT, self.rules, self._table())

    @property
    def turn(self) -> PartialTurn:
        """The turn as far as it is chosen."""
        return PartialTurn.of(LAYOUT, self.pending)

    @property
    def player(self) -> int:
        """Who decides."""
        if self.position is None or self.chosen is not None:
            return CHANCE
        return TERMINAL if self.position.is_over else self.position.seat

    def _here(self, **changes: Any) -> ChocolateNode:
        """Return another moment at the same table, which need not be read again."""
        node = replace(self, **changes)
        node.__dict__["frame"] = self.frame
        return node

    # What may be done

    def actions(self) -> list[int]:
        """List the legal actions of this part of a turn."""
        step = self.turn.due(self.frame.choices)
        if step is Step.SMARTIE:
            return list(self.frame.smartie_actions())
        return self.frame.colour_actions() if step is Step.COLOUR else self.frame.first_actions()

    # What chance may bring

    def chances(self) -> list[tuple[int, float]]:
        """List the cards that may be dealt or drawn next, by their number in TYPES."""
        undealt = self.position is None
        left = Counter(self.rules.deck) - Counter(self.dealt) if undealt else Counter(self.frame.stack)
        total = left.total()
        return [(TYPES.index(card), left[card] / total) for card in sorted(left)]

    # What happens then

    def after(self, action: int) -> ChocolateNode:
        """Deal or draw a card, or choose a part of a turn."""
        if self.position is None:
            return self._after_deal(TYPES[action])
        if self.chosen is not None:
            return self._after_draw(TYPES[action])
        turn = self.turn.then(action)
        if turn.due(self.frame.choices) is not None:
            return self._here(pending=turn.actions)
        return self._after_choice(self.frame.move(turn))

    def _after_deal(self, card: str) -> ChocolateNode:
        seat = len(self.dealt) // HAND_SIZE
        dealt = (*self.dealt, card)
        node = replace(self, dealt=dealt, logs=self.told({seat: f"+{card}"}))
        if len(dealt) < self.rules.seats * HAND_SIZE:
            return node
        deck = [*dealt, *sorted((Counter(self.rules.deck) - Counter(dealt)).elements())]
        start = find_game(self.rules.game).start(self.rules.options, " ".join(deck))
        assert isinstance(start, ChocolatePosition)
        return replace(node, position=NativePosition(start))

    def _after_choice(self, move: ChocolateMove) -> ChocolateNode:
        """Play a move all of whose parts are chosen, or leave it to chance to draw a card first."""
        logs, stack = self._told_move(move), self.frame.stack
        if isinstance(move, Placement) and stack and not self.open_deck:
            return self._here(pending=(), chosen=move, logs=logs)
        after = replace(self, position=self._table().play(move), pending=(), logs=logs)
        if isinstance(move, Placement) and stack:
            return replace(after, logs=after.told({self.frame.to_move: f"+{stack[0]}"}))
        return after

    def _after_draw(self, card: str) -> ChocolateNode:
        assert self.chosen is not None
        stack = list(self.frame.stack)
        stack.remove(card)
        position = self.frame.with_stack([card, *stack]).play(self.chosen)
        logs = self.told({self.frame.to_move: f"+{card}"})
        return replace(self, position=position, pending=(), chosen=None, logs=logs)

    # In words

    def text(self, action: int) -> str:
        """Return an action in words: a card and its place, a smartie, a colour, a swap action, or a card that comes."""
        if self.player == CHANCE:
            return TYPES[action]
        step = LAYOUT.step_of(action)
        if step is Step.COLOUR:
            return COLOURS[action - LAYOUT.colours]
        if step is Step.SMARTIE:
            choice = action - LAYOUT.smarties
            return ("no smartie", "*")[choice] if choice < 2 else "*{},{}".format(*self.frame.targets()[choice - 2])
        return str(self.frame.move(PartialTurn(LAYOUT, action)))

    # Who knows what

    def told(self, words: dict[int, str]) -> tuple[Known, ...]:
        """Return the logs with a word more for some seats."""
        return tuple(log.told(words[seat]) if seat in words else log for seat, log in enumerate(self.logs))

    def _told_move(self, move: ChocolateMove) -> tuple[Known, ...]:
        """Tell everybody of a move; of a swap card only its holder sees more than a number, until it changes hands."""
        frame, seat = self.frame, self._table().seat
        everybody = range(self.rules.seats + 1)
        words = dict.fromkeys(everybody, _word(move))
        if isinstance(move, Offer | moves.Counter):
            to = move.to if isinstance(move, Offer) else frame.to_move
            number = announced(move.card.count(frame.colours[self.rules.side(to)]))
            words = {**dict.fromkeys(everybody, _word(replace(move, card=number))), seat: words[seat]}
        elif isinstance(move, Accept):
            assert frame.swap is not None
            words[seat] = f"accept+{frame.swap.countered}"
            words[frame.swap.to] = f"accept+{frame.swap.offered}"
        return self.told(words)

    def known(self, seat: int) -> str:
        """Return the seat's log, and the parts of its own turn that are chosen."""
        own = self.chosen is None and self.position is not None and self.position.seat == seat and self.pending
        return f"{seat + 1}: {self.logs[seat]}" + (f" {self.frame.move(self.turn)}… {len(self.pending)}" if own else "")

    def view(self, seat: int) -> View | None:
        """Return what a seat may know."""
        return None if self.position is None else self.position.view(seat).to_python()

    def observe(self, seat: int) -> Observation | None:
        """Return the planes, uint8 [7, 128, 128], and scalars, int8 [64], of a seat."""
        view = self.view(seat)
        if view is None:
            return None
        space = ChocolateSpace(self.rules, WINDOW)
        return space.observe(view, self.pending if view.seat == seat and self.chosen is None else ())

    def outcome(self) -> Outcome:
        """Return the score."""
        return self._table().outcome()

    # Determinisation

    def resampled(self, seat: int, random: Callable[[], float]) -> ChocolateNode:
        """Resample the hidden cards.

        What the others remember is then what everybody saw and the cards they hold now; when they drew them is not made
        up. The history of OpenSpiel's state, which would tell the true cards, is not copied either.
        """
        if self.position is None:
            return self._redealt(seat, random)
        acting = self.position.seat
        drawn = replace(self, position=self._drawn(seat, random))
        public = self.logs[-1]
        made_up = [Known((*public.words, *(f"+{card}" for card in sorted(hand)))) for hand in drawn.frame.hands]
        logs = [self.logs[seat] if other == seat else log for other, log in enumerate(made_up)]
        # What another seat has chosen of its turn so far is as hidden as its cards.
        pending = self.pending if seat == acting or self.chosen is not None else ()
        return replace(drawn, pending=pending, logs=(*logs, public))

    def _drawn(self, seat: int, random: Callable[[], float]) -> NativePosition:
        """Draw a position that fits what a seat knows, a turn that everybody saw but is not played yet included."""
        view, acting = self._table().view(seat), self._table().seat
        card = None if self.chosen is None else upright(self.chosen.card)
        while True:
            position = view.resample(int(random() * (1 << 53)))
            if card is None or card in NativeFrame(LAYOUT, self.rules, position).hands[acting]:
                return position

    def _redealt(self, seat: int, random: Callable[[], float]) -> ChocolateNode:
        """Redeal the other hands, as far as they are dealt."""
        own = self.dealt[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]
        left = list((Counter(self.rules.deck) - Counter(own)).elements())
        node = ChocolateNode(self.rules)
        for number, card in enumerate(self.dealt):
            if number // HAND_SIZE != seat:
                card = left.pop(int(random() * len(left)))  # noqa: PLW2901
            node = node.after(TYPES.index(card))
        return node

    def __reduce__(self) -> tuple[Any, ...]:
        table = None if self.position is None else self.position.to_python()
        return _rebuilt, (self.rules, self.dealt, table, self.pending, self.chosen, self.logs, self.open_deck)

    def __str__(self) -> str:
        if self.position is None:
            return " ".join(self.dealt)
        words = [f"{seat + 1} {' '.join(hand)}" for seat, hand in enumerate(self.frame.hands)]
        now = self.chosen or (self.frame.move(self.turn) if self.pending else "")
        return f"{' | '.join(words)} | {' '.join(map(str, self.frame.lying))} | {now}"


def _word(move: ChocolateMove) -> str:
    return str(move).replace(" ", "-")


def _rebuilt(rules: Rules, dealt: tuple[str, ...], table: ChocolatePosition | None, *rest: Any) -> ChocolateNode:
    """Return a node that was written to a file or sent to another process."""
    return ChocolateNode(rules, dealt, None if table is None else NativePosition(table), *rest)
