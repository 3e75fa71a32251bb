"""Back-pressure: bytes sent but not read yet, over all connections of a process."""

from __future__ import annotations

from typing import Protocol


class Reader(Protocol):
    """Somebody who is sent more than they read."""

    def cut_off(self) -> None:
        """End the connection, and let go of everything that waits for it."""


class Backlog:
    """Counts what waits for all readers of a process, and cuts off the slowest of them when it is too much."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: dict[Reader, int] = {}
        self.total = 0

    def note(self, reader: Reader, size: int) -> None:
        """Note how many bytes wait for somebody."""
        self.total += size - self._waiting.pop(reader, 0)
        if size:
            self._waiting[reader] = size
        while self.total > self._most:
            slowest = max(self._waiting, key=self._waiting.__getitem__)
            slowest.cut_off()
            # Whoever is cut off is not counted any more, whatever they say of themselves.
            self.total -= self._waiting.pop(slowest, 0)
