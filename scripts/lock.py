"""Writes the pinned, hashed requirement files from pyproject.toml and requirements/*.in.

Pins that still fit are kept; ``--upgrade`` takes the newest of everything. The files name no package index, so that
every machine installs from the one it is configured for.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

SERVER = ("pyproject.toml", "--extra=postgres", "--extra=cluster", "--extra=push")

# In order: dev.txt is resolved first and binds the files whose packages share its environment.
LOCKS = {
    "dev": (*SERVER, "--extra=research", "requirements/build.in", "requirements/dev.in"),
    "build": ("requirements/build.in", "--constraints=requirements/dev.txt"),
    "play": (*SERVER, "--constraints=requirements/dev.txt"),
    "research": ("requirements/research.in", "--constraints=requirements/dev.txt"),
    # Without PyTorch and what it needs: every kind of machine has its own build, which its owner installs.
    "learners": (
        *("requirements/learners.in", "--excludes=requirements/learners.excludes"),
        *("--constraints=requirements/dev.txt", "--constraints=requirements/research.txt"),
    ),
    "jax": (
        *("requirements/jax.in", "--constraints=requirements/dev.txt"),
        *("--constraints=requirements/research.txt", "--constraints=requirements/learners.txt"),
    ),
    "bench": (
        *("requirements/bench.in", "--constraints=requirements/dev.txt"),
        *("--constraints=requirements/research.txt", "--constraints=requirements/learners.txt"),
    ),
    "docs": ("requirements/docs.in", "--constraints=requirements/dev.txt"),
    "tidy": ("requirements/tidy.in", "--constraints=requirements/dev.txt"),
    "package": ("requirements/package.in", "--constraints=requirements/dev.txt"),
    "lock": ("requirements/lock.in",),
    "node": ("requirements/node.in",),
    "engine": ("requirements/engine.in", "--constraints=requirements/package.txt"),
}

STRAY = re.compile(r"^.*(?:://|--\S*index|--find-links| @ ).*$", re.MULTILINE)


def main() -> None:
    """Compiles every requirement file; raises ``SystemExit`` when one cannot be resolved or names a machine."""
    parser = argparse.ArgumentParser(description="Pin the requirements.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions instead of keeping the pins")
    upgrade = ["--upgrade"] if parser.parse_args().upgrade else []
    for name, sources in LOCKS.items():
        output = ROOT / "requirements" / f"{name}.txt"
        print(f"requirements/{name}.txt", flush=True)
        command = [
            *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes"),
            *("--no-emit-index-url", "--python-version=3.11", "--fork-strategy=fewest"),
            *("--custom-compile-command=make lock", f"--output-file={output.relative_to(ROOT)}", *upgrade, *sources),
        ]
        if code := subprocess.run(command, cwd=ROOT, check=False).returncode:
            raise SystemExit(code)
        if stray := STRAY.search(output.read_text()):
            raise SystemExit(f"{output.name} names a machine or an index: {stray.group()}")


if __name__ == "__main__":
    main()
