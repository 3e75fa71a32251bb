"""The command line: every command in its own small module, put together in `app`."""

from __future__ import annotations


def main() -> None:
    """Run the command that the arguments name, and leave with its exit status."""
    from tafelrunde.cli.app import app

    app(prog_name="tafelrunde")
