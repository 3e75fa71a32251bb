"""Records: tags and moves of a match as text, read and written without loss.

Reading a record only splits it into tags, moves, move numbers and comments; whether the moves are legal is seen when
the record is replayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal, NamedTuple

from tafelrunde.games.errors import TafelrundeError, quoted

MAX_LENGTH = 1_000_000
"""A longer record is refused; the longest games need a few thousand characters."""

DATE_TAG = "Date"

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,63})[ \t]+"([^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"[ \t]*\]')
_SPACE = re.compile(r"\s+")
_COMMENT = re.compile(r"\{([^}]*)\}")
_NUMBER = re.compile(r"[0-9]{1,6}\.+")
_MOVE = re.compile(r"[^\s{}\[\]]+")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\r?\n")
_ESCAPED = re.compile(r'\\(["\\])')


class RecordError(TafelrundeError):
    """A record breaks the notation or the rules; says which record, which move and why."""

    code = "bad-record"

    def __init__(self, record: int, reason: str, move: int | None = None, token: str | None = None) -> None:
        where = f"record {record}"
        if move is not None:
            where += f", move {move}"
        if token is not None:
            where += f" {quoted(token)}"
        super().__init__(f"{where}: {reason}")
        self.record = record
        self.move = move
        self.token = token
        self.reason = reason


class Token(NamedTuple):
    """A piece of a record's body."""

    kind: Literal["move", "number", "comment"]
    text: str

    def __str__(self) -> str:
        return f"{{{self.text}}}" if self.kind == "comment" else self.text


@dataclass(frozen=True)
class Record:
    """The tags of a match, in their order, and its moves with move numbers and comments between them."""

    tags: Mapping[str, str]
    body: tuple[Token, ...] = ()

    def __hash__(self) -> int:
        return hash((frozenset(self.tags.items()), self.body))

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the moves."""
        return tuple(token.text for token in self.body if token.kind == "move")

    def with_tags(self, **tags: str) -> Record:
        """Return the record with tags changed in place or added at the end."""
        return replace(self, tags={**self.tags, **tags})

    def without_tags(self, *names: str) -> Record:
        """Return the record without some tags."""
        return replace(self, tags={name: value for name, value in self.tags.items() if name not in names})

    def with_move(self, move: object) -> Record:
        """Return the record with a move more; a swap action's words are joined with hyphens."""
        return replace(self, body=(*self.body, move_token(move)))

    def with_moves(self, moves: Iterable[object]) -> Record:
        """Return the record with every move replaced in its place, comments and numbers kept."""
        source = iter(moves)
        body = tuple(move_token(next(source)) if token.kind == "move" else token for token in self.body)
        return replace(self, body=body)

    def __str__(self) -> str:
        tags = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in self.tags.items())
        return f"{tags}\n{' '.join(map(str, self.body))}\n"


def date_text(day: date) -> str:
    """Return the value of the tag `Date`: year, month and day as ISO 8601 writes them."""
    return f"{day:%Y-%m-%d}"


def move_token(move: object) -> Token:
    """Return a move as it stands in a record."""
    return Token("move", str(move).replace(" ", "-"))


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def read_records(text: str) -> Iterator[Record]:
    """Run through the records of a text; raise RecordError at the first that does not read as one.

    A record ends where the next tag line follows its moves, or a blank line after its tags.
    """
    reader = _Reader(text)
    while (record := reader.next_record()) is not None:
        yield record


def read_record(text: str) -> Record:
    """Read a text that holds exactly one record; raise RecordError."""
    records = read_records(text)
    record = next(records, None)
    if record is None:
        raise RecordError(1, "there is no record")
    if next(records, None) is not None:
        raise RecordError(2, "one record was expected, not several")
    return record


def write_records(records: Iterable[Record]) -> str:
    """Write records one after the other."""
    return "\n".join(map(str, records))


class _Reader:
    """Splits a text into records, one at a time."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 1 if text.startswith("\ufeff") else 0
        self.number = 0
        self.start = self.at

    def next_record(self) -> Record | None:
        """Return the next record; None at the end."""
        self._skip_space()
        if self.at == len(self.text):
            return None
        self.number += 1
        self.start = self.at
        tags: dict[str, str] = {}
        body: list[Token] = []
        moves = 0
        closed = False
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                if body or closed:
                    break
                self._read_tag(tags)
                closed = self._skip_space() and "Game" in tags
            else:
                body.append(self._read_token(moves))
                moves += body[-1].kind == "move"
                self._skip_space()
            self._check_length()
        return Record(tags, tuple(body))

    def _check_length(self) -> None:
        if self.at - self.start > MAX_LENGTH:
            raise RecordError(self.number, f"it is longer than {MAX_LENGTH} characters")

    def _skip_space(self) -> bool:
        """Go past white space; tell whether it held a blank line."""
        space = _SPACE.match(self.text, self.at)
        if space is None:
            return False
        self.at = space.end()
        return _BLANK_LINE.search(space[0]) is not None

    def _read_tag(self, tags: dict[str, str]) -> None:
        # What is too long anyway is not looked at.
        end = self.start + MAX_LENGTH + 1
        tag = _TAG.match(self.text, self.at, end)
        if tag is None:
            line, newline, _ = self.text[self.at : end].partition("\n")
            if end < len(self.text) and not newline:
                self.at = end
                self._check_length()
            raise RecordError(self.number, 'a tag line reads [Name "value"]', token=line[:200])
        if tag[1] in tags:
            raise RecordError(self.number, f"tag {tag[1]} stands twice", token=tag[1])
        tags[tag[1]] = _ESCAPED.sub(r"\1", tag[2])
        self.at = tag.end()

    def _read_token(self, moves: int) -> Token:
        if comment := _COMMENT.match(self.text, self.at):
            self.at = comment.end()
            return Token("comment", comment[1])
        if number := _NUMBER.match(self.text, self.at):
            self.at = number.end()
            return Token("number", number[0])
        if move := _MOVE.match(self.text, self.at):
            self.at = move.end()
            return Token("move", move[0])
        bracket = self.text[self.at]
        reason = "a comment is not closed" if bracket == "{" else f"{bracket!r} does not belong here"
        raise RecordError(self.number, reason, move=moves + 1, token=self.text[self.at : self.at + 200])
