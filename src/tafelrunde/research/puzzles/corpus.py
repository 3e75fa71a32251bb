"""The puzzles that come with the package: a few files for each game, each a fair share of all difficulties."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from itertools import zip_longest
from pathlib import Path

from tafelrunde.games.errors import BadOptions, BadSetup
from tafelrunde.research.puzzles.puzzle import PROVED, Puzzle, read_csv, write_csv

FOLDER = "corpus"
INDEX = "index.json"
PART = 250
"""How many puzzles a part has at most."""
BANDS = (0, 700, 900, 1100, 1300, 1500, 1700, 1850)
"""The lowest rating of each band of difficulty."""


def band_of(rating: int) -> int:
    """Return the band of a rating, from 1 to 8."""
    return sum(rating >= lowest for lowest in BANDS)


def choose(puzzles: Iterable[Puzzle], wanted: Mapping[str, int]) -> list[Puzzle]:
    """Choose this many puzzles of each kind, as evenly over the bands as they allow; twins are merged.

    They come in an order in which every beginning is as even as the whole. `proved` stands for all kinds whose answer
    keeps the result of the game.
    """
    by_kind: dict[str, dict[str, Puzzle]] = defaultdict(dict)
    for puzzle in puzzles:
        by_kind["proved" if puzzle.kind in PROVED else puzzle.kind].setdefault(puzzle.id, puzzle)
    chosen: list[Puzzle] = []
    for kind, number in wanted.items():
        bands: dict[int, list[Puzzle]] = defaultdict(list)
        for puzzle in sorted(by_kind[kind].values(), key=lambda one: one.id):
            bands[band_of(puzzle.rating)].append(puzzle)
        rounds = zip_longest(*(bands[band] for band in sorted(bands)))
        chosen += [puzzle for row in rounds for puzzle in row if puzzle is not None][:number]
    return chosen


def write_parts(folder: Path, game: str, puzzles: list[Puzzle]) -> list[str]:
    """Write the parts of a game; return their names. The same puzzles give the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{game}-*.csv.gz"):
        old.unlink()
    names = []
    number = -(-len(puzzles) // PART)
    for part in range(number):
        names.append(f"{game}-{part}.csv.gz")
        # Every part takes every so-manieth, so that each holds all difficulties and kinds.
        data = gzip.compress(write_csv(puzzles[part::number]).encode(), 9, mtime=0)
        (folder / names[-1]).write_bytes(data)
    return names


def write_index(folder: Path) -> None:
    """Write what the parts hold: of each its game, how many puzzles, and how many of each theme and band."""
    parts = []
    for file in sorted(folder.glob("*.csv.gz"), key=lambda one: (one.name.split("-")[0], len(one.name), one.name)):
        puzzles = unpack(file.read_bytes())
        parts.append({"part": file.name.removesuffix(".csv.gz"), "game": puzzles[0].game, "puzzles": len(puzzles)})
    (folder / INDEX).write_text(json.dumps({"parts": parts}, indent=1) + "\n", encoding="utf-8")


def unpack(data: bytes) -> list[Puzzle]:
    """Read a part; raise BadSetup."""
    try:
        return read_csv(gzip.decompress(data).decode())
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise BadSetup(f"the puzzles cannot be read: {error}") from None


@cache
def parts() -> dict[str, str]:
    """Return the names of the parts that come with the package, each with its game."""
    index = resources.files("tafelrunde.research.puzzles").joinpath(FOLDER, INDEX)
    return {row["part"]: row["game"] for row in json.loads(index.read_text(encoding="utf-8"))["parts"]}


@cache
def part(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a part; raise BadOptions for one that does not exist."""
    if name not in parts():
        raise BadOptions("part", "there is no such part")
    file = resources.files("tafelrunde.research.puzzles").joinpath(FOLDER, f"{name}.csv.gz")
    return tuple(unpack(file.read_bytes()))


@cache
def corpus(game: str) -> tuple[Puzzle, ...]:
    """Return all puzzles of a game; raise BadOptions for a game that has none."""
    found = tuple(puzzle for name, of in parts().items() if of == game for puzzle in part(name))
    if not found:
        raise BadOptions("game", f"there are puzzles of {', '.join(sorted(set(parts().values())))}")
    return found


@cache
def by_id() -> dict[str, Puzzle]:
    """Return all puzzles by their ids."""
    return {puzzle.id: puzzle for name in parts() for puzzle in part(name)}
