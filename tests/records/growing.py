"""Random trees on played matches."""

from __future__ import annotations

from random import Random

from tafelrunde.records.comments import Arrow, Evaluation
from tafelrunde.records.record import Record
from tafelrunde.records.tree import Node, Tree, read_tree

WORDS = ("", "good", "two\nlines", "[%eval x]", "1. ( $3 !? [no] {", "é")


def spread(root: Node, rng: Random, moves: int, *, spare: frozenset[Node] = frozenset()) -> None:
    """Add moves at random places; nothing is added directly after those to be spared."""
    nodes = [node for node in root.all_nodes() if not node.table.is_over and node not in spare]
    for _ in range(moves if nodes else 0):
        node = rng.choice(nodes)
        legal = node.table.legal_moves()
        if not legal:
            continue
        new = node.add(rng.choice(legal))
        if new not in nodes and not new.table.is_over and new not in spare:
            nodes.append(new)


def annotate(root: Node, rng: Random) -> None:
    """Write comments and glyphs at random."""
    for node in root.all_nodes():
        if rng.random() < 0.3:
            node.comment = rng.choice(WORDS)
        if rng.random() < 0.2:
            node.evaluation = Evaluation(round(rng.random(), 2))
        if rng.random() < 0.1:
            node.arrows = [Arrow("c3", "f3", rng.choice(("green", "red"))), Arrow("0,-1")]
        if rng.random() < 0.1:
            node.clock = rng.randrange(100_000) / 10
        if node.parent is None:
            continue
        if rng.random() < 0.3:
            node.glyphs = {rng.choice((1, 2, 3, 4, 5, 6, 0, 14, 255)) for _ in range(rng.choice((1, 1, 2, 3)))}
        if node.parent.variations[0] is not node and rng.random() < 0.3:
            node.starting_comment = rng.choice(WORDS)


def grown(record: Record, rng: Random, moves: int = 20) -> Tree:
    """Return a tree with some variations, comments and glyphs."""
    tree = read_tree(record)
    spread(tree.root, rng, moves)
    annotate(tree.root, rng)
    return tree
