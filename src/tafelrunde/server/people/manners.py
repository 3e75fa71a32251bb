"""Offensive words in four languages: no name may have one, and in chat they are replaced by stars.

The list is short and meant to stay so. It catches what is said without thinking; for the rest there are reports.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_MARKS = "-_."
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "\u0131": "l", "ø": "o", "đ": "d", "ł": "l"})
_PAIRS = (("ß", "ss"), ("æ", "ae"), ("œ", "oe"), ("rn", "m"), ("vv", "w"))
_LEET = str.maketrans({"@": "a", "$": "s", "3": "e", "4": "a", "7": "t", "!": "i"})

ANYWHERE = (
    *("faggot", "fuck", "hitler", "nigga", "nigger", "motherfucker"),
    *("arschloch", "fotze", "hurensohn", "wichser"),
    *("encule", "salope", "batard"),
    *("gilipollas", "hijoputa", "maricon"),
)
"""Wherever they appear in a word."""
ALONE = (
    *("cunt", "kike", "nazi", "rapist", "retard", "slut", "whore"),
    *("hure", "nutte", "spast", "missgeburt"),
    *("connard", "connasse", "pute", "putain"),
    *("cabron", "puta", "zorra"),
)
"""Only as a whole word: parts of harmless ones look the same."""
_WORD = re.compile(r"[^\s,;:.?()\"]+")


def fold(name: str) -> str:
    """Return the form by which names are compared: names that look alike share it."""
    text = unicodedata.normalize("NFKD", name.casefold())
    shown = (letter for letter in text if letter.isprintable() and not unicodedata.combining(letter))
    text = "".join(letter for letter in shown if letter not in _MARKS)
    for two, one in _PAIRS:
        text = text.replace(two, one)
    return text.translate(_ALIKE)


def is_abusive(text: str) -> bool:
    """Return whether a name or a word of a text is offensive."""
    for folded in {fold(text), fold(text.casefold().translate(_LEET))}:
        if folded in _folded(ALONE) or any(word in folded for word in _folded(ANYWHERE)):
            return True
    return False


def softened(text: str) -> str:
    """Return what was said, with offensive words replaced by stars."""
    return _WORD.sub(lambda word: "*" * len(word[0]) if is_abusive(word[0].strip("!'")) else word[0], text)


@cache
def _folded(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold(word) for word in words)
