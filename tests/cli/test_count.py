"""Counting a table at the command line."""

from __future__ import annotations

import pytest

from tests.cli.running import run

TABLE = "D,W DDDW@0,0 DDDW@2,0 DDWWs^1,0"


def test_a_table_is_drawn_explained_and_won() -> None:
    status, out, error = run("count", "schoko", TABLE)
    assert (status, error) == (0, "")
    assert "side 1" in out
    assert out.endswith("Side 1 wins.\n")
    assert run("count", "schoko", "-", given=TABLE.replace(" ", "\n")) == (status, out, "")


def test_a_draw_and_a_game_that_goes_on() -> None:
    assert run("count", "schoko", "D,W DDWW@0,0")[1].endswith("A draw.\n")
    start = "J,J,m,l,L,J/j,j,M,L,J,j/l,J,m,j,L,j/L,M,m,M,j,l/l,J,l,L,j,J b -"
    assert run("count", "tokan", start)[1].endswith("The game is not over: side 2 can move.\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("schoko", "D,W DDDW@0,0 DDDW@5,5"), "DDDW@5,5 could not be laid"),
        (("schoko", "nothing"), "a laid table begins with the colours"),
        (("schoko", "D,W " + "x" * 10_000), "a table has at most 10000 characters"),
        (("chess", "D,W"), "'chess' is no game here"),
        (("schokoly", "D,W", "-p", "players=3"), "colours of its 3 sides"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_one_line(words: tuple[str, ...], said: str) -> None:
    status, out, error = run("count", *words)
    assert (status, out) == (2, "")
    assert said in error
    assert error.count("\n") == 1
