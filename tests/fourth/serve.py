"""Starts `tafelrunde serve` with Domineering and the heap on the list: `python -m tests.fourth.serve --port 8000`."""

from __future__ import annotations

import sys

from tafelrunde.games.registry import register
from tests.fourth import DOMINEERING
from tests.fourth.many import HEAP


def main() -> None:
    register(DOMINEERING)
    register(HEAP)
    # The help texts name the games that are there when the commands are put together.
    from tafelrunde.cli.app import app

    app(["serve", *sys.argv[1:]], prog_name="tafelrunde")


if __name__ == "__main__":
    main()
