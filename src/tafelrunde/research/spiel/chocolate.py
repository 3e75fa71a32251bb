"""Scho K.O. and Schokoly for OpenSpiel: chance deals the hands card by card, and every card that is drawn later.

A turn is decided in the steps of `tafelrunde.research.spaces.chocolate`, through the window of 128 cells, which every
field fits. When it is complete chance draws a card, if there is one, and then the turn is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tafelrunde.games.chocolate.cards import COLOURS, upright
from tafelrunde.games.chocolate.field import Cell
from tafelrunde.games.chocolate.moves import announced
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.chocolate.rules import HAND_SIZE, Rules
from tafelrunde.games.core import Options, Outcome, View
from tafelrunde.games.registry import find_game
from tafelrunde.native.chocolate import NativePosition
from tafelrunde.research.spaces import ChocolateSpace, Observation
from tafelrunde.research.spaces.chocolate import ACCEPT, COUNTER, DECLINE, OFFER, PASS, REJECT, TYPES
from tafelrunde.research.spiel.node import CHANCE, TERMINAL, Node, NoTable

WINDOW = 128
NEUTRAL_WORDS = {PASS: "pass", DECLINE: "decline", ACCEPT: "accept", REJECT: "reject"}


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
    """The steps of a turn that is not complete."""
    chosen: str | None = None
    """A complete turn that waits for the card that is drawn after it."""
    logs: tuple[Known, ...] = ()
    """What every seat has learned, and at the end the public."""
    open_deck: bool = False
    """Whether the order of the stack is given, so that chance has nothing to draw."""
    space: ChocolateSpace = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "space", ChocolateSpace(self.rules, WINDOW))
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
    def parts(self) -> Any:
        """The position as plain values."""
        return self._table().unwrap().parts()

    @property
    def player(self) -> int:
        """Who decides."""
        if self.position is None or self.chosen is not None:
            return CHANCE
        return TERMINAL if self.position.is_over else self.position.seat

    # What may be done

    @cached_property
    def _corner(self) -> Cell:
        xs = [card[1] for card in self.parts[1]] or [0]
        ys = [card[2] for card in self.parts[1]] or [0]
        room = WINDOW - 3
        return (
            min(xs) - 2 - (room - (max(xs) + 2 - min(xs))) // 2,
            min(ys) - 2 - (room - (max(ys) + 2 - min(ys))) // 2,
        )

    @cached_property
    def _slots(self) -> list[str]:
        return sorted(set(self.parts[2][self._table().seat]))

    @property
    def _has_smarties(self) -> bool:
        return bool(self.parts[5][self.parts[6]])

    @property
    def _colours_left(self) -> list[str]:
        colours = self.parts[4]
        if colours[self.rules.side(self.parts[6])] != "-":
            return []
        return [colour for colour in self.rules.colours if colour not in colours]

    def step_due(self) -> str:
        """Return which step of a turn is next."""
        if not self.pending:
            return "what"
        first_tier = self.pending[0] // (WINDOW * WINDOW) % 2 == 0
        if len(self.pending) == 1 and first_tier and self._has_smarties:
            return "smartie"
        announced_already = self.pending[-1] >= self.space.colours
        return "colour" if self._colours_left and not announced_already else "done"

    def actions(self) -> list[int]:
        """List the legal actions of this step."""
        step = self.step_due()
        if step == "smartie":
            return [self.space.smarties + choice for choice in range(2 + len(self._table().smartie_targets()))]
        if step == "colour":
            return [self.space.colours + COLOURS.index(colour) for colour in self._colours_left]
        position = self._table()
        found = [self._swap_action(text) for text in position.swap_actions()]
        placings = self._placings() if self.parts[8] is None else []
        if not placings and self.parts[8] is None:
            found.append(self.space.placings + PASS)
        return sorted(placings + found)

    def _placings(self) -> list[int]:
        x, y = self._corner
        origin = y * WINDOW + x
        found = []
        for look, first, second in self._table().places():
            card = upright(look)
            layer = self._slots.index(card) * 4 + (card[:4] * 2).index(look[:4])
            for tier, cells in enumerate((first, second)):
                base = (layer * 2 + tier) * WINDOW * WINDOW - origin
                found += [base + cell[1] * WINDOW + cell[0] for cell in cells]
        return found

    def _swap_action(self, text: str) -> int:
        word, *rest = text.split()
        number = {"decline": DECLINE, "accept": ACCEPT, "reject": REJECT}.get(word)
        if number is None and word == "counter":
            number = COUNTER + self._slots.index(rest[0])
        elif number is None:
            further = (int(rest[0]) - 1 - self.parts[6]) % self.rules.seats - 1
            number = OFFER + HAND_SIZE * further + self._slots.index(rest[1])
        return self.space.placings + number

    # What chance may bring

    def chances(self) -> list[tuple[int, float]]:
        """List the cards that may be dealt or drawn next, by their number in TYPES."""
        left = Counter(self.parts[3]) if self.position is not None else Counter(self.rules.deck) - Counter(self.dealt)
        total = left.total()
        return [(TYPES.index(card), left[card] / total) for card in sorted(left)]

    # What happens then

    def after(self, action: int) -> ChocolateNode:
        """Deal or draw a card, or decide a step."""
        if self.position is None:
            return self._after_deal(TYPES[action])
        if self.chosen is not None:
            return self._after_draw(TYPES[action])
        nxt = replace(self, pending=(*self.pending, action))
        decided = action >= self.space.placings and not self.pending
        return nxt.completed() if decided or nxt.step_due() == "done" else nxt

    def _after_deal(self, card: str) -> ChocolateNode:
        seat = len(self.dealt) // HAND_SIZE
        dealt = (*self.dealt, card)
        node = replace(self, dealt=dealt, logs=self.told({seat: f"+{card}"}))
        if len(dealt) < self.rules.seats * HAND_SIZE:
            return node
        deck = [*dealt, *sorted((Counter(self.rules.deck) - Counter(dealt)).elements())]
        start = find_game(self.rules.game).start(self.rules.options, " ".join(deck))
        return replace(node, position=NativePosition(start))  # type: ignore[arg-type]

    def completed(self) -> ChocolateNode:
        """Play a move all of whose steps are decided, or leave it to chance to draw a card first."""
        text = self._words(self.pending)
        node = replace(self, pending=(), logs=self._told_move(text))
        if self.pending[0] < self.space.placings and self.parts[3] and not self.open_deck:
            return replace(node, chosen=text)
        return node.played(text, self._table())

    def _after_draw(self, card: str) -> ChocolateNode:
        assert self.chosen is not None
        parts = list(self.parts)
        stack = list(parts[3])
        stack.remove(card)
        parts[3] = [card, *stack]
        core = type(self._table().unwrap()).build(tuple(parts))
        node = replace(self, pending=(), chosen=None, logs=self.told({parts[6]: f"+{card}"}))
        return node.played(self.chosen, NativePosition.wrap(core, self.rules))

    def played(self, text: str, position: NativePosition) -> ChocolateNode:
        """Return the moment after a move from a position."""
        node = replace(self, position=position.play(text))
        stack = position.unwrap().parts()[3]
        if self.open_deck and stack and ("@" in text or "^" in text):
            return replace(node, logs=node.told({position.seat: f"+{stack[0]}"}))
        return node

    # In words

    def text(self, action: int) -> str:
        """Return an action in words: a card and its place, a smartie, a colour, a swap action, or a card that comes."""
        if self.player == CHANCE:
            return TYPES[action]
        if action >= self.space.colours:
            return COLOURS[action - self.space.colours]
        if action >= self.space.smarties:
            choice = action - self.space.smarties
            return ("no smartie", "*")[choice] if choice < 2 else "*{},{}".format(*self._target(choice))
        return self._words((action,))

    def _target(self, choice: int) -> Cell:
        return self._table().smartie_targets()[choice - 2]

    def _words(self, steps: tuple[int, ...]) -> str:
        """Return the notation of a move, as far as its steps are decided."""
        what, *rest = steps
        if what >= self.space.placings:
            return self._other_words(what - self.space.placings)
        layer, cell = divmod(what, WINDOW * WINDOW)
        card, rotation = self._slots[layer // 8], layer // 2 % 4
        x, y = self._corner
        place = f"{cell % WINDOW + x},{cell // WINDOW + y}"
        text = f"{card[rotation:4]}{card[:rotation]}{card[4:]}{'^' if layer % 2 else '@'}{place}"
        for step in rest:
            if step >= self.space.colours:
                text = f"{COLOURS[step - self.space.colours]}:{text}"
            elif step - self.space.smarties == 1:
                text += "*"
            elif step - self.space.smarties > 1:
                text += "*{},{}".format(*self._target(step - self.space.smarties))
        return text

    def _other_words(self, number: int) -> str:
        if number in NEUTRAL_WORDS:
            return NEUTRAL_WORDS[number]
        if number < DECLINE:
            further, slot = divmod(number - OFFER, HAND_SIZE)
            return f"offer {(self.parts[6] + further + 1) % self.rules.seats + 1} {self._slots[slot]}"
        return f"counter {self._slots[number - COUNTER]}"

    # Who knows what

    def told(self, words: dict[int, str]) -> tuple[Known, ...]:
        """Return the logs with a word more for some seats."""
        return tuple(log.told(words[seat]) if seat in words else log for seat, log in enumerate(self.logs))

    def _told_move(self, text: str) -> tuple[Known, ...]:
        """Tell everybody of a move; of a swap card only its holder sees more than a number, until it changes hands."""
        seat = self._table().seat
        word, *rest = text.split()
        words = dict.fromkeys(range(self.rules.seats + 1), text.replace(" ", "-"))
        if word in ("offer", "counter"):
            to = int(rest[0]) - 1 if word == "offer" else self.parts[6]
            number = announced(rest[-1].count(self.parts[4][self.rules.side(to)]))
            public = "-".join((word, *rest[:-1], number))
            words = {other: words[other] if other == seat else public for other in words}
        elif word == "accept":
            to, offered, countered = self.parts[8]
            words[seat], words[to] = f"accept+{countered}", f"accept+{offered}"
        return self.told(words)

    def known(self, seat: int) -> str:
        """Return the seat's log, and the steps of its own turn that are decided."""
        own = self.pending if self.chosen is None and self.position is not None and self.position.seat == seat else ()
        return f"{seat + 1}: {self.logs[seat]}" + (f" {self._words(own)}… {len(own)}" if own else "")

    def view(self, seat: int) -> View | None:
        """Return what a seat may know."""
        return None if self.position is None else self.position.view(seat).to_python()

    def observe(self, seat: int) -> Observation | None:
        """Return what a seat sees."""
        view = self.view(seat)
        if view is None:
            return None
        return self.space.observe(view, self.pending if view.seat == seat and self.chosen is None else ())

    def outcome(self) -> Outcome:
        """Return the score."""
        return self._table().outcome()

    def resampled(self, seat: int, random: Callable[[], float]) -> ChocolateNode:
        """Draw the hidden cards anew.

        What the others remember is then what everybody saw and the cards they hold now; when they drew them is not made
        up. The history of OpenSpiel's state, which would tell the true cards, is not copied either.
        """
        if self.position is None:
            return self._redealt(seat, random)
        acting = self.position.seat
        position = self._drawn(seat, random)
        hands = position.unwrap().parts()[2]
        public = self.logs[-1]
        made_up = [Known((*public.words, *(f"+{card}" for card in sorted(hand)))) for hand in hands]
        logs = [self.logs[seat] if other == seat else log for other, log in enumerate(made_up)]
        # What another seat has decided of its turn so far is as hidden as its cards.
        pending = self.pending if seat == acting or self.chosen is not None else ()
        return replace(self, position=position, pending=pending, logs=(*logs, public))

    def _drawn(self, seat: int, random: Callable[[], float]) -> NativePosition:
        """Draw a position that fits what a seat knows, a turn that everybody saw but is not played yet included."""
        view, acting = self._table().view(seat), self._table().seat
        card = (
            None if self.chosen is None else upright(self.chosen.rpartition(":")[2].replace("^", "@").partition("@")[0])
        )
        while True:
            position = view.resample(int(random() * (1 << 53)))
            if card is None or card in position.unwrap().parts()[2][acting]:
                return position

    def _redealt(self, seat: int, random: Callable[[], float]) -> ChocolateNode:
        """Deal the other hands anew, as far as they are dealt."""
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
        words = [f"{seat + 1} {' '.join(hand)}" for seat, hand in enumerate(self.parts[2])]
        words_now = self._words(self.pending) if self.pending and self.chosen is None else ""
        lying = " ".join(
            f"{card}{'^' if tier == 2 else '@'}{x},{y}{'*' if smartie else ''}"
            for tier, x, y, card, smartie in self.parts[1]
        )
        return f"{' | '.join(words)} | {lying} | {self.chosen or ''}{words_now}"


def _rebuilt(rules: Rules, dealt: tuple[str, ...], table: ChocolatePosition | None, *rest: Any) -> ChocolateNode:
    """Return a node that was written to a file or sent to another process."""
    return ChocolateNode(rules, dealt, None if table is None else NativePosition(table), *rest)
