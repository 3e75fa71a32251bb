"""The messages of seeks and the lobby, over a WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tafelrunde.server.match.events import AccountKind, ClockPlan
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire.messages import ActId, Asked, Name, Struct, Token
from tafelrunde.server.wire.rest import SummaryShown, Terms

SeekId = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{22}$")]
EndReason = Literal["cancelled", "expired", "replaced", "signed-out", "lost"]


class SeekShown(Struct, frozen=True):
    """Somebody who looks for others, as everybody sees it."""

    id: str
    game: str
    options: dict[str, str]
    clock: ClockPlan | None
    rated: bool
    seats: int
    """How many play, with whoever looks."""
    name: str
    account: AccountKind | None
    rating: int | None
    """None for guests, and for those who have none yet."""
    since: int


# From the client


class Seek(Asked, frozen=True, tag_field="type", tag="seek"):
    """Look for somebody to play with, as long as this connection lasts; the same `token` again goes on.

    The token is made by the client from 192 random bits and opens the seat. `answer` sits down with somebody who looks:
    then the terms are theirs, and those here are not looked at.
    """

    id: ActId
    token: Token
    name: Name
    terms: Terms | None = None
    answer: SeekId | None = None
    range: Annotated[int, msgspec.Meta(ge=50, le=4000)] = 150
    """How far the rating of the others may be away at first; it widens with waiting."""


class CancelSeek(Asked, frozen=True, tag_field="type", tag="cancel-seek"):
    """Look no more."""

    id: ActId


class WatchLobby(Asked, frozen=True, tag_field="type", tag="watch-lobby"):
    """Hear who looks for others and which tables are open, now and whenever it changes; or no more."""

    on: bool


# From the server


class Seeking(Struct, frozen=True, tag_field="type", tag="seeking"):
    """Somebody is looked for."""

    id: str
    seek: SeekShown


class ComputerOffered(Struct, frozen=True, tag_field="type", tag="computer-offered"):
    """Nobody has come so far: a computer of about the same strength would pass the time. The seek goes on."""

    id: str
    level: int


class Paired(Struct, frozen=True, tag_field="type", tag="paired"):
    """The match is there, and the token of the seek opens a seat of it."""

    id: str
    match: str
    seat: int


class SeekEnded(Struct, frozen=True, tag_field="type", tag="seek-ended"):
    """Nobody is looked for any more."""

    id: str
    reason: EndReason


class LobbyShown(Struct, frozen=True, tag_field="type", tag="lobby"):
    """Who looks for others and which tables are open, the newest first."""

    seeks: list[SeekShown]
    open: list[SummaryShown]


ClientMessage = wire.ClientMessage | Seek | CancelSeek | WatchLobby
ServerMessage = wire.ServerMessage | Seeking | ComputerOffered | Paired | SeekEnded | LobbyShown
