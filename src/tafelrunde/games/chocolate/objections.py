"""What the rules of the chocolate games can have against a move."""

from __future__ import annotations

from tafelrunde.games.errors import Objection

# Placing a card

CARD_NOT_IN_HAND = Objection("card-not-in-hand", "that card is not in the hand")
FAR_OUTSIDE = Objection("far-outside", "that is far outside the field")
FIRST_CARD = Objection("first-card", "the first card lies at 0,0 in the first tier")
CARD_THERE = Objection("card-there", "a card lies there already")
TOUCHES_TOO_FEW = Objection("touches-too-few", "it must touch at least two pieces side to side")
JOINS_NO_COLOUR = Objection("joins-no-colour", "at least one piece must touch one of the same colour")
NOT_ON_CARDS = Objection("not-on-cards", "in the second tier all four pieces must lie on cards")
COVERS_SMARTIE = Objection("covers-smartie", "a card with a smartie is never covered")
ON_ONE_CARD = Objection("on-one-card", "in the second tier it must lie on at least two cards")
MUST_PLACE = Objection("must-place", "a card of the hand fits")

# Announcing a colour

COLOUR_MISSING = Objection("colour-missing", "this turn announces a colour, one of {colours}")
COLOUR_KNOWN = Objection("colour-known", "no colour is announced with this turn")
COLOUR_TAKEN = Objection("colour-taken", "that colour cannot be chosen")

# Smarties

NO_SMARTIE_TO_STACK = Objection("no-smartie-to-stack", "no smartie for a card in the second tier")
STACKED_HAS_SMARTIE = Objection("stacked-has-smartie", "a card in the second tier has its smartie already")
NO_SMARTIE_LEFT = Objection("no-smartie-left", "no smartie is left")
NO_CARD_THERE = Objection("no-card-there", "no card of the first tier lies at {x},{y}")
CARD_HAS_SMARTIE = Objection("card-has-smartie", "that card has a smartie already")
CARD_COVERED = Objection("card-covered", "that card is wholly covered")

# Swapping

SWAP_UNDER_WAY = Objection("swap-under-way", "a swap is being negotiated")
NO_SWAPS = Objection("no-swaps", "cards are not swapped in this game")
ONE_OFFER = Objection("one-offer", "only one card may be offered in a turn")
COLOURS_UNKNOWN = Objection("colours-unknown", "cards are swapped once every colour is known")
OFFER_TO_ANOTHER = Objection("offer-to-another", "a card is offered to another seat")
NOTHING_OFFERED = Objection("nothing-offered", "no card is on offer")
OFFER_UNANSWERED = Objection("offer-unanswered", "the offer has not been answered yet")
OFFER_ANSWERED = Objection("offer-answered", "the offer has been answered already")
IMPOSSIBLE_NUMBER = Objection("impossible-number", "no card shows so many pieces of that colour")
