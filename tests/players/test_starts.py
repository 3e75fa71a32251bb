"""Balanced starts: what is proved of them, and that nobody meets the same one twice in a row."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tafelrunde.games.errors import BadOptions
from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanPosition
from tafelrunde.games.tokan.mirrors import images
from tafelrunde.native import AVAILABLE
from tafelrunde.players.arena import Plan, play_round_match
from tafelrunde.players.starts import balanced_starts, draw_start, has_balanced_starts, images_of, start_of_round
from tafelrunde.research.tournament.plan import Tournament

TOKAN = find_game("tokan")
STANDARD = TOKAN.options_type.parse("standard")


def position(start: str, options: str = "standard") -> TokanPosition:
    found = TOKAN.start(TOKAN.options_type.parse(options), start)
    assert isinstance(found, TokanPosition)
    return found


def key(start: str) -> str:
    return min(map(str, images(position(start))))


def test_there_are_enough_of_both_kinds_and_no_twins() -> None:
    found = balanced_starts(TOKAN, STANDARD)
    kinds = Counter(start.kind for start in found)
    assert kinds["draw"] >= 30
    assert kinds["only"] >= 100
    assert len({start.id for start in found}) == len({key(start.start) for start in found}) == len(found)


@pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")
@pytest.mark.parametrize("kind", ["draw", "only"])
def test_what_is_said_of_a_start_is_proved_again(kind: str) -> None:
    from tafelrunde.native.tokan_solver import Solver

    solver = Solver(16 << 20, 1)
    for start in [start for start in balanced_starts(TOKAN, STANDARD) if start.kind == kind][:3]:
        for image in Random(start.id).sample(images_of(TOKAN, STANDARD, start), 2):
            results = Counter(value.result for value in solver.values(position(image)).values())
            assert results["unknown"] == 0
            assert results["win"] == (1 if kind == "only" else 0)
            assert kind == "only" or results["draw"] > 0


def test_the_images_of_a_start_differ_and_have_as_many_moves() -> None:
    start = balanced_starts(TOKAN, STANDARD)[0]
    found = images_of(TOKAN, STANDARD, start)
    assert found[0] == start.start
    assert len(set(found)) == 8
    assert len({len(position(image).turns()) for image in found}) == 1
    assert {key(image) for image in found} == {key(start.start)}


def test_nobody_meets_a_start_again_before_all_were_met_nor_twice_in_a_row() -> None:
    count = len(balanced_starts(TOKAN, STANDARD))
    chance, seen = Random(1), list[str]()
    for _ in range(count):
        start, _ = draw_start(TOKAN, STANDARD, chance, seen)
        assert start.id not in seen
        seen.append(start.id)
    for _ in range(20):
        start, _ = draw_start(TOKAN, STANDARD, chance, seen)
        assert start.id != seen[-1]
        seen.append(start.id)


def test_rounds_go_through_all_starts_and_then_see_them_in_other_mirrors() -> None:
    count = len(balanced_starts(TOKAN, STANDARD))
    first = [start_of_round(TOKAN, STANDARD, "x", number) for number in range(count)]
    assert len({key(start) for start in first}) == count
    again = [start_of_round(TOKAN, STANDARD, "x", count + number) for number in range(count)]
    assert [key(start) for start in again] == [key(start) for start in first]
    assert again != first
    assert first[:5] != [start_of_round(TOKAN, STANDARD, "y", number) for number in range(5)]


def test_a_round_begins_with_one_for_both_seatings_and_is_another_arena() -> None:
    plan = Plan("tokan", "standard", "random", "greedy", 4, "1", balanced=True)
    records = [play_round_match(plan, 0, match) for match in range(2)]
    assert {record.tags["Start"] for record in records} == {start_of_round(TOKAN, STANDARD, "1", 0)}
    assert plan.title != Plan("tokan", "standard", "random", "greedy", 4, "1").title


@pytest.mark.parametrize(("game", "options"), [("tokan", "less-chance"), ("tokan", "gaps=line"), ("schoko", "")])
def test_where_none_are_known_they_are_refused(game: str, options: str) -> None:
    rules = find_game(game)
    assert not has_balanced_starts(rules, rules.options_type.parse(options))
    with pytest.raises(BadOptions, match="balanced"):
        Tournament(game, options, ("1", "2"), balanced=True).check()
    Tournament(game, options, ("1", "2")).check()
