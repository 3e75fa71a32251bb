"""The page's engine beside Python at length: `python -m tests.engine --seconds 150`.

Round by round, until the time is over: of every form a whole game table by table, moves and broken records, the moves
of all levels, a match of two levels move by move and an analysis. What differs ends it, with the question.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random

from tests.engine import compare
from tests.engine.node import Engine, NodeEngine, missing
from tests.engine.plays import FORMS, form

TOKAN_NODES, CHOCOLATE_NODES = 60_000, 1_000
HIGHEST = 8


def compare_all(engine: Engine, name: str, options: str, seed: int) -> Counter[str]:
    """Compare one game of a form in every way; return how many answers agreed."""
    game = form(name, options)
    chance = Random(seed)
    nodes = TOKAN_NODES if name == "tokan" else CHOCOLATE_NODES

    def drawn() -> int:
        return chance.randrange(1 << 30)

    levels = [chance.randrange(1, HIGHEST + 1), HIGHEST]
    return Counter(
        {
            "tables": compare.compare_tables(engine, *game, drawn()),
            "moves tried": compare.compare_objections(engine, *game, drawn(), moments=2),
            "records": compare.compare_records(engine, *game, drawn(), broken=40),
            "moves of levels": compare.compare_levels(engine, *game, drawn(), moments=3, nodes=nodes),
            "moves of whole matches": compare.compare_match(engine, *game, drawn(), levels, nodes=nodes // 5),
            "moves judged": compare.compare_analysis(engine, *game, drawn(), nodes=nodes // 20),
        }
    )


def main() -> None:
    """Compare until the time is over, every form once at least; end with the first difference."""
    parser = argparse.ArgumentParser(description="Compare the page's engine with Python at length.")
    parser.add_argument("--seconds", type=float, default=150)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    if reason := missing():
        sys.exit(f"nothing was compared: {reason}")
    engine = NodeEngine()
    agreed: Counter[str] = Counter()
    end = time.monotonic() + asked.seconds
    games = 0
    while games < len(FORMS) or time.monotonic() < end:
        agreed += compare_all(engine, *FORMS[games % len(FORMS)], asked.seed + games)
        games += 1
    engine.close()
    told = ", ".join(f"{count} {what}" for what, count in agreed.items())
    sys.stdout.write(f"{games} games of {len(FORMS)} forms from seed {asked.seed}: {told}: all the same\n")


if __name__ == "__main__":
    main()
