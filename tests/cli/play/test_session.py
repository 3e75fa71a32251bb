"""A sitting from the menu to the farewell: choices, names, undo, resignation, saving, playing on."""

import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tafelrunde.cli.dealing import fresh_record
from tafelrunde.cli.io import Refused
from tafelrunde.cli.play.players import Computer, level_of
from tafelrunde.cli.play.session import Request
from tafelrunde.games.core import View
from tafelrunde.games.registry import GAMES
from tafelrunde.players import registry
from tafelrunde.players.base import NEVER, Budget, Choice, Player
from tafelrunde.records.record import read_records
from tests.cli.play.scripted import Played
from tests.cli.running import run, vectors

TOKAN = GAMES["tokan"]
SCHOKO = GAMES["schoko"]
PAIR = ("Anna", "Ben")


def request(game: str, options: str = "", **changes: object) -> Request:
    rules = GAMES[game]
    fields = {"options": rules.options_type.parse(options), "names": PAIR, "seed": "x", **changes}
    return Request(rules, **fields)  # type: ignore[arg-type]


def legal(game: str, number: int = 0, names: tuple[str, ...] = PAIR) -> str:
    """Return a legal first move of the match that `request` begins."""
    rules = GAMES[game]
    record = fresh_record(rules, rules.options_type(), "x", (), names)
    return run("moves", "-", given=str(record)).out.splitlines()[number]


def record_in(folder: Path) -> str:
    (file,) = folder.glob("*.txt")
    return file.read_text()


@pytest.mark.parametrize(
    ("answers", "tags"),
    [
        (["", "", "Anna", "Ben"], {"Game": "tokan", "Scoring": "towers", "Seat1": "Anna", "Seat2": "Ben"}),
        (
            ["1", "4", "2", "2", "", "", ""],
            {"Scoring": "heads", "Gaps": "line", "Setup": "random", "Seat2": "Player 2"},
        ),
        (["2", "Zoë", "Ben"], {"Game": "schoko", "Seat1": "Zoë", "Seat2": "Ben"}),
        (["3", "3", "", "", "", ""], {"Game": "schokoly", "Players": "4", "Seat4": "Player 4"}),
        (["3", "4", "2", "2", "", "", "", ""], {"Game": "schokoly", "Players": "3", "Swap": "off"}),
        (["3", "4", "1", "2", "", ""], {"Game": "schokoly", "Players": "2", "Ties": "second"}),
    ],
)
def test_the_menu_leads_to_any_game(tmp_path: Path, answers: list[str], tags: dict[str, str]) -> None:
    Played(tmp_path, Request(), answers)
    (record,) = read_records(record_in(tmp_path))
    assert tags.items() <= record.tags.items()
    assert record.tags["Date"] == "2026-11-15"
    assert run("verify", "-", given=str(record)).status == 0


def test_answers_that_make_no_sense_are_asked_again(tmp_path: Path) -> None:
    played = Played(tmp_path, Request(), ["0", "nine", "4", "2", "A\x07", "x" * 61, "Anna", "Anna", "y" * 60])
    (record,) = read_records(record_in(tmp_path))
    assert {"Anna", "y" * 60} <= set(record.tags.values())
    assert played.shown.count("Please type one of the numbers") == 3
    assert played.shown.count("A name is one to 60 letters long.") == 2
    assert played.shown.count("Somebody has that name already.") == 1
    assert "Who is seat 2? (Enter for Player 2, 1 to 8 for a computer): " in played.shown


def test_the_computer_takes_a_seat_and_moves_by_itself(tmp_path: Path) -> None:
    first = legal("tokan", names=("Anna", "Computer 1"))
    played = Played(tmp_path, Request(TOKAN, seed="x"), ["", "Anna", "1", first, "quit"])
    (record,) = read_records(record_in(tmp_path))
    assert record.tags["Seat2"] == "Computer 1"
    assert len(record.moves) == 2
    assert "Computer 1 thinks" in played.shown
    # Playing on, the seat is still the computer's; taking back takes its answer back as well.
    again = Played(tmp_path, Request(), ["1", "undo", "quit"])
    assert "may" not in again.screens[-1]
    assert next(read_records(record_in(tmp_path))).moves == ()


class Slow(Player):
    """Thinks until told to stop, or for a while."""

    name = "perfect"

    def choose(self, view: View, budget: Budget, rng: Random, *, stop: Any = NEVER, history: Any = None) -> Choice:
        assert stop is not NEVER
        for _ in range(25):
            time.sleep(0.01)
        return Choice(view.turns()[0], "win", exact=True)


def test_whoever_thinks_until_it_knows_says_how_long_it_has_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.PLAYERS, "perfect", Slow())
    monkeypatch.setattr(Computer, "told_every", 0.1)
    played = Played(tmp_path, Request(TOKAN, seed="x"), ["", "Anna", "perfect", "quit"])
    assert "1 to 8 or perfect for a computer" in played.shown
    assert "Perfect computer thinks until it knows, 60 seconds at most ..." in played.shown
    assert "seconds so far" in played.shown
    (record,) = read_records(record_in(tmp_path))
    assert record.tags["Seat2"] == "Perfect computer"
    assert len(record.moves) == 1
    again = Played(tmp_path, Request(), ["1", "quit"])
    assert again.shown.count("thinks until it knows") == 0  # it is Anna's turn
    assert level_of("Perfect computer (2)") == registry.PERFECT
    assert level_of("Perfect") is None


def test_nobody_is_perfect_where_games_cannot_be_known(tmp_path: Path) -> None:
    played = Played(tmp_path, Request(SCHOKO, seed="x"), ["Anna", "perfect", "", "quit"])
    assert "or perfect" not in played.shown
    (record,) = read_records(record_in(tmp_path))
    assert record.tags["Seat2"] == "perfect"  # a person of that name
    with pytest.raises(Refused, match=r"nobody plays Scho K\.O\. perfectly"):
        Played(tmp_path / "other", request("schoko", names=("Anna",), against=9), ["quit"])


def test_computers_take_all_seats_that_nobody_is_named_for(tmp_path: Path) -> None:
    three = request("schokoly", "players=3", names=("Anna",), against=2)
    played = Played(tmp_path, three, ["quit"])
    (record,) = read_records(record_in(tmp_path))
    assert [record.tags[f"Seat{seat}"] for seat in (1, 2, 3)] == ["Anna", "Computer 2", "Computer 2 (2)"]
    assert "Hand the keyboard to Anna" in played.shown
    assert "Hand the keyboard to Computer" not in played.shown


def test_illegal_and_unreadable_moves_are_explained_and_change_nothing(tmp_path: Path) -> None:
    played = Played(tmp_path, request("tokan"), ["a1a1", "hello", "?", "score", "", "quit"])
    assert "'a1a1' is not legal: " in played.shown
    assert "I do not understand 'hello': a move reads like" in played.shown
    assert "Type a cell to see where its animal can go." in played.shown
    assert "Anna: 0, no tower of two or more" in played.shown
    assert next(read_records(record_in(tmp_path))).moves == ()


def test_what_is_named_at_the_table_is_told_of(tmp_path: Path) -> None:
    played = Played(tmp_path, request("tokan"), ["e3", "quit"])
    assert re.search(r"(on e3 (can go to|cannot move now|belongs)|no tower on e3)", played.shown)
    assert "I do not understand" not in played.shown


def test_the_last_move_is_taken_back_if_the_other_agrees(tmp_path: Path) -> None:
    move = legal("tokan")
    played = Played(tmp_path, request("tokan"), [move, "undo", "n", "undo", "y", "undo", "quit"])
    assert "does not agree: the move stands." in played.shown
    assert f"{move} was taken back." in played.shown
    assert "No move has been played yet." in played.shown
    assert next(read_records(record_in(tmp_path))).moves == ()


def test_a_card_is_taken_back_before_the_next_one_is_seen(tmp_path: Path) -> None:
    move = legal("schoko")
    # Anna lays a card and asks at the curtain; Ben agrees; Anna lays it again; Ben asks, Anna agrees.
    answers = ["", move, "undo", "y", "", move, "", "undo", "y", "", "quit"]
    played = Played(tmp_path, request("schoko"), answers)
    assert next(screen for screen in played.screens if f"may {move}" in screen).endswith(
        f"Ben, may {move} be taken back? [y/N]: "
    )
    assert f"Anna, may {move} be taken back? [y/N]: " in played.shown
    assert played.shown.count(f"{move} was taken back.") == 2
    assert "Hand the keyboard to Anna." in played.screens[-2]
    assert next(read_records(record_in(tmp_path))).moves == ()


def test_a_drawn_card_that_was_seen_makes_undo_too_late(tmp_path: Path) -> None:
    first = legal("schoko")
    record = fresh_record(SCHOKO, SCHOKO.options_type(), "x", (), PAIR).with_move(first)
    second = run("moves", "-", given=str(record)).out.splitlines()[0]
    # Both moves are played, Anna looks at her new card; Ben's move can go, hers cannot any more.
    answers = ["", first, "", second, "", "undo", "y", "", "undo", "quit"]
    played = Played(tmp_path, request("schoko"), answers)
    assert f"{second} was taken back." in played.shown
    assert "Too late: Anna has seen something that this move uncovered." in played.screens[-1]
    assert next(read_records(record_in(tmp_path))).moves == (first,)


def test_no_hand_stands_on_the_screen_while_the_others_are_asked(tmp_path: Path) -> None:
    move = legal("schoko")
    played = Played(tmp_path, request("schoko"), ["", move, "", "undo", "y", "", "quit"])
    question = next(screen for screen in played.screens if "be taken back?" in screen)
    assert "\x1b[H\x1b[J" in question
    assert question.rpartition("\x1b[H\x1b[J")[2].count("  ? ? ? ?\n") == 2


def test_giving_up_ends_a_match_for_good(tmp_path: Path) -> None:
    played = Played(tmp_path, request("schoko"), ["", "resign", "n", "resign", "y", ""])
    assert not played.ended_early
    assert played.farewell[0] == "Anna gave up."
    assert played.screens[-1].rpartition("\x1b[H\x1b[J")[2].count("  ? ? ? ?\n") == 2
    assert next(read_records(record_in(tmp_path))).tags["Result"] == "seat 1 resigned"
    again = Played(tmp_path, Request(), [])
    assert "Which game?" in again.shown
    assert "not finished" not in again.shown


def test_nobody_gives_up_for_the_others(tmp_path: Path) -> None:
    trio = request("schokoly", "three", names=("Anna", "Ben", "Cleo"))
    played = Played(tmp_path, trio, ["", "resign", "quit"])
    assert "nobody can give up for the others" in played.shown
    assert "Result" not in record_in(tmp_path)


def test_every_move_is_saved_at_once(tmp_path: Path) -> None:
    saved: list[str] = []

    def look() -> str:
        saved.append(record_in(tmp_path))
        return "quit"

    Played(tmp_path, request("tokan"), [legal("tokan"), look])
    assert next(read_records(saved[0])).moves == (legal("tokan"),)


def test_a_match_that_was_left_is_offered_and_played_on(tmp_path: Path) -> None:
    Played(tmp_path, request("schoko"), ["", legal("schoko"), "", "quit"])
    Played(tmp_path, request("tokan"), ["1", "quit"])
    Played(tmp_path, request("tokan"), ["quit"])
    played = Played(tmp_path, Request(), ["7", "2", "", "quit"])
    first = played.screens[0]
    assert first.index("1  TOKAN, Anna and Ben, 0 moves") < first.index("2  Scho K.O., Anna and Ben, 1 moves")
    assert "Hand the keyboard to Ben." in played.shown
    assert len(list(tmp_path.glob("*.txt"))) == 2
    new = Played(tmp_path, request("schoko"), ["", ""])
    assert "TOKAN" not in new.screens[0]
    assert len(list(tmp_path.glob("*.txt"))) == 3


def test_a_damaged_file_is_told_of_and_left_alone(tmp_path: Path) -> None:
    files = {
        "a.txt": '[Game "tokan"]\n[Start "x"]\n',
        "b.txt": "{",
        "c.txt": run("view", "-", "--seat", "1", given=vectors("schoko")[0]["record"]).out,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    played = Played(tmp_path, Request(), [])
    for name, text in files.items():
        assert f"{name} cannot be played on: " in played.shown
        assert (tmp_path / name).read_text() == text
    assert "Which game?" in played.shown


def test_a_file_of_ones_own_is_played_on_or_added_to(tmp_path: Path) -> None:
    file = tmp_path / "mine" / "match.txt"
    mine = request("tokan", file=file)
    Played(tmp_path, mine, [legal("tokan"), "quit"])
    played = Played(tmp_path, Request(file=file), ["", "quit"])
    assert "TOKAN, Anna and Ben, 1 moves played. Play on? [Y/n]: " in played.shown
    Played(tmp_path, mine, ["n", "quit"])
    first, second = read_records(file.read_text())
    assert (len(first.moves), len(second.moves)) == (1, 0)
    assert not list(tmp_path.glob("*.txt"))


def test_a_finished_match_in_a_file_of_ones_own_stays(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    finished = next(v["record"] for v in vectors("tokan-towers") if v["score"]["over"])
    file.write_text(finished)
    Played(tmp_path / "state", request("tokan", file=file), ["quit"])
    assert file.read_text().startswith(finished)
    assert len(list(read_records(file.read_text()))) == 2


def test_a_file_that_is_no_record_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna, {")
    status, _, err = run("show", file)
    assert (status, err.count("\n")) == (2, 1)
    with pytest.raises(Exception, match="not closed"):
        Played(tmp_path, request("tokan", file=file), [])
    assert file.read_text() == "Dear Anna, {"


def test_a_disk_that_cannot_be_written_does_not_end_the_game(tmp_path: Path) -> None:
    blocked = tmp_path / "state"
    blocked.write_text("a file where the folder should be")
    played = Played(blocked, request("tokan"), [legal("tokan"), "quit"])
    assert not played.ended_early
    assert played.shown.count("The match could not be saved: ") == 2
    assert played.farewell == []


def test_a_second_game_of_a_pair_is_the_last(tmp_path: Path) -> None:
    played = Played(tmp_path, request("tokan"), ["resign", "y", "", "resign", "y", ""])
    assert not played.ended_early
    assert played.shown.count("Revanche? ") == 1
    first, second = read_records(record_in(tmp_path))
    assert (first.tags["Seat1"], second.tags["Seat1"]) == ("Anna", "Ben")
    refused = Played(tmp_path / "other", request("tokan"), ["resign", "y", "n"])
    assert not refused.ended_early
