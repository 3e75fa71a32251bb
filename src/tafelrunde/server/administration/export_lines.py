"""The lines of an export: each is self-contained and names its kind."""

from __future__ import annotations

import msgspec

from tafelrunde import store
from tafelrunde.store.people import challenges, reports
from tafelrunde.store.people import exports as people
from tafelrunde.store.people.puzzles import Standing
from tafelrunde.store.people.ratings import Counted
from tafelrunde.store.studies import Kept


class Old(msgspec.Struct, array_like=True, frozen=True):
    """A match in an export of the first version."""

    match: str
    entries: list[store.Entry]
    summary: store.Summary
    tokens: list[tuple[str, int]]


class Line(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of all lines."""


class Head(Line, frozen=True, tag="export"):
    """The first line."""

    version: int


class Meta(Line, frozen=True, tag="meta"):
    """A name with its value."""

    name: str
    value: str


class Ban(Line, frozen=True, tag="ban"):
    """A token that is shut out."""

    hash: str
    at: int


class Act(Line, frozen=True, tag="act"):
    """A line of the audit log."""

    act: store.Act


class Person(Line, frozen=True, tag="person"):
    """An account with what opens it."""

    person: people.Person


class Revoked(Line, frozen=True, tag="revoked"):
    """A session or an API token that has ended."""

    key: str
    at: int


class Rating(Line, frozen=True, tag="puzzle"):
    """How hard a puzzle is."""

    puzzle: str
    standing: Standing


class Related(Line, frozen=True, tag="related"):
    """What an account is to another."""

    related: people.Related


class Result(Line, frozen=True, tag="result"):
    """What came of a rated match."""

    counted: Counted


class Report(Line, frozen=True, tag="report"):
    """What somebody reported."""

    report: reports.Report


class Challenge(Line, frozen=True, tag="challenge"):
    """A challenge that waits for an answer."""

    challenge: challenges.Challenge


class Study(Line, frozen=True, tag="study"):
    """A study with what was done in it."""

    study: Kept
    entries: list[store.Entry]


class Match(Line, frozen=True, tag="match"):
    """A match with its entries."""

    match: str
    entries: list[store.Entry]
    summary: store.Summary
    tokens: list[tuple[str, int]]


class End(Line, frozen=True, tag="end"):
    """The last line; without it something is missing."""

    lines: int


decoder = msgspec.json.Decoder(
    Head | Meta | Ban | Act | Person | Revoked | Related | Result | Rating | Report | Challenge | Study | Match | End
)
old_decoder = msgspec.json.Decoder(Old)
