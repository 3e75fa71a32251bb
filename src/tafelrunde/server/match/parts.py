"""The parts of a match's state: who sits where, what was said, and an entry as it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tafelrunde.server.match import events as ev

CHAT_LINES, CHAT_CHARACTERS = 200, 16_384
"""How much of what was said a match keeps at hand for those who come later: the last lines, and so much text."""


class ChatLine(NamedTuple):
    """Something that was said."""

    number: int
    seat: int
    text: str


@dataclass(slots=True)
class SeatState:
    """Who sits on a seat."""

    kind: ev.SeatKind
    name: str
    level: int
    engine: str
    token: str
    word: str
    taken: bool
    word_follows: bool = False
    left: bool = False
    substitute: int = 0
    """The level of the computer that decides until the owner is back; 0 for none."""
    tenure: int = 0
    """How many people have taken this seat so far."""

    @property
    def computer(self) -> int:
        """The level of the computer that decides for this seat now; 0 for a person."""
        return self.level if self.kind == "computer" else self.substitute


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as it is told: public events, or for some of them what each observer hears."""

    number: int
    at: int
    events: tuple[ev.Public | dict[int, ev.Public], ...]

    def heard_by(self, observer: int) -> tuple[ev.Public, ...]:
        """Return what a seat, or SPECTATOR, hears."""
        return tuple(event[observer] if isinstance(event, dict) else event for event in self.events)


def kept(chat: list[ChatLine]) -> list[ChatLine]:
    """Return the newest lines that are kept at hand."""
    length = 0
    for index, line in enumerate(reversed(chat)):
        length += len(line.text)
        if index >= CHAT_LINES or length > CHAT_CHARACTERS:
            return chat[-index:]
    return chat
