"""The command line: every command in its own small module, put together in `app`."""

from __future__ import annotations

INTERRUPTED = 130
"""The exit status after Ctrl-C: what a shell reports of other programs then."""


def main() -> None:
    """Run the command that the arguments name, and leave with its exit status."""
    try:
        from tafelrunde.cli.app import app

        app(prog_name="tafelrunde")
    except KeyboardInterrupt:
        # A command that is interrupted ends in its own way; before it runs there is nothing to say.
        raise SystemExit(INTERRUPTED) from None
