"""The study of layouts: what it counts, and that it goes on where it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.games.errors import BadOptions
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan import NativePosition
from tafelrunde.research.tokan import layouts
from tafelrunde.research.tokan.layouts import Layout, Progress, Share, Study, Tally, run, wilson
from tests.cli.running import run as command

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

MIB = 1 << 20
QUICK = Study(seed=3, positions=20_000, positions_a_move=5_000)


def made(number: int, result: str, estimate: str) -> Layout:
    words: dict[str, Any] = {"result": result, "estimate": estimate}
    return Layout.read({"number": number, "start": "", "positions": 1, "seconds": 0.0, "memory": 1, **words})


def test_solved_and_estimated_layouts_are_counted_apart() -> None:
    tally = Tally(
        [made(0, "win", "win"), made(1, "loss", "win"), made(2, "unknown", "win"), made(3, "unknown", "draw")]
    )
    assert [tally.proved(result).count for result in layouts.RESULTS] == [1, 0, 1]
    assert [tally.estimated(result).count for result in layouts.RESULTS] == [1, 1, 0]
    assert [tally.together(result).count for result in layouts.RESULTS] == [2, 1, 1]
    assert tally.agreement == Share(1, 2)
    assert str(Tally([]).agreement) == "0 of 0, -"


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(10, 40)
    assert (round(low, 4), round(high, 4)) == (0.1419, 0.4019)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == pytest.approx(0)
    assert wilson(10, 10)[1] == pytest.approx(1)


def test_a_study_says_the_same_every_time_whatever_the_threads() -> None:
    def essence(done: list[Layout]) -> list[tuple[object, ...]]:
        return [(x.number, x.start, x.result, x.estimate, x.positions) for x in done]

    one = run(QUICK, 3, memory=4 * MIB, threads=1)
    two = run(QUICK, 3, memory=8 * MIB, threads=2)
    assert essence(one) == essence(two)
    assert [layout.number for layout in one] == [0, 1, 2]
    assert len({layout.start for layout in one}) == 3


def test_drafted_layouts_are_laid_by_both_sides_the_same_way_every_time(tmp_path: Path) -> None:
    study = Study(seed=3, positions=2_000, positions_a_move=2_000, setup="draft")
    starts = [layouts.layout_of(study, number) for number in (0, 1)]
    assert starts == [layouts.layout_of(study, number) for number in (0, 1)]
    for number, start in enumerate(starts):
        beginning = NativePosition.deal((3 << 32) + number, study.options).to_python()
        assert start.draft is None
        assert all(len(tower) == 1 for tower in start.towers)
        assert start.seat == beginning.seat, "who lays the first tile moves first (T13)"
        assert not start.is_over
    assert starts[0].towers != starts[1].towers
    assert starts[0] != layouts.layout_of(Study(seed=3, positions=2_000), 0)
    file = tmp_path / "drafted.jsonl"
    done = run(study, 2, file, memory=2 * MIB, threads=1)
    assert [layout.start for layout in done] == list(map(str, starts))
    with pytest.raises(BadOptions):
        run(Study(seed=3, positions=2_000, positions_a_move=2_000), 2, file, memory=2 * MIB, threads=1)


def test_an_interrupted_study_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"

    def stop_after_one(progress: Progress) -> None:
        if progress.done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(QUICK, 4, file, memory=2 * MIB, threads=1, show=stop_after_one)
    lines = file.read_text().splitlines()
    assert json.loads(lines[0]) == {"study": {key: word for key, word in QUICK.__dict__.items() if key != "setup"}}
    assert 2 <= len(lines) < 5
    file.write_text("\n".join(lines) + '\n{"number": 3, "sta')
    seen: list[int] = []
    done = run(QUICK, 4, file, memory=2 * MIB, threads=1, show=lambda progress: seen.append(len(progress.done)))
    assert seen[0] >= len(lines) - 1
    assert [layout.number for layout in done] == [0, 1, 2, 3]
    assert json.loads(lines[1]) == done[json.loads(lines[1])["number"]].__dict__
    assert len(file.read_text().splitlines()) == 5
    assert run(QUICK, 2, file, memory=2 * MIB, threads=1) == done[:2]


@pytest.mark.parametrize("text", ["my diary", "my diary\n", '{"study": {"seed": 4}}\n', ""])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "study.jsonl"
    file.write_text(text)
    if text:
        with pytest.raises(BadOptions):
            run(QUICK, 1, file, memory=2 * MIB, threads=1)
        assert file.read_text() == text
    else:
        assert len(run(QUICK, 1, file, memory=2 * MIB, threads=1)) == 1


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    for study in (Study(), Study(positions=-1), Study(seconds=-1.0), Study(scoring="tails", positions=1)):
        with pytest.raises(BadOptions):
            run(study, 1, memory=2 * MIB, threads=1)
    with pytest.raises(BadOptions):
        run(QUICK, 1, memory=1, threads=1)
    with pytest.raises(BadOptions):
        run(QUICK, 1, tmp_path, memory=2 * MIB, threads=1)
    broken = tmp_path / "broken.jsonl"
    run(QUICK, 1, broken, memory=2 * MIB, threads=1)
    with broken.open("a") as file:
        file.write('{"number": 1}\n')
    with pytest.raises(BadOptions):
        run(QUICK, 2, broken, memory=2 * MIB, threads=1)


def test_the_command_prints_a_table(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    arguments = ["layouts", "2", "--positions", "2000", "--memory", "2", "--threads", "1", "--out", str(file)]
    answer = command(*arguments, "-p", "scoring=heads")
    assert (answer.status, answer.err) == (0, "")
    head, *rows = answer.out.splitlines()
    assert head.split() == ["first", "player", "solved", "estimated", "together"]
    assert [row.split()[0] for row in rows[:3]] == ["win", "draw", "loss"]
    assert all("of 2" in row for row in rows[:3])
    assert command(*arguments, "-p", "scoring=heads").out == answer.out
    assert command(*arguments).status == 2
    assert command(*arguments, "-p", "setup=draft", "-p", "scoring=heads").status == 2
