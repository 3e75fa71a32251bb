"""Work spread over processes: all of it comes back, the same wherever it ran."""

import sys
from pathlib import Path

import pytest

from tafelrunde.extras import MissingExtra
from tafelrunde.research.spread import RayExecutor, executor, spread
from tafelrunde.research.tokan import layouts


def square(number: int) -> int:
    return number * number


def test_all_results_come_back() -> None:
    with executor(1) as (pool, workers):
        assert dict(spread(pool, workers, square, range(9))) == {number: number * number for number in range(9)}


def test_nothing_to_do_is_done_at_once() -> None:
    with executor(1) as (pool, workers):
        assert not list(spread(pool, workers, square, []))


def test_without_ray_the_reason_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"tafelrunde\[ray\]"):
        RayExecutor("local", 1)


def test_a_study_of_layouts_is_the_same_on_a_pool_and_goes_on(tmp_path: Path) -> None:
    def essence(done: list[layouts.Layout]) -> list[tuple[object, ...]]:
        return [(one.number, one.start, one.result, one.estimate, one.positions) for one in done]

    study, memory = layouts.Study(seed=3, positions=20_000, positions_a_move=5_000), 4 << 20
    here = layouts.run(study, 3, memory=memory, threads=1)
    file = tmp_path / "study.jsonl"
    with executor(1) as pool:
        layouts.run_spread(study, 2, file, pool, memory=memory)
        there = layouts.run_spread(study, 3, file, pool, memory=memory)
    assert essence(here) == essence(there)
    assert len(file.read_text().splitlines()) == 1 + 3
