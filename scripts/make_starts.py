"""Looks for balanced starts of TOKAN and keeps them in src/tafelrunde/players/tokan/starts.csv.gz.

    python scripts/make_starts.py FOUND.jsonl --seed 1 --to 3000 [--scoring heads]   looks, from where it stopped
    python scripts/make_starts.py FOUND.jsonl... --write                             keeps what was found

Layout n of a seed is dealt, and four moves of each side are made: any of those that a short look calls good. What then
looks even, or as if one move stood out, is solved. It is kept if it is a draw, or if exactly one move wins: for that
every other move is proved not to.
Whatever is found is written at once, a line of JSON a layout; one that has a line is not looked at again.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import io
import json
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanPosition
from tafelrunde.games.tokan.mirrors import images
from tafelrunde.native.tokan_search import Limits as Looks
from tafelrunde.native.tokan_search import Settings, search
from tafelrunde.native.tokan_solver import Limits, Solver

KEPT = Path(__file__).parents[1] / "src/tafelrunde/players/tokan/starts.csv.gz"
COLUMNS = ("id", "kind", "scoring", "start", "move", "seed", "number")
PLIES = 8
"""Moves made before the start: four by each side."""
NEAR = 0.12
"""How much worse than the best a move may look to be made."""
EVEN = (0.3, 0.7)
"""What the side to move may look to get in a position that is solved."""
APART = 0.15
"""How far ahead of all others the best move may look instead."""
MOVE_NODES, LOOK_NODES = 400, 4_000
MOST_POSITIONS = 1_500_000
SHORT_OF_ALL = (20_000, 100_000, 500_000, 1_500_000)
"""What proving all moves may take: most starts show a second winning move soon."""
MEMORY = 64 << 20


def opened(seed: str, number: int, options: Any) -> TokanPosition | None:
    """Return layout `number` with some moves made; None if it does not look even."""
    game, rng = find_game("tokan"), Random(f"{seed}/{number}")
    position = game.start(options, game.deal(options, rng))
    assert isinstance(position, TokanPosition)
    for _ in range(PLIES):
        ranked = search(position, Settings(), Looks(MOVE_NODES)).moves
        good = [one.move for one in ranked if one.chance >= ranked[0].chance - NEAR]
        position = position.play(rng.choice(good))
        if position.is_over:
            return None
    best, *others = search(position, Settings(), Looks(LOOK_NODES)).moves
    apart = bool(others) and best.chance - others[0].chance >= APART
    low, high = EVEN
    return position if apart or low <= best.chance <= high else None


def judged(position: TokanPosition, solver: Solver) -> tuple[str, str]:
    """Return what a position is, and the move that wins where only one does."""
    result = solver.forget().solve(position, Limits(positions=MOST_POSITIONS)).result
    if result != "win":
        return result, ""
    for positions in SHORT_OF_ALL:
        values = solver.values(position, Limits(positions=positions))
        winning = [move for move, value in values.items() if value.low >= 1]
        if len(winning) > 1:
            return "win", ""
        if winning and all(value.high < 1 for move, value in values.items() if move not in winning):
            return "only", winning[0]
    return "unknown", ""


def look(file: Path, seed: str, numbers: range, scoring: str) -> None:
    """Look at layouts that the file does not know yet."""
    options = find_game("tokan").options_type.parse(f"scoring={scoring}")
    done = {(line["seed"], line["scoring"], line["number"]) for line in lines_of([file])} if file.exists() else set()
    solver = Solver(MEMORY, 1)
    with file.open("a", encoding="utf-8") as out:
        for number in numbers:
            if (seed, scoring, number) in done:
                continue
            begin = time.perf_counter()
            position = opened(seed, number, options)
            kind, move = judged(position, solver) if position else ("uneven", "")
            line: dict[str, Any] = {"seed": seed, "scoring": scoring, "number": number, "kind": kind}
            if kind in ("draw", "only"):
                line |= {"start": str(position), "move": move}
            out.write(json.dumps(line | {"seconds": round(time.perf_counter() - begin, 3)}) + "\n")
            out.flush()


def lines_of(files: Iterable[Path]) -> list[dict[str, Any]]:
    """Read what was found; a line that was cut off is passed over."""
    found = []
    for file in files:
        for text in file.read_text(encoding="utf-8").splitlines():
            try:
                found.append(json.loads(text))
            except ValueError:
                continue
    return found


def write(files: Sequence[Path]) -> None:
    """Keep what was found, each once however it is mirrored; the same lines give the same bytes."""
    game = find_game("tokan")
    kept: dict[str, list[Any]] = {}
    counts: dict[str, int] = {}
    lines = sorted(lines_of(files), key=lambda line: (line["scoring"] != "towers", line["seed"], line["number"]))
    for line in lines:
        counts[f"{line['scoring']} {line['kind']}"] = counts.get(f"{line['scoring']} {line['kind']}", 0) + 1
        if "start" not in line:
            continue
        position = game.start(game.options_type.parse(f"scoring={line['scoring']}"), line["start"])
        assert isinstance(position, TokanPosition)
        key = line["scoring"] + min(map(str, images(position)))
        name = f"{line['scoring'][0]}{line['number']}"
        kept.setdefault(key, [name, *(line[column] for column in COLUMNS[1:])])
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows(kept.values())
    KEPT.write_bytes(gzip.compress(text.getvalue().encode(), 9, mtime=0))
    print(f"{len(kept)} starts, {KEPT.stat().st_size} bytes, {sum(line['seconds'] for line in lines):.0f} s")
    for kind, number in sorted(counts.items()):
        print(f"{number:7} {kind}")


def main(words: Sequence[str]) -> None:
    """Look, or keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--to", type=int, default=1000)
    parser.add_argument("--scoring", choices=("towers", "heads"), default="towers")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args(words)
    if asked.write:
        write(asked.files)
    else:
        look(asked.files[0], asked.seed, range(asked.to), asked.scoring)


if __name__ == "__main__":
    main(sys.argv[1:])
