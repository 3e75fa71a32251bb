"""The screen wipes itself, pages what is too long, and asks afresh where a key pressed too early would do harm."""

import io
import os

import pytest

from tafelrunde.cli.screen import MORE, Screen, printable

WIPE = "\x1b[H\x1b[J"


def screen(given: str, rows: int = 10, columns: int = 20) -> tuple[Screen, io.StringIO]:
    target = io.StringIO()
    return Screen(io.StringIO(given), target, lambda: os.terminal_size((columns, rows))), target


def test_everything_happens_on_a_screen_that_is_wiped_and_left() -> None:
    made, target = screen("")
    with made:
        made.say("secret")
    assert target.getvalue() == f"\x1b[?1049h{WIPE}secret\n{WIPE}\x1b[?1049l"


def test_what_does_not_fit_waits_for_enter() -> None:
    made, target = screen("\n\n")
    made.say("\n".join(map(str, range(20))))
    pages = target.getvalue().split(f"{MORE} ")
    assert [page.split() for page in pages] == [
        [str(number) for number in range(8)],
        [str(number) for number in range(8, 16)],
        [str(number) for number in range(16, 20)],
    ]


def test_long_lines_count_for_the_rows_they_take_and_colours_for_none() -> None:
    made, target = screen("\n")
    made.say("x" * 60)
    made.say("\n".join(["\x1b[31m" + "y" * 20 + "\x1b[0m"] * 5))
    assert MORE not in target.getvalue()
    made.say("z")
    assert MORE in target.getvalue()


def test_an_answer_begins_a_new_page_and_so_does_a_wipe() -> None:
    made, target = screen("  yes \n")
    made.say("\n" * 7)
    assert made.ask("?") == "yes"
    made.say("\n" * 7)
    made.wipe()
    made.say("\n" * 7)
    assert MORE not in target.getvalue()


def test_the_end_of_the_input_is_told() -> None:
    with pytest.raises(EOFError):
        screen("")[0].ask("?")


def test_keys_pressed_too_early_are_forgotten_before_the_question() -> None:
    events: list[str] = []
    target = io.StringIO()
    made = Screen(io.StringIO("x\n"), target, forget_typed_ahead=lambda: events.append(target.getvalue()))
    assert made.ask_afresh("now?") == "x"
    assert events == [""]


def test_foreign_text_cannot_steer_the_terminal() -> None:
    assert printable("a\x1b[2Jb\nc\u202e") == "a·[2Jb·c·"
