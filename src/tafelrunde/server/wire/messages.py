"""The messages of the protocol, version 1, over a WebSocket; what goes over HTTP is in `rest`.

Every message is a JSON object with its type in the field `type`. Seats are numbered from 0; -1 is a spectator.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tafelrunde.games import errors
from tafelrunde.games.core import MOST_SEATS
from tafelrunde.server.match.actions import AnyAction
from tafelrunde.server.match.events import AccountKind, ClockPlan, Finished, Proposed, Public, SeatKind
from tafelrunde.server.match.refusal import Code
from tafelrunde.server.match.state import Status
from tafelrunde.server.wire.games import TableShown

PROTOCOL = 1

MatchId = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{22}$")]
Token = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{32}$")]
ActId = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_.:-]{1,64}$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, msgspec.Meta(ge=-1, lt=MOST_SEATS)]
Why = dict[str, int | str]
"""The rule that a move breaks: its `code`, with its parameters beside it."""
EventNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Struct(msgspec.Struct, frozen=True):
    """The base of the parts of messages."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what clients send: a field that is not known is refused."""


# What a match looks like


class SeatShown(Struct, frozen=True):
    """A seat: who sits there, whether they have left, and which level of computer decides for it (0 for a person)."""

    kind: SeatKind
    name: str
    taken: bool
    left: bool
    level: int
    account: AccountKind | None = None
    """Whether the name is that of an account, and of whom; None for guests and computers."""


class ClockShown(Struct, frozen=True):
    """The milliseconds each seat has left at the moment `at`, and whose time runs."""

    left: list[int]
    running: int | None
    at: int


class ChatShown(Struct, frozen=True):
    """Something that was said, with the number of its event."""

    number: int
    seat: int
    text: str
    name: str = ""
    """By which somebody who watches wishes to be called."""


class MatchShown(Struct, frozen=True):
    """Everything about a match but the table."""

    id: str
    game: str
    options: dict[str, str]
    status: Status
    seats: list[SeatShown]
    sides: list[int]
    """The side each seat plays for."""
    turn: int | None
    """The seat that decides now."""
    ply: int
    """How many moves have been made."""
    clock_plan: ClockPlan | None
    clock: ClockShown | None
    listed: bool
    friendly: bool
    deal_hash: str | None
    """The SHA-256 of the deal's secret, published before anybody sits down."""
    next_deal_hash: str | None
    """The same for a rematch: who proposes or agrees to one may say a `word` for its deal."""
    proposal: Proposed | None
    agreed: list[int]
    finished: Finished | None
    next_match: str | None
    previous: str | None
    created: int
    pace: int = 0
    """Milliseconds at least between two moves, where only computers play."""
    hints: list[int] = []
    """By seat: how many hints it got; empty where nobody got one."""
    wins: list[int] = []
    """By seat: matches of this series won before; empty in the first one."""
    played: int = 0
    """Matches of this series played before."""
    rated: bool = False
    """Whether the result changes ratings: a name is needed to sit down."""
    known: bool = False
    """Whether whoever brought the match here knows its hidden cards: it goes on from a record."""


class Snapshot(Struct, frozen=True, tag_field="type", tag="snapshot"):
    """A match as one observer sees it after the event of that number."""

    match: str
    seat: int
    number: int
    state: MatchShown
    moves: list[str]
    chat: list[ChatShown]
    table: TableShown | None
    """None before the start, and where tables were not asked for."""


# From the server


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """The first message of every connection."""

    protocol: int
    server: str
    heartbeat: int
    """Send `ping` at least this often, in seconds: a silent connection is closed after three times as long."""
    now: int


class Happened(Struct, frozen=True, tag_field="type", tag="event", omit_defaults=True):
    """Something happened; numbers count up by one without a gap."""

    match: str
    seat: int
    number: int
    at: int
    events: tuple[Public, ...]
    state: MatchShown | None = None
    table: TableShown | None = None


class Ack(Struct, frozen=True, tag_field="type", tag="ack"):
    """An action is committed: it is the event of that number, now and for ever."""

    id: str
    number: int


class Refused(Struct, frozen=True, tag_field="type", tag="refusal", omit_defaults=True):
    """A message is refused and has changed nothing."""

    code: Code
    message: str
    id: str | None = None
    match: str | None = None
    why: Why | None = None


class Tried(Struct, frozen=True, tag_field="type", tag="tried"):
    """The answer to `try`: whether the move is legal, why not, and the table after it."""

    id: str
    legal: bool
    reason: str | None
    why: Why | None
    table: TableShown | None


class Presence(Struct, frozen=True, tag_field="type", tag="presence"):
    """Which seats are connected, and how many others watch."""

    match: str
    seats: list[bool]
    watching: int


class Unsubscribed(Struct, frozen=True, tag_field="type", tag="unsubscribed"):
    """The connection no longer follows a match from that seat: its token opens it no more, or the match is gone."""

    match: str
    seat: int
    reason: Code


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to `ping`, with the server's time in milliseconds."""

    now: int


class Goodbye(Struct, frozen=True, tag_field="type", tag="goodbye"):
    """The server closes the connection on purpose; come back after so many milliseconds."""

    reason: Literal["restart", "slow", "idle"]
    retry: int


ServerMessage = Welcome | Snapshot | Happened | Ack | Refused | Tried | Presence | Unsubscribed | Pong | Goodbye


# From the client


class Subscribe(Asked, frozen=True, tag_field="type", tag="subscribe"):
    """Follow a match from a seat (with its token) or as a spectator; events after `since` are told again."""

    match: MatchId
    token: Token | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)] | None = None
    """Without a token: the seat that belongs to the account this connection is signed in to."""
    since: EventNumber | None = None
    tables: bool = True
    """Whether snapshots and events carry the table and what is legal."""


class Unsubscribe(Asked, frozen=True, tag_field="type", tag="unsubscribe"):
    """Stop following a match from a seat."""

    match: MatchId
    seat: SeatNumber = -1


class Act(Asked, frozen=True, tag_field="type", tag="act"):
    """Act for a seat that this connection follows; the same `id` is carried out once, however often it is sent."""

    id: ActId
    match: MatchId
    seat: SeatNumber
    action: AnyAction


class Try(Asked, frozen=True, tag_field="type", tag="try"):
    """Ask what a move would do, without making it."""

    id: ActId
    match: MatchId
    seat: SeatNumber
    move: Annotated[str, msgspec.Meta(max_length=40)]


class Ping(Asked, frozen=True, tag_field="type", tag="ping"):
    """Show that the connection is alive."""


ClientMessage = Act | Subscribe | Unsubscribe | Try | Ping


def show_why(why: errors.Why | None) -> Why | None:
    """Return the reason of an illegal move as it is sent."""
    return None if why is None else {"code": why.code, **why.params}
