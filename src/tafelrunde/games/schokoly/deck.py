"""The 48 cards of Schokoly: twelve combinations of colours, four cards of each."""

from __future__ import annotations

NUMBERS = {
    # three and one
    "DDDM": 4,
    "DDDW": 4,
    "DMMM": 4,
    "MMMW": 4,
    "DWWW": 4,
    "MWWW": 4,
    # two and two
    "DDMM": 4,
    "DDWW": 4,
    "MMWW": 4,
    # a pair and two others, in both mirror forms
    "DDMW": 2,
    "DDWM": 2,
    "DMMW": 2,
    "DWMM": 2,
    "DMWW": 2,
    "DWWM": 2,
}

SMARTIES = 12

DECK = tuple(sorted(card for card, number in NUMBERS.items() for _ in range(number)))
