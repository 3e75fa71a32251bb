"""How several processes learn of each other's entries and listeners.

Only the number of a new entry travels; what it says is read from the store, which alone is true. A message that is lost
delays the news until the next one and loses nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

Hear = Callable[[str, int], Awaitable[None]]
"""Hears of a match and the number of its last entry."""
HearPresence = Callable[[str, str, int, int, bool], None]
"""Hears of a match, another process, the seats there as bits, its spectators, and whether it asks for the same."""


class Bus(ABC):
    """Carries the news of entries between processes."""

    is_shared: bool
    """Whether other processes may serve the same matches."""

    @abstractmethod
    async def start(self, hear: Hear, hear_presence: HearPresence) -> None:
        """Begin to pass on what other processes publish."""

    @abstractmethod
    def publish(self, match: str, number: int) -> None:
        """Tell the other processes of an entry; never fail."""

    @abstractmethod
    def publish_presence(self, match: str, seats: int, watching: int, asks: bool) -> None:
        """Tell the other processes who is connected to this one, and ask them for the same; never fail."""

    @abstractmethod
    async def stop(self) -> None:
        """Stop listening."""


class NoBus(Bus):
    """The bus of a process that is alone."""

    is_shared = False

    async def start(self, hear: Hear, hear_presence: HearPresence) -> None:
        """Do nothing."""

    def publish(self, match: str, number: int) -> None:
        """Do nothing."""

    def publish_presence(self, match: str, seats: int, watching: int, asks: bool) -> None:
        """Do nothing."""

    async def stop(self) -> None:
        """Do nothing."""
