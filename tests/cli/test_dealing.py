"""New records are legal, reproducible where asked, and verifiable."""

import re
from pathlib import Path

import pytest

from tafelrunde.games.registry import GAMES
from tafelrunde.records.record import read_record
from tests.cli.running import run, vectors

TOKAN = vectors("tokan-towers")[0]["record"]

FORMS = [(game, preset) for game, rules in GAMES.items() for preset in rules.options_type.PRESETS]


@pytest.mark.parametrize(("game", "preset"), FORMS)
def test_a_new_record_of_any_game_can_be_played_and_verified(game: str, preset: str) -> None:
    status, out, err = run("new", game, "--preset", preset)
    assert (status, err) == (0, "")
    assert run("moves", "-", given=out).out
    assert run("verify", "-", given=out) == (0, "verified: the deal follows from the secret and the words\n", "")


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_gives_the_same_deal_and_nothing_else_does(game: str) -> None:
    first, second = run("new", game, "--seed", "x").out, run("new", game, "--seed", "x").out
    assert first == second
    assert len({first, run("new", game, "--seed", "y").out, run("new", game).out, run("new", game).out}) == 4


def test_options_names_and_words_stand_in_the_record(tmp_path: Path) -> None:
    file = tmp_path / "new.txt"
    arguments = ["--preset", "three", "-p", "swap=off", "--name", 'Zoë "Z"', "--name", "Ben", "--word", "first"]
    assert run("new", "schokoly", *arguments, "-o", file) == (0, "", "")
    tags = read_record(file.read_text(encoding="utf-8")).tags
    assert (tags["Players"], tags["Swap"], tags["Seat1"], tags["Seat2"]) == ("3", "off", 'Zoë "Z"', "Ben")
    assert [tags[f"DealWord{seat}"] for seat in (1, 2, 3)] == ["first", "Ben", "seat 3"]
    assert run("verify", file).status == 0


def test_every_word_changes_the_deal() -> None:
    decks = {
        read_record(run("new", "schoko", "--seed", "x", "--word", first, "--word", second).out).tags["Deck"]
        for first in "ab"
        for second in "ab"
    }
    assert len(decks) == 4


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["go"], "'go' is no game here"),
        ([], "give a game"),
        (["tokan", "-p", "scoring"], "write name=value"),
        (["tokan", "-p", "scoring=hats"], "not one of towers, heads"),
        (["tokan", "-p", "players=3"], "the options here are: scoring, gaps, setup"),
        (["tokan", "-p", "gaps=line", "-p", "gaps=line"], "given twice"),
        (["tokan", "--preset", "teams"], "the presets of TOKAN are: standard"),
        (["schoko", "--name", "A", "--name", "B", "--name", "C"], "3 names for 2 seats"),
        (["schoko", "--word", "a", "--word", "b", "--word", "c"], "3 words for 2 seats"),
        (["schoko", "--name", "A\nB"], "is not a line of"),
        (["schoko", "--name", ""], "is not a line of"),
        (["schoko", "--name", "x" * 61], "is not a line of"),
        (["schoko", "--word", "x" * 201], "is not a line of"),
        (["schoko", "--word", "\udcff"], "is not a line of"),
        (["tokan", "--revanche", "-"], "cannot be combined with other arguments"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(arguments: list[str], reason: str) -> None:
    status, out, err = run("new", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert reason in err


def test_a_revanche_starts_alike_with_the_players_changed() -> None:
    first = TOKAN.replace("[Game", '[Seat1 "Anna"]\n[Seat2 "Ben"]\n[Game', 1)
    second = read_record(run("new", "--revanche", "-", given=first).out)
    assert second.tags["Start"] == read_record(first).tags["Start"]
    assert (second.tags["Seat1"], second.tags["Seat2"], second.moves) == ("Ben", "Anna", ())


def test_there_is_no_revanche_of_a_card_game() -> None:
    status, out, err = run("new", "--revanche", "-", given=vectors("schoko")[0]["record"])
    assert (status, out) == (2, "")
    assert err == "record 1: there is no Revanche in Scho K.O.\n"


def test_verify_tells_the_four_cases_apart() -> None:
    fresh = run("new", "schoko", "--seed", "x").out
    sealed = run("view", "-", "--seat", "1", given=fresh).out
    other = run("new", "schoko", "--seed", "y").out
    false = re.sub(r'\[DealSecret ".*"\]', re.findall(r'\[DealSecret ".*"\]', other)[0], fresh)
    status, out, err = run("verify", "-", given=f"{fresh}\n{sealed}\n{TOKAN}\n{false}")
    assert (status, err) == (1, "")
    assert [line.split(":")[0] for line in out.splitlines()] == ["verified", "sealed", "unsigned", "false"]


def test_verify_stops_at_a_broken_record_and_wants_at_least_one() -> None:
    fresh = run("new", "schoko", "--seed", "x").out
    status, out, err = run("verify", "-", given=f'{fresh}\n[Game "go"]\n')
    assert (status, out.count("\n")) == (2, 1)
    assert err.startswith("record 2: ")
    assert run("verify", "-") == (2, "", "record 1: there is no record\n")
