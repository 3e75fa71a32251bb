"""The bodies of requests and answers about profiles, ratings and leaderboards. Moments are milliseconds since 1970."""

from __future__ import annotations

from typing import Literal

from tafelrunde.server.match.events import AccountKind
from tafelrunde.server.wire.messages import Asked, Struct
from tafelrunde.server.wire.people import AccountName, Outcome
from tafelrunde.server.wire.rest import SummaryShown

RelationKind = Literal["", "follow", "block"]


class RatingShown(Struct, frozen=True):
    """A rating in a pool: a game, a form of it and a tempo, as in `tokan standard live`."""

    pool: str
    rating: int
    deviation: int
    games: int
    provisional: bool
    """Whether it is too uncertain to be compared with others."""
    at: int


class TallyShown(Struct, frozen=True):
    """How matches of a pool ended, or against somebody: an account by its name, a computer by its level."""

    pool: str
    won: int
    drawn: int
    lost: int
    level: int = 0
    name: str = ""


class LuckShown(Struct, frozen=True):
    """What came of rated matches of a pool in the mean, as a part of a win, and what is left without what cards gave.

    The true mean is within `margin` of `net` in 95 of 100 cases.
    """

    pool: str
    games: int
    result: float
    net: float
    margin: float


class ProfileShown(Struct, frozen=True):
    """Somebody's page, with what they allow to be seen."""

    name: str
    kind: AccountKind
    since: int
    ratings: list[RatingShown]
    pools: list[TallyShown]
    """By pool, against everybody; empty where matches are not shown."""
    levels: list[TallyShown]
    """By pool and level, against computers."""
    opponents: list[TallyShown]
    """Those met most often, in all pools; on one's own page only."""
    own: bool
    relation: RelationKind
    luck: list[LuckShown]
    """By pool, for games with cards, after a few matches; empty where matches are not shown."""


class PointShown(Struct, frozen=True):
    """A rating after a match."""

    at: int
    rating: int
    deviation: int


class CurveShown(Struct, frozen=True):
    """How a rating came about, the oldest first; very long curves are cut at their beginning."""

    pool: str
    points: list[PointShown]


class RatedMatchShown(Struct, frozen=True):
    """A rated match of somebody; running ones have no rating yet."""

    seat: int
    outcome: Outcome
    match: SummaryShown
    rating: int | None


class RatedPage(Struct, frozen=True):
    """Somebody's rated matches in a pool: the running ones, then the newest that are over, before `next` older ones."""

    running: list[RatedMatchShown]
    matches: list[RatedMatchShown]
    next: int | None


class PlaceShown(Struct, frozen=True):
    """A line of a leaderboard."""

    place: int
    name: str
    kind: AccountKind
    rating: int
    deviation: int
    games: int


class BoardShown(Struct, frozen=True):
    """The best of a pool whose ratings are certain, and what computers would have there by level, where measured."""

    pool: str
    places: list[PlaceShown]
    levels: list[int]


class Public(Asked, frozen=True):
    """What others may see of oneself: a page at all, rated matches and statistics on it, a place on leaderboards."""

    profile: bool = True
    matches: bool = True
    board: bool = True


class RelationAsked(Asked, frozen=True):
    """Follow somebody, block them, or neither."""

    name: AccountName
    kind: RelationKind


class RelationShown(Struct, frozen=True):
    """Somebody whom one follows or blocks."""

    name: str
    kind: AccountKind
    since: int


class RelationsShown(Struct, frozen=True):
    """Whom one follows and whom one blocks, the newest first."""

    follows: list[RelationShown]
    blocks: list[RelationShown]
