"""Run measurements: all of them, or those named on the command line."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import bench

PLUMBING = {"__main__", "rates", "report", "rivals", "server_load", "server_ours"}


def main() -> None:
    """Run the named modules of this package, or all."""
    known = sorted(module.name for module in pkgutil.iter_modules(bench.__path__) if module.name not in PLUMBING)
    names = sys.argv[1:] or known
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"no such measurement: {', '.join(unknown)}; there are {', '.join(known)}")
    for name in names:
        importlib.import_module(f"bench.{name}").main()
        print()


if __name__ == "__main__":
    main()
