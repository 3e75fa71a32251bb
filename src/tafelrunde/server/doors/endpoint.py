"""What a WebSocket hands what comes in to."""

from __future__ import annotations

from typing import Protocol


class Endpoint(Protocol):
    """Whoever receives what comes in."""

    def take(self, message: bytes) -> None:
        """Receive a message; never wait, never fail."""

    def may_go_on(self, seconds: float) -> bool:
        """Hear of a frame that is no message by itself, and how long it took; return False if there are too many."""

    def drained(self) -> None:
        """Hear that the client reads again."""

    def filled(self) -> None:
        """Hear that the client was sent more than it reads."""

    def lost(self) -> None:
        """Hear that the client has left, or is being sent away."""
