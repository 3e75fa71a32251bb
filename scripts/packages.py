"""Builds the packages of a release and looks at them as a stranger would.

    python -m scripts.packages [--native]

The source package and the wheel in pure Python are built twice and must be the same to the byte; a wheel with the core
is built once, for all newer versions of Python where this machine has one of them. With ``--native`` there is one for
the oldest Python as well, and both are built twice. All are checked by the tools of the trade and used as strangers
would (``scripts/strangers.py``).
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import os
import re
import shutil
import sys
import tarfile
import time
import zipfile
from pathlib import Path

from scripts import strangers
from scripts.strangers import Place, run

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "packages"
BIN = Path(sys.executable).parent
INSIDE = (
    "web/dist/index.html",
    "web/dist/assets/engine-*.wasm",
    "web/dist/assets/solver-*.wasm",
    "web/dist/assets/*.net",
    "web/dist/licences.txt",
    "store/migrations/versions/0*.py",
    "research/puzzles/corpus/*",
    "native/nets/*.net",
    "py.typed",
)
"""What every wheel holds, besides code."""


def main() -> None:
    """Build and check; raise SystemExit with what is wrong."""
    parser = argparse.ArgumentParser(description="Build and check the packages.")
    parser.add_argument("--native", action="store_true", help="build all wheels with the C++ core, each twice")
    native = parser.parse_args().native
    shutil.rmtree(WORK, ignore_errors=True)
    epoch = run(["git", "log", "-1", "--format=%ct"], ROOT).strip()
    environ = {"SOURCE_DATE_EPOCH": epoch, "TAFELRUNDE_PAGE": "require"}
    source = built("sdist", ROOT, sys.executable, times=2, **environ)
    # Nobody builds where the source was packed: wheels are made from the package, in a folder of its own.
    with tarfile.open(source) as packed:
        packed.extractall(WORK / "source", filter="data")
    (tree,) = (WORK / "source").iterdir()
    pure = built("wheel", tree, sys.executable, times=2, TAFELRUNDE_NATIVE="off", **environ)
    times = 2 if native else 1
    found = strangers.pythons()
    newer = next((python for minor, python in found.items() if minor >= strangers.FIRST_STABLE), None)
    environ["TAFELRUNDE_REQUIRE_NATIVE"] = "1"
    stable = built("wheel", tree, builder(newer), times, **environ) if newer is not None else None
    own = built("wheel", tree, sys.executable, times, **environ) if native or stable is None else None
    made = [source, pure, *(wheel for wheel in (stable, own) if wheel is not None)]
    names = [str(file) for file in made]
    for wheel in made[1:]:
        whole(wheel)
    run([BIN / "twine", "check", "--strict", *names], ROOT)
    run([BIN / "check-wheel-contents", *names[1:]], ROOT)
    run([BIN / "validate-pyproject", "pyproject.toml"], ROOT)
    for name in names:
        if "abi3" in name:
            run([BIN / "abi3audit", "--strict", name], ROOT)
            print(f"{Path(name).name}: nothing but the stable ABI")
    use(source, pure, stable, own, found)


def whole(wheel: Path) -> None:
    """Raise SystemExit unless a wheel holds all that people use of it."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    missing = [pattern for pattern in INSIDE if not fnmatch.filter(names, f"tafelrunde/{pattern}")]
    if missing:
        raise SystemExit(f"{wheel.name} has no {', '.join(missing)}")


def use(source: Path, pure: Path, stable: Path | None, own: Path | None, found: dict[int, Path]) -> None:
    """Let strangers use what was built; raise SystemExit with what does not work."""
    strangers.try_out(own or pure, pure, stable, WORK)
    minor = max(found) if stable is not None else sys.version_info.minor
    compiled = stable or own
    assert compiled is not None
    place = Place(WORK / "stranger-processors", found[minor])
    fetched = WORK / f"fetched-3.{minor}"
    place.install("--no-index", "--find-links", fetched, compiled)
    strangers.processors(place)
    public = Path("/usr/bin/python3.11")
    if public.exists() and sys.version_info.minor == strangers.OLDEST:
        strangers.two_users(own or pure, WORK / f"fetched-3.{strangers.OLDEST}", public)
    oldest = min(found)
    requirements = ROOT / "requirements" / "build.txt"
    strangers.from_source(source, requirements, WORK / f"fetched-3.{oldest}", WORK, found[oldest])


def builder(python: Path) -> str:
    """Return an interpreter of another version with all that builds packages."""
    place = Place(WORK / "builder", python)
    place.install("--require-hashes", "-r", ROOT / "requirements" / "build.txt")
    place.install("--require-hashes", "--no-deps", "-r", pinned("build", "pyproject-hooks"))
    return str(place.python)


def pinned(*names: str) -> Path:
    """Write the pins of some packages into a file of their own."""
    blocks = re.split(
        r"^(?=\S)", (ROOT / "requirements" / "package.txt").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    file = WORK / "pinned.txt"
    file.write_text("".join(block for block in blocks if block.partition("==")[0] in names), encoding="utf-8")
    return file


def built(kind: str, tree: Path, python: str, times: int, **environ: str) -> Path:
    """Build something, wheels without a network; raise SystemExit unless it is the same each time."""
    began = time.monotonic()
    found = []
    alone = ["unshare", "--net"] if kind == "wheel" and os.geteuid() == 0 and shutil.which("unshare") else []
    for _ in range(times):
        folder = WORK / f"built-{len(list(WORK.glob('built-*')))}"
        shutil.rmtree(tree / "build" / "wheel", ignore_errors=True)
        command = [*alone, python, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(folder), str(tree)]
        # What a cache of compilers returns again was not built again.
        run(command, tree, CCACHE_DISABLE="1", **environ)
        (file,) = folder.iterdir()
        found.append(file)
    sums = {hashlib.sha256(file.read_bytes()).hexdigest() for file in found}
    seconds = (time.monotonic() - began) / times
    size = found[0].stat().st_size / 1e6
    print(f"{found[0].name}: {size:.2f} MB, {seconds:.0f} s, sha256 {min(sums)[:16]}, built {times}x", flush=True)
    if len(sums) > 1:
        raise SystemExit(f"{found[0].name} has other bytes when it is built again")
    return found[0]


if __name__ == "__main__":
    main()
