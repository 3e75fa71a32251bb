"""The commands that other programs call: right on every vector, exact in their form, clear in their errors."""

import json
from pathlib import Path

import pytest

from tests.cli.running import TRIO, VECTOR_NAMES, run, run_program, vectors

TOKAN = vectors("tokan-towers")[0]["record"]
SCHOKO = vectors("schoko")[0]["record"]
DRAFT = vectors("tokan-draft")[0]["record"]


@pytest.fixture(params=VECTOR_NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def joined(name: str) -> str:
    return "\n".join(vector["record"] for vector in vectors(name))


def test_moves_of_all_records_in_one_file(name: str) -> None:
    expected = "\n".join("".join(f"{move}\n" for move in vector["moves"]) for vector in vectors(name))
    assert run("moves", "-", given=joined(name)) == (0, expected, "")


def test_scores_of_all_records_in_one_file(name: str) -> None:
    status, out, _ = run("score", "-", given=joined(name))
    assert status == 0
    assert [json.loads(line) for line in out.splitlines()] == [vector["score"] for vector in vectors(name)]


def test_perft_of_all_records_that_have_one(name: str) -> None:
    for vector in vectors(name):
        if "perft" in vector:
            depth, number = vector["perft"]
            assert run("perft", "-", str(depth), given=vector["record"]) == (0, f"{number}\n", "")


@pytest.mark.parametrize("name", [name for name in VECTOR_NAMES if name.startswith("tokan")])
def test_positions_of_all_records_in_one_file(name: str) -> None:
    expected = "".join(f"{vector['position']}\n" for vector in vectors(name))
    assert run("position", "-", given=joined(name)) == (0, expected, "")


def test_the_program_itself_answers_a_file_of_all_games(tmp_path: Path) -> None:
    file = tmp_path / "all.txt"
    file.write_text("\n".join(map(joined, VECTOR_NAMES)))
    everything = [vector for name in VECTOR_NAMES for vector in vectors(name)]
    scores = run_program("score", file)
    assert [json.loads(line) for line in scores.stdout.splitlines()] == [vector["score"] for vector in everything]
    moves = run_program("moves", file)
    assert moves.stdout.decode() == "\n".join("".join(f"{m}\n" for m in vector["moves"]) for vector in everything)
    assert (scores.returncode, scores.stderr, moves.returncode, moves.stderr) == (0, b"", 0, b"")


def test_an_empty_line_separates_records_even_where_a_finished_game_has_no_lines() -> None:
    finished = vectors("schokoly-4")[0]["record"]
    opening = '[Game "tokan"]\n[Setup "draft"]\n[Start "L,J/m,L/M,j/J,l/j,j b -"]\n'
    alone = run("moves", "-", given=opening).out
    assert run("moves", "-", given=f"{opening}\n{finished}\n{opening}").out == f"{alone}\n\n{alone}"


def test_a_score_is_one_json_object_with_exactly_three_members() -> None:
    assert run("score", "-", given=DRAFT).out == '{"over": false, "points": [6, 7], "winner": null}\n'


def test_nothing_asked_nothing_answered() -> None:
    for command in (["moves"], ["score"], ["position"]):
        assert run(*command, "-") == (0, "", "")
    assert run("perft", "-", "2") == (0, "", "")
    assert run("view", "-", "--seat", "1") == (0, "", "")


def test_perft_of_no_moves_is_one() -> None:
    assert run("perft", "-", "0", given=TOKAN).out == "1\n"


def test_perft_refuses_what_cannot_be_counted() -> None:
    assert run("perft", "-", "-1", given=TOKAN).status == 2
    seen = run("view", "-", "--seat", "1", given=SCHOKO).out
    status, out, err = run("perft", "-", "2", given=seen)
    assert (status, out) == (2, "")
    assert err.startswith("record 1: it hides cards")


def test_positions_are_for_tokan_only() -> None:
    status, out, err = run("position", "-", given=f"{TOKAN}\n{SCHOKO}")
    assert (status, out) == (2, f"{vectors('tokan-towers')[0]['position']}\n")
    assert err == "record 2: Scho K.O. has no notation of positions\n"


@pytest.mark.parametrize("command", [["moves", "-"], ["perft", "-", "1"], ["score", "-"], ["view", "-", "--seat", "0"]])
@pytest.mark.parametrize(
    ("broken", "where", "why"),
    [
        pytest.param(TOKAN.replace("a4a2 c1a1", "a4a2 c1c2"), "record 2, move 2 'c1c2': ", "moves exactly", id="rule"),
        pytest.param(TOKAN.replace("a4a2", "a4a9"), "record 2, move 1 'a4a9': ", "reads like", id="notation"),
        pytest.param('[Game "go"]\n', "record 2: ", "'go' is no game here", id="game"),
        pytest.param('[Game "tokan"]\n', "record 2: ", "Start is missing", id="start"),
        pytest.param('[Event "x"]\na4a2', "record 2: ", "Game is missing", id="no tags"),
        pytest.param(TOKAN + " {never closed", "record 2, move 16 '{never closed", "not closed", id="comment"),
    ],
)
def test_a_broken_record_is_named_after_the_answers_before_it(
    command: list[str], broken: str, where: str, why: str
) -> None:
    good = run(*command, given=SCHOKO)
    status, out, err = run(*command, given=f"{SCHOKO}\n{broken}\n\n{SCHOKO}")
    assert (status, out) == (2, good.out)
    assert err.startswith(where)
    assert why in err
    assert err.count("\n") == 1


def test_a_view_hides_what_the_seat_has_not_seen_and_keeps_the_rest() -> None:
    seen = run("view", "-", "--seat", "2", given=TRIO).out
    deck = "? ? ? ? DMWW DWWW MMWW DMMM ? ? ? ? ? DWWW"
    assert f'[Deck "{deck} ?' in seen
    assert '[Note "a tag nobody knows"]' in seen
    assert "1. W:WWMW@0,0 2. M:WMMW@2,0 {the third colour is left} WMMM@0,2" in seen


@pytest.mark.parametrize("seat", ["0", "1", "2", "3"])
def test_a_view_of_a_view_is_the_view(seat: str) -> None:
    swap = TRIO + "offer-2-DDMM counter-DMMM"
    once = run("view", "-", "--seat", seat, given=f"{TRIO}\n{swap}")
    assert once.status == 0
    assert run("view", "-", "--seat", seat, given=once.out) == once


@pytest.mark.parametrize("seat", ["0", "1", "2", "3"])
def test_two_deals_that_a_seat_cannot_tell_apart_give_it_the_same_view(seat: str) -> None:
    head, deck, tail = TRIO.partition("MMWW DDWW DDWM")
    other = f"{head}DDWM MMWW DDWW{tail}"
    assert deck
    assert run("view", "-", "--seat", seat, given=TRIO) == run("view", "-", "--seat", seat, given=other)


def test_swap_cards_are_numbers_to_those_who_did_not_see_them() -> None:
    offered = TRIO + "offer-2-DDMM"
    assert "offer-2-DDMM" in run("view", "-", "--seat", "1", given=offered).out
    for seat in ("0", "2", "3"):
        seen = run("view", "-", "--seat", seat, given=offered).out
        assert "offer-2-?2" in seen
        assert seen.count("DDMM") == 0
    accepted = offered + " counter-DMMM accept"
    assert "offer-2-DDMM counter-DMMM accept" in run("view", "-", "--seat", "2", given=accepted).out
    assert "offer-2-?2 counter-?0 accept" in run("view", "-", "--seat", "3", given=accepted).out


def test_a_view_never_tells_the_secret_of_the_deal() -> None:
    fresh = run("new", "schoko", "--seed", "secret").out
    assert "DealSecret" in fresh
    for seat in ("0", "1", "2"):
        assert "DealSecret" not in run("view", "-", "--seat", seat, given=fresh).out


def test_a_view_of_a_seat_that_does_not_exist_is_refused() -> None:
    status, out, err = run("view", "-", "--seat", "3", given=f"{TRIO}\n{SCHOKO}")
    assert (status, err) == (2, "record 2: there is no seat 3; the last one is 2\n")
    assert out == run("view", "-", "--seat", "3", given=TRIO).out
    assert run("view", "-", "--seat", "-1", given=TRIO).status == 2
    assert run("view", "-", given=TRIO).status == 2


def test_the_moves_of_a_seats_own_view_are_the_moves_of_the_record() -> None:
    seen = run("view", "-", "--seat", "1", given=TRIO).out
    assert run("moves", "-", given=seen) == run("moves", "-", given=TRIO)
