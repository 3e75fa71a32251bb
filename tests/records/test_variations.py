"""Reading and writing the text of notation 2; version 1 is read as ever."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.records.record import MAX_DEPTH, MAX_LENGTH, MAX_MOVES, RecordError, read_record, read_records
from tests.strategies import SEEDS, mutated

OLD = '[Game "tokan"]\n\n'
NEW = '[Game "tokan"]\n[Notation "2"]\n\n'
TEXT = "1. c3f3!? $10 {a} (1. a1a2 {b (} (b1b2 c1c2) d1d2??) 1... e1e2 offer-1-?3? (counter-?1 ( pass ))"


def kinds(text: str) -> list[str]:
    return [token.kind for token in read_record(text).body]


def test_a_body_is_split_into_moves_glyphs_and_variations() -> None:
    record = read_record(NEW + TEXT)
    assert record.moves == ("c3f3", "e1e2", "offer-1-?3")
    assert [token.text for token in record.body if token.kind == "glyph"] == ["!?", "$10", "??", "?"]
    assert str(record) == NEW + TEXT.replace("( pass )", "(pass)") + "\n"
    assert read_record(str(record)) == record


def test_in_notation_1_the_same_text_is_moves_as_ever() -> None:
    for head in (OLD, '[Game "tokan"]\n[Notation "1"]\n\n', '[Game "tokan"]\n[Notation "3"]\n\n'):
        record = read_record(head + "c3f3!? $10 (a1a2) ( ) (( x")
        assert record.moves == ("c3f3!?", "$10", "(a1a2)", "(", ")", "((", "x")
        assert str(record) == head + "c3f3!? $10 (a1a2) ( ) (( x\n"


def test_white_space_is_not_needed_beside_brackets() -> None:
    spaced = read_record(NEW + "a ( b $2 ) { x } c")
    assert read_record(NEW + "a(b$2){ x }c") == spaced
    assert read_record(NEW + "a\n(\nb\t$2\n)\n{ x } c") == spaced


def test_several_records_of_both_notations_share_a_file() -> None:
    first, second, third = read_records(NEW + "a (b)\n" + OLD + "a (b)\n" + NEW + "a (b)")
    assert first == third
    assert (first.moves, second.moves) == (("a",), ("a", "(b)"))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("(a)", "a variation stands after the move it is an alternative to"),
        ("a ((b))", "a variation stands after the move it is an alternative to"),
        ("a ({x} (b) c)", "a variation stands after the move it is an alternative to"),
        ("a ()", "a variation has at least one move"),
        ("a ({x} 1.)", "a variation has at least one move"),
        ("a (b", "a variation is not closed"),
        ("a (b (c) ", "a variation is not closed"),
        ("a )", "no variation is open here"),
        ("a (b) )", "no variation is open here"),
        ("$1 a", "a glyph stands after a move"),
        ("!", "a glyph stands after a move"),
        ("a ($1 b)", "a glyph stands after a move"),
        ("a $256", "a glyph reads $0 to $255"),
        ("a $", "a glyph reads $0 to $255"),
        ("a $01", "a glyph reads $0 to $255"),
        ("a $1x", "a glyph reads $0 to $255"),
        ("a $-1", "a glyph reads $0 to $255"),
        ("a!!!", "signs such as !? stand at the end of a move"),
        ("a???", "signs such as !? stand at the end of a move"),
        ("a!b", "signs such as !? stand at the end of a move"),
        ("a (b {x)", "a comment is not closed"),
        ("a (b ] c)", "']' does not belong here"),
        ('a (b [Game "x"] c)', "a variation is not closed"),
    ],
)
def test_what_is_no_tree_is_refused(body: str, reason: str) -> None:
    with pytest.raises(RecordError) as refusal:
        list(read_records(NEW + body))
    assert refusal.value.record == 1
    assert refusal.value.reason == reason


def test_the_last_move_is_taken_back_with_what_belongs_to_it() -> None:
    record = read_record(NEW + "a (b c) d {x} (e (f)) {y}")
    assert str(record.without_last_move()) == NEW + "a (b c)\n"
    assert str(record.without_last_move().without_last_move()) == NEW + "\n"


class TestLimits:
    def test_the_deepest_nesting_is_read_and_one_more_is_not(self) -> None:
        for depth in (MAX_DEPTH, MAX_DEPTH + 1, 10_000, 300_000):
            text = NEW + "a" + " (a" * depth + ")" * depth
            if depth == MAX_DEPTH:
                assert read_record(text).moves == ("a",)
            else:
                with pytest.raises(RecordError, match="variations lie more than 250 deep"):
                    read_record(text)

    def test_the_most_moves_are_read_and_one_more_is_not(self) -> None:
        most = NEW + "a (b)" + " a" * (MAX_MOVES - 2)
        assert len(read_record(most).moves) == MAX_MOVES - 1
        with pytest.raises(RecordError, match="more than 20000 moves"):
            read_record(most + " a")
        assert len(read_record(most.replace('[Notation "2"]\n', "") + " a").moves) == MAX_MOVES + 1

    @pytest.mark.parametrize(
        "piece", ["a ", "a(b)", "( ", ") ", "$1 ", "! ", "?", "!", "a", "(", "1.", "{x}", "{", "a {[%eval 0.5]} "]
    )
    def test_ten_megabytes_are_refused(self, piece: str) -> None:
        with pytest.raises(RecordError) as refusal:
            list(read_records(NEW + "a " + piece * (10 * MAX_LENGTH // len(piece))))
        assert len(str(refusal.value)) < 200


@given(SEEDS)
def test_changed_texts_are_read_or_refused_and_stay_the_same(seed: int) -> None:
    rng = Random(seed)
    text = TEXT
    for _ in range(rng.randint(1, 6)):
        text = mutated(text, rng)
        at = rng.randint(0, len(text))
        text = text[:at] + rng.choice(("(", ")", "$3", "!", "?", "")) + text[at:]
    try:
        record = read_record(NEW + text)
    except TafelrundeError:
        return
    assert read_record(str(record)) == record
    assert str(read_record(str(record))) == str(record)


@given(st.text(alphabet="ab()$1!?{} .\n", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        record = read_record(NEW + text)
    except RecordError:
        return
    assert read_record(str(record)) == record
    assert "(" not in "".join(record.moves)
    assert kinds(str(record)).count("open") == kinds(str(record)).count("close")
