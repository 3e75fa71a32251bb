"""What can happen in a match.

These values are written to the store and read again for years: a field is never renamed, a new one has a default.
Those in `Public` are sent to everybody as they are; the others hold something that not everybody may know.
"""

from __future__ import annotations

from typing import Literal

import msgspec

SeatKind = Literal["open", "invited", "local", "computer"]
Proposal = Literal["draw", "takeback", "pause", "rematch", "revanche"]
Reason = Literal["played", "resigned", "agreed", "time", "closed"]
AccountKind = Literal["person", "bot"]


class Event(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """The base of all events: a frozen value with its type in the field `type`."""


class ClockPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much time a seat has: for the whole match with an increment (live), or for each move (days)."""

    kind: Literal["live", "days"]
    seconds: int
    increment: int = 0


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is meant to sit where; a token is kept as its hash."""

    kind: SeatKind
    name: str = ""
    level: int = 0
    engine: str = ""
    token: str = ""
    word: str = ""
    word_follows: bool = False
    """Whether the seat said its word itself, after the hash of the deal was published."""
    owner: str = ""
    """The account that the seat belongs to; empty for a guest."""
    session: str = ""
    """The session or API token through which it does: when that is ended, the seat's token opens nothing any more."""
    account: AccountKind | None = None


class Created(Event, frozen=True, tag="created"):
    """A match is set up. The secret decides the deal and stays with the server until the end."""

    game: str
    options: dict[str, str]
    seats: tuple[SeatPlan, ...]
    clock: ClockPlan | None = None
    listed: bool = False
    friendly: bool = True
    secret: str = ""
    tags: dict[str, str] = {}
    """For a Revanche: the tags of the first match, its deal among them."""
    previous: str = ""
    next_secret: str = ""
    """The secret of a rematch, whose hash is published long before anybody says a word for it."""
    pace: int = 0
    """Milliseconds at least between two moves, where only computers play and people watch."""
    wins: tuple[int, ...] = ()
    """By seat: matches of this series won before, by whoever sits there now."""
    played: int = 0
    """Matches of this series played before."""
    rated: bool = False
    """Whether its result changes the ratings of those who play; then it is not friendly."""
    moves: tuple[str, ...] = ()
    """For a match that goes on from a record: what was played before, made at once when the match begins."""


class Joined(Event, frozen=True, tag="joined"):
    """Somebody takes a seat."""

    seat: int
    name: str
    token: str
    word: str
    word_follows: bool = False
    owner: str = ""
    session: str = ""
    account: AccountKind | None = None


class Claimed(Event, frozen=True, tag="claimed"):
    """Somebody with a name takes a seat that they hold as their own: from now on their account opens it as well."""

    seat: int
    name: str
    owner: str
    session: str
    account: AccountKind | None = None
    """None for further seats at the same screen: they belong to the account and keep their names."""


class Disowned(Event, frozen=True, tag="disowned"):
    """An account is gone: its seat is nobody's, goes by another name, and what was said from it is taken away."""

    seat: int
    name: str


class Rotated(Event, frozen=True, tag="rotated"):
    """A seat's owner takes a new token; the old one opens nothing any more."""

    seat: int
    token: str
    session: str = ""
    """Through which it is taken, where that is not a token."""


class Started(Event, frozen=True, tag="started"):
    """Every seat is taken: the deal is drawn and the first seat decides."""

    deal: str


class Moved(Event, frozen=True, tag="moved"):
    """A seat makes a move."""

    seat: int
    move: str


class Chatted(Event, frozen=True, tag="chatted"):
    """A seat, or somebody who watches, says something."""

    seat: int
    text: str
    name: str = ""
    """By which somebody who watches wishes to be called."""


class Muted(Event, frozen=True, tag="muted"):
    """A seat does not want to hear another one any more, or wants to again."""

    seat: int
    other: int
    on: bool


class Opened(Event, frozen=True, tag="opened"):
    """A match is set up, as everybody hears it."""


class Seated(Event, frozen=True, tag="seated"):
    """Somebody takes a seat, as everybody hears it."""

    seat: int
    name: str


class Named(Event, frozen=True, tag="named"):
    """A seat belongs to somebody with a name, as everybody hears it."""

    seat: int
    name: str


class Begun(Event, frozen=True, tag="begun"):
    """Every seat is taken and the first one decides, as everybody hears it."""


class Silent(Event, frozen=True, tag="silent"):
    """Something happened that is not for this observer."""


class Left(Event, frozen=True, tag="left"):
    """Somebody leaves a seat: for good before the start, and until they come back in a running match."""

    seat: int


class Returned(Event, frozen=True, tag="returned"):
    """Somebody who had left is back, and decides again where a computer did meanwhile."""

    seat: int


class TakenOver(Event, frozen=True, tag="taken-over"):
    """A computer decides for a seat until its owner comes back."""

    seat: int
    level: int


class Resigned(Event, frozen=True, tag="resigned"):
    """A seat gives up."""

    seat: int


class Proposed(Event, frozen=True, tag="proposed"):
    """A seat asks all others to agree to something; for a take-back, to go back to the table after `ply` moves."""

    seat: int
    what: Proposal
    ply: int | None = None
    word: str = ""
    """For a rematch: the seat's word for its deal, said after the hash was published."""


class Agreed(Event, frozen=True, tag="agreed"):
    """A seat agrees to what was proposed."""

    seat: int
    word: str = ""


class Declined(Event, frozen=True, tag="declined"):
    """A seat declines what was proposed, or takes its own proposal back."""

    seat: int


class TakenBack(Event, frozen=True, tag="taken-back"):
    """The table is as it was after `ply` moves."""

    ply: int


class Paused(Event, frozen=True, tag="paused"):
    """The clocks stand still and nobody moves."""


class Resumed(Event, frozen=True, tag="resumed"):
    """A seat ends the pause."""

    seat: int


class Credited(Event, frozen=True, tag="credited"):
    """The clock that runs gets time back that the server was not there."""

    ms: int


class Hinted(Event, frozen=True, tag="hinted"):
    """A seat asks for a hint and gets one."""

    seat: int


class Stumbled(Event, frozen=True, tag="stumbled"):
    """A computer failed to answer and our own player decided in its place."""

    seat: int


class Finished(Event, frozen=True, tag="finished"):
    """The match is over and everything about it is open."""

    reason: Reason
    winner: int | None
    """The winning side; None for a draw or a match that was closed."""
    points: tuple[int, ...]
    seat: int | None = None
    """The seat that resigned or whose time ran out."""


class Rematched(Event, frozen=True, tag="rematched"):
    """All agreed to play again: the seats and tokens live on in another match."""

    match: str


class Silenced(Event, frozen=True, tag="silenced"):
    """A person in charge takes a seat's right to speak, or gives it back."""

    seat: int
    on: bool


class LineRemoved(Event, frozen=True, tag="line-removed"):
    """A person in charge takes away what was said in an entry; from now on that reads as silent."""

    number: int


Public = (
    Opened
    | Seated
    | Named
    | Disowned
    | Begun
    | Silent
    | Moved
    | Chatted
    | Muted
    | Left
    | Returned
    | TakenOver
    | Resigned
    | Proposed
    | Agreed
    | Declined
    | TakenBack
    | Paused
    | Resumed
    | Credited
    | Hinted
    | Stumbled
    | Finished
    | Rematched
    | Silenced
    | LineRemoved
)
"""What is sent to clients."""

Stored = (
    Created
    | Joined
    | Claimed
    | Disowned
    | Rotated
    | Started
    | Moved
    | Chatted
    | Muted
    | Left
    | Returned
    | TakenOver
    | Resigned
    | Proposed
    | Agreed
    | Declined
    | TakenBack
    | Paused
    | Resumed
    | Credited
    | Hinted
    | Stumbled
    | Finished
    | Rematched
    | Silenced
    | LineRemoved
)
"""What is written to the store."""

VERSION = 1


class Body(msgspec.Struct, frozen=True, array_like=True):
    """An entry's body: the version of these definitions, and what happened at one moment."""

    version: int
    events: tuple[Stored, ...]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Body)


def write_events(events: tuple[Stored, ...]) -> bytes:
    """Return the bytes that the store keeps."""
    return _encoder.encode(Body(VERSION, events))


def read_events(body: bytes) -> tuple[Stored, ...]:
    """Read what the store kept."""
    return _decoder.decode(body).events
