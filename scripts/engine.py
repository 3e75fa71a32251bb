"""Compiles the engine of the page to WebAssembly.

    python scripts/engine.py

It takes Zig's compiler, a pinned package that brings its own C++ library, and writes two modules to
web/src/engine/module: engine.wasm holds the games, their searches and the solver; solver.wasm holds the solver once
more, for several workers that share its memory.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "native"
OUT = ROOT / "build" / "engine"
MODULES = ROOT / "web" / "src" / "engine" / "module"

TARGET = ("-target", "wasm32-wasi", "-O3")
# Without fused multiplications a search finds the same as the native core does.
FLAGS = ("-std=c++20", "-fno-exceptions", "-fno-rtti", "-msimd128", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror")
# A search keeps positions on the stack, and the solver may take all the memory that a module can have.
LINKED = ("-s", "-mexec-model=reactor", "-Wl,-z,stack-size=4194304", "-Wl,--max-memory=4294901760")
# Memory that workers share comes from the page, and all that touches it has to be compiled for that, libraries too.
SHARED = ("-mcpu=generic+atomics+bulk_memory+simd128",)
IMPORTED = ("-Wl,--import-memory", "-Wl,--shared-memory", "-Wl,--initial-memory=16777216")


def sources() -> list[Path]:
    """Return the files of the engine: all but what needs threads."""
    core = (file for file in (NATIVE / "src").rglob("*.cpp") if "parallel" not in file.parts)
    return sorted([*core, NATIVE / "wasm" / "abi.cpp"])


def solver_sources() -> list[Path]:
    """Return the files of the solver alone."""
    solver = [NATIVE / "src" / "engine" / name for name in ("solving.cpp", "tokan.cpp")]
    return sorted([*(NATIVE / "src" / "tokan").rglob("*.cpp"), *solver, NATIVE / "wasm" / "solver.cpp"])


def compiler(*arguments: str) -> None:
    """Run the compiler; raise SystemExit with what it says where it fails."""
    command = [sys.executable, "-m", "ziglang", "c++", *TARGET, *arguments]
    environ = {"ZIG_GLOBAL_CACHE_DIR": str(OUT / "cache"), **os.environ}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


def compiled(source: Path, *flags: str) -> str:
    """Compile a file; return the name of the object."""
    parts = source.relative_to(NATIVE).with_suffix(".o").parts
    made = OUT / "-".join(("shared", *parts) if flags else parts)
    compiler(*FLAGS, *flags, f"-I{NATIVE / 'src'}", "-c", str(source), "-o", str(made))
    return str(made)


def main() -> None:
    """Compile everything and link it."""
    OUT.mkdir(parents=True, exist_ok=True)
    MODULES.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = pool.map(compiled, sources())
        shared = pool.map(lambda source: compiled(source, *SHARED), solver_sources())
        compiler(*LINKED, *objects, "-o", str(MODULES / "engine.wasm"))
        compiler(*SHARED, *LINKED, *IMPORTED, *shared, "-o", str(MODULES / "solver.wasm"))


if __name__ == "__main__":
    main()
