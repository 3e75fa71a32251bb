"""Names nobody can guess: of matches, and of the tokens that open seats. Tokens are kept only as hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable

Entropy = Callable[[int], bytes]
"""Returns this many random bytes; `secrets.token_bytes` is one."""

_MATCH_BYTES = 16
_TOKEN_BYTES, _TOKEN_CHARACTERS = 24, 32
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""In the order in which databases sort them."""
_MATCH_CHARACTERS, _MOMENT_CHARACTERS, _MOMENT_MS = 22, 4, 1_000


def _text(size: int, entropy: Entropy) -> str:
    """Return random text that cannot be mistaken for an option on a command line."""
    while (text := base64.urlsafe_b64encode(entropy(size)).rstrip(b"=").decode()).startswith(("-", "_")):
        pass
    return text


def new_name(entropy: Entropy) -> str:
    """Return the name of something new: an account, a session, a wish."""
    return _text(_MATCH_BYTES, entropy)


def new_match_id(entropy: Entropy, now: int) -> str:
    """Return the name of a new match, made at a moment in milliseconds.

    It begins with the moment, which is no secret, and goes on with 108 random bits. Matches that are played at the same
    time so lie together in the database: their moves touch few pages, and pages are what a commit costs.
    """
    number, moment = now // _MOMENT_MS, ""
    for _ in range(_MOMENT_CHARACTERS):
        number, digit = divmod(number, len(_DIGITS))
        moment = _DIGITS[digit] + moment
    chance = base64.urlsafe_b64encode(entropy(_MATCH_BYTES)).decode()
    return moment + chance[: _MATCH_CHARACTERS - _MOMENT_CHARACTERS]


def new_token(entropy: Entropy) -> str:
    """Return a new token."""
    return _text(_TOKEN_BYTES, entropy)


def derived_id(kind: str, hashed: str) -> str:
    """Return the name of what a token's hash stands for; it is no secret, and the token cannot be derived from it."""
    digest = hashlib.sha256(f"{kind} {hashed}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode()[:22]


def keyed_match_id(key: str) -> str:
    """Return the name of the match that is made with a key; the key cannot be derived from it."""
    return _derived(key, "match")[:_MATCH_CHARACTERS]


def keyed_token(key: str, seat: int) -> str:
    """Return the token that opens a seat of the match that is made with a key; nobody can tell it without the key."""
    return _derived(key, f"seat {seat}")[:_TOKEN_CHARACTERS]


def _derived(key: str, what: str) -> str:
    digest = hmac.digest(key.encode(), what.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode().lstrip("-_")


def token_hash(token: str) -> str:
    """Return what is kept of a token. It has 192 random bits, so a plain hash cannot be brute-forced."""
    return hashlib.sha256(token.encode()).hexdigest()
