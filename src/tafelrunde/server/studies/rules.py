"""Whether an operation on a study is allowed, by the rules of its game and by size limits."""

from __future__ import annotations

from collections import OrderedDict
from typing import assert_never

from msgspec.structs import replace

from tafelrunde.games.core import Position, Table
from tafelrunde.games.errors import IllegalMove, InvalidNotation, TafelrundeError
from tafelrunde.records import comments
from tafelrunde.records.record import MAX_DEPTH, Record, RecordError, read_record
from tafelrunde.records.replay import Replay, replay, set_up
from tafelrunde.records.tree import read_tree
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.studies import ops as do
from tafelrunde.server.studies.state import Chapter, Node, Study, split

MOST_CHAPTERS = 64
MOST_EVER = 200
"""Chapters, with those that are gone."""
MOST_NODES = 5_000
"""Of one chapter, with those that were taken out."""
MOST_NAMES = 2 * MOST_NODES
MOST_IN_ALL = 10_000
"""Nodes of a study."""
_TABLES = 16
"""How many are kept; in a large game each takes 50 kB."""


class Tables:
    """The tables of a study where somebody was last, so that the way there need not be played again."""

    def __init__(self) -> None:
        self._known: OrderedDict[Node, Table] = OrderedDict()

    def at(self, chapter: Chapter, node: Node) -> Table:
        """Return the table at a node."""
        way: list[Node] = []
        at: Node | None = node
        while at is not None and at not in self._known:
            way.append(at)
            at = at.parent
        table = self._known[at] if at is not None else set_up(Record(chapter.tags), 1, None)[2]
        for each in reversed(way):
            if each.parent is not None:
                table = table.apply(table.parse(each.move))
        self._known[node] = table
        self._known.move_to_end(node)
        if len(self._known) > _TABLES:
            self._known.popitem(last=False)
        return table


def checked(study: Study, op: do.Op, tables: Tables) -> do.Op:
    """Return what is done as it is written down; raise Refusal if it may not be done now."""
    match op:
        case do.Titled():
            return replace(op, title=line_of(op.title))
        case do.ChapterAdded():
            return _chapter(study, op)
        case do.ChaptersOrdered():
            return op
        case do.ChapterNamed():
            _existing(study, op.chapter)
            return replace(op, name=line_of(op.name))
        case do.ChapterRemoved():
            _existing(study, op.chapter)
            return op
        case do.MoveAdded():
            return _move(study, op, tables)
        case do.NodeRemoved() | do.NodeRestored() | do.LinesOrdered() | do.Said() | do.Noted() | do.Judged():
            return _of_node(study, op)
        case _:
            assert_never(op)


def line_of(text: str) -> str:
    """Return a name on one line."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if not line:
        raise Refusal("bad-name", "a name has at least one letter")
    return line


def _existing(study: Study, name: str) -> Chapter:
    chapter = study.chapters.get(name)
    if chapter is None:
        raise Refusal("not-found", "this chapter is gone, or never was")
    return chapter


def _chapter(study: Study, op: do.ChapterAdded) -> do.ChapterAdded:
    if op.chapter in study.chapters:
        raise Refusal("not-allowed", "there was a chapter of this name")
    if len(study.shown()) >= MOST_CHAPTERS or len(study.chapters) >= MOST_EVER:
        raise Refusal("too-many", f"a study has at most {MOST_CHAPTERS} chapters")
    record = read_open(op.record)
    _check_room(study, sum(token.kind == "move" for token in record.body))
    return replace(op, name=line_of(op.name), record=str(record))


def _check_room(study: Study, more: int) -> None:
    if more + sum(chapter.count for chapter in study.chapters.values() if chapter is not None) > MOST_IN_ALL:
        raise Refusal("too-many", f"a study has at most {MOST_IN_ALL} moves; begin another one")


def read_open(text: str) -> Record:
    """Return a record in its normal form; raise Refusal unless it follows the rules and hides nothing."""
    try:
        tree = read_tree(read_record(text))
        if not isinstance(tree.root.table, Position):
            raise Refusal("not-over", "this record hides cards: only what is open to everybody can be studied together")
        record = tree.record()
    except RecordError as error:
        raise Refusal("bad-record", str(error)) from None
    except TafelrundeError as error:
        if isinstance(error, Refusal):
            raise
        raise Refusal("bad-record", str(error)) from None
    if sum(token.kind == "move" for token in record.body) >= MOST_NODES:
        raise Refusal("too-large", f"a chapter has at most {MOST_NODES} moves")
    return record


def main_line_of(text: str) -> Replay:
    """Return the main line of a record that was found to be right."""
    return replay(read_record(text))


def _move(study: Study, op: do.MoveAdded, tables: Tables) -> do.MoveAdded:
    chapter = _existing(study, op.chapter)
    parent = study.node(op.chapter, op.parent)
    if parent is None:
        raise Refusal("not-found", "somebody has taken this line out")
    if op.node in chapter.nodes:
        raise Refusal("not-allowed", "there was a move of this name")
    if chapter.count >= MOST_NODES or len(chapter.nodes) >= MOST_NAMES:
        raise Refusal("too-many", f"a chapter has at most {MOST_NODES} moves")
    if parent.variation(op.move) is not None:
        return op
    _check_room(study, 1)
    try:
        move = str(tables.at(chapter, parent).parse(op.move)).replace(" ", "-")
    except InvalidNotation as error:
        raise Refusal("notation", str(error)[:200]) from None
    except IllegalMove as error:
        raise Refusal("illegal", str(error)[:200], error.why) from None
    if parent.children:
        if len(parent.children) >= do.MOST_CHILDREN:
            raise Refusal("too-many", f"there are at most {do.MOST_CHILDREN} lines at one table")
        if _branching(chapter.root, parent) > MAX_DEPTH:
            raise Refusal("too-many", f"lines lie at most {MAX_DEPTH} deep in one another")
    return replace(op, move=move)


def _branching(root: Node, branched: Node) -> int:
    """Return how deeply lines could be nested, however they are ordered, with one more line at a node."""
    deepest = 0
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        inner = depth + (len(node.children) > 1 or node is branched)
        waiting.extend((child, inner) for child in node.children)
    return deepest


def _of_node(study: Study, op: do.OfNode) -> do.OfNode:
    chapter = _existing(study, op.chapter)
    node = chapter.nodes.get(op.node)
    if isinstance(op, do.NodeRestored):
        if node is None or node.parent is None or not node.parent.is_alive:
            raise Refusal("not-found", "what it stood after is gone")
        return op
    if node is None or not node.is_alive:
        raise Refusal("not-found", "somebody has taken this line out")
    if isinstance(op, do.NodeRemoved) and node.parent is None:
        raise Refusal("not-allowed", "the start stays")
    if isinstance(op, do.Said):
        return replace(op, words=split(op.words.replace("}", ")"))[0].strip())
    if isinstance(op, do.Noted) and ("}" in op.commands or comments.commands(op.commands) != op.commands):
        raise Refusal("bad-message", "commands read as [%name value], with a space between two")
    return op
