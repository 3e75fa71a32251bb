"""Records: tags and moves of a match as text, read and written without loss.

Reading a record only splits it into tags, moves, move numbers and comments, and in notation 2 into variations and
glyphs; whether the moves are legal is checked when the record is replayed.
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

MAX_MOVES = 20_000
"""A record of notation 2 with more moves, variations included, is refused."""
MAX_DEPTH = 250
"""A record with more deeply nested variations is refused."""

DATE_TAG = "Date"
NOTATION_TAG = "Notation"
PLAIN, BRANCHED = "1", "2"
"""The versions of the notation: 1, which a record has that names none, and 2, with variations and glyphs."""
NOTATIONS = (PLAIN, BRANCHED)

GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The glyphs that have their own sign; any other is written `$n`."""
MAX_GLYPH = 255

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,63})[ \t]+"([^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"[ \t]*\]')
_SPACE = re.compile(r"\s+")
_COMMENT = re.compile(r"\{([^}]*)\}")
_NUMBER = re.compile(r"[0-9]{1,6}\.+")
_MOVE = re.compile(r"[^\s{}\[\]]+")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\r?\n")
_ESCAPED = re.compile(r'\\(["\\])')
_GLYPH = re.compile(r"\$(0|[1-9][0-9]{0,2})(?=[\s{}()\[$]|\Z)")
_WORD = re.compile(r"[^\s{}\[\]()$]+")
_JUDGED = re.compile(r"([^!]*?)(!!|\?\?|!\?|\?!|!|\?)?")


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

    kind: Literal["move", "number", "comment", "glyph", "open", "close"]
    text: str

    def __str__(self) -> str:
        return f"{{{self.text}}}" if self.kind == "comment" else self.text


OPEN, CLOSE = Token("open", "("), Token("close", ")")


class Shape:
    """Follows the variations of a body token by token, and reports errors in its structure."""

    def __init__(self) -> None:
        self.moves = 0
        self._played = [0]
        """The moves so far of the line and of those it lies in."""

    @property
    def depth(self) -> int:
        """How many variations are open."""
        return len(self._played) - 1

    def take(self, token: Token) -> str | None:
        """Take in a token; return what is wrong with it, None if nothing is."""
        if token.kind == "move":
            self.moves += 1
            self._played[-1] += 1
            return f"it has more than {MAX_MOVES} moves" if self.moves > MAX_MOVES else None
        if token.kind == "glyph":
            return None if self._played[-1] else "a glyph stands after a move"
        if token.kind == "open":
            if not self._played[-1]:
                return "a variation stands after the move it is an alternative to"
            self._played.append(0)
            return f"variations lie more than {MAX_DEPTH} deep" if self.depth > MAX_DEPTH else None
        if token.kind == "close":
            if not self.depth:
                return "no variation is open here"
            return None if self._played.pop() else "a variation has at least one move"
        return None


@dataclass(frozen=True)
class Record:
    """The tags of a match, in their order, and its moves with move numbers and comments between them."""

    tags: Mapping[str, str]
    body: tuple[Token, ...] = ()

    def __hash__(self) -> int:
        return hash((frozenset(self.tags.items()), self.body))

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the moves, variations left out."""
        return tuple(token.text for token in main_line(self.body) if token.kind == "move")

    @property
    def is_branched(self) -> bool:
        """Whether this is notation 2, by its tag or by what only notation 2 has."""
        has_signs = any(token.kind in ("open", "close", "glyph") for token in self.body)
        return has_signs or self.tags.get(NOTATION_TAG) == BRANCHED

    def with_tags(self, **tags: str) -> Record:
        """Return the record with tags changed in place or added at the end."""
        return replace(self, tags={**self.tags, **tags})

    def without_tags(self, *names: str) -> Record:
        """Return the record without some tags."""
        return replace(self, tags={name: value for name, value in self.tags.items() if name not in names})

    def with_move(self, move: object) -> Record:
        """Return the record with one more move; a swap action's words are joined with hyphens."""
        return replace(self, body=(*self.body, move_token(move)))

    def with_moves(self, moves: Iterable[object]) -> Record:
        """Return the record with every move of the main line replaced in its place, all else kept."""
        source = iter(moves)
        body, depth = [], 0
        for token in self.body:
            depth += (token.kind == "open") - (token.kind == "close")
            body.append(move_token(next(source)) if token.kind == "move" and not depth else token)
        return replace(self, body=tuple(body))

    def without_last_move(self) -> Record:
        """Return the record without the last move of the main line and what follows it; there must be one."""
        shape, last = Shape(), 0
        for index, token in enumerate(self.body):
            shape.take(token)
            if token.kind == "move" and not shape.depth:
                last = index
        return replace(self, body=self.body[:last])

    def __str__(self) -> str:
        tags = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in self.tags.items())
        return f"{tags}\n{_joined(self.body)}\n"


def main_line(body: Iterable[Token]) -> Iterator[Token]:
    """Iterate over the tokens that are in no variation."""
    depth = 0
    for token in body:
        depth += token.kind == "open"
        if not depth:
            yield token
        depth -= token.kind == "close"


def _joined(body: Iterable[Token]) -> str:
    """Write tokens with spaces between them, signs directly after their moves, brackets around their lines."""
    text: list[str] = []
    before: Token | None = None
    for token in body:
        is_sign = token.kind == "glyph" and not token.text.startswith("$")
        close = token.kind == "close" or (is_sign and before is not None and before.kind == "move")
        if before is not None and before.kind != "open" and not close:
            text.append(" ")
        text.append(str(token))
        before = token
    return "".join(text)


def date_text(day: date) -> str:
    """Return the value of the tag `Date`: year, month and day as ISO 8601 writes them."""
    return f"{day:%Y-%m-%d}"


def move_token(move: object) -> Token:
    """Return a move as written in a record."""
    return Token("move", str(move).replace(" ", "-"))


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def read_records(text: str) -> Iterator[Record]:
    """Iterate over the records of a text; raise RecordError at the first that cannot be parsed.

    A record ends where the next tag line follows its moves, or a blank line after its tags.
    """
    reader = _Reader(text)
    while (record := reader.next_record()) is not None:
        yield record


def read_record(text: str) -> Record:
    """Read a text that contains exactly one record; raise RecordError."""
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
        shape = Shape()
        closed = False
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                if body or closed:
                    break
                self._read_tag(tags)
                closed = self._skip_space() and "Game" in tags
            elif tags.get(NOTATION_TAG) == BRANCHED:
                body.extend(self._read_branched(shape))
                self._skip_space()
            else:
                body.append(self._read_token(shape.moves))
                shape.moves += body[-1].kind == "move"
                self._skip_space()
            self._check_length()
        if shape.depth:
            raise RecordError(self.number, "a variation is not closed")
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

    def _read_branched(self, shape: Shape) -> Iterator[Token]:
        """Read what stands here in notation 2: one token, or a move and its sign; raise RecordError."""
        start = self.at
        for token in self._split_branched(shape.moves):
            if wrong := shape.take(token):
                move = shape.moves + (token.kind != "move")
                raise RecordError(self.number, wrong, move, self.text[start : start + 20])
            yield token

    def _split_branched(self, moves: int) -> Iterator[Token]:
        bracket = self.text[self.at]
        if bracket in "()":
            self.at += 1
            yield OPEN if bracket == "(" else CLOSE
        elif bracket == "$":
            glyph = _GLYPH.match(self.text, self.at)
            if glyph is None or int(glyph[1]) > MAX_GLYPH:
                wrong = f"a glyph reads $0 to ${MAX_GLYPH}"
                raise RecordError(self.number, wrong, moves + 1, self.text[self.at : self.at + 20])
            self.at = glyph.end()
            yield Token("glyph", glyph[0])
        elif _NUMBER.match(self.text, self.at) or not (
            word := _WORD.match(self.text, self.at, self.start + MAX_LENGTH + 1)
        ):
            yield self._read_token(moves)
        else:
            self.at = word.end()
            judged = _JUDGED.fullmatch(word[0])
            if judged is None or judged[1].endswith("?"):
                raise RecordError(self.number, "signs such as !? stand at the end of a move", moves + 1, word[0])
            if judged[1]:
                yield Token("move", judged[1])
            if judged[2]:
                yield Token("glyph", judged[2])
