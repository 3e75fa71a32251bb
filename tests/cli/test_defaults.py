"""What a command does where nothing is said, and how much may be asked: as ever, for whoever has it in a script.

`python -m tests.cli.test_defaults` writes the list anew where something is to be different.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from tafelrunde.cli.app import app

LIST = Path(__file__).with_name("defaults.txt")


def commands(group: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Iterate over all commands with their names, those of groups behind the name of the group."""
    if not hasattr(group, "list_commands"):
        yield path, group
        return
    for name in group.list_commands(None):
        yield from commands(group.get_command(None, name), f"{path} {name}".strip())


def said(parameter: Any) -> str:
    """Return an option or argument with its default and its bounds, if it has any."""
    words = [max(parameter.opts, key=len), f"= {parameter.default}"]
    bounds = [getattr(parameter, name, None) for name in ("min", "max")]
    if bounds != [None, None]:
        words.append(f"({bounds[0]} to {bounds[1]})")
    if parameter.required:
        words.append("wanted")
    return " ".join(words)


def listed() -> str:
    """Return every command with everything that may be said to it."""
    lines = []
    for name, command in commands(typer.main.get_command(app)):
        lines += [name, *sorted(f"    {said(parameter)}" for parameter in command.params)]
    return "\n".join(lines) + "\n"


def test_what_is_not_said_to_a_command_means_the_same_as_ever() -> None:
    assert listed() == LIST.read_text(encoding="utf-8")


def test_the_list_has_defaults_and_bounds() -> None:
    lines = LIST.read_text(encoding="utf-8").splitlines()
    assert "puzzles verify" in lines
    assert "    --every = 1 (1 to None)" in lines


if __name__ == "__main__":
    LIST.write_text(listed(), encoding="utf-8")
