"""Measures how much the tests notice: changes one thing in the code, runs the tests of that file, and counts.

    python -m scripts.mutants [--seed 1] [--count 80] [--minutes 60] [--only PREFIX …]

A sample, the same for the same seed and code, is drawn from all places where one of a few operators applies: a
comparison swapped, a constant off by one, a condition negated, `and` for `or`, plus for minus, a returned value
dropped. Each mutant is tried in a copy of the tree, with the tests that TESTS names for its file; one that fails a
test, or runs far longer than the unchanged code, is killed. What survives is either a change without a difference or
something that no test would miss.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from scripts.mutating import Mutant, mutants_of

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
COPIED = (
    *("bench", "docs", "examples", "native", "requirements", "scripts", "src", "tests", "web"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "mkdocs.yml", "pyproject.toml"),
)
LEFT_OUT = shutil.ignore_patterns("node_modules", "__pycache__", "*.pyc")

_RULES = ("tests/games/test_contract.py", "tests/games/test_core.py", "tests/games/test_objections.py")
_DRAWN = ("tests/games/test_drawings.py", "tests/games/test_diagrams.py")
TESTS: dict[str, tuple[str, ...]] = {
    "src/tafelrunde/games/tokan": ("tests/games/tokan", *_RULES, *_DRAWN),
    "src/tafelrunde/games/chocolate": (
        *("tests/games/chocolate", "tests/games/schoko", "tests/games/schokoly"),
        *(*_RULES, *_DRAWN, "tests/records/test_redact.py"),
    ),
    "src/tafelrunde/games/drawing": _DRAWN,
    "src/tafelrunde/games": ("tests/games",),
    "src/tafelrunde/records": ("tests/records",),
    "src/tafelrunde/native": ("tests/native",),
    "src/tafelrunde/players/tokan": (
        *("tests/players/test_tokan_levels.py", "tests/players/test_tokan_analysis.py"),
        *("tests/players/test_honest.py", "tests/players/test_analysis.py"),
    ),
    "src/tafelrunde/players/chocolate": ("tests/players/chocolate", "tests/players/test_analysis.py"),
    "src/tafelrunde/players": ("tests/players", "tests/cli/test_analyse.py", "tests/test_front.py"),
    "src/tafelrunde/research": ("tests/research", "tests/cli/test_layouts.py"),
    "src/tafelrunde/store": ("tests/store",),
    "src/tafelrunde/server/match": ("tests/server/match", "tests/server/test_protocol.py"),
    "src/tafelrunde/server": ("tests/server",),
    "src/tafelrunde/cli": ("tests/cli",),
    "src/tafelrunde": ("tests/test_front.py", "tests/test_imports.py"),
    "web/src": ("web/tests",),
}
"""The tests of a file: those of the longest beginning of its path that is listed."""

UNTESTED = ("web/src/gallery", "web/src/wire.ts", "web/src/i18n", "src/tafelrunde/store/migrations")
"""Texts, drawings for the eye and written files; nothing in them decides anything."""


def covering(path: str) -> tuple[str, ...]:
    """Returns the tests of a file."""
    return TESTS[max((prefix for prefix in TESTS if path.startswith(prefix)), key=len)]


def folder_of(path: str) -> str:
    """Returns the folder under which a file is counted."""
    parts = Path(path).parts
    depth = 4 if parts[2:4] in {("server", "match"), ("server", "wire")} else 3
    return "/".join(parts[: min(depth, len(parts) - 1)])


def candidates(only: list[str]) -> dict[str, list[Mutant]]:
    """Returns every mutant by folder."""
    found: dict[str, list[Mutant]] = defaultdict(list)
    for pattern in ("src/tafelrunde/**/*.py", "web/src/**/*.ts", "web/src/**/*.svelte"):
        for file in sorted(ROOT.glob(pattern)):
            path = file.relative_to(ROOT).as_posix()
            if path.startswith(UNTESTED) or (only and not path.startswith(tuple(only))):
                continue
            found[folder_of(path)] += mutants_of(path, file.read_text(encoding="utf-8"))
    return dict(found)


def sample(found: dict[str, list[Mutant]], seed: int, count: int) -> Iterator[Mutant]:
    """Runs through a sample in which every folder has its turn."""
    chance = random.Random(seed)
    piles = [chance.sample(mutants, len(mutants)) for _, mutants in sorted(found.items())]
    while count and any(piles):
        for pile in filter(None, piles):
            if count:
                count -= 1
                yield pile.pop()


class Laboratory:
    """A copy of the tree, in which the tests run with the code of the copy."""

    def __init__(self, folder: Path, workers: int, profile: str) -> None:
        self.folder = folder
        self.workers = workers
        self.profile = profile
        self.baselines: dict[tuple[str, ...], float] = {}
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=LEFT_OUT)
            elif source.exists():
                shutil.copy(source, folder / name)
        if (ROOT / "web" / "node_modules").exists():
            (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
        for core in VENV.glob("lib/python*/site-packages/tafelrunde/native/_core*.so"):
            shutil.copy(core, folder / "src" / "tafelrunde" / "native" / core.name)
        # The environment leads every import to the original; what runs here takes the copy.
        (folder / "sitecustomize.py").write_text(
            "import sys\nsys.meta_path[:] = [f for f in sys.meta_path if 'skbc' not in type(f).__module__]\n"
        )
        self.environ = {**os.environ, "PYTHONPATH": f"{folder}:{folder / 'src'}", "PYTHONDONTWRITEBYTECODE": "1"}
        self.environ["PATH"] = f"{VENV / 'bin'}:{self.environ['PATH']}"
        self.check_imports()

    def check_imports(self) -> None:
        """Raises ``SystemExit`` where the copy would not be what is tested."""
        command = [sys.executable, "-c", "import tafelrunde.games.core as core; print(core.__file__)"]
        shown = subprocess.run(command, env=self.environ, cwd=self.folder, capture_output=True, text=True, check=True)
        if not shown.stdout.startswith(str(self.folder)):
            sys.exit(f"the tests would run {shown.stdout.strip()}, which is not the copy")

    def passes(self, tests: tuple[str, ...], limit: float | None = None) -> bool:
        """Tells whether tests pass in time."""
        if tests == TESTS["web/src"]:
            command = ["npm", "--prefix", "web", "test", "--", "--bail", "1"]
        else:
            command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", str(self.workers), "-p", "no:cacheprovider"]
            command += [f"--hypothesis-profile={self.profile}", *tests]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            try:
                return process.wait(limit) == 0
            except subprocess.TimeoutExpired:
                return False
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)

    def baseline(self, tests: tuple[str, ...]) -> float:
        """Returns how long tests take with the code as it is; raises ``SystemExit`` if they fail."""
        if tests not in self.baselines:
            start = time.monotonic()
            if not self.passes(tests):
                sys.exit(f"without any change these tests fail: {' '.join(tests)}")
            self.baselines[tests] = time.monotonic() - start
        return self.baselines[tests]

    def kills(self, mutant: Mutant) -> bool:
        """Tells whether the tests notice a mutant; the file is itself again afterwards, whatever happens."""
        tests = covering(mutant.path)
        limit = 60 + 3 * self.baseline(tests)
        file = self.folder / mutant.path
        original = file.read_bytes()
        try:
            file.write_text(mutant.text, encoding="utf-8")
            return not self.passes(tests, limit)
        finally:
            file.write_bytes(original)


def main() -> None:
    """Tries a sample and prints what became of it."""
    parser = argparse.ArgumentParser(description="Measure what the tests notice.")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same sample (default: 1)")
    parser.add_argument("--count", type=int, default=80, help="how many mutants (default: 80)")
    parser.add_argument("--minutes", type=float, default=60, help="stop after this time (default: 60)")
    parser.add_argument("--workers", type=int, default=2, help="tests at once (default: 2)")
    parser.add_argument("--profile", default="ci", help="of Hypothesis: `quick` is faster and sees less (default: ci)")
    parser.add_argument("--only", nargs="*", default=[], metavar="PREFIX", help="only files whose path begins so")
    parser.add_argument("--list", action="store_true", help="show the sample and try nothing")
    asked = parser.parse_args()
    chosen = sample(candidates(asked.only), asked.seed, asked.count)
    if asked.list:
        print(*chosen, sep="\n")
        return
    # The copy is removed and the tests are ended when this is asked to stop, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    end = time.monotonic() + 60 * asked.minutes
    tally: dict[str, list[bool]] = defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        laboratory = Laboratory(Path(folder).resolve(), asked.workers, asked.profile)
        try:
            for mutant in chosen:
                if time.monotonic() > end:
                    print("the time is up")
                    break
                killed = laboratory.kills(mutant)
                tally[folder_of(mutant.path)].append(killed)
                print("killed  " if killed else "SURVIVED", mutant, flush=True)
        except KeyboardInterrupt:
            print("interrupted")
    print(report(tally))


def report(tally: dict[str, list[bool]]) -> str:
    """Returns how many mutants were killed, by folder and in all."""
    rows = [*sorted(tally.items()), ("all", [killed for several in tally.values() for killed in several])]
    lines = [f"{'folder':32} {'mutants':>8} {'killed':>8} {'survived':>8} {'share':>6}"]
    for folder, killed in rows:
        share = f"{100 * sum(killed) / len(killed):.0f}%" if killed else "-"
        lines.append(f"{folder:32} {len(killed):8} {sum(killed):8} {len(killed) - sum(killed):8} {share:>6}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
