"""The chocolate table: what lies, what may be played, and what a move does."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from tafelrunde.games.chocolate import knowledge, negotiation, objections, scoring
from tafelrunde.games.chocolate.cards import HIDDEN, is_hidden, rotations, upright
from tafelrunde.games.chocolate.field import Cell, Field, cells_of
from tafelrunde.games.chocolate.hands import Hand, with_card, without_card
from tafelrunde.games.chocolate.knowledge import Facts
from tafelrunde.games.chocolate.moves import Accept, ChocolateMove, Counter, Decline, Offer, Pass, Placement, Reject
from tafelrunde.games.chocolate.negotiation import Swap
from tafelrunde.games.chocolate.rules import Rules
from tafelrunde.games.core import SPECTATOR, Game, Move, Options, Outcome, Table
from tafelrunde.games.errors import NO_MOVE, IllegalMove, Why


@dataclass(frozen=True)
class ChocolateTable(Table):
    """The field, the hands, the stack, and what has been announced."""

    rules: Rules
    field: Field
    hands: tuple[Hand, ...]
    stack: tuple[str, ...]
    colours: tuple[str | None, ...]
    """The colour of each side."""
    smarties: tuple[int, ...]
    """The smarties each seat has left."""
    to_move: int = 0
    """The seat whose turn it is."""
    passes: int = 0
    """How many seats have passed in succession."""
    swap: Swap | None = None
    swap_used: bool = False
    """Whether a card was offered in this turn."""
    facts: tuple[Facts, ...] = ()
    """What each observer learned of other hands, in the order of `observers`; empty as long as nobody did."""

    @property
    def observers(self) -> tuple[int, ...]:
        """Whose knowledge is kept here."""
        return (*range(self.rules.seats), SPECTATOR)

    def knowledge(self) -> Iterator[tuple[int, Facts]]:
        """Iterate over the observers with what they learned."""
        return zip(self.observers, self.facts or ((),) * len(self.observers), strict=True)

    @property
    def game(self) -> Game:
        """The rules this table is played by."""
        from tafelrunde.games.registry import GAMES

        return GAMES[self.rules.game]

    @property
    def options(self) -> Options:
        """The options it is played with."""
        return self.rules.options

    @property
    def seat(self) -> int:
        """The seat that decides next: the one to move, or the one that was offered a card."""
        return self.to_move if self.swap is None or self.swap.countered is not None else self.swap.to

    @property
    def is_over(self) -> bool:
        """Whether no card is left or everybody passed."""
        return self.passes >= self.rules.seats or not (self.stack or any(self.hands))

    # What may be played

    def announceable(self) -> tuple[str | None, ...]:
        """List the colours of which one must be announced with this turn, or (None,) where none is."""
        if self.colours[self.rules.side(self.to_move)] is not None:
            return (None,)
        return tuple(colour for colour in self.rules.colours if colour not in self.colours)

    def _looks(self) -> list[str]:
        """List the different looks of the cards in the hand of the seat to move."""
        return [look for card in dict.fromkeys(self.hands[self.to_move]) for look in rotations(card)]

    def _may_stack(self, card: str) -> bool:
        """Return whether a card may go to the second tier: with a printed smartie or one of the seat's own."""
        return card.endswith("s") or self.smarties[self.to_move] > 0

    @property
    def _turns_known(self) -> bool:
        return not (self.is_over or self.swap is not None or HIDDEN in self.hands[self.to_move])

    def turns(self) -> list[ChocolateMove]:
        """List the legal turns; none while a swap is negotiated or the hand of the seat to move is hidden."""
        if not self._turns_known:
            return []
        turns: list[ChocolateMove] = []
        securing = self.smarties[self.to_move] > 0
        targets = self.smartie_targets()
        # There are thousands of turns, and the constructor of a named tuple takes more than twice as long.
        new = tuple.__new__
        for colour in self.announceable():
            for card in self._looks():
                places = cells_of(self.field.fits(card, 1))
                turns += [new(Placement, (card, x, y, 1, None, colour)) for x, y in places]
                if securing:
                    turns += [new(Placement, (card, x, y, 1, (x, y), colour)) for x, y in places]
                    turns += [new(Placement, (card, x, y, 1, target, colour)) for target in targets for x, y in places]
                if self._may_stack(card):
                    stacks = cells_of(self.field.fits(card, 2))
                    turns += [new(Placement, (card, x, y, 2, None, colour)) for x, y in stacks]
        return turns or [Pass()]

    def count_turns(self) -> int:
        """Count the legal turns without listing them."""
        if not self._turns_known:
            return 0
        ways = 2 + len(self.smartie_targets()) if self.smarties[self.to_move] else 1
        count = sum(
            ways * self.field.fits(card, 1).bit_count()
            + (self.field.fits(card, 2).bit_count() if self._may_stack(card) else 0)
            for card in self._looks()
        )
        return count * len(self.announceable()) or 1

    def places(self, card: str) -> dict[int, dict[str, list[Cell]]]:
        """Return by tier, for each rotation of a card, the places where the seat to move may lay it."""
        looks = rotations(card)
        return {
            1: {look: cells_of(self.field.fits(look, 1)) for look in looks},
            2: {look: cells_of(self.field.fits(look, 2)) if self._may_stack(look) else [] for look in looks},
        }

    def fits_somewhere(self, card: str) -> bool:
        """Return whether the seat to move could lay a card at all."""
        return any(
            self.field.fits(look, 1) or (self._may_stack(look) and self.field.fits(look, 2)) for look in rotations(card)
        )

    def smartie_targets(self) -> list[Cell]:
        """List the places of the lying cards that the seat to move may secure."""
        return self.field.securable() if self.smarties[self.to_move] else []

    def swap_actions(self) -> list[negotiation.SwapAction]:
        """List the legal swap actions of the seat that decides next."""
        return negotiation.actions(self)

    def legal_moves(self) -> list[ChocolateMove]:
        """List every legal move, swap actions included."""
        return [*self.turns(), *self.swap_actions()]

    def check(self, move: Move) -> None:
        """Raise IllegalMove, with the reason, unless the move is legal here."""
        if why := self._objection(move):
            raise IllegalMove(move, why)

    def _objection(self, move: Move) -> Why | None:
        """Say why a move is illegal."""
        if isinstance(move, Offer | Counter | Decline | Accept | Reject):
            return negotiation.objection(self, move)
        if self.swap is not None:
            return objections.SWAP_UNDER_WAY()
        if isinstance(move, Placement):
            return self._placement_objection(move)
        if isinstance(move, Pass):
            # Of hidden cards nobody but their holder can say whether they fit.
            fitting = any(self.fits_somewhere(card) for card in self.hands[self.to_move] if card != HIDDEN)
            return objections.MUST_PLACE() if fitting else None
        return NO_MOVE(game=self.game.title)

    def _placement_objection(self, placement: Placement) -> Why | None:
        if not self.may_hold(self.to_move, upright(placement.card)):
            return objections.CARD_NOT_IN_HAND()
        announcing = self.announceable()
        if placement.colour not in announcing:
            if placement.colour is None:
                return objections.COLOUR_MISSING(colours=", ".join(map(str, announcing)))
            return objections.COLOUR_KNOWN() if None in announcing else objections.COLOUR_TAKEN()
        if placement.tier == 2 and not self._may_stack(placement.card):
            return objections.NO_SMARTIE_TO_STACK()
        if why := self.field.objection(placement.card, placement.x, placement.y, placement.tier):
            return why
        return None if placement.smartie is None else self._smartie_objection(placement, placement.smartie)

    def _smartie_objection(self, placement: Placement, place: Cell) -> Why | None:
        if placement.tier == 2:
            return objections.STACKED_HAS_SMARTIE()
        if not self.smarties[self.to_move]:
            return objections.NO_SMARTIE_LEFT()
        if place == (placement.x, placement.y):
            return None
        card = self.field.at(place)
        if card is None:
            return objections.NO_CARD_THERE(x=place[0], y=place[1])
        if card.smartie:
            return objections.CARD_HAS_SMARTIE()
        return None if place in self.field.securable() else objections.CARD_COVERED()

    def may_hold(self, seat: int, card: str) -> bool:
        """Return whether a card is, or for all one knows may be, in a hand."""
        hand = self.hands[seat]
        if card in hand:
            return True
        return HIDDEN in hand and (is_hidden(card) or self.unseen[card] > 0)

    def as_held(self, seat: int, card: str) -> str:
        """Return a card as it is seen in the hand of a seat that got it in a swap."""
        return card

    @cached_property
    def unseen(self) -> Multiset[str]:
        """The cards of the deck that are neither in the field nor known to be in a hand or the stack."""
        unseen = Multiset(self.rules.deck)
        unseen.subtract(upright(placed.card) for placed in self.field.cards)
        unseen.subtract(card for cards in (*self.hands, self.stack) for card in cards if not is_hidden(card))
        return unseen

    # What a move does

    def apply(self, move: ChocolateMove) -> Self:
        """Return the table after a legal move."""
        if isinstance(move, Placement):
            return self._after_placement(move)
        if isinstance(move, Pass):
            return self._after_pass()
        return negotiation.after(self, move)

    def _after_placement(self, placement: Placement) -> Self:
        seat, card = self.to_move, upright(placement.card)
        printed = placement.card.endswith("s")
        on_itself = printed or placement.tier == 2 or placement.smartie == (placement.x, placement.y)
        field = self.field.put(placement.card, placement.x, placement.y, placement.tier, on_itself)
        if placement.smartie is not None and not on_itself:
            field = field.secure(placement.smartie)
        hand = without_card(self.hands[seat], card)
        facts = tuple(knowledge.lose(known, seat, card) for known in self.facts)
        if self.stack:
            hand = with_card(hand, self.stack[0])
            facts = tuple(knowledge.draw(known, seat) for known in facts)
        spent = not printed and (placement.tier == 2 or placement.smartie is not None)
        return replace(
            self,
            field=field,
            hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]),
            stack=self.stack[1:],
            colours=self.colours if placement.colour is None else self._colours_with(placement.colour),
            smarties=(*self.smarties[:seat], self.smarties[seat] - spent, *self.smarties[seat + 1 :]),
            to_move=(seat + 1) % self.rules.seats,
            passes=0,
            swap_used=False,
            facts=facts,
        )

    def _colours_with(self, colour: str) -> tuple[str | None, ...]:
        """Return the colours after an announcement; the last side gets the last colour if none stays neutral."""
        colours = list(self.colours)
        colours[self.rules.side(self.to_move)] = colour
        if colours.count(None) == 1 and not self.rules.has_neutral_colour:
            (last,) = (left for left in self.rules.colours if left not in colours)
            colours[colours.index(None)] = last
        return tuple(colours)

    def _after_pass(self) -> Self:
        facts = self.facts
        if self.hands[self.to_move]:
            fitting = tuple(kind for kind in self.rules.kinds if self.fits_somewhere(kind))
            facts = tuple(
                known if observer == self.to_move else knowledge.fail(known, self.to_move, fitting)
                for observer, known in self.knowledge()
            )
        to_move = (self.to_move + 1) % self.rules.seats
        return replace(self, to_move=to_move, passes=self.passes + 1, swap_used=False, facts=facts)

    # What can be seen

    def outcome(self) -> Outcome:
        """Return the points of each side as they stand."""
        points = scoring.points(self.rules, self.field, self.colours)
        if not self.is_over:
            return Outcome(False, points, None)
        leaders = scoring.leaders(self.rules, self.field, self.colours, points, range(self.rules.sides))
        return Outcome.ended(points, leaders)

    def leaders(self, sides: Iterable[int]) -> tuple[int, ...]:
        """Return which of some sides are in front as the score stands: several where they are equal."""
        points = scoring.points(self.rules, self.field, self.colours)
        return scoring.leaders(self.rules, self.field, self.colours, points, sides)

    def groups(self, colour: str) -> list[scoring.Group]:
        """List the groups of a colour, the largest first."""
        return scoring.colour_groups(self.field, colour)

    def neutral_groups(self) -> list[scoring.NeutralGroup]:
        """List the neutral groups with their contacts, the largest first."""
        return scoring.neutral_groups(self.rules, self.field, self.colours)

    def __str__(self) -> str:
        return self.diagram().rstrip("\n")

    def diagram(self, colour: bool = False) -> str:
        """Draw the field and the hands that are known with characters."""
        from tafelrunde.games.chocolate.diagram import draw

        return draw(self, colour)

    def svg(self, last: Move | None = None) -> str:
        """Draw the field and the hands that are known as an SVG document, with the last move marked if it is given."""
        from tafelrunde.games.chocolate.svg import draw

        return draw(self, last=last)
