"""Random things that people do in a study, sensible and senseless, for tests of what becomes of them."""

from __future__ import annotations

from random import Random
from typing import Any

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.games.registry import find_game
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import new_record
from tafelrunde.records.tree import Node as TreeNode
from tafelrunde.records.tree import read_tree
from tafelrunde.server.studies import ops as do
from tafelrunde.server.studies.rules import Tables
from tafelrunde.server.studies.state import Chapter, Node, Study

WORDS = ("", "Strong.", "Is this [%mark a1] good?", "a } b", "[%a[%b]]", "  two  spaces ")
COMMANDS = ("", "[%mark a1]", "[%arrow a1 b2 red] [%eval 0.62]", "[%arrow a1 b2]")


def grown(chance: Random, game: str = "tokan", moves: int = 6) -> str:
    """Return a record with some lines, words and signs."""
    rules = find_game(game)
    options = rules.options_type.parse("standard")
    tree = read_tree(new_record(rules, options, rules.deal(options, chance)))
    nodes: list[TreeNode] = [tree.root]
    for _ in range(moves):
        turns = nodes[-1 if chance.random() < 0.7 else chance.randrange(len(nodes))]
        found = turns.table.turns()
        if found:
            nodes.append(turns.add(found[chance.randrange(len(found))]))
    for node in nodes:
        if chance.random() < 0.3:
            node.comment = chance.choice(("Well played.", "[%eval 0.5] So so.", "See [%mark a1] here"))
        if node.parent is not None and chance.random() < 0.2:
            node.glyphs = {chance.choice((1, 2, 5, 14))}
    return str(tree)


def name(chance: Random) -> str:
    """Return a name that nobody else makes."""
    return "n" + "".join(chance.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(11))


def something(chance: Random, study: Study, records: list[str]) -> do.Op:
    """Return something that could be done to a study as its author sees it, or to what is gone."""
    key = name(chance)
    chapters = list(study.chapters)
    if not chapters or chance.random() < 0.03:
        return do.ChapterAdded(key, name(chance), f"Chapter {chance.randrange(9)}", chance.choice(records))
    chapter = chance.choice(chapters)
    kind = chance.random()
    if kind < 0.03:
        return do.Titled(key, f"Title {chance.randrange(9)}")
    if kind < 0.06:
        return do.ChapterNamed(key, chapter, f"Chapter {chance.randrange(9)}")
    if kind < 0.07:
        return do.ChapterRemoved(key, chapter)
    if kind < 0.10:
        return do.ChaptersOrdered(key, chance.sample(chapters, chance.randrange(len(chapters) + 1)))
    return _in_chapter(chance, key, chapter, study.chapters[chapter])


def _in_chapter(chance: Random, key: str, name_: str, chapter: Chapter | None) -> do.Op:
    names = ["0", "1", "nowhere00"] if chapter is None else list(chapter.nodes)
    at = chance.choice(names)
    node = None if chapter is None else chapter.nodes.get(at)
    kind = chance.random()
    if kind < 0.5:
        return do.MoveAdded(key, name_, at, name(chance), _move(chance, chapter, node))
    if kind < 0.6:
        return do.NodeRemoved(key, name_, at)
    if kind < 0.7:
        gone = [each.id for each in chapter.root.all_nodes() if each.is_gone] if chapter else []
        return do.NodeRestored(key, name_, chance.choice(gone or names))
    if kind < 0.8:
        children = [each.id for each in node.children] if node is not None else names
        return do.LinesOrdered(key, name_, at, chance.sample(children, chance.randrange(len(children) + 1)))
    if kind < 0.88:
        return do.Said(key, name_, at, chance.choice(WORDS))
    if kind < 0.94:
        return do.Noted(key, name_, at, chance.choice(COMMANDS))
    return do.Judged(key, name_, at, [chance.randrange(1, 7) for _ in range(chance.randrange(3))])


def _move(chance: Random, chapter: Chapter | None, node: Node | None) -> str:
    if chapter is None or node is None or chance.random() < 0.05:
        return "a1a9"
    # Few of many: two often think of the same.
    try:
        turns = Tables().at(chapter, node).turns()[:3]
    except TafelrundeError:
        return "a1a2"
    return str(chance.choice(turns)).replace(" ", "-") if turns else "a1a2"


def picture(study: Study) -> list[Any]:
    """Return all that can be seen of a study."""
    chapters = [[chapter, found.name, str(found.record())] for chapter, found in study.shown()]
    return [study.title, chapters]


def check(study: Study) -> None:
    """Fail unless every line of every chapter follows the rules, and reads back as what it is."""
    for _, chapter in study.shown():
        text = str(chapter.record())
        assert str(read_tree(read_record(text))) == text
