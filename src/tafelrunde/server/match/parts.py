"""The parts of a match's state: seats, chat, and an entry as it is broadcast."""

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
    name: str = ""


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
    owner: str = ""
    """The account that the seat belongs to; empty for a guest."""
    session: str = ""
    """The session or API token through which it does."""
    account: ev.AccountKind | None = None

    @property
    def computer(self) -> int:
        """The level of the computer that decides for this seat now; 0 for a person."""
        return self.level if self.kind == "computer" else self.substitute


class Told(NamedTuple):
    """An entry as it is told: public events, or for some of them what each observer hears."""

    number: int
    at: int
    events: tuple[ev.Public | dict[int, ev.Public], ...]

    def heard_by(self, observer: int) -> tuple[ev.Public, ...]:
        """Return what a seat, or SPECTATOR, hears."""
        if self.is_public:
            return self.events  # type: ignore[return-value]
        return tuple(event[observer] if isinstance(event, dict) else event for event in self.events)

    def disowned(self, by: ev.Disowned) -> Told:
        """Return the entry without the name of somebody who is gone, and without what they said."""
        return self._replace(events=tuple(_disowned(event, by) for event in self.events))

    @property
    def is_public(self) -> bool:
        """Whether everybody hears the same."""
        return dict not in map(type, self.events)


def _disowned(event: ev.Public | dict[int, ev.Public], by: ev.Disowned) -> ev.Public | dict[int, ev.Public]:
    if isinstance(event, dict):
        return ev.Silent() if any(_is_said_by(each, by.seat) for each in event.values()) else event
    if isinstance(event, ev.Seated | ev.Named) and event.seat == by.seat:
        return ev.Seated(by.seat, by.name)
    return ev.Silent() if _is_said_by(event, by.seat) else event


def _is_said_by(event: ev.Public, seat: int) -> bool:
    return isinstance(event, ev.Chatted) and event.seat == seat


def holder_of(account: str, session: str) -> str:
    """Return who asks, for somebody who is signed in; for others it is the hash of their token."""
    return f"{account}/{session}"


def owner_of(holder: str) -> str:
    """Return the account of whoever asks; empty for one who shows a seat's token."""
    account, slash, _ = holder.partition("/")
    return account if slash else ""


def session_of(holder: str) -> str:
    """Return the session, or the API token, of whoever asks; empty for one who shows a seat's token."""
    return holder.partition("/")[2]


def kept(chat: list[ChatLine]) -> list[ChatLine]:
    """Return the newest lines that are kept at hand."""
    length = 0
    for index, line in enumerate(reversed(chat)):
        length += len(line.text)
        if index >= CHAT_LINES or length > CHAT_CHARACTERS:
            return chat[-index:]
    return chat


def is_taken(plan: ev.SeatPlan) -> bool:
    """Return whether a seat is taken from the beginning; in a rematch the open ones are too."""
    return plan.kind in ("local", "computer") or (plan.kind == "open" and plan.token != "")


def is_speech(event: ev.Public | dict[int, ev.Public]) -> bool:
    """Return whether something was said."""
    heard = event.values() if isinstance(event, dict) else (event,)
    return any(isinstance(each, ev.Chatted) for each in heard)
