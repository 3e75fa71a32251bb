"""Fuzz for a while: `python -m tests.fuzz --seconds 60 --seed 1 matches`."""

from __future__ import annotations

import argparse
import sys
import time
from importlib import import_module, util
from random import Random

from tests.fuzz.mutation import changed
from tests.fuzz.targets import TARGETS, Target


def main() -> int:
    """Run one target or all of them; print the first text that breaks one."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", nargs="?", choices=list(TARGETS), help="what to fuzz (default: everything in turn)")
    parser.add_argument("--seconds", type=float, default=60, help="how long to go on, for each target (default: 60)")
    parser.add_argument("--seed", type=int, default=0, help="where the random changes begin (default: 0)")
    parser.add_argument(
        "--atheris", action="store_true", help="let atheris guide the changes by coverage (if installed)"
    )
    arguments = parser.parse_args()
    if arguments.atheris:
        return guided(TARGETS[arguments.target or "matches"], arguments.seconds, arguments.seed)
    names = [arguments.target] if arguments.target else list(TARGETS)
    return max(by_chance(name, arguments.seconds, arguments.seed) for name in names)


def by_chance(name: str, seconds: float, seed: int) -> int:
    """Change texts of the corpus at random."""
    target = TARGETS[name]
    corpus = target.corpus()
    end = time.monotonic() + seconds
    count = 0
    while time.monotonic() < end:
        text = changed(corpus, Random(f"{seed} {count}"))
        try:
            target(text)
        except Exception as error:  # noqa: BLE001  (whatever comes out is what we look for)
            print(f"{name}: {error!r} from seed {seed}, example {count}:\n{text!r}", file=sys.stderr)  # noqa: T201
            return 1
        count += 1
    print(f"{name}: {count} texts, nothing but typed errors")  # noqa: T201
    return 0


def guided(target: Target, seconds: float, seed: int) -> int:
    """Let atheris change texts; it stops the process itself."""
    if util.find_spec("atheris") is None:
        print("atheris is not installed", file=sys.stderr)  # noqa: T201
        return 2
    atheris = import_module("atheris")
    atheris.instrument_all()
    atheris.Setup(
        ["fuzz", f"-max_total_time={int(seconds)}", f"-seed={seed}"],
        lambda data: target(data.decode("utf-8", "surrogateescape")),
    )
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
