"""Where mutants are tried: a copy of the tree in which tests run with the code of the copy.

The tests of a file come in steps, the nearest first: those that import the mutated module by name, those that import a
module that imports it, then the rest of what `TESTS` lists for its folder. A mutant is killed by the first test that
fails. Whoever has little time lets only the nearest files run.
"""

from __future__ import annotations

import filecmp
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.mutating import Mutant
from tafelrunde.native import AVAILABLE

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
COPIED = (
    *("bench", "docs", "examples", "native", "requirements", "scripts", "src", "tests", "web"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "mkdocs.yml", "pyproject.toml"),
)
LEFT_OUT = shutil.ignore_patterns("node_modules", "__pycache__", "*.pyc")

_RULES = ("tests/games/test_contract.py", "tests/games/test_core.py", "tests/games/test_objections.py")
_DRAWN = ("tests/games/test_drawings.py", "tests/games/test_diagrams.py")
_TALKING = (
    *("tests/server/test_protocol.py", "tests/server/test_sitting_down.py"),
    *("tests/server/test_doors.py", "tests/server/test_addresses.py", "tests/server/test_survival.py"),
)
TESTS: dict[str, tuple[str, ...]] = {
    "src/tafelrunde/games/tokan": ("tests/games/tokan", *_RULES, *_DRAWN),
    "src/tafelrunde/games/chocolate": (
        *("tests/games/chocolate", "tests/games/schoko", "tests/games/schokoly"),
        *(*_RULES, *_DRAWN, "tests/records/test_redact.py"),
    ),
    "src/tafelrunde/games/drawing": (
        *_DRAWN,
        "tests/games/tokan/test_drawings.py",
        "tests/games/chocolate/test_drawings.py",
    ),
    "src/tafelrunde/games": ("tests/games",),
    "src/tafelrunde/records": ("tests/records",),
    "src/tafelrunde/native": ("tests/native",),
    "src/tafelrunde/players/tokan": (
        *("tests/players/test_tokan_levels.py", "tests/players/test_tokan_analysis.py"),
        *("tests/players/test_honest.py", "tests/players/test_analysis.py", "tests/players/test_measured.py"),
    ),
    "src/tafelrunde/players/chocolate": (
        *("tests/players/chocolate", "tests/players/test_analysis.py", "tests/players/test_measured.py"),
    ),
    "src/tafelrunde/players": ("tests/players", "tests/cli/test_analyse.py", "tests/test_front.py", "tests/rooms"),
    "src/tafelrunde/research": ("tests/research", "tests/cli/test_layouts.py"),
    "src/tafelrunde/store/people": (
        *("tests/store/test_people.py", "tests/store/test_puzzles.py", "tests/server/people"),
        *("tests/server/pool", "tests/server/ratings"),
    ),
    "src/tafelrunde/store/studies.py": ("tests/server/studies", "tests/store"),
    "src/tafelrunde/store": ("tests/store", "tests/server/test_survival.py"),
    "src/tafelrunde/server/match": ("tests/server/match", "tests/server/test_protocol.py"),
    "src/tafelrunde/server/wire": (
        *("tests/server/test_shown.py", "tests/server/test_telling.py", "tests/server/test_left_out.py"),
        "tests/server/test_secrets.py",
        *("tests/server/test_study.py", "tests/server/test_openapi.py", *_TALKING, "tests/rooms"),
    ),
    "src/tafelrunde/server/doors": (
        *("tests/server/test_gate.py", "tests/server/test_framing.py", "tests/server/test_hostile.py"),
        *("tests/server/test_study.py", "tests/server/test_logs.py", *_TALKING),
    ),
    "src/tafelrunde/server/live": (
        *("tests/server/test_computers.py", "tests/server/test_trying.py", "tests/server/test_authority.py"),
        *("tests/server/test_thinking.py", "tests/server/match", *_TALKING),
    ),
    "src/tafelrunde/server/thinking": (
        *("tests/server/test_thinking.py", "tests/server/test_programs.py", "tests/server/test_computers.py"),
        "tests/server/test_study.py",
    ),
    "src/tafelrunde/server/administration": (
        *("tests/server/test_admin.py", "tests/server/test_admin_exports.py", "tests/server/test_admin_upkeep.py"),
        "tests/server/test_admin_verify.py",
        "tests/store/test_administration.py",
    ),
    "src/tafelrunde/server/cluster": ("tests/server/test_cluster.py", "tests/server/test_shared_limits.py"),
    "src/tafelrunde/server/limits": ("tests/server/test_shared_limits.py", "tests/server/test_gate.py", *_TALKING),
    "src/tafelrunde/server/people": ("tests/server/people",),
    "src/tafelrunde/server/push": ("tests/server/people",),
    "src/tafelrunde/server/pool": ("tests/server/pool",),
    "src/tafelrunde/server/ratings": ("tests/server/ratings",),
    "src/tafelrunde/server/studies": ("tests/server/studies",),
    "src/tafelrunde/server": ("tests/server",),
    "src/tafelrunde/cli": ("tests/cli",),
    "src/tafelrunde": ("tests/test_front.py", "tests/test_imports.py", "tests/test_extras.py"),
    "native/src/tokan/solver": ("tokan_solver", "tests/native/test_tokan_solver.py"),
    "native/src/tokan/search": (
        *("tokan_search", "tests/native/test_tokan_search.py", "tests/native/test_tokan_playouts.py"),
        *("tests/players/test_tokan_levels.py", "tests/players/test_tokan_analysis.py"),
    ),
    "native/src/tokan": (
        *("tokan_games 20", "tokan_fuzz 2000", "tokan_search", "tokan_solver"),
        *("tests/native/test_tokan_parity.py", "tests/native/test_tokan_key.py", "tests/native/test_tokan_batch.py"),
    ),
    "native/src/chocolate/search": (
        *("chocolate_search", "chocolate_net", "tests/native/test_chocolate_endgame.py"),
        *("tests/players/chocolate/test_levels.py", "tests/players/chocolate/test_analysis.py"),
    ),
    "native/src/chocolate": (
        *("chocolate_games 4", "chocolate_fuzz 1000", "chocolate_search", "tests/native/test_chocolate_parity.py"),
        *("tests/native/test_chocolate_door.py", "tests/native/test_chocolate_views.py"),
        *("tests/native/test_chocolate_key.py", "tests/native/test_chocolate_batch.py"),
    ),
    "native/src/parallel": (
        *("tests/native/test_tokan_batch.py", "tests/native/test_tokan_playouts.py"),
        *("tests/native/test_chocolate_batch.py", "tests/native/test_chocolate_door.py"),
    ),
    "native/src/common": (
        *("chocolate_games 4", "tokan_games 20", "chocolate_search", "tokan_search", "tests/native"),
        "tests/players/chocolate/test_levels.py",
    ),
    "native/bind": ("tests/native",),
    "native/src/engine": (
        *("engine_laying", "engine_plays", "tests/engine/test_engine.py", "tests/engine/test_parity.py"),
        "tests/engine/test_belief.py",
    ),
    "native/wasm": ("tests/engine/test_engine.py", "tests/engine/test_parity.py", "tests/engine/test_belief.py"),
    "web/src/engine": ("web/tests", "tests/engine/test_parity.py", "tests/engine/test_engine.py"),
    "web/src/host": ("web/tests", "tests/web/test_host.py"),
    "web/src": ("web/tests",),
}
"""The tests of a file: of the longest beginning of its path that is listed; for C++ also programs of native/tests."""
ENGINE = ("native/src/engine", "native/wasm")
"""What reaches Python only as the engine of the page, all other C++ as the core."""

ELSEWHERE = ("tests/native/test_sanitized.py",)
"""Tests that compile all of the core once more: the programs that they run are asked here without that."""

NUMBERS = "tests/server/test_numbers.py"
"""What knows every number of the server and the store."""

LIMIT = 900.0
"""Seconds for one step of tests; a mutant that makes them run longer is killed."""
SHORT_LIMIT = 240.0
"""The same for the page and for programs of the core, which end within a minute: a loop cannot be ended from inside."""


def covering(path: str) -> tuple[str, ...]:
    """Returns the tests of a file."""
    listed = TESTS[max((prefix for prefix in TESTS if path.startswith(prefix)), key=len)]
    return (*listed, NUMBERS) if path.startswith(("src/tafelrunde/server", "src/tafelrunde/store")) else listed


def naming(path: str) -> re.Pattern[str]:
    """Returns what finds a module of Python in whatever imports it."""
    parts = Path(path).with_suffix("").parts[1:]
    package, name = ".".join(parts[:-1]), parts[-1]
    if name == "__init__":
        return re.compile(rf"\b{re.escape(package)} import\b")
    return re.compile(rf"\b{re.escape(package)}\.{name}\b|from {re.escape(package)} import [^\n]*\b{name}\b")


def steps(path: str, root: Path = ROOT) -> list[tuple[str, ...]]:
    """Returns the tests of a Python file in steps: those that name its module, those that name an importer, the others.

    In each step those come first whose own name says that they are about the module or its folder.
    """
    files: list[str] = []
    for listed in covering(path):
        here = root / listed
        files += sorted(str(file.relative_to(root)) for file in here.rglob("test_*.py")) if here.is_dir() else [listed]
    texts = {file: (root / file).read_text(encoding="utf-8") for file in files}
    own = naming(path)
    sources = (file for file in (root / "src").rglob("*.py") if own.search(file.read_text(encoding="utf-8")))
    importers = [naming(file.relative_to(root).as_posix()) for file in sources]
    left = sorted(files, key=lambda file: -shared_words(path, file))
    found = []
    for wanted in ([own], importers, [re.compile("")]):
        found.append(tuple(file for file in left if any(each.search(texts[file]) for each in wanted)))
        left = [file for file in left if file not in found[-1]]
    return [step for step in found if step]


def shared_words(path: str, test: str) -> int:
    """Returns how many words of a module's path are in the name of a file of tests."""
    module, name = ({word.rstrip("s") for word in re.split(r"[/._]", each)} for each in (path, Path(test).stem))
    return len(module & name)


def nearest(path: str, tried: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Returns the few tests that are most likely to notice: the first ones, and those whose names say so."""
    files = sum(tried, ())
    named = sorted(files[3:], key=lambda file: -shared_words(path, file))
    return (*files[:3], *(file for file in named[:2] if shared_words(path, file)))


class Laboratory:
    """A copy of the tree, in which the tests run with the code of the copy."""

    def __init__(self, folder: Path, profile: str, near: bool = False) -> None:
        self.folder = folder
        self.profile = profile
        self.near = near
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=LEFT_OUT, copy_function=renewed, dirs_exist_ok=True)
            elif source.exists():
                renewed(source, folder / name)
        modules = folder / "web" / "node_modules"
        if (ROOT / "web" / "node_modules").exists() and not modules.exists():
            modules.symlink_to(ROOT / "web" / "node_modules")
        for binary in VENV.glob("lib/python*/site-packages/tafelrunde/native/*.so"):
            shutil.copy(binary, self.cores / binary.name)
        # The environment leads every import to the original; what runs here takes the copy.
        (folder / "sitecustomize.py").write_text(
            "import sys\nsys.meta_path[:] = [f for f in sys.meta_path if 'skbc' not in type(f).__module__]\n"
        )
        self.environ = {**os.environ, "PYTHONPATH": f"{folder}:{folder / 'src'}"}
        self.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        self.environ["NO_COLOR"] = "1"
        self.environ["PATH"] = f"{VENV / 'bin'}:{self.environ['PATH']}"
        self._check_imports()

    def _check_imports(self) -> None:
        command = [sys.executable, "-c", "import tafelrunde.native as native; print(native.AVAILABLE, native.__file__)"]
        shown = subprocess.run(command, env=self.environ, cwd=self.folder, capture_output=True, text=True, check=True)
        available, file = shown.stdout.split(maxsplit=1)
        if not file.startswith(str(self.folder)):
            sys.exit(f"the tests would run {file.strip()}, which is not the copy")
        # Tests that need the core are skipped without it, and would kill nothing.
        if available != str(AVAILABLE):
            sys.exit("the copy does not find the native core")

    def killer(self, mutant: Mutant) -> str | None:
        """Returns the test that notices a mutant, or None; the file is itself again afterwards, whatever happens.

        Raises ``DoesNotCompile`` for a change of the core that the compiler refuses.
        """
        file = self.folder / mutant.path
        original = file.read_bytes()
        try:
            _replace(file, mutant.text.encode())
            if mutant.path.startswith("native/"):
                return self._native(mutant.path)
            if mutant.path.startswith("web/"):
                # What is written twice is compared with the other one by tests in Python.
                compared = tuple(test for test in covering(mutant.path) if test.endswith(".py"))
                return self._web(mutant.path.removeprefix("web/")) or (self._python(compared) if compared else None)
            tried = steps(mutant.path, self.folder)
            if self.near:
                tried = [nearest(mutant.path, tried)]
            return next(filter(None, map(self._python, tried)), None)
        finally:
            _replace(file, original)

    def failing(self, tests: list[str]) -> list[str]:
        """Returns which tests of Python fail with the code as it is: what they killed was not killed by the change."""
        known = [test for test in dict.fromkeys(tests) if "::" in test]
        return _FAILED.findall(self._run(self._pytest(known)).stdout) if known else []

    def _pytest(self, tests: list[str], *more: str) -> list[str]:
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
        command += [f"--ignore={test}" for test in ELSEWHERE]
        return [*command, "--timeout=240", f"--hypothesis-profile={self.profile}", *more, *tests]

    def _python(self, tests: tuple[str, ...]) -> str | None:
        done = self._run(self._pytest(list(tests), "-x"))
        if done.returncode == 0:
            return None
        if done.returncode > 2:
            sys.exit(f"the tests could not be run:\n{done.stdout}")
        return next(iter(_FAILED.findall(done.stdout)), "it does not end" if done.returncode < 0 else "import")

    def _web(self, path: str) -> str | None:
        command = ["npx", "vitest", "related", path, "--run", "--bail", "1", "--passWithNoTests"]
        done = self._run(command, self.folder / "web", SHORT_LIMIT)
        if done.returncode == 0:
            return None
        return next(iter(re.findall(r"FAIL\S*\s+(\S[^\n]*)", done.stdout)), "it does not end")

    @property
    def cores(self) -> Path:
        """Where the compiled cores lie."""
        return self.folder / "src" / "tafelrunde" / "native"

    def _native(self, path: str) -> str | None:
        """Ask the programs of the core first, then tests in Python, which meet it as the core or the page's engine."""
        listed = covering(path)
        compared = tuple(test for test in listed if test.startswith("tests/"))
        if killer := self._programs([test for test in listed if test not in compared]):
            return killer
        compiled = self.folder / "web/src/engine/module" if path.startswith(ENGINE) else self.cores
        with TemporaryDirectory() as kept:
            originals = [file for file in compiled.iterdir() if file.suffix in {".so", ".wasm"}]
            for file in originals:
                shutil.copy(file, kept)
            try:
                if path.startswith(ENGINE):
                    self._built([sys.executable, "scripts/engine.py"])
                else:
                    self._built(["cmake", "--build", str(self._build()), "--target", "_core"])
                return self._python(compared)
            finally:
                for file in originals:
                    shutil.copy(Path(kept) / file.name, file)

    def _programs(self, programs: list[str]) -> str | None:
        for program in programs:
            name, *arguments = program.split()
            self._built(["cmake", "--build", str(self._build()), "--target", name])
            if self._run([str(self._build() / name), *arguments], limit=SHORT_LIMIT).returncode != 0:
                return program
        return None

    def _build(self) -> Path:
        """Return the folder where C++ is compiled: one for programs and core, so that no file is compiled twice."""
        build = self.folder / "build" / "native"
        if not build.exists():
            # With so few optimisations GCC takes an optional that is empty for one that was never set.
            quick = ("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -Wno-maybe-uninitialized")
            both = ("-DTAFELRUNDE_TESTS=ON", "-DTAFELRUNDE_INPLACE=ON", f"-DPython_EXECUTABLE={sys.executable}")
            done = self._run(["cmake", "-S", "native", "-B", str(build), "-G", "Ninja", *quick, *both])
            if done.returncode != 0:
                shutil.rmtree(build)
                sys.exit(f"the core could not be configured:\n{done.stdout}")
        return build

    def _built(self, command: list[str]) -> None:
        if self._run(command).returncode != 0:
            raise DoesNotCompile

    def _run(
        self, command: list[str], folder: Path | None = None, limit: float = LIMIT
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command with everything it starts, which ends with it."""
        with subprocess.Popen(
            command,
            cwd=folder or self.folder,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as process:
            try:
                out, _ = process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                out, _ = process.communicate()
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
        return subprocess.CompletedProcess(command, process.returncode, out)


def renewed(source: str | Path, target: str | Path) -> None:
    """Copy a file where it differs: what was compiled from one that does not stays as good as it was."""
    if not Path(target).exists() or not filecmp.cmp(source, target, shallow=False):
        shutil.copy(source, target)


def _replace(file: Path, content: bytes) -> None:
    """Writes a file and forgets what was compiled from it: its age alone would not tell the two apart."""
    file.write_bytes(content)
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()


_FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/\S+?(?:::[^\n]*?)?)(?: - .*)?$", re.MULTILINE)


class DoesNotCompile(Exception):
    """The compiler refuses a mutant, so that nobody could make this mistake."""
