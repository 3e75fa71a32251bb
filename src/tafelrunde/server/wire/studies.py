"""The messages of shared studies: operations over HTTP, others' changes over a WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tafelrunde.server.match.refusal import Code
from tafelrunde.server.studies.ops import Op, Title
from tafelrunde.server.wire.messages import Asked, Name, Struct, Token

StudyId = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{22}$")]
Role = Literal["read", "write", "keep"]
"""`keep` may also delete it and make new links."""
MOST_OPS = 50

# Over HTTP


class StudyWanted(Asked, frozen=True):
    """A new study. The client makes its tokens from 192 random bits, so that a lost answer can be asked for again."""

    title: Title
    read: Token
    write: Token
    keep: Token


class StudyGiven(Struct, frozen=True):
    """A study that was made."""

    id: str


class StudyListed(Struct, frozen=True):
    """One of one's own studies."""

    id: str
    title: str
    created: int
    changed: int


class StudyEntry(Struct, frozen=True):
    """Something that was done; numbers count up by one without a gap."""

    number: int
    at: int
    op: Op


class StudyLog(Struct, frozen=True):
    """What was done in a study after a number: folded in this order it is the study."""

    id: str
    title: str
    """Its name by now."""
    role: Role
    number: int
    entries: list[StudyEntry]


class OpsAsked(Asked, frozen=True):
    """Things to do, one after the other; each `id` is done once, however often it is sent.

    `tokens` are those of one's seats: nobody looks into a match that they are playing.
    """

    ops: Annotated[list[Op], msgspec.Meta(min_length=1, max_length=MOST_OPS)]
    tokens: Annotated[tuple[Token, ...], msgspec.Meta(max_length=20)] = ()


class OpDone(Struct, frozen=True):
    """What became of something: its number in the log, or why it was not done."""

    id: str
    number: int | None
    code: Code | None = None
    message: str = ""


class OpsDone(Struct, frozen=True):
    """What became of several things, in their order."""

    done: list[OpDone]


class LinksAsked(Asked, frozen=True):
    """New links: the old ones no longer open the study. One that is not named stays as it is."""

    read: Token | None = None
    write: Token | None = None


# Over a WebSocket


class FollowStudy(Asked, frozen=True, tag_field="type", tag="follow-study"):
    """Hear what is done in a study after a number, and who is there. Without a token: as its owner."""

    study: StudyId
    since: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    name: Name
    token: Token | None = None


class UnfollowStudy(Asked, frozen=True, tag_field="type", tag="unfollow-study"):
    """Hear no more of a study."""

    study: StudyId


class StudyTold(Struct, frozen=True, tag_field="type", tag="study-told"):
    """What was done in a study since the last time."""

    study: str
    entries: list[StudyEntry]
    number: int
    """How far the log is known with them."""


class StudyPerson(Struct, frozen=True):
    """Somebody who has a study open."""

    id: str
    name: str
    writes: bool


class StudyPeople(Struct, frozen=True, tag_field="type", tag="study-people"):
    """Who has a study open, and which of them this connection is."""

    study: str
    you: str
    people: list[StudyPerson]


class StudyClosed(Struct, frozen=True, tag_field="type", tag="study-closed"):
    """The study cannot be followed: it is gone, or the link no longer opens it."""

    study: str
    reason: Code


Asking = FollowStudy | UnfollowStudy
ServerMessage = StudyTold | StudyPeople | StudyClosed
