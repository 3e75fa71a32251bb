"""The C++ programs under the address and undefined-behaviour sanitizers: whole games, and hostile input."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.engine.asking import ask_everything
from tests.engine.node import NodeEngine, missing
from tests.engine.plays import FORMS
from tests.locking import only_one

ROOT = Path(__file__).parent.parent.parent
BUILD = ROOT / "build" / "sanitize"

# A few seconds each; by hand they take as many games or inputs, and whatever seed, as one likes.
PROGRAMS = {
    "tokan_games": 20,
    "tokan_fuzz": 10_000,
    "tokan_search": 10,
    "chocolate_games": 4,
    "chocolate_fuzz": 5_000,
    "chocolate_search": 1,
    "chocolate_net": 1,
    "engine_laying": 1,
    "engine_plays": 6,
}
DOOR = "engine_door"


@pytest.fixture(scope="session")
def programs() -> Path:
    """Build the programs where they have changed."""
    compiler, cmake, ninja = (shutil.which(name) for name in ("c++", "cmake", "ninja"))
    if compiler is None or cmake is None or ninja is None:
        pytest.skip("a C++ compiler, cmake and ninja are needed")
    with only_one(BUILD):
        options = ("-G", "Ninja", "-DTAFELRUNDE_SANITIZE=ON")
        subprocess.run([cmake, "-S", str(ROOT / "native"), "-B", str(BUILD), *options], check=True, capture_output=True)
        subprocess.run([cmake, "--build", str(BUILD), "--target", *PROGRAMS, DOOR], check=True, capture_output=True)
    return BUILD


@pytest.mark.timeout(1800)  # the first of them compiles, and the others wait for it
@pytest.mark.parametrize(("program", "amount"), PROGRAMS.items())
def test_nothing_is_found(programs: Path, program: str, amount: int) -> None:
    done = subprocess.run([str(programs / program), str(amount)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert program.partition("_")[0] in done.stdout


@pytest.mark.timeout(1800)
def test_the_door_of_the_page_answers_as_its_module_does(programs: Path, tmp_path: Path) -> None:
    """All that a module is asked in every form, compiled for this machine: byte by byte the same, and nothing found."""
    if reason := missing():
        pytest.skip(reason)
    trace = tmp_path / "trace"
    engine = NodeEngine(trace)
    for seed, (name, options) in enumerate(FORMS):
        ask_everything(engine, name, options, seed)
    engine.close()
    done = subprocess.run([str(programs / DOOR), str(trace)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert "answered alike" in done.stdout
