"""Records as trees: every move a node, the first one after it the main line, the others variations.

A tree can be changed: moves added, lines promoted or removed, comments and glyphs written. Every node knows the
table after its move, so additions are checked against the rules at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from tafelrunde.games.core import Game, Move, Options, Table
from tafelrunde.records import comments
from tafelrunde.records.comments import Arrow, Evaluation
from tafelrunde.records.record import (
    BRANCHED,
    CLOSE,
    GLYPHS,
    MAX_GLYPH,
    NOTATION_TAG,
    OPEN,
    Record,
    RecordError,
    Shape,
    Token,
    move_token,
)
from tafelrunde.records.replay import Step, set_up, walk

_NUMBERS = {sign: number for number, sign in GLYPHS.items()}


class Node:
    """A moment of a match or a study: the move that led here, the table after it, and the continuations."""

    def __init__(self, table: Table, parent: Node | None = None, move: Move = None) -> None:
        self.table = table
        self.parent = parent
        self.move = move
        """The move that led here; None at the start."""
        self.variations: list[Node] = []
        """The continuations, the main line first."""
        self.glyphs: set[int] = set()
        """The judgements of the move, as numbers: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`."""
        self._comment = ""
        self._starting_comment = ""

    def __repr__(self) -> str:
        return f"<Node {self.ply} {self.move}>" if self.parent else "<Node at the start>"

    @property
    def comment(self) -> str:
        """The comment after the move, commands included; it may not contain `}`."""
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        comments.check_words(text)
        self._comment = text

    @property
    def starting_comment(self) -> str:
        """The comment before the first move of a variation; meaningless elsewhere."""
        return self._starting_comment

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        comments.check_words(text)
        self._starting_comment = text

    @property
    def words(self) -> str:
        """The comment without what programs wrote into it."""
        return comments.words(self._comment)

    @property
    def evaluation(self) -> Evaluation | None:
        """What the move is worth to the side that made it, if the comment says so."""
        return next(filter(None, map(Evaluation.parse, comments.values(self._comment, "eval"))), None)

    @evaluation.setter
    def evaluation(self, value: Evaluation | None) -> None:
        self._comment = comments.with_values(self._comment, "eval", [] if value is None else [str(value)])

    @property
    def clock(self) -> float | None:
        """The seconds that were left to the seat that moved, if the comment says so."""
        found = (comments.seconds(value) for value in comments.values(self._comment, "clk"))
        return next((time for time in found if time is not None), None)

    @clock.setter
    def clock(self, seconds: float | None) -> None:
        new = [] if seconds is None else [comments.clock_text(seconds)]
        self._comment = comments.with_values(self._comment, "clk", new)

    @property
    def arrows(self) -> list[Arrow]:
        """The arrows and marks that the comment draws on the board."""
        found = (Arrow.parse(name, text) for name in ("arrow", "mark") for text in comments.values(self._comment, name))
        return [arrow for arrow in found if arrow is not None]

    @arrows.setter
    def arrows(self, arrows: Iterable[Arrow]) -> None:
        drawn = list(arrows)
        for name in ("mark", "arrow"):
            new = [str(arrow) for arrow in drawn if arrow.command == name]
            self._comment = comments.with_values(self._comment, name, new)

    @property
    def ply(self) -> int:
        """How many moves lead here from the start."""
        return sum(1 for _ in self.path()) - 1

    @property
    def root(self) -> Node:
        """The node at the start."""
        return next(iter(self.path()))

    @property
    def next(self) -> Node | None:
        """The node of the main line that follows; None at the end of a line."""
        return self.variations[0] if self.variations else None

    @property
    def is_main_line(self) -> bool:
        """Whether no variation leads here."""
        return all(node.parent is None or node.parent.variations[0] is node for node in self.path())

    def path(self) -> list[Node]:
        """Return the nodes from the start to this one."""
        found = [self]
        while (parent := found[-1].parent) is not None:
            found.append(parent)
        return found[::-1]

    def main_line(self) -> Iterator[Node]:
        """Iterate over the nodes that follow in the main line from here."""
        node = self.next
        while node is not None:
            yield node
            node = node.next

    def end(self) -> Node:
        """Return the last node of the main line from here."""
        last = self
        for last in self.main_line():  # noqa: B007
            pass
        return last

    def all_nodes(self) -> Iterator[Node]:
        """Iterate over this node and all that follow, a line to its end before its variations."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.variations))

    def variation(self, move: Move | str) -> Node | None:
        """Return the node that a move leads to from here, if it is in the tree."""
        text = _text(move)
        return next((node for node in self.variations if _text(node.move) == text), None)

    def add(self, move: Move | str) -> Node:
        """Return the node that a move leads to, new or not: the first becomes the main line, others variations.

        Raise InvalidNotation or IllegalMove, and change nothing.
        """
        if (known := self.variation(move)) is not None:
            return known
        resolved = self.table.parse(move) if isinstance(move, str) else move
        node = Node(self.table.play(resolved), self, resolved)
        self.variations.append(node)
        return node

    def promote(self) -> None:
        """Move this line one place up among its alternatives."""
        _shift(self, lambda place: max(0, place - 1))

    def demote(self) -> None:
        """Move this line one place down among its alternatives."""
        _shift(self, lambda place: place + 1)

    def promote_to_main(self) -> None:
        """Make the line that leads here the main line, all the way from the start."""
        for node in self.path():
            _shift(node, lambda _: 0)

    def remove(self) -> None:
        """Take this node and all that follows out of the tree; the start stays."""
        if self.parent is not None:
            self.parent.variations.remove(self)
            self.parent = None


def _shift(node: Node, target: Callable[[int], int]) -> None:
    """Give a node another place among its alternatives."""
    if node.parent is not None:
        siblings = node.parent.variations
        place = siblings.index(node)
        siblings.insert(target(place), siblings.pop(place))


class Tree:
    """A record with all its lines, to be read and changed."""

    def __init__(self, tags: dict[str, str], game: Game, options: Options, root: Node) -> None:
        self.tags = tags
        self.game = game
        self.options = options
        self.root = root

    def main_line(self) -> Iterator[Node]:
        """Iterate over the nodes of the main line, the start left out."""
        return self.root.main_line()

    def record(self) -> Record:
        """Return the tree as a record in its normal form; raise RecordError for one that is too deep or too long.

        It is notation 2 only if it has variations or glyphs. Move numbers are left out, comments to one move are one.
        """
        return record_of(self.tags, self.root)

    def plain_record(self) -> Record:
        """Return the main line with its comments, in notation 1, for programs that know only that."""
        line = Tree(self.tags, self.game, self.options, Node(self.root.table))
        node = line.root
        node.comment = self.root.comment
        for old in self.main_line():
            node.variations = [Node(old.table, node, old.move)]
            node = node.variations[0]
            node.comment = old.comment
        return line.record()

    def __str__(self) -> str:
        return str(self.record())


class Written(Protocol):
    """A node as it is written: whoever keeps trees of their own writes them as records too."""

    @property
    def move(self) -> Move:
        """The move that led here."""

    @property
    def comment(self) -> str:
        """What is said after it."""

    @property
    def starting_comment(self) -> str:
        """What is said before the first move of a variation."""

    @property
    def glyphs(self) -> Iterable[int]:
        """The judgements of the move."""

    @property
    def variations(self) -> Sequence[Written]:
        """The continuations, the main line first."""


def record_of(tags: Mapping[str, str], root: Written) -> Record:
    """Return a tree as a record in its normal form; raise RecordError for one that is too deep or too long."""
    body = tuple(_tokens(root))
    plain = Record({name: value for name, value in tags.items() if name != NOTATION_TAG}, body)
    if not plain.is_branched:
        return plain
    shape = Shape()
    for token in body:
        if wrong := shape.take(token):
            raise RecordError(1, wrong)
    first, *rest = plain.tags.items()
    return replace(plain, tags=dict([first, (NOTATION_TAG, BRANCHED), *rest]))


def read_tree(record: Record, number: int = 1, observer: int | None = None) -> Tree:
    """Build the tree of a record in either notation, with every line checked against the rules; raise RecordError."""
    game, options, start = set_up(record, number, observer)
    root = Node(start)
    builder = _Builder(root)
    steps = {step.place: step for step in walk(record, start, number)}
    for index, token in enumerate(record.body):
        builder.take(token, steps.get(index))
    return Tree(dict(record.tags), game, options, root)


class _Builder:
    """Puts the tokens of a body into a tree, beside the walk that checks them."""

    def __init__(self, root: Node) -> None:
        self._node = root
        self._left: list[Node] = []
        self._said: str | None = None
        """What was said so far before the first move of a variation; None after that move."""

    def take(self, token: Token, step: Step | None) -> None:
        """Take in a token, and the step if it is a move."""
        if step is not None:
            node = Node(step.after, self._node, step.move)
            self._node.variations.append(node)
            node.starting_comment = self._said or ""
            self._node, self._said = node, None
        elif token.kind == "open":
            self._left.append(self._node)
            assert self._node.parent is not None
            self._node, self._said = self._node.parent, ""
        elif token.kind == "close":
            self._node = self._left.pop()
        elif token.kind == "glyph":
            self._node.glyphs.add(_NUMBERS.get(token.text) or int(token.text[1:]))
        elif token.kind == "comment":
            if self._said is None:
                self._node.comment = _both(self._node.comment, token.text)
            else:
                self._said = _both(self._said, token.text)


def _both(one: str, other: str) -> str:
    return f"{one} {other}" if one and other else one or other


def _text(move: Move | str) -> str:
    return str(move).replace(" ", "-")


def _tokens(root: Written) -> Iterator[Token]:
    """Iterate over the body of a tree: every move, then its alternatives, then what follows it."""
    if root.comment:
        yield Token("comment", root.comment)
    waiting: list[Written | Token] = [root]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Token):
            yield item
            continue
        if not item.variations:
            continue
        first, *others = item.variations
        yield from _said(first)
        waiting.append(first)
        for other in reversed(others):
            waiting += [CLOSE, other, *reversed(list(_said(other)))]
            if other.starting_comment:
                waiting.append(Token("comment", other.starting_comment))
            waiting.append(OPEN)


def _said(node: Written) -> Iterator[Token]:
    """Iterate over a move, its glyphs and its comment."""
    yield move_token(node.move)
    for glyph in sorted(node.glyphs):
        if not 0 <= glyph <= MAX_GLYPH:
            raise RecordError(1, f"a glyph is a number from 0 to {MAX_GLYPH}")
        yield Token("glyph", GLYPHS.get(glyph, f"${glyph}"))
    if node.comment:
        yield Token("comment", node.comment)


__all__ = ["Arrow", "Evaluation", "Node", "Tree", "read_tree", "record_of"]
