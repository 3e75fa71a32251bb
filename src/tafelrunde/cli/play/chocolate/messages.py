"""What the terminal game says of the chocolate games."""

from __future__ import annotations

SCHOKO = "Scho K.O. (two players, dark against white chocolate)"
SCHOKOLY = "Schokoly (two to four players, three kinds of chocolate)"
PRESETS = {"three": "three players", "teams": "four players in two teams"}
OPTIONS = {"players": "Players", "swap": "Chocolate swap", "ties": "Equal points"}
CHOICES = {"draw": "a draw", "second": "the second largest area decides"}

COLOURS = {"D": "dark", "M": "milk", "W": "white"}
TURN_HELP = "To place a card, type it in any rotation and the cell of its top-left piece: {example}."
COLOUR_HELP = "Put the colour you announce with this turn in front ({colours})."
SMARTIE_HELP = "Smarties left: {number}. * puts one on the card you place: {own}."
SECURING_HELP = "To secure another card instead, add its place: {other}. Places: {places}."
STACK_HELP = "^ places a card in the second tier: {example}."
SWAP_HELP = "Before your turn you may offer one card for a swap; type the seat and the card: {example}."
CARD_FITS = "{card} fits here:"
CARD_PLACES = "  {look}{tier} {places}"
CARD_NOWHERE = "{card} does not fit anywhere."
CARD_NOT_HELD = "You do not have {card}."
CARD_MORE = "Type a card to see only its places. @ is the first tier, ^ the second."
SWAP_OFFERED = "{name} offers you a card with {number} {colour}, your colour."
SWAP_ANSWER = "Offer one of yours in return (counter {card}) or decline."
SWAP_YOURS = "You offered {card}."
SWAP_COUNTERED = "{name} offers a card with {number} {colour}, your colour, in return: accept or reject."
LARGEST = "{side}: {points}, largest {colour} area {group}"
NEUTRAL_TO = "A neutral area of {size} with contacts {contacts} goes to {side}."
NEUTRAL_TO_NOBODY = "A neutral area of {size} with contacts {contacts} goes to nobody."
SECOND_GROUPS = "Equal points: the second largest areas decide, {groups}."
