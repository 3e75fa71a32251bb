"""Starts `tafelrunde serve` as a release with another protocol: `python -m tests.upgrade.serve 2 --port 8000`."""

from __future__ import annotations

import sys

from tafelrunde.cli.app import app
from tafelrunde.server.wire import messages


def main() -> None:
    # Before anything else has looked at it.
    messages.PROTOCOL = int(sys.argv[1])
    app(["serve", *sys.argv[2:]], prog_name="tafelrunde")


if __name__ == "__main__":
    main()
