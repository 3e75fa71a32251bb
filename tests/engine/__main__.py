"""The page's engine beside Python at length: `python -m tests.engine --games 20`.

Of every form so many whole games are compared table by table, moves and broken records in proportion, and whole matches
of computers are played move by move.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from tests.engine import compare
from tests.engine.node import NodeEngine, missing
from tests.engine.plays import FORMS, form

TOKAN_NODES, CHOCOLATE_NODES = 60_000, 1_000


def main() -> None:
    """Compare as much as was asked for; end with the first difference."""
    parser = argparse.ArgumentParser(description="Compare the page's engine with Python at length.")
    parser.add_argument("--games", type=int, default=20, help="whole games of every form")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    if reason := missing():
        sys.exit(f"nothing was compared: {reason}")
    engine = NodeEngine()
    for name, options in FORMS:
        game = form(name, options)
        chance = Random(asked.seed)
        nodes = TOKAN_NODES if name == "tokan" else CHOCOLATE_NODES
        tables = objections = records = levels = played = 0
        for _ in range(asked.games):
            tables += compare.compare_tables(engine, *game, chance.randrange(1 << 30))
            objections += compare.compare_objections(engine, *game, chance.randrange(1 << 30), moments=3)
            records += compare.compare_records(engine, *game, chance.randrange(1 << 30), broken=60)
            levels += compare.compare_levels(engine, *game, chance.randrange(1 << 30), moments=3, nodes=nodes)
        for level in range(1, 9):
            pair = [level, chance.randrange(1, 9)]
            played += compare.compare_match(engine, *game, chance.randrange(1 << 30), pair, nodes=nodes // 5)
        analysed = compare.compare_analysis(engine, *game, chance.randrange(1 << 30), nodes=nodes // 10)
        sys.stdout.write(
            f"{name} {options}: {tables} tables, {objections} moves tried, {records} records, "
            f"{levels} moves of levels, {played} of whole matches, {analysed} judged: all the same\n"
        )
        sys.stdout.flush()
    engine.close()


if __name__ == "__main__":
    main()
