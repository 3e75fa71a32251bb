"""Changing texts: a few characters, whole words and lines, or parts of two texts spliced."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from tests.strategies import mutated

WORDS = (
    "?", "?3", "?4", "pass", "accept", "decline", "reject", "counter-?1", "offer-2-?3", "DDDW@0,0", "D:DDDW@0,0",
    "DDWWs^1,1",
    "9999", "-9999", "99999999999999999999", "12.", "{", "}", "{ x }", "[", "]", '"', "\\", '[Game "tokan"]',
    '[Game "schokoly"]',
    '[Players "3"]', '[Setup "draft"]', '[DealScheme "tafelrunde-deal-1"]', '[DealHash "x"]', '[DealSecret "00"]',
    '[Notation "2"]', "(", ")", "(pass)", "$1", "$256", "!?", "{[%eval 0.5]}", "{[%clk 0:00:01] [%arrow c3 f3]}",
    "\x00",
    "\ufeff", "\u2028", "\ud800", "é", "\uff10", "\n", "\n\n", "\r\n",
)  # fmt: skip


def changed(corpus: Sequence[str], rng: Random) -> str:
    """Take a text and change it in one of several ways, sometimes again and again."""
    text = rng.choice(corpus)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        text = rng.choice((mutated, _words, _lines, _splice))(text, rng) if text else rng.choice(corpus)
        if rng.random() < 0.1:
            text = _spliced_with(text, rng.choice(corpus), rng)
    return text


def _words(text: str, rng: Random) -> str:
    """Remove, replace, repeat or exchange words."""
    pieces = re.split(r"(\s+)", text)
    one, other = rng.randrange(len(pieces)), rng.randrange(len(pieces))
    pieces[one] = rng.choice(("", pieces[other], rng.choice(WORDS), f"{pieces[one]} {pieces[one]}"))
    return "".join(pieces)


def _lines(text: str, rng: Random) -> str:
    """Remove, repeat or move a line."""
    lines = text.split("\n")
    line = lines.pop(rng.randrange(len(lines)))
    for _ in range(rng.choice((0, 1, 2))):
        lines.insert(rng.randint(0, len(lines)), line)
    return "\n".join(lines)


def _splice(text: str, rng: Random) -> str:
    """Cut a piece out, or put it in elsewhere."""
    start = rng.randint(0, len(text))
    end = rng.randint(start, min(len(text), start + 100))
    rest = text[:start] + text[end:]
    at = rng.randint(0, len(rest))
    return rng.choice((rest, rest[:at] + text[start:end] + rest[at:]))


def _spliced_with(text: str, other: str, rng: Random) -> str:
    return text[: rng.randint(0, len(text))] + other[rng.randint(0, len(other)) :]
