"""The bodies of requests and answers over HTTP. Seats are numbered from 0."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tafelrunde.games.core import MOST_SEATS
from tafelrunde.players.registry import PERFECT
from tafelrunde.server.match.actions import AnyAction, Word
from tafelrunde.server.match.events import ClockPlan, Finished, SeatKind
from tafelrunde.server.match.refusal import Code
from tafelrunde.server.match.state import Status
from tafelrunde.server.wire.messages import ActId, Asked, Happened, Name, SeatShown, Struct, Token, Why


class SeatAsked(Asked, frozen=True):
    """A seat of a new match. A local one is the creator's own; several may sit at one screen."""

    kind: SeatKind
    name: Name | None = None
    level: Annotated[int, msgspec.Meta(ge=1, le=PERFECT)] | None = None
    """From 1 to 8; 9 thinks until it knows, where the game's `abilities` name `perfect`."""
    engine: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    """The name of a computer opponent that the server was configured with, in place of our own."""
    word: Word | None = None


class ClockAsked(Asked, frozen=True):
    """Live: seconds for the whole match and an increment for each move. Days: seconds for each move."""

    kind: Literal["live", "days"]
    seconds: Annotated[int, msgspec.Meta(ge=10, le=30 * 86400)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0


class Terms(Asked, frozen=True):
    """What is to be played."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    options: Annotated[
        dict[Annotated[str, msgspec.Meta(max_length=40)], Annotated[str, msgspec.Meta(max_length=40)]],
        msgspec.Meta(max_length=10),
    ] = msgspec.field(default_factory=dict)
    clock: ClockAsked | None = None
    rated: bool = False
    """Needs a name on every seat."""


class Create(Asked, frozen=True):
    """A new match."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    seats: Annotated[list[SeatAsked], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    options: Annotated[
        dict[Annotated[str, msgspec.Meta(max_length=40)], Annotated[str, msgspec.Meta(max_length=40)]],
        msgspec.Meta(max_length=10),
    ] = msgspec.field(default_factory=dict)
    draw_seats: bool = False
    """Whether chance decides who sits where."""
    clock: ClockAsked | None = None
    listed: bool = False
    friendly: bool = True
    rated: bool = False
    """Whether the result counts: with a clock, in one of the game's forms, and a name on every seat. A rated match is
    not friendly, and nothing in it is paused, taken back or left to a computer."""
    pace: Annotated[int, msgspec.Meta(ge=0, le=5000)] = 0
    """Milliseconds at least between two moves, where only computers play and people watch."""
    record: Annotated[str, msgspec.Meta(max_length=100_000)] | None = None
    """Where to begin: after the last move of this record, whose game and options hold. Where its deal hides something,
    only people here and computers may sit down to that."""
    tokens: Annotated[list[Token], msgspec.Meta(max_length=100)] | None = None
    """With a record: the seats of whoever asks, since nobody tries out a match they are playing."""
    key: Token | None = None
    """192 random bits of the client's, as secret as the seats' tokens, which follow from it (an idempotency key).

    After a lost answer the same key gets the same match and the same tokens.
    """


class HintShown(Struct, frozen=True):
    """A move that a strong player would make, and how many hints the seat has had."""

    move: str
    hints: int


class SeatGiven(Struct, frozen=True):
    """A seat and the token that opens it; it is told only once."""

    seat: int
    token: str


class CreatedShown(Struct, frozen=True):
    """A new match with the tokens of the local seats, and of the invited ones to be passed on."""

    match: str
    seats: list[SeatGiven]
    deal_hash: str | None
    """None where the match goes on from a record: nothing is dealt."""


class Withdraw(Asked, frozen=True):
    """End the match that was made with a key, if there is one: nobody goes on with it here."""

    key: Token


class WithdrawnShown(Struct, frozen=True):
    """Whether there is a match with that key; it is over now."""

    found: bool


class Join(Asked, frozen=True):
    """Take a seat: the first free one, or a certain one, or the one an invitation's token is for.

    With a `new_token` of 192 random bits, made by the client, joining can be repeated after a lost answer: the same
    token gets the same seat.
    """

    name: Name
    seat: Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)] | None = None
    token: Token | None = None
    word: Word | None = None
    new_token: Token | None = None


class Rotate(Asked, frozen=True):
    """Take a new token for the seat that the token in the header opens; all other devices are signed out."""

    new_token: Token | None = None


class ActAsked(Asked, frozen=True):
    """An action over HTTP; the token is in the header."""

    id: ActId
    action: AnyAction


class TrackAsked(Asked, frozen=True):
    """The tokens whose matches are looked for."""

    tokens: Annotated[list[Token], msgspec.Meta(max_length=100)]


class SummaryShown(Struct, frozen=True):
    """A match in the lobby."""

    id: str
    game: str
    options: dict[str, str]
    status: Status
    seats: list[SeatShown]
    clock_plan: ClockPlan | None
    friendly: bool
    created: int
    changed: int
    finished: Finished | None
    rated: bool = False
    turn: int | None = None
    """The seat that decides, as far as it is looked up: for the newest of one's own matches that run."""


class LobbyPage(Struct, frozen=True):
    """Matches of one kind, the newest first; `next` leads to older ones."""

    matches: list[SummaryShown]
    next: str | None


class OwnMatch(Struct, frozen=True):
    """A match that a token has a seat in; `token` is the place of that token in what was asked."""

    token: int
    seat: int
    match: SummaryShown


class EventsShown(Struct, frozen=True):
    """Events in their order, as they are sent over a WebSocket."""

    events: list[Happened]


class OptionShown(Struct, frozen=True, omit_defaults=True):
    """An option and its words, the default first.

    `only` names the words of other options beside which it has a meaning; without it, it always has one.
    """

    name: str
    choices: list[str]
    only: dict[str, list[str]] = msgspec.field(default_factory=dict)
    unwritten: bool = False
    """Whether records leave it out where it is the default."""
    breaks_ties: bool = False


class GameShown(Struct, frozen=True):
    """A game with its options; `seats` is their number by default.

    `abilities` says what can be done with it: `solve`, `perfect`, `edit`, `hands`, `swap`, `draft`, `teams`,
    `revanche`; unknown ones should be ignored. `family` is that of its tables.
    """

    name: str
    title: str
    rules_version: int
    options: list[OptionShown]
    presets: dict[str, dict[str, str]]
    seats: int
    revanche: bool
    abilities: list[str]
    family: str
    balanced: list[str]
    """The presets of which balanced starts are known."""


class GamesShown(Struct, frozen=True):
    """All games, the levels of computer players and the engines the server was configured with."""

    games: list[GameShown]
    levels: list[int]
    engines: list[str]


class Health(Struct, frozen=True):
    """Whether the server can do its work."""

    status: Literal["ok", "unavailable", "stopping"]
    version: str
    matches: int
    connections: int


class ErrorShown(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused."""

    code: Code
    message: str
    why: Why | None = None
