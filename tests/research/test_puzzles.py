"""Puzzles: mined, merged, chosen, kept; and what a second way says of them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from tafelrunde.cli.app import app
from tafelrunde.games.chocolate.moves import Pass, Placement
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import View
from tafelrunde.games.errors import BadOptions, BadSetup
from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanTable
from tafelrunde.native import AVAILABLE
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tafelrunde.research.puzzles.chocolate.finder import HIDDEN_STACK, LEAST_GAIN, SMALL, spend
from tafelrunde.research.puzzles.chocolate.finder import find as find_puzzles
from tafelrunde.research.puzzles.corpus import band_of, by_id, choose, corpus, part, parts, unpack, write_parts
from tafelrunde.research.puzzles.mining import mine_matches, mine_record, played, read_found
from tafelrunde.research.puzzles.picking import daily, following
from tafelrunde.research.puzzles.plain import Plain
from tafelrunde.research.puzzles.puzzle import COLUMNS, PROVED, Puzzle, read_csv, write_csv
from tafelrunde.research.puzzles.room import Moment
from tafelrunde.research.puzzles.tokan.twins import twin_key
from tafelrunde.research.puzzles.verifying import objection
from tests.strategies import play, variant

needs_core = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")
GAMES = ("tokan", "schoko", "schokoly")


def proved(game: str) -> list[Puzzle]:
    return [puzzle for puzzle in corpus(game) if puzzle.kind in PROVED]


# What comes with the package


@pytest.mark.parametrize(("game", "least"), [("tokan", 3000), ("schoko", 600), ("schokoly", 600)])
def test_there_are_enough_of_each_game_and_in_every_band(game: str, least: int) -> None:
    found = proved(game)
    assert len(found) >= least
    assert len({puzzle.id for puzzle in found}) == len(found)
    assert {band_of(puzzle.rating) for puzzle in found} == set(range(1, 9))


def test_towers_and_heads_both_have_puzzles() -> None:
    words = Counter('[Scoring "heads"]' in puzzle.record for puzzle in corpus("tokan"))
    assert min(words[True], words[False]) >= 1000


def test_every_part_has_all_difficulties_of_its_game() -> None:
    for name in parts():
        ratings = [puzzle.rating for puzzle in part(name) if puzzle.kind in PROVED]
        assert {band_of(rating) for rating in ratings} >= set(range(1, 6))


@pytest.mark.parametrize("game", ["schoko", "schokoly"])
def test_small_boards_and_hidden_hands_come_in_all_their_sizes(game: str) -> None:
    lying, stacked = set(), set()
    for puzzle in corpus(game):
        if puzzle.kind not in PROVED:
            table = replay(read_record(puzzle.record)).final
            assert isinstance(table, ChocolateTable)
            if puzzle.kind == "most":
                lying.add(len(table.field.cards))
            else:
                stacked.add(len(table.stack))
    assert (lying, stacked) == (set(SMALL), set(HIDDEN_STACK))


@needs_core
def test_small_boards_ask_for_the_most_points_where_one_turn_brings_them() -> None:
    # A seed for every size of a board: by it one small board of a match is chosen.
    seeds = {size: next(seed for seed in range(99) if Random(seed).choice(SMALL) == size) for size in SMALL}
    known = [puzzle for puzzle in corpus("schoko") if puzzle.kind == "most"][:6]
    records = [read_record(puzzle.record) for puzzle in known]
    records += [match.record(ply) for match in (play(variant("schoko"), Random(1)),) for ply in range(3, 8)]
    verdicts = Counter[bool]()
    for record in records:
        lying = replay(record).final
        position = lying.resample(Random(1)) if isinstance(lying, View) else lying
        assert isinstance(position, ChocolatePosition)
        side = position.rules.side(position.to_move)
        turns = [turn for turn in position.turns() if isinstance(turn, Placement)]
        points = sorted((position.apply(turn).outcome().points[side] for turn in turns), reverse=True)
        wanted = None not in position.colours and points[0] - points[1] >= LEAST_GAIN
        size = len(position.field.cards)
        found = list(find_puzzles([Moment(position, record)], Random(seeds[size]), Counter()))
        assert [puzzle.kind for puzzle in found] == ["most"] * wanted
        for puzzle in found:
            assert position.play(puzzle.solution[0]).outcome().points[side] == points[0]
        verdicts[wanted] += 1
    assert verdicts == {True: 6, False: 5}


@needs_core
@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_proved_by_a_second_way(game: str) -> None:
    for puzzle in Random(4).sample(sorted(proved(game), key=lambda one: one.id), 6):
        assert objection(puzzle) is None


def test_plain_python_agrees_with_the_solver() -> None:
    short = [puzzle for puzzle in proved("tokan") if {"last-move", "two-moves"} <= set(puzzle.themes)]
    for puzzle in sorted(short, key=lambda one: (len(one.refutation), one.id))[:6]:
        position = replay(read_record(puzzle.record)).final
        worth, kept = Plain().keeping(position)
        assert (worth, kept) == (int(puzzle.kind == "win"), [puzzle.solution[0]])


@needs_core
def test_a_puzzle_that_is_wrong_is_contradicted() -> None:
    puzzle = min(proved("tokan"), key=lambda one: (one.nodes, one.id))
    wrong = puzzle.tempting[0]
    other = replace(puzzle, solution=puzzle.refutation[:3], right=(wrong,), tempting=())
    assert "these keep the result" in str(objection(other))
    assert objection(replace(puzzle, kind="draw" if puzzle.kind == "win" else "win"))
    assert objection(replace(puzzle, solution=(*puzzle.solution, "a1a2"))) is not None
    assert "tempt" in str(objection(replace(puzzle, tempting=puzzle.right)))
    assert objection(replace(puzzle, solution=puzzle.solution[:1])) == "it is too short"


def test_hidden_hands_stay_hidden() -> None:
    for game in ("schoko", "schokoly"):
        hidden = [puzzle for puzzle in corpus(game) if puzzle.kind in ("most", "chance")]
        assert hidden
        for puzzle in hidden:
            assert "?" in puzzle.record


# The table


def test_a_table_is_read_as_it_was_written() -> None:
    some = list(corpus("schoko")[:20])
    assert read_csv(write_csv(some)) == some
    assert write_csv(some).splitlines()[0] == ",".join(COLUMNS)


@pytest.mark.parametrize("text", ["id,game\nx,tokan\n", ",".join(COLUMNS) + "\n" + "," * (len(COLUMNS) - 1) + "\n"])
def test_a_broken_table_is_refused(text: str) -> None:
    with pytest.raises(BadSetup):
        read_csv(text)


def test_parts_hold_everything_once(tmp_path: Path) -> None:
    some = list(corpus("tokan")[:600])
    names = write_parts(tmp_path, "tokan", some)
    assert len(names) == 3
    read = [puzzle for name in names for puzzle in unpack((tmp_path / name).read_bytes())]
    assert sorted(puzzle.id for puzzle in read) == sorted(puzzle.id for puzzle in some)
    before = (tmp_path / names[0]).read_bytes()
    write_parts(tmp_path, "tokan", some)
    assert (tmp_path / names[0]).read_bytes() == before


def test_choosing_merges_twins_and_takes_from_every_band() -> None:
    some = list(corpus("tokan"))
    chosen = choose([*some, *some], {"proved": 80})
    assert len({puzzle.id for puzzle in chosen}) == len(chosen) == 80
    assert set(Counter(band_of(puzzle.rating) for puzzle in chosen).values()) == {10}


# Mirrors


def test_twins_share_a_key_and_others_do_not() -> None:
    game = find_game("tokan")
    options = game.options_type.parse("standard")
    table = game.start(options, game.deal(options, Random(3)))
    assert isinstance(table, TokanTable)
    rows, side, _ = str(table).split()
    lines = rows.split("/")
    other = "b" if side == "r" else "r"
    mirrored = ["/".join(lines[::-1]), "/".join(",".join(line.split(",")[::-1]) for line in lines)]
    for text in (f"{mirrored[0]} {side} -", f"{mirrored[1]} {side} -", f"{rows.swapcase()} {other} -"):
        twin = game.start(options, text)
        assert isinstance(twin, TokanTable)
        assert twin_key(twin) == twin_key(table)
    stranger = game.start(options, f"{rows} {other} -")
    assert isinstance(stranger, TokanTable)
    assert twin_key(stranger) != twin_key(table)


# Mining


@needs_core
def test_mining_finds_the_same_again_and_only_what_is_right() -> None:
    found = mine_matches("tokan", "test", 0)
    assert mine_matches("tokan", "test", 0).puzzles == found.puzzles
    assert found.dropped["matches"] == 8
    for puzzle in found.puzzles:
        assert objection(puzzle) is None
        assert puzzle.tempting
        assert len(puzzle.own) >= 2


@needs_core
@pytest.mark.parametrize("game", ["tokan", "schokoly"])
def test_hard_ones_are_found_again_by_their_seed(game: str) -> None:
    # Task 0 of the seed of the corpus: what it found is in the corpus, or its band was full.
    found = mine_matches(game, "2", 0, hard=True)
    assert found.task == "hard 2/0"
    assert found.dropped["easy"] > 0
    assert not found.dropped["small-boards"]
    for puzzle in found.puzzles:
        known = by_id().get(puzzle.id)
        if known is not None:
            # Of several ways to refute a wrong move that are worth the same, another solver may take another.
            assert replace(known, refutation=()) == replace(puzzle, refutation=())
            assert known.refutation[0] == puzzle.refutation[0]
            assert objection(known) is None
        assert objection(puzzle) is None


@needs_core
def test_a_table_can_be_chosen_from_again(tmp_path: Path) -> None:
    table = tmp_path / "some.csv"
    table.write_text(write_csv(proved("schoko")[:30]), "utf-8")
    words = ["puzzles", "collect", str(table), "--game", "schoko", "--most", "20", "--out", str(tmp_path / "new")]
    assert CliRunner().invoke(app, words).exit_code == 0
    chosen = unpack((tmp_path / "new" / "schoko-0.csv.gz").read_bytes())
    assert len(chosen) == 20
    assert {puzzle.id for puzzle in chosen} <= {puzzle.id for puzzle in proved("schoko")[:30]}


@needs_core
def test_records_are_looked_into_as_well() -> None:
    moments = played("tokan", "test", 1)
    last = moments[-1]
    record = last.record.with_move(last.position.turns()[0])
    found = mine_record(str(record))
    assert found.dropped["looked-at"] > 0


def test_smarties_go_along_with_cards_of_the_first_tier_and_are_gone_in_the_end() -> None:
    rng = Random(5)
    spent = 0
    for ply, played_to in enumerate(play(variant("schokoly", "players=2"), rng).positions):
        assert isinstance(played_to, ChocolatePosition)
        position = replace(played_to, smarties=(ply % 3,) * 2)
        turns = [turn for turn in position.turns() if isinstance(turn, Placement)]
        plain = next((turn for turn in turns if turn.tier == 1 and turn.smartie is None), None)
        if plain is None:
            continue
        given = spend(position, plain, rng)
        left = position.smarties[position.to_move]
        assert given in (plain, plain._replace(smartie=(plain.x, plain.y)))
        assert left or given == plain
        # Two turns from the end the last one goes.
        few = len(position.hands[position.to_move]) + len(position.stack) // 2 <= 3
        assert not (left and few) or given != plain
        spent += given != plain
        for kept in [turn for turn in turns if turn.tier == 2 or turn.smartie is not None][:3]:
            assert spend(position, kept, rng) == kept
        assert spend(position, Pass(), rng) == Pass()
    assert spent
    tokan = play(variant("tokan"), rng).positions[0]
    assert spend(tokan, tokan.turns()[0], rng) == tokan.turns()[0]


@needs_core
def test_mining_goes_on_where_it_was(tmp_path: Path) -> None:
    out = tmp_path / "found.jsonl"
    words = ["puzzles", "mine", str(out), "--game", "tokan", "--seed", "test", "--workers", "1"]
    assert CliRunner().invoke(app, [*words, "-n", "1"]).exit_code == 0
    before = out.read_text("utf-8")
    out.write_text(before + '{"task": "cut off', "utf-8")
    assert [task.task for task in read_found(out)] == ["test/0"]
    out.write_text(before, "utf-8")
    assert CliRunner().invoke(app, [*words, "-n", "1"]).exit_code == 0
    assert out.read_text("utf-8") == before


# Which one comes


def test_the_puzzle_of_a_day_is_fixed_and_games_take_turns() -> None:
    day = date(2026, 11, 18)
    days = [daily(day + timedelta(n)) for n in range(90)]
    assert days[0] == daily(day)
    assert len({puzzle.id for puzzle in days}) == 90
    assert Counter(puzzle.game for puzzle in days) == dict.fromkeys(GAMES, 30)


def test_the_next_one_is_near_new_and_of_its_theme() -> None:
    first = following("tokan", 1500, "taboo", (), "x")
    assert first is not None
    assert "taboo" in first.themes
    assert abs(first.rating - 1500) <= 100
    second = following("tokan", 1500, "taboo", {first.id}, "x")
    assert second is not None
    assert second.id != first.id
    assert following("tokan", 1500, "no such theme", (), "x") is None
    with pytest.raises(BadOptions):
        following("chess", 1500, None, (), "x")


# The command


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_one_object_a_line(game: str) -> None:
    words = ["puzzles", "sample", "5", "--game", game, "--seed", "7"]
    answer = CliRunner().invoke(app, words).stdout
    lines = [json.loads(line) for line in answer.splitlines()]
    assert len(lines) == 5
    for line in lines:
        assert {"id", "game", "record", "solution", "rating", "themes"} <= set(line)
        table = replay(read_record(line["record"])).final
        for move in line["solution"]:
            table = table.play(move)
    assert CliRunner().invoke(app, words).stdout == answer
    assert CliRunner().invoke(app, [*words[:-1], "8"]).stdout != answer


def test_a_puzzle_is_drawn_and_an_unknown_one_refused() -> None:
    name = next(iter(by_id()))
    shown = CliRunner().invoke(app, ["puzzles", "show", name])
    assert shown.exit_code == 0
    assert " ".join(by_id()[name].solution) not in shown.stdout
    assert CliRunner().invoke(app, ["puzzles", "show", "aaaaaaaa"]).exit_code == 2
    assert CliRunner().invoke(app, ["puzzles", "sample", "2", "--kind", "odd"]).exit_code == 2
