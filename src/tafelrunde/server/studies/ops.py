"""The operations on a study. Each is an entry of its log, with an id chosen by its author.

Chapters and nodes have names that the client makes; in a chapter that came as a record the start is `0` and its moves
are `1`, `2` and so on in the order of the text.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from tafelrunde.server.wire.messages import ActId, Asked

TITLE_LENGTH = 100
WORDS_LENGTH = 2_000
RECORD_LENGTH = 100_000
MOST_CHILDREN = 500

Title = Annotated[str, Meta(min_length=1, max_length=TITLE_LENGTH)]
ChapterId = Annotated[str, Meta(pattern="^[a-z0-9]{8,20}$")]
NodeId = Annotated[str, Meta(pattern="^(0|[1-9][0-9]{0,4}|[a-z][a-z0-9]{7,19})$")]
NewNodeId = Annotated[str, Meta(pattern="^[a-z][a-z0-9]{7,19}$")]
Move = Annotated[str, Meta(min_length=1, max_length=40)]
Words = Annotated[str, Meta(max_length=WORDS_LENGTH)]
Glyph = Annotated[int, Meta(ge=0, le=255)]


class Titled(Asked, frozen=True, tag_field="type", tag="title"):
    """The study has a name."""

    id: ActId
    title: Title


class ChapterAdded(Asked, frozen=True, tag_field="type", tag="add-chapter"):
    """One more chapter, after the others: a record of either notation in which nothing is hidden."""

    id: ActId
    chapter: ChapterId
    name: Title
    record: Annotated[str, Meta(max_length=RECORD_LENGTH)]


class ChapterNamed(Asked, frozen=True, tag_field="type", tag="name-chapter"):
    """A chapter has another name."""

    id: ActId
    chapter: ChapterId
    name: Title


class ChapterRemoved(Asked, frozen=True, tag_field="type", tag="remove-chapter"):
    """A chapter goes, with all that is in it."""

    id: ActId
    chapter: ChapterId


class ChaptersOrdered(Asked, frozen=True, tag_field="type", tag="order-chapters"):
    """Some chapters come first, in this order; the others follow in the order they had."""

    id: ActId
    chapters: Annotated[list[ChapterId], Meta(max_length=200)]


class MoveAdded(Asked, frozen=True, tag_field="type", tag="add"):
    """A move after a node. Where it is there already, the new name means that node too."""

    id: ActId
    chapter: ChapterId
    parent: NodeId
    node: NewNodeId
    move: Move


class NodeRemoved(Asked, frozen=True, tag_field="type", tag="remove"):
    """A move goes, with all that follows it."""

    id: ActId
    chapter: ChapterId
    node: NodeId


class NodeRestored(Asked, frozen=True, tag_field="type", tag="restore"):
    """A move that was taken out comes back, with all that followed it."""

    id: ActId
    chapter: ChapterId
    node: NodeId


class LinesOrdered(Asked, frozen=True, tag_field="type", tag="order"):
    """Some of the moves after a node come first, in this order; the first of all is the main line."""

    id: ActId
    chapter: ChapterId
    node: NodeId
    children: Annotated[list[NodeId], Meta(max_length=MOST_CHILDREN)]


class Said(Asked, frozen=True, tag_field="type", tag="say"):
    """What is said about a move, in words."""

    id: ActId
    chapter: ChapterId
    node: NodeId
    words: Words


class Noted(Asked, frozen=True, tag_field="type", tag="note"):
    """What programs say about a move and what is drawn on its board: commands as `[%arrow a1 b2]`."""

    id: ActId
    chapter: ChapterId
    node: NodeId
    commands: Words


class Judged(Asked, frozen=True, tag_field="type", tag="judge"):
    """How good a move is: its glyphs by their numbers."""

    id: ActId
    chapter: ChapterId
    node: NodeId
    glyphs: Annotated[list[Glyph], Meta(max_length=10)]


OfChapter = ChapterNamed | ChapterRemoved
OfNode = NodeRemoved | NodeRestored | LinesOrdered | Said | Noted | Judged
Op = Titled | ChapterAdded | ChaptersOrdered | MoveAdded | OfChapter | OfNode

encode = msgspec.json.Encoder().encode
decoder = msgspec.json.Decoder(Op)
