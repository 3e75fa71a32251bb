"""Compiles the core for other machines with Zig's compiler, and runs its tests for 64-bit ARM under an emulator.

    python -m scripts.cross

All of the core is compiled for Linux and macOS on ARM and for Windows; the programs in native/tests are linked for
Linux on ARM, without any library of the system, and run by qemu-user where that is installed. What is not run is not
optimised: every warning comes before that, and most of the time goes into it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scripts.engine import GAMES, outside_games, units

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "native"
OUT = ROOT / "build" / "cross"
TARGETS = ("aarch64-linux-musl", "x86_64-windows-gnu", "aarch64-macos")
RUN = TARGETS[0]
FLAGS = ("-std=c++20", "-Wall", "-Wextra", "-Wno-psabi", "-Werror", f"-I{NATIVE / 'src'}")
PROGRAMS = {"tokan_games": "10", "chocolate_games": "2", "tokan_fuzz": "2000", "chocolate_fuzz": "1000"}


def compiler(target: str) -> list[str]:
    """Return the command of the compiler for a kind of machine."""
    return [sys.executable, "-m", "ziglang", "c++", "-target", target, "-O2" if target == RUN else "-O0", *FLAGS]


def run(command: list[str]) -> None:
    """Run a command; raise SystemExit with what it says where it fails."""
    environ = {"ZIG_GLOBAL_CACHE_DIR": str(OUT / "cache"), **os.environ}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


def compile_all(target: str) -> list[Path]:
    """Compile every source of the core; return the objects."""
    folder = OUT / target
    folder.mkdir(parents=True, exist_ok=True)
    sources = [*units(OUT, *GAMES), *outside_games()]
    objects = [folder / f"{file.parent.name}-{file.stem}.o" for file in sources]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        commands = ([*compiler(target), "-c", str(a), "-o", str(b)] for a, b in zip(sources, objects, strict=True))
        list(pool.map(run, commands))
    print(f"{target}: {len(objects)} files compiled", flush=True)
    return objects


def main() -> None:
    """Compile for all, run for one."""
    compiled = {target: compile_all(target) for target in TARGETS}
    emulator = shutil.which("qemu-aarch64") or shutil.which("qemu-aarch64-static")
    for name, wish in PROGRAMS.items():
        program = OUT / RUN / name
        run(
            [
                *compiler(RUN),
                "-static",
                str(NATIVE / "tests" / f"{name}.cpp"),
                *map(str, compiled[RUN]),
                "-o",
                str(program),
            ]
        )
        if emulator is None:
            print(f"{name}: linked, not run: qemu-user is not installed")
        else:
            run([emulator, str(program), wish])
            print(f"{name}: passed on 64-bit ARM", flush=True)


if __name__ == "__main__":
    main()
