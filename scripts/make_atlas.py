"""Collects what native/tools/tokan_atlas found into the atlas of TOKAN, and writes docs/layouts.md from it.

    python scripts/make_atlas.py FILE.jsonl...     adds these answers to src/tafelrunde/research/tokan/atlas.csv.gz
    python scripts/make_atlas.py                   only rewrites the tables
    python scripts/make_atlas.py --lines FILE      also writes the results as such lines, for the program to resume from

Lines of the same start are put together; where two contradict each other nothing is written.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import log, sqrt
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.games.tokan.board import CELLS, COLUMNS, REACH, SIDE
from tafelrunde.games.tokan.moves import Step
from tafelrunde.games.tokan.position import parse_position
from tafelrunde.players.starts import balanced_starts
from tafelrunde.records.replay import new_record
from tafelrunde.research.tokan.atlas import Start, unpack, write
from tafelrunde.research.tokan.layouts import Share

ROOT = Path(__file__).parents[1]
ATLAS = ROOT / "src/tafelrunde/research/tokan/atlas.csv.gz"
PAGE = ROOT / "docs/layouts.md"
FACTS = ROOT / "web/src/games/tokan/article/facts.json"
BEGIN, END = "<!-- atlas -->", "<!-- end of atlas -->"
FOLDS = 10
Numbers = NDArray[np.float64]


def position_of(start: Start) -> TokanPosition:
    """The position of a start."""
    return parse_position(TokanOptions.read({"scoring": start.scoring, "gaps": start.gaps}), start.start)


# -- collecting --------------------------------------------------------------------------------------------------------


def blank(line: dict[str, Any]) -> Start:
    """A start of which nothing is known."""
    options = TokanOptions.read({"scoring": line["scoring"], "gaps": line["gaps"]})
    moves = len(parse_position(options, line["start"]).turns())
    place = (line["seed"], line["number"], line["scoring"], line["gaps"], line["start"])
    return Start(*place, "unknown", None, moves, "", False, 0, 0.0, 0, 0, line["version"])


def note(start: Start, line: dict[str, Any]) -> Start:
    """Add what a line says to a start."""
    if line["result"] != "unknown" and start.result not in ("unknown", line["result"]):
        raise SystemExit(f"start {start.number} is said to be a {start.result} and a {line['result']}")
    if line["about"] == "result" and (line["settled"] or start.result == "unknown"):
        cost = {name: line[name] for name in ("positions", "seconds", "threads", "memory", "version")}
        start = replace(start, result=line["result"], **cost)
    if line["about"] == "margin" and line["settled"]:
        start = replace(start, margin=int(line["low"] / 2))
    if "moves" in line:
        letter = {"win": "W", "draw": "Dh", "loss": ""}[line["result"]]
        good = [move for move, value in line["moves"].items() if value in letter and value]
        known = all(value not in "?h" for value in line["moves"].values())
        if known or (len(good) > len(start.winning.split()) and not start.winning_all):
            start = replace(start, winning=" ".join(good), winning_all=known)
    return start


def collect(files: Iterable[Path], starts: Sequence[Start]) -> list[Start]:
    """Put the lines of files together with what is known."""
    book = {(start.scoring, start.gaps, start.seed, start.number): start for start in starts}
    for file in files:
        for text in file.read_text(encoding="utf-8").splitlines():
            try:
                line = json.loads(text)
            except ValueError:
                continue  # cut off in the middle
            key = (line["scoring"], line["gaps"], line["seed"], line["number"])
            book[key] = note(book.get(key) or blank(line), line)
    return [book[key] for key in sorted(book)]


def lines_of(starts: Iterable[Start]) -> str:
    """The results as lines, so that the program does not look for them again."""
    bounds = {"win": (1, 128), "draw": (0, 0), "loss": (-128, -1), "unknown": (-128, 128)}
    lines = []
    for start in starts:
        low, high = bounds[start.result]
        line = {name: getattr(start, name) for name in ("number", "seed", "scoring", "gaps", "start", "result")}
        line |= {"about": "result", "settled": start.result != "unknown", "low": low, "high": high}
        line |= {name: getattr(start, name) for name in ("positions", "seconds", "threads", "memory", "version")}
        lines.append(json.dumps(line, separators=(",", ":")) + "\n")
    return "".join(lines)


# -- what can be foreseen ----------------------------------------------------------------------------------------------


def features(start: Start) -> list[float]:
    """What is seen of a layout at once, for the first player less for the second."""
    position = position_of(start)
    other = replace(position, side=1 - position.side)
    sign = [1.0 if SIDE[tower] == position.side else -1.0 for tower in position.towers]
    inner = [_inside(cell) for cell in range(CELLS)]
    steps, replies = position.turns(), other.turns()
    captures = sum(SIDE[position.towers[step.target]] != position.side for step in steps)  # type: ignore[union-attr]
    threats = sum(SIDE[position.towers[step.target]] == position.side for step in replies)  # type: ignore[union-attr]
    lions = sum(
        s for s, tower, inside in zip(sign, position.towers, inner, strict=True) if inside and REACH[tower] == 3
    )
    tiles = sum(s for s, inside in zip(sign, inner, strict=True) if inside)
    return [len(steps) - len(replies), captures - threats, lions, tiles, len(steps) + len(replies)]


NAMES = ("moves", "captures", "lions inside", "tiles inside", "moves of both sides")


def fit(x: Numbers, y: Numbers, ridge: float = 1.0) -> Numbers:
    """Logistic regression by Newton's method; the last weight is the constant."""
    columns = np.column_stack([x, np.ones(len(x))])
    weights = np.zeros(columns.shape[1])
    penalty = ridge * np.diag([1.0] * x.shape[1] + [0.0])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-columns @ weights))
        hessian = (columns.T * (chance * (1 - chance))) @ columns + penalty + 1e-9 * np.eye(len(weights))
        weights -= np.linalg.solve(hessian, columns.T @ (chance - y) + penalty @ weights)
    return weights


def foresight(starts: Sequence[Start]) -> tuple[float, float, float]:
    """The surprise at results of starts held out: with the fit, without it; and the area under the curve."""
    x = np.array([features(start) for start in starts], dtype=np.float64)
    y = np.array([start.result == "win" for start in starts], dtype=np.float64)
    x = (x - x.mean(0)) / (x.std(0) + 1e-9)
    folds = np.arange(len(starts)) % FOLDS
    chance, base = np.empty(len(y)), np.empty(len(y))
    for fold in range(FOLDS):
        train, test = folds != fold, folds == fold
        weights = fit(x[train], y[train])
        chance[test] = 1 / (1 + np.exp(-(np.column_stack([x[test], np.ones(test.sum())]) @ weights)))
        base[test] = (y[train].sum() + 1) / (train.sum() + 2)

    def surprise(p: Numbers) -> float:
        return float(-np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)))

    better = [a > b for a in chance[y == 1] for b in chance[y == 0]]
    return surprise(chance), surprise(base), float(np.mean(better)) if better else 0.5


# -- telling -----------------------------------------------------------------------------------------------------------


def percentile(numbers: Sequence[float], percent: int) -> float:
    """The number below which so many percent lie."""
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def rules_of(start: Start) -> str:
    """How a table calls the house rules."""
    return {"towers": "standard rules", "heads": "every head counts"}[start.scoring]


def sections(starts: Sequence[Start]) -> str:
    """The tables of the page."""
    kinds = {rules_of(start): [s for s in starts if rules_of(s) == rules_of(start)] for start in starts}
    lines = [
        "| | starts | first player wins | draw | loses | not solved |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for kind, these in kinds.items():
        solved = [start for start in these if start.result != "unknown"]
        # Numbers are taken in order: one that is missing was being worked at when the program was stopped.
        taken = max(start.number for start in these) + 1
        shares = [_share(solved, lambda s, r=result: s.result == r) for result in ("win", "draw", "loss")]  # type: ignore[misc]
        lines.append(f"| {kind} | {taken} | {' | '.join(shares)} | {taken - len(solved)} |")
    lines += _text(
        "Shares are of the solved starts, with Wilson's 95% intervals. Starts not solved ran out of time or were "
        "in progress when the program was stopped. Starts that the first player does not win take longer to solve, "
        "so the true share of wins is lower than that of the solved ones. What is certain about all starts examined, "
        "whatever the unsolved ones turn out to be:"
    )
    lines += [""] + [f"- {kind}: {_certain(these)}" for kind, these in kinds.items()]
    for kind, these in kinds.items():
        lines += _section(kind, [start for start in these if start.result != "unknown"])
    return "\n".join(lines).rstrip() + "\n"


def _text(text: str) -> list[str]:
    """A paragraph, in lines."""
    return ["", *wrap(text, 118)]


def _share(starts: Sequence[Start], has: Callable[[Start], bool]) -> str:
    share = Share(sum(map(has, starts)), len(starts))
    low, high = share.interval
    return f"{share.count}, {100 * share.count / max(1, share.of):.0f}% [{100 * low:.0f}, {100 * high:.0f}]"


def _certain(starts: Sequence[Start]) -> str:
    """What is known of all these starts: the share the first player wins if he wins none of the open ones, or all."""
    taken = max(start.number for start in starts) + 1
    wins = sum(start.result == "win" for start in starts)
    others = sum(start.result in ("draw", "loss") for start in starts)
    return (
        f"the first player wins at least {100 * wins / taken:.0f}% and at most {100 * (taken - others) / taken:.0f}%."
    )


def _section(kind: str, solved: Sequence[Start]) -> list[str]:
    if not solved:
        return []
    millions = [start.positions / 1e6 for start in solved]
    rate = sum(start.positions for start in solved) / sum(start.seconds * start.threads for start in solved) / 1e6
    lines = ["", f"### {kind[0].upper()}{kind[1:]}"]
    lines += _text(
        f"The median start took {percentile(millions, 50):.0f} million positions, and nine in ten took at most "
        f"{percentile(millions, 90):.0f} million, at {rate:.1f} million positions per second and thread."
    )
    only = sum(start.only_move for start in solved)
    several = sum(start.result == "win" and len(start.winning.split()) > 1 for start in solved)
    if only or several:
        lines += _text(f"Winning first moves: {several} starts are known to have more than one, {only} exactly one.")
    lines += _beginnings([start for start in solved if start.result == "win" and start.winning])
    margins = [start.margin for start in solved if start.margin is not None]
    if margins:
        lines += _text(f"Margins of {len(margins)} starts: {min(margins)} to {max(margins)} points.")
    wins = sum(start.result == "win" for start in solved)
    others = len(solved) - wins
    if len(solved) >= 4 * FOLDS and others >= 3:
        with_fit, without, area = foresight(solved)
        error = area_error(area, wins, others)
        lines += _text(
            f"What can be predicted: a logistic regression on {', '.join(NAMES)} (differences are the first player's "
            f"less the second's), cross-validated in {FOLDS} folds, has a log loss of {with_fit:.3f} per start, "
            f"compared with {without:.3f} for the share of wins alone ({log(2):.3f} for a coin), and ranks a won start "
            f"above another in {100 * area:.0f}% "
            f"[{100 * max(0, area - error):.0f}, {100 * min(1, area + error):.0f}] of pairs. "
            f"Only {others} of these starts are not won, and the hard ones are missing, so this is only an indication."
        )
    return lines


BEGINNINGS: dict[str, Callable[[TokanPosition, Step], bool]] = {
    "capture": lambda position, step: SIDE[position.towers[step.target]] != position.side,
    "a mouse moves": lambda position, step: REACH[position.towers[step.source]] == 1,
    "a jackal moves": lambda position, step: REACH[position.towers[step.source]] == 2,
    "a lion moves": lambda position, step: REACH[position.towers[step.source]] == 3,
    "starts on the edge": lambda _, step: not _inside(step.source),
    "ends on the edge": lambda _, step: not _inside(step.target),
}
"""What is told of first moves."""


def _inside(cell: int) -> bool:
    return 0 < cell % COLUMNS < COLUMNS - 1 and COLUMNS <= cell < CELLS - COLUMNS


def _beginnings(won: Sequence[Start]) -> list[str]:
    """How the winning first moves that are known differ from all first moves."""
    if len(won) < 20:
        return []
    lines = _text(
        f"The first winning move found in each of {len(won)} starts, compared with all first moves of these starts "
        "(other moves may win as well):"
    )
    lines += ["", "| | first moves that win | all first moves |", "| --- | ---: | ---: |"]
    for name, is_so in BEGINNINGS.items():
        found, every, of = 0, 0, 0
        for start in won:
            position = position_of(start)
            steps = {str(step): step for step in position.turns() if isinstance(step, Step)}
            found += is_so(position, steps[start.winning.split()[0]])
            every += sum(is_so(position, step) for step in steps.values())
            of += len(steps)
        low, high = Share(found, len(won)).interval
        share = f"{100 * found / len(won):.0f}% [{100 * low:.0f}, {100 * high:.0f}]"
        lines.append(f"| {name} | {share} | {100 * every / of:.0f}% |")
    return lines


def area_error(area: float, wins: int, others: int) -> float:
    """Half the 95% interval of an area under the curve (Hanley and McNeil)."""
    one, two = area / (2 - area), 2 * area * area / (1 + area)
    spread = area * (1 - area) + (wins - 1) * (one - area * area) + (others - 1) * (two - area * area)
    return 1.96 * sqrt(max(0.0, spread) / (wins * others))


def facts(starts: Sequence[Start]) -> str:
    """What the article on the page tells: numbers, the boards by name, and which numbers are drawn as shares."""
    game = find_game("tokan")
    options = game.options_type.parse("standard")
    usual = [start for start in starts if (start.scoring, start.gaps) == ("towers", "contiguous")]
    results = Counter(start.result for start in usual)
    taken = max(start.number for start in usual) + 1
    solved = sum(results[result] for result in ("win", "draw", "loss"))
    balanced = balanced_starts(game, options)
    kinds = Counter(start.kind for start in balanced)
    boards = {
        # The words below the boards say who is to move.
        "won": min(
            (start for start in usual if start.result == "win" and start.start.split()[1] == "r"),
            key=lambda start: start.positions,
        ).start,
        "only": next(start.start for start in balanced if start.kind == "only" and start.start.split()[1] == "b"),
        "draw": next(start.start for start in balanced if start.kind == "draw" and start.start.split()[1] == "r"),
    }
    told = {
        "numbers": {
            "solved": solved,
            "wins": results["win"],
            "draws": results["draw"],
            "losses": results["loss"],
            "open": taken - solved,
            "fair": kinds["draw"],
            "only": kinds["only"],
        },
        "boards": {name: str(new_record(game, options, start)) for name, start in boards.items()},
        "shares": ["wins", "draws", "losses"],
    }
    return json.dumps(told, indent=2) + "\n"


def main(words: Sequence[str]) -> None:
    """Collect, write the file and the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--lines", type=Path)
    arguments = parser.parse_args(words)
    starts = collect(arguments.files, unpack(ATLAS.read_bytes()) if ATLAS.exists() else [])
    ATLAS.write_bytes(write(starts))
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    FACTS.write_text(facts(starts), encoding="utf-8")
    PAGE.write_text(f"{before}{BEGIN}\n\n{sections(starts)}\n{END}{after}", encoding="utf-8")
    if arguments.lines is not None:
        arguments.lines.write_text(lines_of(starts), encoding="utf-8")
    print(f"{len(starts)} starts, {ATLAS.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
