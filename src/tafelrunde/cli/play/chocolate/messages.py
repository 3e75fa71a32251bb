"""What the terminal game says of the chocolate games."""

from __future__ import annotations

SCHOKO = "Scho K.O. (two players, dark against white chocolate)"
SCHOKOLY = "Schokoly (two to four players, three kinds of chocolate)"
PRESETS = {"three": "three players", "teams": "four players in two teams"}
OPTIONS = {"players": "Players", "swap": "Chocolate swap", "ties": "Equal points"}
CHOICES = {"draw": "a draw", "second": "the second largest group decides"}

COLOURS = {"D": "dark", "M": "milk", "W": "white"}
TURN_HELP = "You lay a card, turned as you like, by the cell of its top-left piece: {example}."
COLOUR_HELP = "In front of it stands the colour you announce with this turn ({colours})."
SMARTIE_HELP = "You have {number} smarties; * puts one on the card you lay: {own}."
SECURING_HELP = "It may secure another card instead, by its place: {other}. Places: {places}."
STACK_HELP = "^ lays a card in the second tier: {example}."
SWAP_HELP = "Before your turn you may offer one card for a swap, by seat and card: {example}."
CARD_FITS = "{card} fits here:"
CARD_PLACES = "  {look}{tier} {places}"
CARD_NOWHERE = "{card} fits nowhere."
CARD_NOT_HELD = "You do not hold {card}."
CARD_MORE = "Type a card to see only its places. @ is the first tier, ^ the second."
SWAP_OFFERED = "{name} offers you a card with {number} of your {colour} pieces."
SWAP_ANSWER = "Answer with one of yours (counter {card}) or decline."
SWAP_YOURS = "You offered {card}."
SWAP_COUNTERED = "{name} would give you a card with {number} of your {colour} pieces for it: accept or reject."
LARGEST = "{side}: {points}, largest {colour} group {group}"
NEUTRAL_TO = "A neutral group of {size} with contacts {contacts} counts for {side}."
NEUTRAL_TO_NOBODY = "A neutral group of {size} with contacts {contacts} counts for nobody."
SECOND_GROUPS = "Equal points: the second largest groups decide, {groups}."
