"""The state of a study: the fold of its operations (event sourcing).

Everybody folds the same log in the same order and comes to the same study; what does not fit any more changes nothing.
Of what is said the last word counts, field by field (last writer wins); what was taken out keeps its place as a
tombstone and can come back; whatever is done to something that is gone is ignored. The rules were asked before anything
was written, and are not asked here.
The page does exactly the same in `web/src/study/shared/model.ts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tafelrunde.records import comments
from tafelrunde.records.record import GLYPHS, Record, read_record
from tafelrunde.records.tree import record_of
from tafelrunde.server.studies import ops as do

ROOT = "0"
_OPENING = re.compile(r"\[%+")
_NUMBERS = {sign: number for number, sign in GLYPHS.items()}


class Node:
    """A moment of a chapter."""

    __slots__ = ("children", "commands", "glyphs", "id", "is_gone", "move", "parent", "starting_comment", "words")

    def __init__(self, name: str, parent: Node | None, move: str) -> None:
        self.id = name
        self.parent = parent
        self.move = move
        self.words = ""
        self.commands = ""
        self.starting_comment = ""
        self.glyphs: list[int] = []
        self.children: list[Node] = []
        """What may follow, in its order, with what was taken out."""
        self.is_gone = False

    @property
    def comment(self) -> str:
        """What is said after the move, commands included."""
        return " ".join(filter(None, (self.commands, self.words)))

    @property
    def variations(self) -> list[Node]:
        """What may follow, the main line first."""
        return [child for child in self.children if not child.is_gone]

    @property
    def is_alive(self) -> bool:
        """Whether neither the node nor anything that leads to it was taken out."""
        node: Node | None = self
        while node is not None:
            if node.is_gone:
                return False
            node = node.parent
        return True

    def variation(self, move: str) -> Node | None:
        """Return the node that a move leads to from here."""
        return next((child for child in self.children if child.move == move and not child.is_gone), None)

    def moves(self) -> list[str]:
        """Return the moves from the start to here."""
        found = []
        node = self
        while node.parent is not None:
            found.append(node.move)
            node = node.parent
        return found[::-1]

    def all_nodes(self) -> Iterator[Node]:
        """Iterate over this node and all that follow, those taken out included."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


class Chapter:
    """A record with all its lines, and its name."""

    def __init__(self, name: str, record: Record) -> None:
        self.name = name
        self.tags = dict(record.tags)
        self.root = Node(ROOT, None, "")
        self.nodes: dict[str, Node] = {ROOT: self.root}
        """By each of their names."""
        self.count = 1
        _grow(self, record)

    def record(self) -> Record:
        """Return the chapter as a record; raise RecordError if it is too deep or too long."""
        return record_of(self.tags, self.root)

    def add(self, name: str, parent: Node, move: str) -> Node:
        """Add a move after a node."""
        node = Node(name, parent, move)
        parent.children.append(node)
        self.nodes[name] = node
        self.count += 1
        return node


class Study:
    """A study: its name and its chapters."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.chapters: dict[str, Chapter | None] = {}
        """By their names, in the order in which they came; None for those that are gone."""
        self.order: list[str] = []

    @property
    def size(self) -> int:
        """How many names of nodes it holds, those taken out included."""
        return sum(len(chapter.nodes) for chapter in self.chapters.values() if chapter is not None)

    def shown(self) -> list[tuple[str, Chapter]]:
        """Return the chapters in their order."""
        return [(name, chapter) for name in self.order if (chapter := self.chapters[name]) is not None]

    def records(self) -> list[Record]:
        """Return the study as records, one for each chapter; raise RecordError."""
        return [
            chapter.record().with_tags(Event=_tag(chapter.name), Study=_tag(self.title)) for _, chapter in self.shown()
        ]

    def node(self, chapter: str, name: str) -> Node | None:
        """Return a node that is neither gone nor unknown."""
        found = self.chapters.get(chapter)
        node = None if found is None else found.nodes.get(name)
        return node if node is not None and node.is_alive else None

    def fold(self, op: do.Op) -> None:
        """Take in what was done."""
        match op:
            case do.Titled():
                self.title = op.title
            case do.ChapterAdded():
                if op.chapter not in self.chapters:
                    self.chapters[op.chapter] = Chapter(op.name, read_record(op.record))
                    self.order.append(op.chapter)
            case do.ChaptersOrdered():
                self.order = _ordered(self.order, op.chapters)
            case do.ChapterNamed():
                if (chapter := self.chapters.get(op.chapter)) is not None:
                    chapter.name = op.name
            case do.ChapterRemoved():
                if op.chapter in self.chapters:
                    self.chapters[op.chapter] = None
            case do.MoveAdded():
                self._add(op)
            case _:
                self._change(op)

    def _add(self, op: do.MoveAdded) -> None:
        parent, chapter = self.node(op.chapter, op.parent), self.chapters.get(op.chapter)
        if parent is None or chapter is None or op.node in chapter.nodes:
            return
        known = parent.variation(op.move)
        if known is not None:
            chapter.nodes[op.node] = known
        else:
            chapter.add(op.node, parent, op.move)

    def _change(self, op: do.OfNode) -> None:
        chapter = self.chapters.get(op.chapter)
        node = None if chapter is None else chapter.nodes.get(op.node)
        if chapter is None or node is None:
            return
        if isinstance(op, do.NodeRestored):
            parent = node.parent
            if node.is_gone and parent is not None and parent.is_alive and parent.variation(node.move) is None:
                node.is_gone = False
            return
        if not node.is_alive:
            return
        match op:
            case do.NodeRemoved():
                node.is_gone = node.parent is not None
            case do.LinesOrdered():
                by_name = {child.id: child for child in node.children}
                wanted = [chapter.nodes[name].id for name in op.children if name in chapter.nodes]
                node.children = [by_name[name] for name in _ordered(list(by_name), wanted)]
            case do.Said():
                node.words = op.words
            case do.Noted():
                node.commands = op.commands
            case do.Judged():
                node.glyphs = sorted(set(op.glyphs))


def split(comment: str) -> tuple[str, str]:
    """Return the words and the commands of a comment; what is left of the words reads as no command."""
    words = comments.words(comment)
    if comments.commands(words):
        # Taking one out has made another of what was around it, and that may be so a thousand times.
        words = _OPENING.sub("[", words)
    return words, comments.commands(comment)


def _ordered(names: Sequence[str], first: Sequence[str]) -> list[str]:
    """Return names with some of them first, in the order given, and the others after them in the order they had."""
    known = set(names)
    front = [name for name in dict.fromkeys(first) if name in known]
    return [*front, *(name for name in names if name not in set(front))]


def _tag(text: str) -> str:
    return " ".join(text.split())


def _grow(chapter: Chapter, record: Record) -> None:
    """Put the moves of a record into a chapter."""
    node, said = chapter.root, ""
    is_before = False
    left: list[Node] = []
    for token in record.body:
        if token.kind == "move":
            node = chapter.add(str(chapter.count), node, token.text)
            node.starting_comment, said, is_before = said, "", False
        elif token.kind == "open":
            left.append(node)
            assert node.parent is not None
            node, said, is_before = node.parent, "", True
        elif token.kind == "close":
            node = left.pop()
        elif token.kind == "glyph":
            node.glyphs = sorted({*node.glyphs, _NUMBERS.get(token.text) or int(token.text[1:])})
        elif token.kind == "comment" and is_before:
            said = " ".join(filter(None, (said, token.text)))
        elif token.kind == "comment":
            words, commands = split(token.text)
            node.words = " ".join(filter(None, (node.words, words)))
            node.commands = " ".join(filter(None, (node.commands, commands)))
