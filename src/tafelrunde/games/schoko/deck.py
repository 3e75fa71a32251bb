"""The 32 cards of Scho K.O.; the ten that end in s carry a printed smartie."""

from __future__ import annotations

NUMBERS = {
    "DDDW": 7,
    "DDDWs": 3,
    "DWWW": 7,
    "DWWWs": 3,
    "DDWW": 8,
    "DDWWs": 4,
}

DECK = tuple(sorted(card for card, number in NUMBERS.items() for _ in range(number)))
