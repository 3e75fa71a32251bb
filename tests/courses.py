"""The courses of the page as tests want them: some are data, some are written as studies."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

from tafelrunde.records.record import read_records
from tafelrunde.records.tree import Tree, read_tree

GAMES = Path(__file__).parents[1] / "web" / "src" / "games"
_STEP = re.compile(r"\[\s*('(?:[^'\\]|\\.)*')\s*,?\s*('(?:[^'\\]|\\.)*')?\s*,?\s*\]")
_COMMAND = re.compile(r"\[%([a-z]+)(?: ([^\[\]]*))?\]")


def course(game: str) -> dict[str, Any]:
    """Return the deals and lessons of a course."""
    folder = GAMES / game / "lessons"
    if (data := folder / "course.json").exists():
        read: dict[str, Any] = json.loads(data.read_text("utf-8"))
        return read
    deals: dict[str, str] = {}
    lessons: dict[str, list[dict[str, Any]]] = {}
    for number, tree in enumerate(chapters(game, "en"), 1):
        deals[str(number)] = tree.tags["Start"]
        options = {name: tree.tags[name] for name in ("Scoring", "Setup") if name in tree.tags}
        lessons.setdefault(tree.tags["Lesson"], []).extend(_steps(tree, {"deal": str(number), "tags": options}))
    return {"deals": deals, "lessons": [{"id": name, "steps": steps} for name, steps in lessons.items()]}


def chapters(game: str, language: str) -> list[Tree]:
    """Return the chapters of a course that is written as a study, each checked by the rules."""
    text = (GAMES / game / "lessons" / f"{language}.txt").read_text("utf-8")
    return [read_tree(record) for record in read_records(text)]


def words_of(game: str, language: str) -> list[tuple[str, bool]]:
    """Return what is said in a course, each with whether it is said when a task is done."""
    folder = GAMES / game / "lessons"
    if (folder / "course.json").exists():
        steps = _STEP.findall((folder / f"{language}.ts").read_text("utf-8"))
        # What is only read is said like the end of a task.
        return [
            (ast.literal_eval(words), bool(number) or not after)
            for before, after in steps
            for number, words in enumerate(filter(None, (before, after)))
        ]
    said: list[tuple[str, bool]] = []
    for tree in chapters(game, language):
        for node in [tree.root, *tree.main_line()]:
            words = _COMMAND.sub("", node.comment).strip()
            if words:
                said.append((words, "task" not in dict(commands(node.comment))))
    return said


def commands(comment: str) -> list[tuple[str, str]]:
    """Return the commands in a comment."""
    return [(name, value or "") for name, value in _COMMAND.findall(comment)]


def _steps(tree: Tree, start: dict[str, Any]) -> list[dict[str, Any]]:
    line = [tree.root, *tree.main_line()]
    moves = [str(node.move) for node in line[1:]]
    tasks = [at for at, node in enumerate(line[:-1]) if "task" in dict(commands(node.comment))]
    viewer = {"viewer": int(dict(commands(tree.root.comment)).get("seat", "1")) - 1}
    if not tasks:
        return [{**start, **viewer}]
    steps: list[dict[str, Any]] = []
    for at, following in zip(tasks, [*tasks[1:], None], strict=True):
        won = ("task", "won") in commands(line[at].comment)
        step: dict[str, Any] = {"wanted": {"won": True} if won else {}, "hint": moves[at], **viewer}
        step["reply"] = [] if following is None else moves[at + 1 : following]
        steps.append(step if steps else {**start, "moves": moves[:at], **step})
    return steps
