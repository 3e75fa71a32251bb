"""Huge and absurd records are refused after a look at their beginning, and with one short line."""

from __future__ import annotations

import pytest

from tafelrunde.games.schoko.deck import DECK
from tafelrunde.records.record import MAX_LENGTH, RecordError, read_record, read_records
from tafelrunde.records.replay import replay

HUGE = 10_000_000
HEAD = '[Game "tokan"]\n\n'

GARBAGE = {
    "moves": lambda: HEAD + "c3f3 " * (HUGE // 5),
    "one move": lambda: HEAD + "c" * HUGE,
    "one comment": lambda: HEAD + "{" + "x" * HUGE + "}",
    "comments": lambda: HEAD + "{x}" * (HUGE // 3),
    "an open comment": lambda: HEAD + "{" * HUGE,
    "nested brackets": lambda: "[" * HUGE,
    "nested braces": lambda: HEAD + "{" * (HUGE // 2) + "}" * (HUGE // 2),
    "a tag value": lambda: '[Game "' + "x" * HUGE + '"]',
    "an open tag value": lambda: '[Game "' + "x" * HUGE,
    "escapes": lambda: '[Game "' + "\\\\" * (HUGE // 2) + '"]',
    "open escapes": lambda: '[Game "' + "\\" * HUGE,
    "a tag name": lambda: "[" + "a" * HUGE + ' "x"]',
    "spaces in a tag": lambda: "[a" + " " * HUGE + '"x"]',
    "tags": lambda: "".join(f'[T{number} "x"]\n' for number in range(HUGE // 16)),
    "numbers": lambda: HEAD + "1." * (HUGE // 2),
    "digits": lambda: HEAD + "1" * HUGE,
    "blank lines": lambda: HEAD + "\n " * (HUGE // 2) + "x",
}


@pytest.mark.parametrize("kind", GARBAGE)
def test_ten_megabytes_are_refused(kind: str) -> None:
    with pytest.raises(RecordError) as refusal:
        list(read_records(GARBAGE[kind]()))
    assert refusal.value.record == 1
    assert len(str(refusal.value)) < 200


def test_no_more_than_the_longest_record_is_split_up() -> None:
    """Reading stops soon after the limit: what lies beyond is not even looked at."""
    text = HEAD + "c3f3 " * (MAX_LENGTH // 5) + "{ this would be an error"
    with pytest.raises(RecordError, match="longer than 1000000 characters"):
        list(read_records(text))


def test_a_long_file_of_short_records_is_fine() -> None:
    record = HEAD + "c3f3 " * 500 + "\n"
    count = 2 * MAX_LENGTH // len(record)
    assert sum(1 for _ in read_records(record * count)) == count


def test_a_record_of_the_longest_length_is_read() -> None:
    text = HEAD + "c" * (MAX_LENGTH - len(HEAD))
    assert len(read_record(text).moves[0]) == MAX_LENGTH - len(HEAD)
    with pytest.raises(RecordError, match="longer than"):
        read_record(text + "c")


SCHOKO = f'[Game "schoko"]\n[Deck "{" ".join(DECK)}"]\n\n'
DRAFT = '[Game "tokan"]\n[Setup "draft"]\n[Start "L,J/m,L/M,j/J,l/j,j b -"]\n\n'
EMPTY_ROWS = "/-,-,-,-,-,-" * 4
NUMBERS = ("9999", "99999", "-9999", "9" * 5000, "1" + "0" * 400_000, "0x10", "1e9", "٣", "½", "--1", "+1", "²")

ABSURD = [
    *(f"{SCHOKO}D:DDDW@{number},0" for number in NUMBERS),
    *(f"{SCHOKO}D:DDDW^0,{number}" for number in NUMBERS),
    *(f"{SCHOKO}D:DDDW@0,0*{number},{number}" for number in NUMBERS),
    *(f"{DRAFT}j@{number},1" for number in NUMBERS),
    *(f'[Game "schokoly"]\n[Players "{number}"]\n[Deck "?"]' for number in NUMBERS),
    *(f'[Game "tokan"]\n[Start "{number}"]' for number in NUMBERS),
    *(f'[Game "schoko"]\n[Deck "{number}"]' for number in NUMBERS),
    f'[Game "tokan"]\n[Start "{"/" * 100_000} r -"]',
    f'[Game "tokan"]\n[Start "{"J" * 500_000},-,-,-,-,-{EMPTY_ROWS} r -"]',
    f'[Game "schoko"]\n[Deck "{"DDDW " * 100_000}"]',
    f'[Game "schoko"]\n[Deck "{"? " * 31}?"]\n\n{"pass " * 100_000}',
    f'[Game "{"(" * 100_000}"]',
    f"{SCHOKO}{'offer-' * 100_000}",
    '[Game "schoko"]\n[Deck ""]',
    '[Game ""]',
]


@pytest.mark.parametrize("text", ABSURD, ids=range(len(ABSURD)))
def test_absurd_numbers_and_tags_are_refused(text: str) -> None:
    with pytest.raises(RecordError) as refusal:
        replay(read_record(text))
    assert len(str(refusal.value)) < 300
    assert "\n" not in str(refusal.value)
