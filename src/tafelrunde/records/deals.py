"""Deals that anybody can verify.

Before play a secret of 32 random bytes is drawn and its SHA-256 hash is published. Every seat adds a word of its own.
The deal follows from the secret, the game, its options and the words, so that neither the dealer, who is bound by the
hash, nor a seat, who does not know the secret, can choose it. After play the secret is published and everybody can
deal again and compare. docs/deals.md gives the scheme byte by byte.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from string import hexdigits
from typing import Literal

from tafelrunde.games.core import Game, Options
from tafelrunde.games.errors import BadSetup
from tafelrunde.records.record import Record
from tafelrunde.records.replay import SECRET_TAG, Replay, new_record

SCHEME = "tafelrunde-deal-1"
SECRET_BYTES = 32
MAX_WORD = 200

SCHEME_TAG, HASH_TAG, WORD_TAG, ORDER_TAG = "DealScheme", "DealHash", "DealWord", "DealOrder"
_HASH = "hash"

_WORD_SIZE = 8
_WORD_RANGE = 1 << 8 * _WORD_SIZE


class DealStream:
    """Random numbers that follow from a key: HMAC-SHA-256 in counter mode, unbiased by rejection."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._block = b""

    def _word(self) -> int:
        if not self._block:
            self._block = hmac.digest(self._key, self._counter.to_bytes(8, "big"), "sha256")
            self._counter += 1
        word, self._block = self._block[:_WORD_SIZE], self._block[_WORD_SIZE:]
        return int.from_bytes(word, "big")

    def randrange(self, stop: int, /) -> int:
        """Return a number below `stop`; words from the incomplete last multiple of `stop` are thrown away."""
        limit = _WORD_RANGE - _WORD_RANGE % stop
        while (word := self._word()) >= limit:
            pass
        return word % stop


@dataclass(frozen=True)
class Verdict:
    """What can be said of a record's deal."""

    status: Literal["verified", "sealed", "unsigned", "false"]
    reason: str
    is_ordered: bool = False
    """Whether a word was said after the hash was published, so that nobody could choose the deal."""


def commitment(secret: bytes) -> str:
    """Return the hash that is published before play."""
    return hashlib.sha256(secret).hexdigest()


def order(follows: Sequence[bool]) -> str:
    """Return in which order the words and the hash came: the seats before it, `hash`, the seats after it."""
    before = [str(seat) for seat, follow in enumerate(follows, start=1) if not follow]
    after = [str(seat) for seat, follow in enumerate(follows, start=1) if follow]
    return " ".join([*before, _HASH, *after])


def deal(game: Game, options: Options, secret: bytes, words: Sequence[str]) -> str:
    """Return the deal that follows from a secret and one word for each seat; raise BadSetup."""
    if len(secret) != SECRET_BYTES:
        raise BadSetup(f"a secret has {SECRET_BYTES} bytes")
    if len(words) != game.seats(options) or any(len(word) > MAX_WORD or not word.isprintable() for word in words):
        raise BadSetup(f"every seat has one word of at most {MAX_WORD} printable characters")
    message = json.dumps([SCHEME, game.name, str(options), list(words)], ensure_ascii=True, separators=(",", ":"))
    return game.deal(options, DealStream(hmac.digest(secret, message.encode("ascii"), "sha256")))


def dealt_record(game: Game, options: Options, secret: bytes, words: Sequence[str]) -> Record:
    """Return a fresh record with its deal and everything needed to verify it."""
    tags = {f"{WORD_TAG}{seat}": word for seat, word in enumerate(words, start=1)}
    return new_record(
        game,
        options,
        deal(game, options, secret, words),
        **{SCHEME_TAG: SCHEME, HASH_TAG: commitment(secret), **tags, SECRET_TAG: secret.hex()},
    )


def verify(played: Replay) -> Verdict:
    """Prove that a record's deal follows from its published secret and words."""
    tags = played.record.tags
    if HASH_TAG not in tags or SCHEME_TAG not in tags:
        return Verdict("unsigned", "the record names no deal scheme and hash")
    if tags[SCHEME_TAG] != SCHEME:
        return Verdict("false", f"the scheme is not {SCHEME}")
    if SECRET_TAG not in tags:
        return Verdict("sealed", "the secret is not published yet")
    try:
        secret = _unhex(tags[SECRET_TAG])
        words = [tags[f"{WORD_TAG}{seat}"] for seat in range(1, played.game.seats(played.options) + 1)]
        expected = deal(played.game, played.options, secret, words)
    except (ValueError, KeyError, BadSetup):
        return Verdict("false", "the secret or a word is missing or misshapen")
    if commitment(secret) != tags[HASH_TAG]:
        return Verdict("false", "the secret does not match the hash")
    if expected != played.deal:
        return Verdict("false", "another deal follows from the secret and the words")
    return _judge_order(tags.get(ORDER_TAG))


def _unhex(text: str) -> bytes:
    """Return the bytes of hexadecimal digits and of nothing else; raise ValueError."""
    if not set(text) <= set(hexdigits):
        raise ValueError("there is more than digits")
    return bytes.fromhex(text)


def _judge_order(said: str | None) -> Verdict:
    """Tell a deal that nobody could choose from one whose dealer may have known all words when the secret was drawn."""
    if said is None:
        return Verdict("verified", "the deal follows from the secret and the words")
    _, _, after = f" {said} ".partition(f" {_HASH} ")
    if after.strip():
        return Verdict("verified", "the deal follows from the secret and from words said after its hash", True)
    return Verdict("verified", "the deal follows from the secret and the words, but their order is not proved")
