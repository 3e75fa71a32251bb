"""The numbers of the server: limits, times and sizes, each of which somebody notices who meets it.

Tests at the edges take them from the code, so none of them would see one change. Whoever changes one on purpose looks
whether the documentation speaks of it, and runs `python -m tests.server.test_numbers`.
"""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
NUMBERS = Path(__file__).with_name("numbers.txt")
FOLDERS = ("server", "store")


def is_number(value: object) -> bool:
    """Return whether something is made of numbers alone."""
    if isinstance(value, tuple):
        return bool(value) and all(map(is_number, value))
    return isinstance(value, (int, float)) and type(value).__module__ == "builtins"


def numbers() -> str:
    """Return all numbers that modules of the server are given at their beginning, a line each."""
    lines = []
    for file in sorted(path for folder in FOLDERS for path in (ROOT / "src" / "tafelrunde" / folder).rglob("*.py")):
        if "migrations" in file.parts:
            continue
        name = ".".join(file.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
        given = [node for node in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(node, ast.Assign)]
        targets = [target for node in given for target in node.targets]
        names = [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
        values = ((each, getattr(import_module(name), each)) for each in names if each.isupper())
        lines += [
            f"{name.removeprefix('tafelrunde.')}.{each} = {value}\n" for each, value in values if is_number(value)
        ]
    return "".join(lines)


def test_no_number_of_the_server_changes_unseen() -> None:
    assert numbers() == NUMBERS.read_text(encoding="utf-8")


if __name__ == "__main__":
    NUMBERS.write_text(numbers(), encoding="utf-8")
