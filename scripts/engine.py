"""Compiles the engine of the page: the games, their searches and the solver as one WebAssembly module.

    python scripts/engine.py

It takes Zig's compiler, a pinned package that brings its own C++ library, and writes web/src/engine/module/engine.wasm.
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
MODULE = ROOT / "web" / "src" / "engine" / "module" / "engine.wasm"

TARGET = ("-target", "wasm32-wasi", "-O3")
# Without fused multiplications a search finds the same as the native core does.
FLAGS = ("-std=c++20", "-fno-exceptions", "-fno-rtti", "-msimd128", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror")
# A search keeps positions on the stack, and the solver may take all the memory that a module can have.
LINKED = ("-s", "-mexec-model=reactor", "-Wl,-z,stack-size=4194304", "-Wl,--max-memory=4294901760")


def sources() -> list[Path]:
    """Return the files that are compiled: all but what needs threads."""
    core = (file for file in (NATIVE / "src").rglob("*.cpp") if "parallel" not in file.parts)
    return sorted([*core, *(NATIVE / "wasm").glob("*.cpp")])


def compiler(*arguments: str) -> None:
    """Run the compiler; raise SystemExit with what it says where it fails."""
    command = [sys.executable, "-m", "ziglang", "c++", *TARGET, *arguments]
    environ = {"ZIG_GLOBAL_CACHE_DIR": str(OUT / "cache"), **os.environ}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


def compiled(source: Path) -> str:
    """Compile a file; return the name of the object."""
    made = OUT / "-".join(source.relative_to(NATIVE).with_suffix(".o").parts)
    compiler(*FLAGS, f"-I{NATIVE / 'src'}", "-c", str(source), "-o", str(made))
    return str(made)


def main() -> None:
    """Compile everything and link it."""
    OUT.mkdir(parents=True, exist_ok=True)
    MODULE.parent.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compiled, sources()))
    compiler(*LINKED, *objects, "-o", str(MODULE))


if __name__ == "__main__":
    main()
