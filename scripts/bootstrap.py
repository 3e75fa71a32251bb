"""Prepares .venv for one stage of work and does nothing where nothing has changed.

    python3 scripts/bootstrap.py {play,dev,research,jax,bench,docs,package,tidy,browsers,lock}

Any Python 3 can run this file: it looks for one that is new enough (3.11) and builds the environment with that. Pinned
packages come through plain pip with their hashes; the project is installed in place, with its C++ core where a
compiler is found and in pure Python where not. ``TAFELRUNDE_NATIVE=off`` leaves the core out on purpose.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
BUILD = ROOT / "build"
WEB = ROOT / "web"

OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 20

# What builds packages comes first, for those among the others that publish no wheel.
STAGES = {
    "play": ("build", "play"),
    "dev": ("build", "play", "dev"),
    "research": ("build", "play", "dev", "research", "learners"),
    "jax": ("build", "play", "dev", "jax"),
    "bench": ("build", "play", "dev", "research", "bench"),
    "docs": ("build", "play", "dev", "docs"),
    "package": ("build", "play", "dev", "package"),
    "tidy": ("build", "play", "dev", "tidy"),
    "browsers": ("build", "play", "dev"),
    "lock": ("lock",),
}

# Files that leave a package out which they need, PyTorch: whatever is installed of it serves.
INCOMPLETE = {"learners"}

# Programs that tests run for real, and the Debian packages that bring them.
PROGRAMS = {"chromium": "chromium", "postgres": "postgresql", "redis-server": "redis-server"}
EMULATORS = {"qemu-aarch64": "qemu-user"}
BROWSERS = {"firefox-esr": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
MORE_PROGRAMS = {"package": EMULATORS, "browsers": BROWSERS}

RETRY = "retrying due to override"


def main() -> None:
    """Prepares the stage named on the command line; raises ``SystemExit`` with a readable reason when it cannot."""
    parser = argparse.ArgumentParser(description="Prepare .venv for one stage of work.")
    parser.add_argument("stage", choices=sorted(STAGES))
    stage = parser.parse_args().stage
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "bootstrap.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        prepare_environment()
        with ThreadPoolExecutor() as beside:
            # Neither needs a package of Python, and both spend their time on the network first.
            waiting = [beside.submit(prepare_programs, stage)] if stage not in ("play", "lock") else []
            if stage != "lock" and has_node():
                waiting.append(beside.submit(prepare_web_packages))
            for name in STAGES[stage]:
                prepare_requirements(name)
            if stage != "lock":
                prepare_project(forgiving=stage == "play")
                prepare_engine()
                if not has_node():
                    prepare_requirements("node")
                    prepare_web_packages()
            for each in waiting:
                each.result()
            if stage != "lock":
                prepare_web()


def prepare_environment() -> None:
    """Creates .venv unless it is there and its interpreter works."""
    if is_usable(str(PYTHON)):
        return
    interpreter = find_python()
    say(f"creating .venv with {interpreter}")
    run([interpreter, "-m", "venv", "--clear", str(VENV)], "python-venv")


def find_python() -> str:
    """Returns the first interpreter that is new enough, found by running each: a name on the path may be hollow."""
    folders = [Path(folder) for folder in os.get_exec_path()]
    names = [*(f"python3.{minor}" for minor in range(11, 30)), "python3", "python"]
    found = [str(folder / name) for name in names for folder in folders if (folder / name).exists()]
    for interpreter in [sys.executable, *found]:
        if is_usable(interpreter):
            return interpreter
    wanted = ".".join(map(str, OLDEST_PYTHON))
    raise SystemExit(f"Tafelrunde needs Python {wanted} or newer with the venv module (on Debian: python3-venv).")


def is_usable(interpreter: str) -> bool:
    """Returns whether the interpreter runs, is new enough and can create environments."""
    probe = f"import sys, venv, ensurepip; sys.exit(sys.version_info < {OLDEST_PYTHON})"
    try:
        return subprocess.run([interpreter, "-c", probe], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def prepare_requirements(name: str) -> None:
    """Installs requirements/NAME.txt when it differs from what was installed last."""
    file = ROOT / "requirements" / f"{name}.txt"
    key = digest([file])
    if read_stamp(name) == key:
        return
    say(f"installing requirements/{name}.txt")
    # Without build isolation nothing that is not pinned gets in: build tools are pinned packages themselves.
    alone = ("--no-deps",) if name in INCOMPLETE else ()
    pip("--require-hashes", "--no-build-isolation", "--use-pep517", *alone, "-r", str(file), log=f"pip-{name}")
    write_stamp(name, key)


def prepare_project(*, forgiving: bool) -> None:
    """Installs the package in place, and builds its C++ core again when that changed.

    A core that does not compile ends the run, but only warns where ``forgiving``: playing works without it.
    """
    sources = sorted(path for path in (ROOT / "native").rglob("*") if path.is_file())
    modules = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.py"))
    reason = why_pure()
    version = ROOT / "src" / "tafelrunde" / "version.py"
    key = digest([ROOT / "pyproject.toml", version, *sources], *modules, reason or "native")
    done = read_stamp("project").split()
    if done[:1] == [key] and (forgiving or done[1] != "failed"):
        return
    say("installing tafelrunde" + (" in pure Python" if reason else " and building its C++ core"))
    native = "off" if reason else "auto"
    install = ("--verbose", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    pip(*install, log="pip-project", TAFELRUNDE_NATIVE=native)
    failed = not reason and not has_core()
    if reason:
        say(f"{reason}: everything works in pure Python, computer players and research are slower")
    if failed:
        # The backend goes on after the error, so what matters is what came before it went on.
        log = (BUILD / "logs" / "pip-project.log").read_text(errors="replace").partition(RETRY)[0]
        print(*log.splitlines()[-40:], sep="\n", file=sys.stderr)
        say("the C++ core did not compile (see build/logs/pip-project.log); the package is installed in pure Python")
    write_stamp("project", f"{key} {'failed' if failed else 'done'}")
    if failed and not forgiving:
        raise SystemExit("Mend the core, or leave it out with NATIVE=off.")


def why_pure() -> str:
    """Returns the reason to leave the C++ core out, or an empty text to build it."""
    if os.environ.get("TAFELRUNDE_NATIVE") == "off":
        return "C++ core switched off"
    if not (ROOT / "native" / "CMakeLists.txt").exists():
        return "no C++ core in this tree"
    compilers = [os.environ["CXX"].split()[0]] if os.environ.get("CXX") else ["c++", "g++", "clang++"]
    if not any(map(shutil.which, compilers)):
        return "no C++ compiler found"
    return ""


def has_core() -> bool:
    """Returns whether the installed package brought its compiled module along."""
    probe = "import importlib.metadata as m; print(any(f.stem.startswith('_core') for f in m.files('tafelrunde')))"
    return subprocess.run([PYTHON, "-c", probe], capture_output=True, text=True, check=True).stdout.strip() == "True"


def prepare_programs(stage: str) -> None:
    """Installs the programs that tests use, on Debian and its kin; elsewhere names those that are missing.

    Tests that need a missing program are skipped, and say so.
    """
    wanted = {**PROGRAMS, **MORE_PROGRAMS.get(stage, {})}
    folders = os.pathsep.join([os.environ.get("PATH", ""), *map(str, Path("/usr/lib/postgresql").glob("*/bin"))])
    missing = sorted(package for program, package in wanted.items() if not shutil.which(program, path=folders))
    if not missing:
        return
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        say(f"not installed: {', '.join(missing)}; tests that need them are skipped")
        return
    say(f"installing {', '.join(missing)}")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        run(["apt-get", "update"], "apt-update", **quiet)
        run(["apt-get", "install", "--yes", "--no-install-recommends", *missing], "apt-install", **quiet)
    except SystemExit as error:
        # Whoever asked for more browsers goes without those that cannot be had, and is told.
        if stage != "browsers":
            raise
        say(f"not installed: {', '.join(missing)}; what needs them is left out: {error}")


def prepare_engine() -> None:
    """Compiles the engine of the page to WebAssembly where it changed; without it the page asks the server.

    The compiler is a large package, so that it is fetched only when there is something to compile.
    """
    modules = [WEB / "src" / "engine" / "module" / f"{name}.wasm" for name in ("engine", "solver")]
    script = ROOT / "scripts" / "engine.py"
    folders = (ROOT / "native" / "src", ROOT / "native" / "wasm")
    inside = (path for folder in folders for path in folder.rglob("*.?pp"))
    key = digest([script, ROOT / "requirements" / "engine.txt", *sorted(inside)])
    made = read_stamp("engine-module") == key and all(module.exists() for module in modules)
    if os.environ.get("TAFELRUNDE_NATIVE") == "off" or made:
        return
    try:
        prepare_requirements("engine")
        say("compiling the engine of the page")
        run([str(PYTHON), str(script)], "engine")
        write_stamp("engine-module", key)
    except SystemExit as error:
        for module in modules:
            module.unlink(missing_ok=True)
        say(f"the page goes without an engine of its own and asks the server: {error}")


def npm_command() -> tuple[list[str], str]:
    """Returns how npm is called, the machine's or the one in .venv, and the path that it needs."""
    path = os.pathsep.join([str(PYTHON.parent), os.environ.get("PATH", "")])
    return [shutil.which("npm", path=path) or "npm", "--prefix", str(WEB)], path


def prepare_web_packages() -> None:
    """Installs the packages of the web client where they changed."""
    if not (WEB / "package.json").exists():
        return
    npm, path = npm_command()
    packages = digest([WEB / "package.json", WEB / "package-lock.json"])
    if read_stamp("web-packages") != packages or not (WEB / "node_modules").exists():
        say("installing the web client's packages")
        run([*npm, "ci", "--no-audit", "--no-fund"], "npm-ci", PATH=path)
        write_stamp("web-packages", packages)


def prepare_web() -> None:
    """Builds the web client where it changed."""
    if not (WEB / "package.json").exists():
        return
    npm, path = npm_command()
    # The rules pages of the documentation are part of the client, and so are the nets.
    folders = (WEB / "src", WEB / "public", ROOT / "docs" / "rules", ROOT / "src" / "tafelrunde" / "native" / "nets")
    inside = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    sources = sorted([*inside, *(path for path in WEB.iterdir() if path.is_file())])
    key = digest(sources)
    if read_stamp("web") != key or not (WEB / "dist" / "index.html").exists():
        say("building the web client")
        run([*npm, "run", "build"], "npm-build", PATH=path)
        write_stamp("web", key)


def has_node() -> bool:
    """Returns whether the machine has Node.js with npm, recent enough."""
    if not shutil.which("npm"):
        return False
    try:
        version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S607
    except OSError:
        return False
    major = version.strip().lstrip("v").split(".")[0]
    return major.isdigit() and int(major) >= OLDEST_NODE


def pip(*arguments: str, log: str, **environment: str) -> None:
    """Runs ``pip install`` in .venv; Python compiles what is used when it is used, and most of it never is."""
    command = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--no-compile"]
    run([*command, *arguments], log, **environment)


def run(command: list[str], log: str, **environment: str) -> None:
    """Runs a command with its output kept in build/logs; raises ``SystemExit`` with the end of it on failure."""
    file = BUILD / "logs" / f"{log}.log"
    file.parent.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    with file.open("w") as output:
        env = {**os.environ, **environment}
        code = subprocess.run(command, cwd=ROOT, env=env, stdout=output, stderr=output, check=False).returncode
    if code:
        print(*file.read_text(errors="replace").splitlines()[-40:], sep="\n", file=sys.stderr)
        raise SystemExit(f"{' '.join(command[:4])} … failed; the whole output is in {file.relative_to(ROOT)}")
    say(f"  {log} done in {time.monotonic() - start:.0f} s")


def digest(files: list[Path], *words: str) -> str:
    """Returns a fingerprint of the files' names and contents and of the words."""
    state = hashlib.sha256()
    for file in files:
        state.update(f"{file.relative_to(ROOT)}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\0".encode())
    state.update("\0".join(words).encode())
    return state.hexdigest()


def read_stamp(name: str) -> str:
    """Returns what :func:`write_stamp` noted last in this environment, or an empty text."""
    file = VENV / "stamps" / name
    return file.read_text() if file.exists() else ""


def write_stamp(name: str, text: str) -> None:
    """Notes in the environment that a step is done."""
    file = VENV / "stamps" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)


def say(text: str) -> None:
    """Tells the user what is going on."""
    print(f"tafelrunde: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
