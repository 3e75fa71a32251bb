"""Records with variations at the command line: the main line is what commands use, the normal form stays."""

from __future__ import annotations

from random import Random

import pytest

from tests.cli.running import run
from tests.records.growing import grown
from tests.strategies import ALL, Variant, play, swapper

RECORD = """[Game "tokan"]
[Notation "2"]
[Start "J,J,m,l,L,J/j,j,M,L,J,j/l,J,m,j,L,j/L,M,m,M,j,l/l,J,l,L,j,J b -"]

1. d3d1 $5 {a} {b} ( 1. d3f3 ) 1... b2c2
"""
NORMAL = RECORD.replace("1. d3d1 $5 {a} {b} ( 1. d3f3 ) 1... b2c2", "d3d1!? {a b} (d3f3) b2c2")
PLAIN = NORMAL.replace('[Notation "2"]\n', "").replace("!?", "").replace(" (d3f3)", "")


def test_the_normal_form_of_each_record() -> None:
    assert run("normalise", "-", given=RECORD + PLAIN) == (0, NORMAL + "\n" + PLAIN, "")
    assert run("normalise", "-", given=NORMAL) == (0, NORMAL, "")
    assert run("normalise", "-", "--notation", "1", given=RECORD) == (0, PLAIN, "")


def test_an_illegal_variation_is_refused_by_every_command() -> None:
    broken = RECORD.replace("d3f3", "d3d4")
    for words in (("normalise", "-"), ("moves", "-"), ("score", "-"), ("view", "-", "--seat", "1")):
        status, out, error = run(*words, given=broken)
        assert (status, out) == (2, "")
        assert error.startswith("record 1, move 1 'd3d4': ")


@pytest.mark.parametrize("of", ALL, ids=str)
def test_commands_answer_about_the_main_line(of: Variant) -> None:
    match = play(of, Random(4), 7, swapper)
    tree = grown(match.record(), Random(4))
    for node in list(tree.root.end().path()[len(match.moves)].variations):
        node.remove()
    plain, branched = str(match.record()), str(tree)
    assert "(" in branched
    for words in (("moves", "-"), ("score", "-"), ("perft", "-", "1"), ("show", "-"), ("show", "-", "--all")):
        assert run(*words, given=branched) == run(*words, given=plain)
