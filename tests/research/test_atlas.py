"""The atlas of solved starts: what comes with the package, and what is no row of it."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from scripts.make_atlas import FACTS, collect, facts, lines_of
from tafelrunde.games.errors import BadSetup
from tafelrunde.games.tokan import TokanOptions
from tafelrunde.games.tokan.position import parse_position
from tafelrunde.native import AVAILABLE
from tafelrunde.research.tokan.atlas import Start, read, unpack, write


def test_every_start_is_a_full_field_whose_moves_are_counted() -> None:
    starts = read()
    assert len(starts) == len({(start.scoring, start.seed, start.number) for start in starts})
    for start in starts:
        position = parse_position(TokanOptions.read({"scoring": start.scoring, "gaps": start.gaps}), start.start)
        moves = {str(move) for move in position.turns()}
        assert all(position.towers)
        assert len(moves) == start.moves
        assert set(start.winning.split()) <= moves
        assert start.result != "unknown" or not start.winning


@pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")
def test_starts_are_the_deals_of_their_numbers() -> None:
    from tafelrunde.native.tokan import NativePosition

    for start in read():
        options = TokanOptions.read({"scoring": start.scoring, "gaps": start.gaps})
        assert str(NativePosition.deal((start.seed << 32) + start.number, options).to_python()) == start.start


def test_what_is_written_is_read_again() -> None:
    starts = read()
    odd = replace(starts[0], result="win", margin=-3, winning="a1b1", winning_all=True, seconds=0.5)
    assert unpack(write([odd, *starts])) == [odd, *starts]
    assert write(starts) == write(unpack(write(starts)))


@pytest.mark.parametrize(
    ("result", "winning", "complete", "balanced"),
    [
        ("draw", "", False, True),
        ("win", "a1b1", True, True),
        ("win", "a1b1", False, False),
        ("win", "a1b1 a2b2", True, False),
        ("loss", "", True, False),
        ("unknown", "", False, False),
    ],
)
def test_balanced_is_what_is_proved_to_be(result: str, winning: str, complete: bool, balanced: bool) -> None:
    start = replace(read()[0], result=result, winning=winning, winning_all=complete)
    assert start.balanced is balanced


@pytest.mark.parametrize("change", [("win", "victory"), ("1,", "one,"), ("number,", "numero,")])
def test_a_broken_atlas_is_refused(change: tuple[str, str]) -> None:
    start = Start(1, 2, "towers", "contiguous", "x", "win", None, 9, "", False, 1, 1.0, 1, 1, "0")
    text = gzip.decompress(write([start])).decode()
    with pytest.raises(BadSetup):
        unpack(gzip.compress(text.replace(*change).encode()))
    with pytest.raises(BadSetup):
        unpack(b"nothing")


def test_the_article_on_the_page_tells_what_is_known() -> None:
    assert FACTS.read_text(encoding="utf-8") == facts(read())
    told = json.loads(FACTS.read_text(encoding="utf-8"))["numbers"]
    assert told["wins"] + told["draws"] + told["losses"] == told["solved"]


def line(**words: object) -> str:
    """A line as the program that solves starts writes it."""
    start = read()[0]
    told: dict[str, object] = {"number": 0, "seed": 9, "scoring": "towers", "gaps": "contiguous", "start": start.start}
    told |= {"about": "result", "settled": True, "result": "win", "low": 1, "high": 128}
    told |= {"positions": 5, "seconds": 1.5, "threads": 1, "memory": 1 << 20, "version": "0"}
    return json.dumps(told | words) + "\n"


def collected(tmp_path: Path, *lines: str) -> list[Start]:
    """What a file of lines says."""
    file = tmp_path / "lines.jsonl"
    file.write_text("".join(lines), encoding="utf-8")
    return collect([file], [])


def test_lines_of_a_start_are_put_together(tmp_path: Path) -> None:
    moves = {"a1b1": "W", "a2b2": "n", "a3b3": "n"}
    unknown = line(settled=False, result="unknown", low=-128)
    cut = line()[:40]
    (start,) = collected(tmp_path, unknown, line(), line(about="unique", moves=moves), unknown, cut)
    assert (start.result, start.positions, start.only_move, start.winning) == ("win", 5, True, "a1b1")
    (start,) = collected(tmp_path, line(), line(about="margin", low=6, high=6))
    assert start.margin == 3


def test_moves_that_are_not_all_known_do_not_make_a_start_balanced(tmp_path: Path) -> None:
    moves = {"a1b1": "W", "a2b2": "?"}
    (start,) = collected(tmp_path, line(), line(about="unique", settled=False, moves=moves))
    assert start.winning == "a1b1"
    assert not start.winning_all
    assert not start.balanced


def test_lines_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="a win and a loss"):
        collected(tmp_path, line(), line(result="loss", low=-128, high=-1))


def test_results_can_be_given_back_to_the_program(tmp_path: Path) -> None:
    starts = [replace(start, winning="", winning_all=False, margin=None) for start in read()]
    assert collected(tmp_path, lines_of(starts)) == starts
