"""A fixed number of changed texts for every reader, and whatever Hypothesis thinks of."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tests.fuzz.mutation import changed
from tests.fuzz.targets import TARGETS, all_records

EXAMPLES = {
    "records": 400,
    "matches": 150,
    "trees": 150,
    "draws": 60,
    "moves": 400,
    "positions": 600,
    "decks": 600,
    "options": 600,
}

each_target = pytest.mark.parametrize("name", TARGETS)


def test_the_corpus_is_understood() -> None:
    """The records that changes begin from are legal, so that changes reach deep; no corpus is empty."""
    for text in all_records():
        replay(read_record(text))
    assert all(len(target.corpus()) >= 10 for target in TARGETS.values())


@each_target
def test_changed_texts_get_typed_errors(name: str) -> None:
    corpus = TARGETS[name].corpus()
    for number in range(EXAMPLES[name]):
        TARGETS[name](changed(corpus, Random(f"suite {number}")))


@each_target
@given(text=st.text(max_size=200))
def test_any_text_gets_a_typed_error(name: str, text: str) -> None:
    TARGETS[name](text)


@each_target
@given(data=st.binary(max_size=200))
def test_any_bytes_get_a_typed_error(name: str, data: bytes) -> None:
    TARGETS[name](data.decode("latin-1"))
    TARGETS[name](data.decode("utf-8", "surrogateescape"))
