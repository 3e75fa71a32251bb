"""Refusals: what a client receives when its request cannot be granted."""

from __future__ import annotations

from typing import Literal, get_args

from tafelrunde.games.errors import TafelrundeError, Why

Code = Literal[
    "bad-message",
    "bad-name",
    "bad-options",
    "bad-passkey",
    "bad-record",
    "bad-setup",
    "banned",
    "clock",
    "damaged",
    "forbidden",
    "illegal",
    "match-over",
    "name-taken",
    "nameless",
    "no-such-match",
    "no-such-seat",
    "not-allowed",
    "not-fresh",
    "not-found",
    "not-over",
    "not-seated",
    "not-started",
    "not-subscribed",
    "not-your-turn",
    "nothing-proposed",
    "notation",
    "paused",
    "pending",
    "revealed",
    "seat-taken",
    "shutting-down",
    "signed-out",
    "stale",
    "too-fast",
    "too-large",
    "too-many",
    "unavailable",
    "unknown-game",
]
CODES: tuple[str, ...] = get_args(Code)


class Refusal(TafelrundeError):
    """A wish is refused: a stable code for programs, a sentence for people. Nothing has changed."""

    def __init__(self, code: Code, message: str, why: Why | None = None) -> None:
        super().__init__(message)
        self.refusal: Code = code
        self.message = message
        self.why = why
        """The rule that a move breaks."""
