"""Drawings in the terminal and as SVG show what they may, and replay steps where it is told."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tafelrunde.cli.screen import MORE
from tests.cli.running import run, vectors
from tests.cli.terminal import Terminal

TOKAN = vectors("tokan-towers")[0]["record"]
SCHOKO = vectors("schoko")[0]["record"].replace("[Deck", '[Seat1 "Anna"]\n[Seat2 "Ben\x07"]\n[Deck', 1)
FINISHED = vectors("schokoly-4")[0]["record"]
FIRST_HAND = "DDDW DDDWs DDWW DDWW"


def hands(drawing: str) -> list[list[str]]:
    """Return the cards of every hand that a drawing shows."""
    lines = re.findall(r"^[> ] seat \d .* points.*?((?: (?:\?|[DMW]{4}s?))*)$", drawing, re.MULTILINE)
    return [line.split() for line in lines]


def test_a_running_game_is_drawn_for_spectators() -> None:
    status, out, err = run("show", "-", "--move", "0", given=SCHOKO)
    assert (status, err) == (0, "")
    assert hands(out) == [["?"] * 4, ["?"] * 4]


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    out = run("show", "-", "--seat", "1", "--move", "0", given=SCHOKO).out
    assert hands(out) == [FIRST_HAND.split(), ["?"] * 4]
    other = run("show", "-", "--seat", "2", "--move", "0", given=SCHOKO).out
    assert hands(other)[0] == ["?"] * 4
    assert "?" not in hands(other)[1]


def test_all_hands_are_drawn_on_request() -> None:
    out = run("show", "-", "--all", "--move", "0", given=SCHOKO).out
    assert hands(out)[0] == FIRST_HAND.split()
    assert "?" not in out


def test_a_finished_game_is_open_at_every_move() -> None:
    out = run("show", "-", "--move", "0", given=FINISHED).out
    assert all(len(hand) == 4 and "?" not in hand for hand in hands(out))
    hidden = run("show", "-", "--move", "0", "--seat", "0", given=FINISHED).out
    assert hands(hidden) == [["?"] * 4] * 4


def test_a_seats_own_record_is_drawn_for_spectators_too_unless_it_is_asked_for() -> None:
    seen = run("view", "-", "--seat", "1", given=SCHOKO).out
    assert run("show", "-", given=seen) == run("show", "-", given=SCHOKO)
    assert run("show", "-", "--seat", "1", given=seen) == run("show", "-", "--seat", "1", given=SCHOKO)
    assert "?" not in hands(run("show", "-", "--all", given=seen).out)[0]


def test_names_cannot_play_tricks_on_the_terminal() -> None:
    out = run("show", "-", given=SCHOKO).out
    assert out.startswith("record 1 · Anna, Ben· · move 18 of 18: Ben· DDDW@5,2\n")
    assert "\x07" not in out


def test_every_record_is_drawn_or_the_one_that_is_asked_for() -> None:
    both = run("show", "-", given=f"{TOKAN}\n{SCHOKO}").out
    first, second = (run("show", "-", "--record", k, given=f"{TOKAN}\n{SCHOKO}").out for k in "12")
    assert both == f"{first}\n{second}"
    assert run("show", "-", "--record", "3", given=f"{TOKAN}\n{SCHOKO}") == (
        2,
        "",
        "record 3: the file ends with record 2\n",
    )
    assert run("show", "-") == (2, "", "record 1: there is no record\n")


def test_a_move_that_was_not_played_is_refused() -> None:
    assert run("show", "-", "--move", "16", given=TOKAN).err == "record 1: there is no move 16: the last one is 15\n"
    assert run("svg", "-", "--move", "16", given=TOKAN).status == 2


def test_seat_and_all_do_not_go_together() -> None:
    for command in ("show", "svg", "replay"):
        assert run(command, "-", "--seat", "1", "--all", given=TOKAN).status == 2
        assert run(command, "-", "--seat", "3", given=TOKAN).status == 2


@pytest.mark.parametrize(
    ("arguments", "environ", "coloured"),
    [
        (["--colour", "always"], {}, True),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--colour", "never"], {}, False),
        ([], {}, False),
    ],
)
def test_colour_is_for_terminals_or_on_request(arguments: list[str], environ: dict[str, str], coloured: bool) -> None:
    out = run("show", "-", *arguments, given=TOKAN, environ=environ).out
    assert ("\x1b[" in out) == coloured


@pytest.mark.parametrize(("no_colour", "coloured"), [("", True), ("1", False)])
def test_a_terminal_gets_colour_unless_it_wants_none(tmp_path: Path, no_colour: str, coloured: bool) -> None:
    file = tmp_path / "game.txt"
    file.write_text(TOKAN)
    with Terminal(["show", str(file)], {"NO_COLOR": no_colour}) as terminal:
        status, out = terminal.finish()
    assert status == 0
    assert ("\x1b[" in out) == coloured


@pytest.mark.parametrize("record", [TOKAN, vectors("tokan-draft")[1]["record"], SCHOKO, FINISHED])
def test_an_svg_is_a_picture(record: str, tmp_path: Path) -> None:
    file = tmp_path / "game.svg"
    assert run("svg", "-", "-o", file, given=record) == (0, "", "")
    assert ET.fromstring(file.read_text(encoding="utf-8")).tag == "{http://www.w3.org/2000/svg}svg"
    assert run("svg", "-", given=record).out == file.read_text(encoding="utf-8")


def test_an_svg_hides_hands_like_show() -> None:
    for arguments in ([], ["--seat", "1"]):
        other = SCHOKO.replace("DDDWs DDWWs DDDW", "DDDW DDWWs DDDWs")
        assert other != SCHOKO
        assert run("svg", "-", *arguments, given=other) == run("svg", "-", *arguments, given=SCHOKO)
    assert run("svg", "-", "--all", given=SCHOKO).out != run("svg", "-", given=SCHOKO).out


def test_an_svg_is_of_the_record_that_is_asked_for() -> None:
    both = f"{TOKAN}\n{SCHOKO}"
    assert run("svg", "-", given=both).out == run("svg", "-", given=TOKAN).out
    assert run("svg", "-", "--record", "2", given=both).out == run("svg", "-", given=SCHOKO).out


def test_replay_prints_every_step_where_nobody_sits_at_a_terminal() -> None:
    steps = [run("show", "-", "--move", str(move), given=TOKAN).out for move in range(16)]
    assert run("replay", "-", given=TOKAN) == (0, "\n".join(steps), "")
    assert run("replay", "-", given=f"{TOKAN}\n{SCHOKO}").out.count(" · move ") == 16 + 19


def test_replay_tells_a_spectator_no_more_of_a_swap_than_its_number() -> None:
    trio = vectors("schokoly-3")[0]["record"].replace('[Swap "off"]\n', "")
    after = trio.rstrip() + " offer-1-DMWW\n"
    out = run("replay", "-", given=after)
    assert out.status == 0
    assert "offer-1-?2" in out.out
    assert "offer-1-DMWW" not in out.out


def test_replay_steps_through_a_record_at_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(TOKAN)
    script = ["", "n", "p", "last", "n", "first", "p", "7", "999", "what", "0", "q"]
    places = [0, 1, 2, 1, 15, 15, 0, 0, 7, 15, 15, 0]
    with Terminal(["replay", str(file)], {}) as terminal:
        shown = [terminal.answer("q:", line) for line in script]
        status, last = terminal.finish()
    assert [int(re.findall(r"move (\d+) of 15", screen)[0]) for screen in shown] == places
    assert all("\x1b[H\x1b[J" in screen for screen in shown)
    assert status == 0
    assert last.endswith("\x1b[?1049l")


@pytest.mark.parametrize(
    ("rows", "columns", "environ"),
    [
        pytest.param(400, 200, {"LINES": "5", "COLUMNS": "10"}, id="the environment tells of another window"),
        pytest.param(0, 0, {}, id="the terminal does not know its size"),
    ],
)
def test_the_terminal_itself_tells_what_fits(tmp_path: Path, rows: int, columns: int, environ: dict[str, str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(TOKAN)
    with Terminal(["replay", str(file)], environ, rows, columns) as terminal:
        assert MORE not in terminal.answer("q:", "q")
        assert terminal.finish()[0] == 0


def test_a_low_terminal_shows_page_by_page(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(TOKAN)
    with Terminal(["replay", str(file)], {}, rows=8, columns=80) as terminal:
        terminal.answer(MORE, "")
        terminal.answer(MORE, "")
        terminal.answer("q:", "q")
        assert terminal.finish()[0] == 0


def test_replay_ends_with_its_input(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(TOKAN)
    with Terminal(["replay", str(file)], {}) as terminal:
        terminal.expect("q:")
        terminal.close_input()
        assert terminal.finish()[0] == 0
