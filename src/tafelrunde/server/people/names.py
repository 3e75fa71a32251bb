"""Names of accounts: which are allowed, and which look alike."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.manners import fold, is_abusive

__all__ = ["LONGEST", "SHORTEST", "checked", "fold"]

SHORTEST, LONGEST = 2, 20
_MARKS = "-_."
_WHOLE = "ßæœøđłıþð"
"""Letters of some languages that are not another letter with an accent."""
_RESERVED = (
    *("admin", "administrator", "computer", "deleted", "gast", "guest", "moderator", "nobody", "root", "server"),
    *("spectator", "support", "system", "tafelrunde"),
)

_OFFICIAL = ("admin", "anonymous", "computer", "moderator", "tafelrunde")
"""Whatever begins like this could be taken for the server, for whoever keeps it, or for somebody who is gone."""


def checked(name: str) -> str:
    """Return a name as it will be shown; raise Refusal for one that is not allowed.

    Only Latin letters are allowed, with or without accents: names in several scripts, or with phonetic symbols, could
    look like somebody else's.
    """
    name = unicodedata.normalize("NFC", name.strip())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refusal("bad-name", f"a name has {SHORTEST} to {LONGEST} characters")
    if not all(_is_letter(letter) or letter in _MARKS or letter in "0123456789" for letter in name):
        raise Refusal("bad-name", "a name has letters, digits and - _ . only")
    if not name[0].isalnum() or re.search(r"[-_.]{2}|[-_.]$", name):
        raise Refusal("bad-name", "a name begins and ends with a letter or a digit, and has single marks between")
    folded = fold(name)
    if fold(name.rstrip("0123456789")) in _folded(_RESERVED) or folded.startswith(tuple(_folded(_OFFICIAL))):
        raise Refusal("bad-name", "this name is kept for the server")
    if is_abusive(name):
        raise Refusal("bad-name", "choose a name that hurts nobody")
    return name


def _is_letter(letter: str) -> bool:
    if not letter.isalpha() or not unicodedata.name(letter, "").startswith("LATIN "):
        return False
    bare = [part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part)]
    return all(part.isascii() or part.casefold() in (*_WHOLE, "ss") for part in bare)


@cache
def _folded(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold(word) for word in words)
