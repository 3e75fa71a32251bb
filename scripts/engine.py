"""Compiles the engine of the page to WebAssembly.

    python scripts/engine.py

It takes Zig's compiler, a pinned package that brings its own C++ library, and writes two modules to
web/src/engine/module: engine.wasm holds the games, their searches and the solver; solver.wasm holds the solver once
more, for several workers that share its memory. Only what has changed is compiled again.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "native"
SOURCES = NATIVE / "src"
GAMES = ("chocolate", "tokan")
COMPILER = ROOT / "requirements" / "engine.txt"
OUT = ROOT / "build" / "engine"
MODULES = ROOT / "web" / "src" / "engine" / "module"

# Notes for debuggers take a good part of the time and are left out of the module anyhow.
TARGET = ("-target", "wasm32-wasi", "-O3", "-g0")
# Without fused multiplications a search finds the same as the native core does.
FLAGS = ("-std=c++20", "-fno-exceptions", "-fno-rtti", "-msimd128", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror")
# A search keeps positions on the stack, and the solver may take all the memory that a module can have.
LINKED = ("-s", "-mexec-model=reactor", "-Wl,-z,stack-size=4194304", "-Wl,--max-memory=4294901760")
# Memory that workers share comes from the page, and all that touches it has to be compiled for that, libraries too.
SHARED = ("-mcpu=generic+atomics+bulk_memory+simd128",)
IMPORTED = ("-Wl,--import-memory", "-Wl,--shared-memory", "-Wl,--initial-memory=16777216")


def units(folder: Path, *games: str) -> list[Path]:
    """Write a file for each game that includes all of it: a header is read once then, and not for every file."""
    made = []
    (folder / "whole").mkdir(parents=True, exist_ok=True)
    for game in games:
        unit = folder / "whole" / f"{game}.cpp"
        included = (f'#include "{file.as_posix()}"\n' for file in sorted((SOURCES / game).rglob("*.cpp")))
        text = "".join(included)
        if not unit.exists() or unit.read_text(encoding="utf-8") != text:
            unit.write_text(text, encoding="utf-8")
        made.append(unit)
    return made


def outside_games() -> list[Path]:
    """Return the files of the core that belong to no game."""
    return sorted(file for file in SOURCES.rglob("*.cpp") if file.relative_to(SOURCES).parts[0] not in GAMES)


def sources() -> list[Path]:
    """Return the files of the engine: all but what needs threads."""
    doors = (file for file in outside_games() if "parallel" not in file.parts)
    return [*units(OUT, *GAMES), *doors, *(NATIVE / "wasm" / f"{name}.cpp" for name in ("abi", *GAMES))]


def solver_sources() -> list[Path]:
    """Return the files of the solver alone."""
    doors = [SOURCES / "engine" / "tokan" / name for name in ("solving.cpp", "table.cpp")]
    return [*units(OUT, "tokan"), *doors, NATIVE / "wasm" / "tokan_solver.cpp"]


def compiler(*arguments: str) -> None:
    """Run the compiler; raise SystemExit with what it says where it fails."""
    command = [sys.executable, "-m", "ziglang", "c++", *TARGET, *arguments]
    environ = {"ZIG_GLOBAL_CACHE_DIR": str(OUT / "cache"), **os.environ}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


def compiled(source: Path, *flags: str) -> str:
    """Compile a file where it or what it includes has changed; return the name of the object."""
    made = OUT / f"{'shared-' if flags else ''}{source.parent.name}-{source.stem}.o"
    if not is_fresh(made):
        made.unlink(missing_ok=True)
        start = time.time_ns()
        included = ("-MMD", "-MF", str(made.with_suffix(".d")))
        compiler(*FLAGS, *flags, *included, f"-I{SOURCES}", "-c", str(source), "-o", str(made))
        # What changes while it is compiled is compiled again.
        os.utime(made, ns=(start, start))
    return str(made)


def is_fresh(made: Path) -> bool:
    """Return whether an object is newer than all that the compiler read for it, its flags and the compiler."""
    try:
        listed = made.with_suffix(".d").read_text(encoding="utf-8").replace("\\\n", " ").split()[1:]
        read = (Path(__file__), COMPILER, *map(Path, listed))
        return made.stat().st_mtime_ns > max(file.stat().st_mtime_ns for file in read)
    except OSError:
        return False


def libraries(*flags: str) -> None:
    """Let the compiler build its libraries, on one core, while another compiles the games: linking waits for them."""
    empty = OUT / f"{'shared-' if flags else ''}empty.cpp"
    if empty.with_suffix(".wasm").exists():
        return
    empty.write_text("")
    compiler(*flags, *LINKED, str(empty), "-o", str(empty.with_suffix(".wasm")))


def main() -> None:
    """Compile everything and link it."""
    OUT.mkdir(parents=True, exist_ok=True)
    MODULES.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = [pool.submit(libraries), pool.submit(libraries, *SHARED)]
        objects = pool.map(compiled, sources())
        shared = pool.map(lambda source: compiled(source, *SHARED), solver_sources())
        for each in waiting:
            each.result()
        compiler(*LINKED, *objects, "-o", str(MODULES / "engine.wasm"))
        compiler(*SHARED, *LINKED, *IMPORTED, *shared, "-o", str(MODULES / "solver.wasm"))


if __name__ == "__main__":
    main()
