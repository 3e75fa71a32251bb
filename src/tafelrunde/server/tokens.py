"""Names nobody can guess: of matches, and of the tokens that open seats. Tokens are kept only as hashes."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable

Entropy = Callable[[int], bytes]
"""Returns so many random bytes; `secrets.token_bytes` is one."""

_MATCH_BYTES = 16
_TOKEN_BYTES = 24


def _text(size: int, entropy: Entropy) -> str:
    """Return random text that can be told from an option on a command line."""
    while (text := base64.urlsafe_b64encode(entropy(size)).rstrip(b"=").decode()).startswith(("-", "_")):
        pass
    return text


def new_match_id(entropy: Entropy) -> str:
    """Return the name of a new match."""
    return _text(_MATCH_BYTES, entropy)


def new_token(entropy: Entropy) -> str:
    """Return a new token."""
    return _text(_TOKEN_BYTES, entropy)


def token_hash(token: str) -> str:
    """Return what is kept of a token. It has 192 random bits, so that a plain hash cannot be searched."""
    return hashlib.sha256(token.encode()).hexdigest()
