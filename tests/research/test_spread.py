"""Work spread over processes and machines: all of it comes back, the same wherever it ran. Ray's part needs Ray."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import SIGKILL

import pytest

from tafelrunde.players.arena import Plan, run
from tafelrunde.players.base import Budget
from tafelrunde.records.record import read_records
from tafelrunde.research import layouts
from tafelrunde.research.spread import RayExecutor, RayMissing, executor, spread


def square(number: int) -> int:
    return number * number


def fail_once(mark: Path) -> str:
    """Die with the whole process, but only once."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), SIGKILL)
    return "done"


def records(file: Path) -> dict[str, str]:
    return {record.tags["Round"]: str(record) for record in read_records(file.read_text())}


PLAN = Plan("tokan", "", "random", "greedy", 6, "1", (Budget(), Budget()))


def test_all_results_come_back() -> None:
    with executor(1) as (pool, workers):
        assert dict(spread(pool, workers, square, range(9))) == {number: number * number for number in range(9)}


def test_nothing_to_do_is_done_at_once() -> None:
    with executor(1) as (pool, workers):
        assert not list(spread(pool, workers, square, []))


def test_without_ray_the_reason_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(RayMissing, match="cluster"):
        RayExecutor("local", 1)


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayExecutor]:
    pytest.importorskip("ray")
    with RayExecutor("local", 2) as pool:
        yield pool


pytestmark = pytest.mark.filterwarnings("ignore")
"""Ray leaves sockets and files open in the process that asks it."""


def test_an_arena_is_the_same_on_a_cluster(cluster: RayExecutor, tmp_path: Path) -> None:
    run(PLAN, tmp_path / "cluster.txt", cluster.workers, pool=cluster)
    run(PLAN, tmp_path / "here.txt", 1)
    assert records(tmp_path / "cluster.txt") == records(tmp_path / "here.txt")


def test_a_task_whose_worker_was_killed_is_done_again(cluster: RayExecutor, tmp_path: Path) -> None:
    marks = [tmp_path / str(number) for number in range(3)]
    assert dict(spread(cluster, 2, fail_once, marks)) == dict.fromkeys(marks, "done")


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
