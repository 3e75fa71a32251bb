"""An arena that was stopped goes on from its file, wherever the file was cut."""

from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.games.errors import BadOptions
from tafelrunde.players.arena import Plan, Standing, run
from tafelrunde.players.registry import UnknownPlayer
from tafelrunde.records.record import read_records

PLAN = Plan("tokan", "", "random", "random", 4, "1")


class Here(Executor):
    """Plays at once, in this process, and counts."""

    def __init__(self) -> None:
        self.matches = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.matches += 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def matches(text: str) -> list[str]:
    return sorted(map(str, read_records(text)))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("arena") / "records.txt"
    run(PLAN, file, 1, pool=Here())
    return file.read_text()


@pytest.mark.parametrize("lost", [*range(4), 20, 60, 150, 300, 500, 5000])
def test_a_file_that_was_cut_anywhere_ends_like_one_that_was_not(whole: str, lost: int, tmp_path: Path) -> None:
    file, pool = tmp_path / "records.txt", Here()
    file.write_text(whole[: max(0, len(whole) - lost)])
    run(PLAN, file, 1, pool=pool)
    assert matches(file.read_text()) == matches(whole)
    # Without its last blank line a record is still whole.
    assert (pool.matches == 0) == (lost <= 2)


def test_a_standing_tells_wins_draws_and_losses_apart_and_counts_whole_rounds() -> None:
    standing = Standing(PLAN)
    standing.add(0, 0, 1.0)
    assert (standing.wins, standing.draws, standing.losses, standing.rounds()) == (1, 0, 0, [])
    standing.add(0, 1, 0.5)
    standing.add(1, 0, 0.0)
    standing.add(1, 1, 0.0)
    standing.add(3, 1, 1 / 3)
    assert (standing.wins, standing.draws, standing.losses) == (1, 2, 2)
    assert standing.rounds() == [0.75, 0.0]


def test_nothing_is_played_twice(whole: str, tmp_path: Path) -> None:
    file, pool = tmp_path / "records.txt", Here()
    file.write_text(whole)
    assert run(PLAN, file, 1, pool=pool).scores
    assert pool.matches == 0
    assert file.read_text() == whole


def test_records_of_other_kinds_stay_in_the_file(whole: str, tmp_path: Path) -> None:
    file = tmp_path / "records.txt"
    other = '[Game "tokan"]\n[Note "not over"]\n'
    file.write_text(other)
    run(PLAN, file, 1, pool=Here())
    assert file.read_text().startswith(f"{other}\n")
    assert matches(file.read_text().removeprefix(other)) == matches(whole)


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownPlayer):
        run(Plan("tokan", "", "random", "nobody", 2, "1"), tmp_path / "records.txt", 1)
    with pytest.raises(BadOptions):
        run(Plan("tokan", "", "random", "random", 0, "1"), tmp_path / "records.txt", 1)
    assert not (tmp_path / "records.txt").exists()
