"""What an observer may know of the body of a record in notation 2 while the match is played.

Variations are made by somebody who may have known everything. So of a match with secrets an observer keeps only
alternatives that are their own and end with that one move: whether it is legal follows from the own hand and the open
table. What anybody else could have played, and whatever comes after, depends on hidden hands and on the stack.
Judgements go for the same reason: glyphs, and in comments everything that a program wrote but clocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tafelrunde.records.comments import without_judgement
from tafelrunde.records.record import Token


def known_body(body: Sequence[Token], own: set[int]) -> Iterator[Token]:
    """Iterate over the main line without judgements, and over the observer's own alternatives, given by their places.

    What stands in the main line must be redacted already.
    """
    kept: list[bool] = []
    for index, token in enumerate(body):
        if token.kind == "open":
            first = next(at for at in range(index, len(body)) if body[at].kind == "move")
            kept.append(first in own)
        if token.kind in ("open", "close"):
            if kept[-1]:
                yield token
            if token.kind == "close":
                kept.pop()
        elif kept:
            if index in own:
                yield token
        elif token.kind == "comment":
            words = without_judgement(token.text)
            if words or words == token.text:
                yield Token("comment", words)
        elif token.kind != "glyph":
            yield token
