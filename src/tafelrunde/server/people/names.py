"""Names of accounts: which may be had, and which look alike."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from tafelrunde.server.match.refusal import Refusal

SHORTEST, LONGEST = 2, 20
_MARKS = "-_."
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "\u0131": "l", "ø": "o", "đ": "d", "ł": "l"})
_PAIRS = (("ß", "ss"), ("æ", "ae"), ("œ", "oe"), ("rn", "m"), ("vv", "w"))
_RESERVED = (
    *("admin", "administrator", "computer", "deleted", "gast", "guest", "moderator", "nobody", "root", "server"),
    *("spectator", "support", "system", "tafelrunde"),
)
_ABUSIVE = ("arschloch", "faggot", "fotze", "fuck", "hitler", "hurensohn", "nigger", "nigga", "salope", "wichser")
_ABUSIVE_ALONE = ("cunt", "kike", "nazi", "puta", "putain", "rapist", "whore")


def checked(name: str) -> str:
    """Return a name as it will be shown; raise Refusal for one that nobody may have.

    Letters are Latin ones, with or without accents: names in several scripts could look like somebody else's.
    """
    name = unicodedata.normalize("NFC", name.strip())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refusal("bad-name", f"a name has {SHORTEST} to {LONGEST} characters")
    if not all(_is_letter(letter) or letter in _MARKS or letter in "0123456789" for letter in name):
        raise Refusal("bad-name", "a name has letters, digits and - _ . only")
    if not name[0].isalnum() or re.search(r"[-_.]{2}|[-_.]$", name):
        raise Refusal("bad-name", "a name begins and ends with a letter or a digit, and has single marks between")
    folded = fold(name)
    if fold(name.rstrip("0123456789")) in _folded(_RESERVED):
        raise Refusal("bad-name", "this name is kept for the server")
    if folded in _folded(_ABUSIVE_ALONE) or any(word in folded for word in _folded(_ABUSIVE)):
        raise Refusal("bad-name", "choose a name that hurts nobody")
    return name


def fold(name: str) -> str:
    """Return what a name is told apart by: names that look alike have the same."""
    text = unicodedata.normalize("NFKD", name.casefold())
    text = "".join(letter for letter in text if not unicodedata.combining(letter) and letter not in _MARKS)
    for two, one in _PAIRS:
        text = text.replace(two, one)
    return text.translate(_ALIKE)


def _is_letter(letter: str) -> bool:
    return letter.isalpha() and unicodedata.name(letter, "").startswith("LATIN ")


@cache
def _folded(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold(word) for word in words)
