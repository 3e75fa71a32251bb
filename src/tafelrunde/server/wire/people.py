"""The bodies of requests and answers about people, over HTTP. Moments are milliseconds since 1970."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from tafelrunde.server.match.events import AccountKind
from tafelrunde.server.wire.messages import Asked, EventNumber, MatchId, SeatNumber, Struct, Token
from tafelrunde.server.wire.rest import SummaryShown, Terms

Scope = Literal["read", "play"]
Outcome = Literal["", "won", "lost", "drawn"]
Key = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{22}$")]
Label = Annotated[str, msgspec.Meta(max_length=60)]
AccountName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Credential = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,1400}$")]


class Empty(Asked, frozen=True):
    """Nothing is asked for but the act itself."""


class RegisterAsked(Asked, frozen=True):
    """A name for a new account. A bot's account is marked as one for ever."""

    name: AccountName
    kind: AccountKind = "person"


class Question(Struct, frozen=True):
    """What a passkey is asked: `options` goes to the browser, and its answer comes back with the `ceremony`."""

    ceremony: str
    options: dict[str, Any]


class Proof(Asked, frozen=True):
    """A passkey's answer, and what this device is to be called in the list of devices."""

    ceremony: Key
    credential: dict[str, Any]
    label: Label = ""


class RecoverAsked(Asked, frozen=True):
    """A recovery code, which is used up by it."""

    code: Annotated[str, msgspec.Meta(max_length=40)]
    label: Label = ""


class AccountShown(Struct, frozen=True):
    """One's own account."""

    name: str
    kind: AccountKind
    created: int
    moderator: bool = False


class Me(Struct, frozen=True):
    """Whom this device is signed in as; nobody for a guest."""

    account: AccountShown | None
    session: str | None = None


class Welcomed(Struct, frozen=True):
    """A new account or new recovery codes: they are told only once."""

    account: AccountShown
    codes: list[str]


class SessionShown(Struct, frozen=True):
    """A device that is signed in; `current` is the one that asks."""

    id: str
    label: str
    created: int
    seen: int
    current: bool


class PasskeyShown(Struct, frozen=True):
    """A passkey."""

    credential: str
    label: str
    created: int
    used: int


class ApiTokenShown(Struct, frozen=True):
    """A token for scripts, without the token itself."""

    id: str
    label: str
    scopes: list[Scope]
    created: int
    used: int


class DevicesShown(Struct, frozen=True):
    """Everything that opens one's account."""

    sessions: list[SessionShown]
    passkeys: list[PasskeyShown]
    tokens: list[ApiTokenShown]
    codes: int
    """Recovery codes that are left."""


class SessionNamed(Asked, frozen=True):
    """A session or an API token."""

    id: Key


class PasskeyNamed(Asked, frozen=True):
    """A passkey."""

    credential: Credential


class ApiTokenAsked(Asked, frozen=True):
    """A new token for scripts: `read` shows one's matches, `play` makes, joins and plays them."""

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    scopes: Annotated[list[Scope], msgspec.Meta(min_length=1, max_length=2)]


class ApiTokenGiven(Struct, frozen=True):
    """A new token for scripts; it is told only once."""

    id: str
    token: str


class ClaimAsked(Asked, frozen=True):
    """The tokens of the seats that this device holds."""

    tokens: Annotated[list[Token], msgspec.Meta(max_length=100)]


class ClaimShown(Struct, frozen=True):
    """How many seats are one's own now, and how many cannot be: they belong to somebody else."""

    claimed: int
    others: int


class OwnedMatch(Struct, frozen=True):
    """A match in which one has a seat."""

    seat: int
    outcome: Outcome
    match: SummaryShown


class OwnedPage(Struct, frozen=True):
    """One's matches of one kind, the newest first; `next` leads to older ones."""

    matches: list[OwnedMatch]
    next: str | None


class DeleteAsked(Asked, frozen=True):
    """One's own name, so that nobody deletes an account by mistake."""

    name: AccountName


class ChallengeAsked(Asked, frozen=True):
    """Challenge whoever has a name."""

    name: AccountName
    terms: Terms


class ChallengesShown(Struct, frozen=True):
    """Open matches: in which a seat is kept for one, and in which one waits for whom one has challenged."""

    received: list[SummaryShown]
    sent: list[SummaryShown]


ReportReason = Literal["abuse", "cheating", "stalling", "name", "other"]
Decision = Literal["dismiss", "mute", "remove-line", "suspend", "rename"]
PersonAct = Literal["suspend", "unsuspend", "rename"]
Reason = Annotated[str, msgspec.Meta(max_length=500)]


class ReportAsked(Asked, frozen=True):
    """Report whoever sits on a seat (-1: who watches), or what they said in the event of a number."""

    match: MatchId
    seat: SeatNumber
    reason: ReportReason
    line: EventNumber | None = None
    text: Annotated[str, msgspec.Meta(max_length=500)] = ""


class ReportShown(Struct, frozen=True):
    """A report, with the names of who reports and who is reported; empty for guests."""

    id: int
    at: int
    reporter: str
    reported: str
    match: str
    text: str
    left: int
    """Rated matches that who is reported has left in a month."""
    seat: int | None
    """What it is about: a seat (-1: who watches), and the event in which something was said."""
    line: int | None


class ReportsShown(Struct, frozen=True):
    """What nobody has looked at so far, the oldest first."""

    reports: list[ReportShown]


class ResolveAsked(Asked, frozen=True):
    """What a moderator decides about a report: `mute` needs a seat, `remove-line` a line, `rename` a new name.

    Whatever is done to somebody needs a reason.
    """

    decision: Decision
    seat: SeatNumber | None = None
    line: EventNumber | None = None
    new: AccountName | None = None
    why: Reason = ""


class PersonActAsked(Asked, frozen=True):
    """What a moderator does to whoever has a name, with the reason; `rename` needs a new one."""

    name: AccountName
    act: PersonAct
    why: Reason
    new: AccountName | None = None


class ActShown(Struct, frozen=True):
    """A line of the audit log."""

    number: int
    at: int
    who: str
    what: str
    match: str
    target: str
    why: str


class ActsShown(Struct, frozen=True):
    """What was done by those in charge, the newest first."""

    acts: list[ActShown]


class PlayAsked(Asked, frozen=True):
    """Ask how somebody plays, as a moderator."""

    name: AccountName


class ConductShown(Struct, frozen=True):
    """How somebody's turns were, in the eyes of the computer: those in which something was to be decided."""

    turns: int
    best: float
    """The share of turns that were as good as the computer's; off by `margin` at most, in 95 of 100 cases."""
    margin: float
    given: float
    """What a turn gave away in the mean, as a part of a win."""
    seconds: float | None
    """How long a turn took, in the median."""


class PlayMatchShown(Struct, frozen=True):
    """A rated match of somebody, with how they and the others played; None where nothing was to be decided."""

    match: str
    pool: str
    at: int
    own: ConductShown | None
    others: ConductShown | None


class MetShown(Struct, frozen=True):
    """How all matches of somebody ended against one of those whom they met most often."""

    name: str
    won: int
    drawn: int
    lost: int


class PlayShown(Struct, frozen=True):
    """How somebody played in their last rated matches with people, as far as that is known, and all together."""

    name: str
    of: int
    """How many matches there are to look at; fewer are in `matches` while the computer is still looking."""
    matches: list[PlayMatchShown]
    own: ConductShown | None
    others: ConductShown | None
    met: list[MetShown]
    """Whom they met most often, of all whom they played: somebody may have lost to them on purpose."""
