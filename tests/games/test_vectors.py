"""The records with right answers: moves, score, position, perft, and their own text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.games.registry import GAMES
from tafelrunde.records.record import read_record, read_records, write_records
from tafelrunde.records.replay import replay

VECTORS = Path(__file__).parent.parent / "vectors"
FILES = sorted(VECTORS.glob("*.json"))


def load(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return found


ENTRIES = [pytest.param(entry, id=f"{file.stem}-{number}") for file in FILES for number, entry in enumerate(load(file))]


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_answers_are_right(entry: dict[str, Any]) -> None:
    played = replay(read_record(entry["record"]))
    assert sorted(map(str, played.final.turns())) == entry["moves"]
    assert played.final.count_turns() == len(entry["moves"])
    outcome = played.final.outcome()
    assert {"over": outcome.over, "points": list(outcome.points), "winner": outcome.winner} == entry["score"]
    if "position" in entry:
        assert str(played.final) == entry["position"]
    if "perft" in entry:
        depth, count = entry["perft"]
        assert played.game.perft(played.final, depth) == count


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_record_is_written_as_it_was_read(entry: dict[str, Any]) -> None:
    assert str(read_record(entry["record"])) == entry["record"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_of_all_its_records_reads_as_the_same_records(file: Path) -> None:
    texts = [entry["record"] for entry in load(file)]
    together = list(read_records("\n".join(texts)))
    assert [str(record) for record in together] == texts
    assert list(read_records(write_records(together))) == together


@pytest.mark.parametrize("name", GAMES)
def test_every_registered_game_has_vectors(name: str) -> None:
    games = [read_record(entry["record"]).tags["Game"] for file in FILES for entry in load(file)]
    assert games.count(name) >= 10
