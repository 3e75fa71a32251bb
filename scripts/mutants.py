"""Measures how much the tests notice: changes one thing in the code, runs the tests of that file, and counts.

    python -m scripts.mutants [--seed 1] [--count 80] [--minutes 60] [--only PREFIX …] [--retry] [--summary]
                             [--in FOLDER]

A sample, the same for the same seed and code, is drawn from all places where one of a few operators applies: a
comparison swapped, a constant off by one, a condition negated, `and` for `or`, plus for minus, a returned value
dropped. Each mutant is tried in a copy of the tree (`laboratory.py`); one that fails a test, or never ends, is killed.
What survives is either a change without a difference, listed with its reason in `equivalent_mutants.txt`, or something
that no test would miss.

What was found out is kept in build/mutants.jsonl, so a run that was stopped resumes where it left off; `--retry` tries
survivors again, after tests were added. In the end the tests that killed something run once with the code as it is, so
that a test that fails anyway kills nothing.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

from scripts.laboratory import ROOT, DoesNotCompile, Laboratory
from scripts.mutating import Mutant, mutants_of

NOTES = ROOT / "build" / "mutants.jsonl"
EQUIVALENT = ROOT / "scripts" / "equivalent_mutants.txt"

PATTERNS = (
    "src/tafelrunde/**/*.py",
    "native/src/**/*.?pp",
    "native/bind/*.?pp",
    "native/wasm/*.?pp",
    "web/src/**/*.ts",
)
"""Components of Svelte are left to browsers, in which an hour would see a handful of mutants."""

UNTESTED = (
    *("web/src/gallery", "web/src/wire.ts", "web/src/i18n", "src/tafelrunde/store/migrations"),
    *("native/bind/cpu.cpp", "native/wasm/tokan_solver.cpp", "web/src/app/synth.ts", "web/src/main.ts"),
    *("src/tafelrunde/players/tokan/strength.py", "src/tafelrunde/players/chocolate/strength.py"),
)
"""Texts, drawings for the eye, sounds for the ear, measured numbers and generated files decide nothing; what asks the
processor differs by machine; how the page starts and how its workers share memory is left to browsers."""

KILLED, SURVIVED, SAME, INVALID = "killed", "survived", "equivalent", "invalid"


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant."""

    path: str
    line: int
    change: str
    digest: str
    outcome: str
    by: str
    seconds: float

    def __str__(self) -> str:
        shown = self.outcome if self.outcome != SURVIVED else SURVIVED.upper()
        return f"{shown:10} {self.seconds:6.1f} s  {self.path}:{self.line}  {self.change}  {self.by}".rstrip()


def digest_of(mutant: Mutant) -> str:
    """Returns what tells a mutant from all others, also when other lines of its file change."""
    return hashlib.sha256(f"{mutant.path}\n{mutant.code}\n{mutant.change}\n{mutant.nth}".encode()).hexdigest()[:16]


def folder_of(path: str) -> str:
    """Returns the folder under which a file is counted."""
    parts = Path(path).parts
    depth = 4 if parts[0] == "native" or parts[2:4] in {("server", "match"), ("server", "wire")} else 3
    return "/".join(parts[: min(depth, len(parts) - 1)])


def candidates(only: list[str]) -> dict[str, list[Mutant]]:
    """Returns every mutant by folder."""
    found: dict[str, list[Mutant]] = defaultdict(list)
    for pattern in PATTERNS:
        for file in sorted(ROOT.glob(pattern)):
            path = file.relative_to(ROOT).as_posix()
            if path.startswith(UNTESTED) or (only and not path.startswith(tuple(only))):
                continue
            found[folder_of(path)] += mutants_of(path, file.read_text(encoding="utf-8"))
    return dict(found)


def sample(found: dict[str, list[Mutant]], seed: int, count: int) -> Iterator[Mutant]:
    """Iterates over a sample in which every folder has its turn.

    Mutants are ordered by a hash of the seed and themselves, so a change of the code changes little of its sample.
    """

    def place(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed} {digest_of(mutant)}".encode()).digest()

    piles = [sorted(mutants, key=place, reverse=True) for _, mutants in sorted(found.items())]
    while count and any(piles):
        for pile in filter(None, piles):
            if count:
                count -= 1
                yield pile.pop()


def same_as_before(mutant: Mutant, listed: Iterable[str]) -> str | None:
    """Returns why a mutant makes no difference, if it is listed: `path | change | its line of code | reason`."""
    for entry in listed:
        path, change, code, reason = (part.strip() for part in entry.split(" | ", 3))
        if (path, change, code) == (mutant.path, mutant.change, mutant.code):
            return reason
    return None


def read_notes() -> dict[str, Verdict]:
    """Returns what earlier runs found out, by digest."""
    lines = NOTES.read_text(encoding="utf-8").splitlines() if NOTES.exists() else []
    verdicts = (Verdict(**json.loads(line)) for line in lines)
    return {verdict.digest: verdict for verdict in verdicts}


def note(verdict: Verdict) -> None:
    """Keeps a verdict; the last one of a mutant counts."""
    NOTES.parent.mkdir(exist_ok=True)
    with NOTES.open("a", encoding="utf-8") as notes:
        notes.write(json.dumps(asdict(verdict), ensure_ascii=False) + "\n")


def judge(laboratory: Laboratory, mutant: Mutant) -> Verdict:
    """Returns what becomes of a mutant."""
    start = time.monotonic()
    try:
        killer = laboratory.killer(mutant)
        outcome, by = (SURVIVED, "") if killer is None else (KILLED, killer)
    except DoesNotCompile:
        outcome, by = INVALID, "does not compile"
    seconds = round(time.monotonic() - start, 1)
    return Verdict(mutant.path, mutant.line, mutant.change, digest_of(mutant), outcome, by, seconds)


def main() -> None:
    """Tries a sample and prints what became of it."""
    parser = argparse.ArgumentParser(description="Measure what the tests notice.")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same sample (default: 1)")
    parser.add_argument("--count", type=int, default=80, help="how many mutants (default: 80)")
    parser.add_argument("--minutes", type=float, default=60, help="stop after this time (default: 60)")
    parser.add_argument("--profile", default="ci", help="of Hypothesis: `quick` is faster and sees less (default: ci)")
    parser.add_argument("--near", action="store_true", help="run only the nearest test files: fast, sees less")
    parser.add_argument("--in", dest="folder", type=Path, help="a folder to work in and to keep: C++ is compiled once")
    parser.add_argument("--only", nargs="*", default=[], metavar="PREFIX", help="only files whose path begins so")
    parser.add_argument("--retry", action="store_true", help="try survivors of earlier runs again")
    parser.add_argument("--fresh", action="store_true", help="forget earlier runs")
    parser.add_argument("--list", action="store_true", help="show the sample and try nothing")
    parser.add_argument("--summary", action="store_true", help="show the table of what is known of the sample")
    asked = parser.parse_args()
    chosen = list(sample(candidates(asked.only), asked.seed, asked.count))
    if asked.list:
        print(*chosen, sep="\n")
        return
    if asked.fresh:
        NOTES.unlink(missing_ok=True)
    listed = [line for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if " | " in line]
    known = read_notes()
    for mutant in chosen:
        if reason := same_as_before(mutant, listed):
            digest = digest_of(mutant)
            known[digest] = Verdict(mutant.path, mutant.line, mutant.change, digest, SAME, reason, 0.0)
    done = [digest_of(mutant) for mutant in chosen if digest_of(mutant) in known]
    if asked.retry:
        done = [digest for digest in done if known[digest].outcome != SURVIVED]
    waiting = [mutant for mutant in chosen if digest_of(mutant) not in set(done)]
    if not asked.summary:
        # The copy is removed and the tests are ended when this is asked to stop, too.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
        print(f"{len(chosen)} mutants, {len(done)} known from earlier runs", flush=True)
        with ExitStack() as until_done:
            folder = asked.folder or Path(until_done.enter_context(tempfile.TemporaryDirectory(prefix="mutants-")))
            laboratory = Laboratory(folder.resolve(), asked.profile, asked.near)
            explore(waiting, known, laboratory, time.monotonic() + 60 * asked.minutes)
    verdicts = [known[digest_of(mutant)] for mutant in chosen if digest_of(mutant) in known]
    print(*sorted(str(one) for one in verdicts if one.outcome == SURVIVED), sep="\n")
    print(report(verdicts))


def explore(waiting: list[Mutant], known: dict[str, Verdict], laboratory: Laboratory, end: float) -> None:
    """Tries mutants until the time is up, and adds what became of them to what is known."""
    killed = []
    try:
        for number, mutant in enumerate(waiting, start=1):
            if time.monotonic() > end:
                print("the time is up")
                break
            verdict = judge(laboratory, mutant)
            known[verdict.digest] = verdict
            note(verdict)
            killed += [verdict] if verdict.outcome == KILLED else []
            print(f"{number:4}/{len(waiting)}  {verdict}", flush=True)
        print("running the tests that killed something once more, with the code as it is", flush=True)
        failing = set(laboratory.failing([one.by for one in killed]))
    except KeyboardInterrupt:
        print("interrupted")
        return
    for one in killed:
        if one.by in failing:
            print(f"fails without any change, so it killed nothing: {one.by}")
            known[one.digest] = Verdict(**{**asdict(one), "outcome": SURVIVED, "by": ""})
            note(known[one.digest])


def report(verdicts: Iterable[Verdict]) -> str:
    """Returns how many mutants were killed, by folder and in all, as a table of Markdown."""
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    for one in verdicts:
        for row in (folder_of(one.path), "all"):
            tally[row][one.outcome] += 1
    lines = ["| folder | tried | killed | survived | equivalent | killed of those that differ |"]
    lines += ["| --- | ---: | ---: | ---: | ---: | ---: |"]
    for folder in sorted(tally, key=lambda name: (name == "all", name)):
        counts = tally[folder]
        differing = counts[KILLED] + counts[SURVIVED]
        share = f"{100 * counts[KILLED] / differing:.0f}%" if differing else "-"
        tried = differing + counts[SAME]
        lines.append(f"| {folder} | {tried} | {counts[KILLED]} | {counts[SURVIVED]} | {counts[SAME]} | {share} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
