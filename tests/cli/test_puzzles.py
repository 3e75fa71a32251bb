"""The puzzles of the package as one table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tafelrunde.research.puzzles.corpus import by_id, corpus
from tafelrunde.research.puzzles.puzzle import read_csv
from tests.cli.running import run


def test_a_table_has_every_puzzle_once(tmp_path: Path) -> None:
    done = run("puzzles", "export", tmp_path / "all.csv")
    assert (done.status, done.out) == (0, f"{tmp_path / 'all.csv'}: {len(by_id())} puzzles\n")
    assert list(read_csv((tmp_path / "all.csv").read_text(encoding="utf-8"))) == list(by_id().values())


def test_a_table_can_have_those_of_one_game(tmp_path: Path) -> None:
    run("puzzles", "export", tmp_path / "some.csv", "--game", "schoko")
    found = read_csv((tmp_path / "some.csv").read_text(encoding="utf-8"))
    assert sorted(puzzle.id for puzzle in found) == sorted(puzzle.id for puzzle in corpus("schoko"))


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert run("puzzles", "export", tmp_path / "all.parquet", "-g", "schoko").status == 0
    table = parquet.read_table(tmp_path / "all.parquet")
    assert sorted(table["id"].to_pylist()) == sorted(puzzle.id for puzzle in corpus("schoko"))


def test_any_other_file_is_refused_and_not_written(tmp_path: Path) -> None:
    done = run("puzzles", "export", tmp_path / "all.txt")
    assert (done.status, done.out) == (2, "")
    assert "its name must end with .csv or .parquet" in done.err
    assert not (tmp_path / "all.txt").exists()
