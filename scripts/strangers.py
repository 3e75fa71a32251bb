"""Uses a wheel as people do who have never seen the project: in empty environments, on every Python of this machine.

`scripts/packages.py` calls it with what it has built.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

OLDEST, FIRST_STABLE = 11, 12
"""The minor versions of Python that are supported at all, and from which one core serves all."""
MANAGED = {"PYENV_ROOT": ".pyenv", "UV_PYTHON_INSTALL_DIR": ".local/share/uv/python"}
"""Where interpreters are that are not on the path: by a variable, or below somebody's home."""
PLACES = ("*/bin/python3", "versions/*/bin/python3")
NOBODIES = (65534, 65533)
"""Two users who own nothing."""
WON = """[Game "tokan"]
[Start "J,J,m,l,L,J/j,j,M,L,J,j/l,J,m,j,L,j/L,M,m,M,j,l/l,J,l,L,j,J b -"]

d3d1 b2c2 c3b3 d2d1 a4c4 b2e2 d3a3 b5b3
"""
"""A game of TOKAN that is won."""
PROBE = (
    "import tafelrunde as t, tafelrunde.native as n; from tafelrunde.cli.serve import find_page;"
    "t.ask(t.new('tokan', seed=1), level=2, nodes=50);"
    "print(n.AVAILABLE, n._core.__file__ if n.AVAILABLE else n._reason, find_page(None), sep='\\n')"
)


class Failed(SystemExit):
    """A command did not do what it should; the message is all that it said."""


def run(command: Sequence[str | Path], folder: Path | None = None, **environ: str) -> str:
    """Run a command and return what it says; raise Failed with all of it."""
    env = {**os.environ, **environ}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command[:5]))} … failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def pythons() -> dict[int, Path]:
    """Return the interpreters of this machine that are new enough, by their minor version."""
    names = [f"python3.{minor}" for minor in range(OLDEST, OLDEST + 10)]
    found = [sys.executable, *filter(None, map(shutil.which, names))]
    for variable, usual in MANAGED.items():
        folder = Path(os.environ.get(variable) or Path.home() / usual)
        found += sorted((str(file) for pattern in PLACES for file in folder.glob(pattern)), reverse=True)
    told: dict[int, Path] = {}
    for file in found:
        program = "import sys, venv, ensurepip; assert sys.implementation.name == 'cpython'; print(sys.version_info[1])"
        done = subprocess.run([file, "-c", program], capture_output=True, text=True, check=False)
        if not done.returncode and int(done.stdout) >= OLDEST:
            told.setdefault(int(done.stdout), Path(file))
    return dict(sorted(told.items()))


class Place:
    """An empty environment somewhere, into which a package is installed."""

    def __init__(self, home: Path, python: Path) -> None:
        shutil.rmtree(home, ignore_errors=True)
        run([python, "-m", "venv", home])
        self.home = home
        self.python = home / "bin" / "python"
        self.program = home / "bin" / "tafelrunde"
        self.packages = next((home / "lib").glob("python*/site-packages"))

    def install(self, *what: str | Path, **environ: str) -> float:
        """Install something; return how many seconds it took."""
        began = time.monotonic()
        command = [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what]
        run(command, self.home, **environ)
        return time.monotonic() - began

    def look(self, *prefix: str, **environ: str) -> str:
        """Let a computer player move; return the file of the core or an empty text, raise Failed without a page."""
        available, core, page = run([*prefix, self.python, "-c", PROBE], self.home, **environ).splitlines()
        if str(self.packages) not in page:
            raise Failed(f"{self.home.name} has no page of its own, but {page}")
        return Path(core).name if available == "True" else ""

    def commands(self, has_core: bool) -> None:
        """Deal, look, prove and, with the core, solve as the README does; raise Failed with what is not as it says."""
        (self.home / "won.txt").write_text(WON, encoding="utf-8")
        solving = [("solve won.txt", '"value": "win"')] if has_core else []
        for words, wanted in (
            ("new schokoly -p players=3 -o game.txt", ""),
            ("show game.txt", "Schokoly, 36 in the stack"),
            ("verify game.txt", "verified"),
            ("moves won.txt", "e1c1\n"),
            *solving,
        ):
            said = run([self.program, *words.split()], self.home)
            if wanted not in said:
                raise Failed(f"tafelrunde {words} says {said}")

    def size(self) -> float:
        """Return the megabytes of everything that was installed, without what Python compiled."""
        files = (file for file in self.packages.rglob("*") if file.is_file() and file.suffix != ".pyc")
        return sum(file.stat().st_size for file in files) / 1e6


@contextmanager
def table(
    command: list[str | Path], home: Path, user: int | None = None, more: Mapping[str, str] | None = None
) -> Iterator[tuple[str, float]]:
    """Set a table in a home of its own and ask it for its page; yield its address and the seconds it took."""
    home.mkdir(parents=True, exist_ok=True)
    if user is not None:
        os.chown(home, user, user)
    environ = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "BROWSER": "", **(more or {})}
    began = time.monotonic()
    process = subprocess.Popen(
        [*command, "--no-browser", "--no-phones"],
        env=environ,
        user=user,
        cwd=home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        address = re.search(r"http://\S+", said)
        if address is None:
            raise Failed(f"no table was set: {said}{process.communicate(timeout=60)[1]}")
        with urllib.request.urlopen(address[0], timeout=30) as answer:  # noqa: S310  # our own
            if b"<!doctype html>" not in answer.read().lower():
                raise Failed(f"{address[0]} shows no page")
        yield address[0], time.monotonic() - began
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def try_out(wheel: Path, pure: Path, stable: Path | None, work: Path) -> None:
    """Install a wheel on every Python and set the table; raise Failed with what does not work."""
    for minor, python in pythons().items():
        chosen = stable if stable is not None and minor >= FIRST_STABLE else wheel
        if "abi3" not in chosen.name and f"cp3{minor}" not in chosen.name:
            chosen = pure
        place = Place(work / f"stranger-3.{minor}", python)
        # Fetched before, so that only what everybody has to wait for is timed.
        run([place.python, "-m", "pip", "download", "--quiet", "--dest", work / f"fetched-3.{minor}", chosen])
        offline = ("--no-index", "--find-links", work / f"fetched-3.{minor}")
        seconds = place.install(*offline, chosen)
        core = place.look()
        if bool(core) != (chosen is not pure):
            raise Failed(f"{chosen.name} on 3.{minor}: the core is {core or 'missing'}")
        place.commands(has_core=bool(core))
        with table([place.program], place.home / "somebody") as (_, opening):
            print(f"Python 3.{minor}: {chosen.name} installed in {seconds:.1f} s, table set in {opening:.1f} s")
        print(f"  {place.size():.0f} MB with everything it needs, core {core or 'in pure Python'}", flush=True)
        # Again over itself, as an upgrade does it.
        place.install(*offline, "--force-reinstall", "--no-deps", chosen)
        if place.look() != core:
            raise Failed("another core after installing it again")
    one_liners(wheel, work)


def one_liners(wheel: Path, work: Path) -> None:
    """Run the wheel without installing it, as uvx and pipx do."""
    tools = Path(sys.executable).parent
    caches = {"UV_CACHE_DIR": str(work / "uv"), "PIPX_HOME": str(work / "pipx"), "UV_PYTHON": sys.executable}
    find = str(work / f"fetched-3.{sys.version_info.minor}")
    commands: dict[str, list[str | Path]] = {
        "uvx": [tools / "uvx", "--offline", "--no-index", "--find-links", find, "--from", wheel, "tafelrunde"],
        "pipx run": [
            tools / "pipx",
            "run",
            f"--pip-args=--no-index --find-links {find}",
            "--spec",
            wheel,
            "tafelrunde",
        ],
    }
    with table(commands["uvx"], work / "uvx-home", more=caches) as (_, seconds):
        print(f"uvx: from the wheel to an open table in {seconds:.1f} s, nothing installed before", flush=True)
    for name, command in commands.items():
        said = run([*command, "--version"], work, **caches).strip()
        if not said.startswith("tafelrunde "):
            raise Failed(f"{name} says {said}")
        print(f"{name}: {said}", flush=True)


def processors(place: Place) -> None:
    """Use the portable core where it is asked for, and where the processor has no AVX2."""
    kinds: dict[str, tuple[list[str], dict[str, str]]] = {"asked for": ([], {"TAFELRUNDE_CORE": "portable"})}
    if emulator := shutil.which("qemu-x86_64"):
        # The library inside NumPy takes the emulator for a newer processor, unless it is told.
        kinds["on a processor of 2008"] = ([emulator, "-cpu", "Nehalem"], {"OPENBLAS_CORETYPE": "Prescott"})
    else:
        print("processors without AVX2: not tried, qemu-user is not installed")
    for name, (prefix, environ) in kinds.items():
        core = place.look(*prefix, **environ)
        if not core or "_v3" in core:
            raise Failed(f"the portable core {name}: {core or 'none'}")
        print(f"the portable core {name}: {core}", flush=True)


def two_users(wheel: Path, find: Path, python: Path) -> None:
    """Let two users set their tables at once, from a package that neither can write to."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        shared = Path(name)
        shared.chmod(0o755)
        place = Place(shared / "program", python)
        place.install("--no-index", "--find-links", find, wheel)
        users = NOBODIES if os.geteuid() == 0 else (None, None)
        if users[0] is None:
            run(["chmod", "-R", "a-w", place.packages])
        before = snapshot(place.packages)
        told = [
            stack.enter_context(table([place.program], shared / f"home-{number}", user))[0]
            for number, user in enumerate(users)
        ]
        stack.close()
        if len(set(told)) != len(users) or snapshot(place.packages) != before:
            raise Failed(f"two users: {told}")
        print(f"two users at once, from a package that is not theirs: {' '.join(told)}", flush=True)
        if users[0] is None:
            run(["chmod", "-R", "u+w", place.packages])


def snapshot(folder: Path) -> set[tuple[str, int]]:
    """Return the names and times of everything in a folder."""
    return {(str(file), file.stat().st_mtime_ns) for file in folder.rglob("*")}


def from_source(source: Path, requirements: Path, find: Path, work: Path, python: Path) -> None:
    """Install the source package without network, compiler and Node.js."""
    place = Place(work / "stranger-source", python)
    place.install("--require-hashes", "-r", requirements)
    place.install(
        "--no-index", "--find-links", find, *(file for file in find.glob("*.whl") if "tafelrunde" not in file.name)
    )
    bare = work / "bare"
    bare.mkdir(exist_ok=True)
    for tool in ("sh", "uname", "env"):
        (bare / tool).unlink(missing_ok=True)
        (bare / tool).symlink_to(str(shutil.which(tool)))
    path = os.pathsep.join([str(place.home / "bin"), str(bare)])
    unset = {"CXX": "", "CC": "", "PIP_NO_INDEX": "1"}
    seconds = place.install("--no-index", "--no-deps", "--no-build-isolation", source, PATH=path, **unset)
    core = place.look(PATH=path)
    if core:
        raise Failed(f"{core} came from nowhere: there was no compiler")
    print(f"{source.name} without network, compiler and Node.js: {seconds:.0f} s, in pure Python", flush=True)
