"""The files of a data set: matches are kept one by one, and gathered in parts."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from tafelrunde.games.errors import BadOptions
from tafelrunde.research.dataset.rows import Part
from tafelrunde.research.dataset.schema import VERSION

ABOUT = "_dataset.json"
MATCHES = "_matches"
LOOSE = "_unfinished"


class Folder:
    """The matches of a data set that are there, by number; raise BadOptions for a folder that holds anything else.

    A match that ends is written at once, in files of its own beside the data set (`_unfinished`), so that a run that is
    killed loses nothing. `close` gathers the matches of a part into its files, in order. Numbers are those of the plan:
    match n belongs to part n // size.
    """

    def __init__(self, folder: Path, about: dict[str, object], size: int) -> None:
        claim(folder, about)
        self._folder = folder
        self._size = size
        self._loose = folder / LOOSE
        self._loose.mkdir(exist_ok=True)
        for place in (folder, folder / MATCHES, self._loose):
            for torn in place.glob("_*.parquet.*"):  # what a kill left half written
                torn.unlink()
        self._kept = {number for part in self._parts() for number in self._numbers(part)}
        self._single = {int(file.stem.removeprefix("matches-")) for file in self._loose.glob("matches-*.parquet")}

    def __len__(self) -> int:
        return len(self._kept | self._single)

    def __contains__(self, number: int) -> bool:
        return number in self._kept or number in self._single

    def add(self, number: int, made: Part) -> None:
        """Keep a match that has ended."""
        _write(self._loose / f"decisions-{number:08}.parquet", made.decisions)
        _write(self._loose / f"matches-{number:08}.parquet", made.matches)  # the one that counts comes last
        self._single.add(number)

    def close(self, part: int) -> None:
        """Gather the matches of a part into its two files."""
        loose = sorted(number for number in self._single if number // self._size == part)
        if not loose:
            return
        matches, decisions = _matches(self._folder, part), _decisions(self._folder, part)
        there = matches.exists()
        _write(decisions, self._gathered("decisions", loose, decisions if there else None))
        _write(matches, self._gathered("matches", loose, matches if there else None))
        self._kept.update(loose)
        self._single.difference_update(loose)
        for number in loose:
            for kind in ("matches", "decisions"):
                (self._loose / f"{kind}-{number:08}.parquet").unlink()

    def close_all(self) -> None:
        """Gather what is left, whole parts or not."""
        for part in sorted({number // self._size for number in self._single}):
            self.close(part)
        self._loose.rmdir()

    def _gathered(self, kind: str, loose: list[int], earlier: Path | None) -> pa.Table:
        tables = [read_file(self._loose / f"{kind}-{number:08}.parquet") for number in loose]
        if earlier is not None:
            tables.append(read_file(earlier))
        by_match: dict[int, list[pa.Table]] = {}
        for table in tables:
            for number, rows in _by_match(table):
                by_match[number] = [rows]  # what a kill left twice is the same
        return pa.concat_tables([rows for number in sorted(by_match) for rows in by_match[number]]).combine_chunks()

    def _parts(self) -> Iterable[int]:
        return (int(file.stem.removeprefix("matches-")) for file in (self._folder / MATCHES).glob("matches-*.parquet"))

    def _numbers(self, part: int) -> Iterable[int]:
        names = read_file(_matches(self._folder, part), ["match"])["match"]
        return (_number(name) for name in names.to_pylist())


def read_file(file: Path, columns: Sequence[str] | None = None) -> pa.Table:
    """Return one file of a data set.

    `pyarrow.parquet.read_table` would import pandas where that is installed, which takes seconds on a busy machine.
    """
    with pq.ParquetFile(file) as opened:
        return opened.read(columns=None if columns is None else list(columns))


def write_part(folder: Path, part: int, made: Part) -> None:
    """Write both files of a part, each at once or not at all."""
    _write(_decisions(folder, part), made.decisions)
    _write(_matches(folder, part), made.matches)


def claim(folder: Path, about: dict[str, object]) -> None:
    """Note how a data set is made, in an empty folder or one that was made so; raise BadOptions for any other."""
    note = folder / ABOUT
    text = json.dumps({"schema": VERSION, **about}, indent=1, default=str) + "\n"
    if note.exists():
        if note.read_text(encoding="utf-8") != text:
            raise BadOptions("out", f"{folder} holds a data set that was made in another way")
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadOptions("out", f"{folder} holds other things: take an empty folder, or a new one")
    (folder / MATCHES).mkdir(parents=True, exist_ok=True)
    note.write_text(text, encoding="utf-8")


def _decisions(folder: Path, part: int) -> Path:
    return folder / f"decisions-{part:05}.parquet"


def _matches(folder: Path, part: int) -> Path:
    return folder / MATCHES / f"matches-{part:05}.parquet"


def _number(match: str) -> int:
    """Return the number of a match by its name, which is the seed and the number."""
    return int(match.rpartition("/")[2])


def _by_match(table: pa.Table) -> Iterable[tuple[int, pa.Table]]:
    """Take a table apart, whose rows of a match are together."""
    names = table["match"].to_pylist()
    begin = 0
    for end in range(1, len(names) + 1):
        if end == len(names) or names[end] != names[begin]:
            yield _number(names[begin]), table.slice(begin, end - begin)
            begin = end


def _write(file: Path, table: pa.Table) -> None:
    """Write a file at once or not at all."""
    unfinished = file.with_name(f"_{file.name}.{os.getpid()}")
    pq.write_table(table, unfinished, compression="zstd")
    unfinished.replace(file)
