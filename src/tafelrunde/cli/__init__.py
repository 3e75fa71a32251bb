"""The command line: every command in its own small module, put together in `app`."""

from __future__ import annotations

import warnings

_plain = warnings.formatwarning

INTERRUPTED = 130
"""The exit status after Ctrl-C: what a shell reports of other programs then."""


def main() -> None:
    """Run the command that the arguments name, and leave with its exit status."""
    warnings.formatwarning = _told
    try:
        from tafelrunde.cli.app import app

        app(prog_name="tafelrunde")
    except KeyboardInterrupt:
        # A command that is interrupted ends in its own way; before it runs there is nothing to say.
        raise SystemExit(INTERRUPTED) from None


def _told(message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None = None) -> str:
    """Return a warning of ours as a sentence: where in the code it comes from helps nobody who only runs a command."""
    if category.__module__.startswith("tafelrunde."):
        return f"{message}\n"
    return _plain(message, category, filename, lineno, line)
