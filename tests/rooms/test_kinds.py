"""Shared code asks no game who it is: in Python, in C++ and in the page, names of games are for rooms and registries.

A room is a folder or a file with the name of a game, or of what several share, in its own name. A registry has one line
for each game and decides nothing else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = {"tokan", "chocolate", "schoko", "schokoly"}
"""The names of games and of what several share."""

PYTHON_REGISTRIES = {
    *("games/registry.py", "players/rooms.py", "server/wire/games/__init__.py"),
    *("cli/app.py", "cli/play/rooms.py", "research/puzzles/rooms.py", "research/spaces/__init__.py"),
    *("research/envs/episode/__init__.py", "research/envs/vector/__init__.py", "research/jaxgames/__init__.py"),
    "research/spiel/games.py",
}
WEB_REGISTRIES = {"games/registry.ts", "engine/rooms.ts", "tables.ts", "wire.ts"}
"""Beside the registries, the types of tables on the wire, which are a union of one a game."""
WEB_TEXTS = ("i18n/", "boards/texts.ts", "gallery/")
"""Texts and the gallery show every game, each under its name."""
CPP_REGISTRIES = {"bind/module.cpp", "src/engine/rooms.cpp"}


def is_room(path: str) -> bool:
    """Whether a file is a game's own: its name, or that of a folder, has the name of the game as a word."""
    return not ROOMS.isdisjoint(re.split(r"[/._]", path))


def files(folder: Path, *endings: str) -> Iterator[str]:
    for ending in endings:
        yield from (file.relative_to(folder).as_posix() for file in folder.rglob(f"*{ending}"))


def python_names(text: str) -> list[str]:
    """The games that a file of Python imports from, calls something by, or has in a text that is no documentation."""
    found: list[str] = []
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Expr(value=ast.Constant()):
                continue
            case ast.Import():
                found += [alias.name for alias in node.names]
            case ast.ImportFrom():
                found += [node.module or "", *(alias.name for alias in node.names)]
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                found.append(name)
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.append(name)
            case ast.keyword(arg="description"):
                continue
            case ast.Constant(value=str(value)):
                found.append(value)
            case _:
                pass
        waiting += ast.iter_child_nodes(node)
    return [name for each in found for name in re.findall("|".join(ROOMS), each, re.IGNORECASE)]


def other_names(text: str) -> list[str]:
    """The games that a file of C++, TypeScript or Svelte has anywhere but in a comment."""
    code = re.sub(r"//[^\n]*|/\*.*?\*/|<!--.*?-->", "", text, flags=re.DOTALL)
    return re.findall("|".join(ROOMS), code, re.IGNORECASE) + re.findall(r"\bfamily\s*[!=]==?", code)


def shared(language: str) -> tuple[Path, list[str], Callable[[str], list[str]]]:
    if language == "python":
        folder = ROOT / "src" / "tafelrunde"
        found = (path for path in files(folder, ".py") if path not in PYTHON_REGISTRIES)
        return folder, [path for path in found if not is_room(path)], python_names
    if language == "web":
        folder = ROOT / "web" / "src"
        found = (path for path in files(folder, ".ts", ".svelte", ".js") if path not in WEB_REGISTRIES)
        return folder, [path for path in found if not is_room(path) and not path.startswith(WEB_TEXTS)], other_names
    folder = ROOT / "native"
    found = (path for path in files(folder, ".cpp", ".hpp") if path not in CPP_REGISTRIES)
    return folder, [path for path in found if not is_room(path) and not path.startswith("tests/")], other_names


@pytest.mark.parametrize(("language", "least"), [("python", 200), ("web", 150), ("c++", 10)])
def test_shared_code_asks_no_game_who_it_is(language: str, least: int) -> None:
    folder, paths, names = shared(language)
    assert len(paths) >= least
    for path in paths:
        assert not names((folder / path).read_text("utf-8")), (
            f"{path} knows {names((folder / path).read_text('utf-8'))}"
        )


@pytest.mark.parametrize(
    ("folder", "registries"),
    [("src/tafelrunde", PYTHON_REGISTRIES), ("web/src", WEB_REGISTRIES), ("native", CPP_REGISTRIES)],
)
def test_what_is_excused_exists_and_names_games(folder: str, registries: set[str]) -> None:
    for path in registries:
        assert other_names((ROOT / folder / path).read_text("utf-8")), path


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ('if game.name == "tokan": pass', True),
        ("from tafelrunde.games.chocolate import field", True),
        ("if isinstance(table, TokanTable): pass", True),
        ("kind = table.chocolate_kind", True),
        ('name = f"{kind} of tokan"', True),
        ("# a tokan of esteem", False),
        ('def f():\n    """Unlike TOKAN, this has cards."""', False),
        ("for game in all_games(): pass", False),
    ],
)
def test_a_name_in_python_is_seen(text: str, asks: bool) -> None:
    assert bool(python_names(text)) is asks


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("if (table.family === kind) draw();", True),
        ('if (game == "tokan") return 1;', True),
        ("const a = ChocolateTable();", True),
        ("// Unlike TOKAN, this has cards.\nconst a = 1;", False),
        ("if (game === other) return;", False),
    ],
)
def test_a_name_in_the_page_or_the_core_is_seen(text: str, asks: bool) -> None:
    assert bool(other_names(text)) is asks
