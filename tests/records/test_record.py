"""Reading and writing records, as docs/notation.md has them."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.records.record import Record, RecordError, Token, date_text, read_record, read_records, write_records
from tests.strategies import SEEDS, mutated

GAME = '[Game "tokan"]'

names = st.from_regex(r"\A[A-Za-z][A-Za-z0-9_]{0,63}\Z")
values = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=30)
comments = st.builds(Token, st.just("comment"), st.text(st.characters(exclude_characters="}"), max_size=30))
numbers = st.builds(Token, st.just("number"), st.from_regex(r"\A[0-9]{1,6}\.{1,3}\Z"))
moves = st.builds(Token, st.just("move"), st.from_regex(r"\A[A-Za-z@^*?,+-][A-Za-z0-9@^*?,+-]{0,12}\Z"))
bodies = st.lists(st.one_of(comments, numbers, moves), max_size=8).map(tuple)
records = st.builds(
    lambda tags, body: Record({"Game": "tokan", **tags}, body), st.dictionaries(names, values, max_size=5), bodies
)


class TestReading:
    def test_tags_then_moves(self) -> None:
        record = read_record(f'{GAME}\n[Event "a match"]\n\nc3f3 b2b4+1\n')
        assert record.tags == {"Game": "tokan", "Event": "a match"}
        assert list(record.tags) == ["Game", "Event"]
        assert record.moves == ("c3f3", "b2b4+1")

    def test_white_space_of_any_kind_separates(self) -> None:
        expected = read_record(f'{GAME}\n[Event "x"]\n\nc3f3 b2b4+1\n')
        for text in (
            f'{GAME}[Event "x"]c3f3 b2b4+1',
            f'\n\n  {GAME}\t[Event  "x" ]\n c3f3\n\n\nb2b4+1',
            f'{GAME}\r\n[Event "x"]\r\n\r\nc3f3\r\nb2b4+1\r\n',
            f'\ufeff{GAME}\n[Event "x"]\n\nc3f3 b2b4+1',
        ):
            assert read_record(text) == expected

    def test_move_numbers_and_comments_are_kept(self) -> None:
        record = read_record(f"{GAME}\n\n1. c3f3 {{good}} 1... b2b4+1 {{two\nlines, [no tag] {{ 2.}} 2.a1a2 {{}}")
        assert record.moves == ("c3f3", "b2b4+1", "a1a2")
        assert [str(token) for token in record.body] == [
            "1.", "c3f3", "{good}", "1...", "b2b4+1", "{two\nlines, [no tag] { 2.}", "2.", "a1a2", "{}",
        ]  # fmt: skip

    def test_quotes_and_backslashes_in_values_are_escaped(self) -> None:
        record = read_record(GAME + r'[A "say \"hi\""][B "C:\\x"][C "\\"][D "\n is no escape"][E "]"]')
        assert record.tags == {
            "Game": "tokan", "A": 'say "hi"', "B": "C:\\x", "C": "\\", "D": "\\n is no escape", "E": "]",
        }  # fmt: skip
        assert read_record(str(record)) == record

    def test_a_record_without_moves_or_without_tags_reads(self) -> None:
        assert read_record(GAME) == Record({"Game": "tokan"})
        assert read_record("c3f3") == Record({}, (Token("move", "c3f3"),))


class TestSeveralRecords:
    def test_a_record_ends_where_a_tag_line_follows_its_moves(self) -> None:
        first, second = read_records(f"{GAME}\n\nc3f3\n{GAME}\na1a2")
        assert (first.moves, second.moves) == (("c3f3",), ("a1a2",))

    def test_a_record_ends_where_a_blank_line_follows_its_tags_and_then_more_tags(self) -> None:
        for blank in ("\n\n", "\r\n\r\n", "\n \t\n", "\n\n\n\n"):
            first, second = read_records(f'{GAME}\n[Event "1"]{blank}{GAME}\n[Event "2"]\n')
            assert [first.tags["Event"], second.tags["Event"]] == ["1", "2"]

    def test_a_blank_line_between_tags_and_moves_ends_nothing(self) -> None:
        (record,) = read_records(f"{GAME}\n\n\n\nc3f3\n\n\na1a2\n\n")
        assert record.moves == ("c3f3", "a1a2")

    def test_tags_before_the_game_is_named_belong_to_it(self) -> None:
        (record,) = read_records(f'[Event "x"]\n\n{GAME}\nc3f3')
        assert record.tags == {"Event": "x", "Game": "tokan"}

    def test_a_comment_is_part_of_a_record(self) -> None:
        first, second = read_records(f"{GAME}\n\n{{no moves yet}}\n{GAME}")
        assert first.body == (Token("comment", "no moves yet"),)
        assert second.body == ()

    def test_nothing_is_no_record(self) -> None:
        for text in ("", " \n\t\r\n", "\ufeff"):
            assert list(read_records(text)) == []

    def test_exactly_one_can_be_asked_for(self) -> None:
        with pytest.raises(RecordError, match="record 1: there is no record"):
            read_record("\n")
        with pytest.raises(RecordError, match="record 2: one record was expected"):
            read_record(f"{GAME}\n\nc3f3\n{GAME}\n")

    def test_records_before_a_broken_one_are_read(self) -> None:
        reader = read_records(f"{GAME}\n\nc3f3\n[Game]\n")
        assert next(reader).moves == ("c3f3",)
        with pytest.raises(RecordError) as refusal:
            next(reader)
        assert refusal.value.record == 2


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "move", "token", "reason"),
        [
            ("[Game tokan]", None, "[Game tokan]", 'a tag line reads [Name "value"]'),
            ('[Game "tokan"', None, '[Game "tokan"', 'a tag line reads [Name "value"]'),
            ('[Game "tok\nan"]', None, '[Game "tok', 'a tag line reads [Name "value"]'),
            ('[1st "x"]', None, '[1st "x"]', 'a tag line reads [Name "value"]'),
            ('[Game"x"]', None, '[Game"x"]', 'a tag line reads [Name "value"]'),
            (f'[{"N" * 65} "x"]', None, f'[{"N" * 65} "x"]', 'a tag line reads [Name "value"]'),
            (f"{GAME}{GAME}", None, "Game", "tag Game stands twice"),
            (f"{GAME}\n\nc3f3 {{open", 2, "{open", "a comment is not closed"),
            (f"{GAME}\n\nc3f3 a1a2 }} b1b2", 3, "} b1b2", "'}' does not belong here"),
            (f"{GAME}\n\nc3f3 ]", 2, "]", "']' does not belong here"),
        ],
    )
    def test_an_error_names_record_move_token_and_reason(
        self, text: str, move: int | None, token: str, reason: str
    ) -> None:
        with pytest.raises(RecordError) as refusal:
            list(read_records(text))
        error = refusal.value
        assert (error.record, error.move, error.token, error.reason) == (1, move, token, reason)
        assert str(error).startswith("record 1")
        assert str(error).endswith(f": {reason}")
        assert "\n" not in str(error)
        assert isinstance(error, TafelrundeError)
        assert error.code == "bad-record"


class TestWriting:
    @given(records)
    def test_a_record_reads_back_as_it_was(self, record: Record) -> None:
        assert read_record(str(record)) == record
        assert list(read_record(str(record)).tags.items()) == list(record.tags.items())
        assert str(read_record(str(record))) == str(record)

    @given(st.lists(records, max_size=4))
    def test_several_read_back_as_they_were(self, several: list[Record]) -> None:
        assert list(read_records(write_records(several))) == several

    @given(records, SEEDS)
    def test_a_changed_record_is_refused_or_reads_back(self, record: Record, seed: int) -> None:
        text = mutated(str(record), Random(seed))
        try:
            found = list(read_records(text))
        except RecordError:
            return
        assert list(read_records(write_records(found))) == found or any("Game" not in each.tags for each in found)

    def test_tags_change_in_place_and_new_ones_come_last(self) -> None:
        record = read_record(f'{GAME}[Event "x"][Date "y"]')
        assert list(record.with_tags(Result="1-0", Event="z").tags.items()) == [
            ("Game", "tokan"), ("Event", "z"), ("Date", "y"), ("Result", "1-0"),
        ]  # fmt: skip
        assert record.without_tags("Event", "Nothing").tags == {"Game": "tokan", "Date": "y"}
        assert record.tags["Event"] == "x"

    def test_moves_are_added_and_replaced_among_comments(self) -> None:
        record = read_record(f"{GAME}\n\n1. a {{x}} b")
        assert str(record.with_move("offer 2 DDMW")).endswith("\n\n1. a {x} b offer-2-DDMW\n")
        assert str(record.with_moves(["c", "offer 2 ?3"])).endswith("\n\n1. c {x} offer-2-?3\n")


class TestValues:
    def test_equal_records_have_equal_hashes(self) -> None:
        one, two = Record({"Game": "tokan", "Event": "x"}), Record({"Event": "x", "Game": "tokan"})
        assert one == two
        assert hash(one) == hash(two)
        assert one != Record({"Game": "tokan", "Event": "y"})
        assert len({one, two}) == 1


def test_a_day_is_written_as_iso_8601_does() -> None:
    assert date_text(date(2026, 3, 9)) == "2026-03-09"
