"""The tree of the page beside the one in Python: the same records are read, changed, written and refused."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tafelrunde.games.core import Position
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.records.record import MAX_DEPTH, MAX_MOVES, Record, read_record
from tafelrunde.records.tree import Node, Tree, read_tree
from tests.engine.node import WEB, missing, node
from tests.records.growing import grown
from tests.strategies import any_move, mutated, play, swapper, variants

HEAD = """[Game "tokan"]
[Notation "2"]
[Start "J,J,m,l,L,J/j,j,M,L,J,j/l,J,m,j,L,j/L,M,m,M,j,l/l,J,l,L,j,J b -"]

"""
HIDES = "the record hides cards: it is one of a match that is still being played"
ODD = (
    "d3d1 (",
    "d3d1 )",
    "(d3d1)",
    "! d3d1",
    "d3d1 (!)",
    "d3d1 (d3d1)",
    "d3d1 (d3f3 b2a2 (b2a2))",
    "d3d1 (d3f3) (d3f3)",
    "d3d1 (d3a9)",
    "d3d1 (d3f3 d3d3)",
    "d3d1 $256",
    "d3d1 $01",
    "d3d1 d!3",
    "d3d1??? b2c2",
    "d3d1 {never closed",
    "d3d1 ] b2c2",
    "d3d1$7$3!(1.d3f3){x}1...b2c2",
    "d3d1 (d3f3) {after all} $7 b2c2 {\u00a0} $2 !",
    "{start} {again} d3d1 {one} ({a} {b} d3f3 {two} {three}) {four} b2c2",
    "",
    "d3d1 " + "(" * (MAX_DEPTH + 1),
    "d3d1 " * (MAX_MOVES + 1),
)


def told(text: str) -> dict[str, Any]:
    """Return what Python makes of a text."""
    try:
        tree = read_tree(read_record(text))
    except TafelrundeError as error:
        return {"text": text, "refused": str(error)}
    if not isinstance(tree.root.table, Position):
        return {"text": text, "refused": HIDES}
    nodes = [[node.ply, str(node.move), node.words, len(node.arrows)] for node in tree.root.all_nodes()][1:]
    return {"text": text, "normal": str(tree), "nodes": nodes}


def path_of(node: Node) -> list[int]:
    """Return by which places among the alternatives a node is reached."""
    return [step.parent.variations.index(step) for step in node.path() if step.parent is not None]


def change(tree: Tree, rng: Random) -> dict[str, Any]:
    """Change a tree somewhere, and return how and what came of it."""
    node = rng.choice(list(tree.root.all_nodes()))
    what = rng.choice(["add", "remove", "up", "down", "main", "say", "draw"])
    told: dict[str, Any] = {"what": what, "path": path_of(node)}
    if what == "add" and not node.table.is_over:
        told["move"] = str(node.add(rng.choice(node.table.legal_moves())).move)
    elif what == "remove":
        node.remove()
    elif what == "up":
        node.promote()
    elif what == "down":
        node.demote()
    elif what == "main":
        node.promote_to_main()
    elif what == "say" and node.parent is not None:
        told["comment"], told["glyphs"] = rng.choice(["", "why not?", "[%eval 0.5] ok"]), [rng.randrange(8)]
        node.comment, node.glyphs = told["comment"], set(told["glyphs"])
    elif what == "draw":
        node.arrows = node.arrows[1:]
    return {**told, "after": str(tree)}


def cases(count: int) -> list[dict[str, Any]]:
    """Return records and what Python makes of them: of every game and form, whole, changed and broken."""
    found = []
    for number in range(count):
        for of in variants():
            rng = Random(f"{of} {number}")
            match = play(of, rng, rng.randrange(12), swapper if number % 2 else any_move)
            tree = grown(match.record(), rng)
            case = told(str(tree))
            found.append({**case, "edits": [change(tree, rng) for _ in range(12)]})
            # Python prints what JavaScript reads differently beyond letters: the texts stay within ASCII.
            broken = mutated(case["text"], rng)
            found += [told(broken)] if broken.isascii() else []
    return [*found, *(told(HEAD + body) for body in ODD)]


def test_the_page_reads_changes_and_writes_trees_as_python_does(tmp_path: Path) -> None:
    if reason := missing():
        pytest.skip(reason)
    file = tmp_path / "trees.json"
    file.write_text(json.dumps(cases(int(os.environ.get("TREES_COUNT", "4")))))
    vitest = WEB / "node_modules" / "vitest" / "vitest.mjs"
    done = subprocess.run(
        [str(node()), str(vitest), "run", "tests/study/parity.test.ts"],
        cwd=WEB,
        env={**os.environ, "TREES": str(file)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "3 passed" in done.stdout


def test_a_record_without_a_tree_has_none() -> None:
    assert told(str(Record({"Game": "tokan"})))["refused"] == "record 1: the tag Start is missing"
