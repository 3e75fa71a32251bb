"""Histories of a study: several people write, are cut off, come late; servers restart. In the end all see the same."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.studies import ops as do
from tafelrunde.server.studies.live import LiveStudy
from tafelrunde.server.studies.rules import Tables, checked
from tafelrunde.server.studies.state import Study
from tafelrunde.store import Entry
from tafelrunde.store.studies import Kept
from tests.server.studies.authors import check, grown, picture, something
from tests.server.studies.vectors import FILE, histories

KEPT = Kept("study", "", "Study", "r", "w", "k", 0, 0, 0, 0)
RECORDS = [grown(Random(1)), grown(Random(2), moves=12), grown(Random(3), "schoko", 4)]


class Server:
    """What is written, and what a process has of it in memory."""

    def __init__(self) -> None:
        self.log: list[Entry] = []
        self.restart()

    def restart(self) -> None:
        self.live = LiveStudy(KEPT)
        for entry in self.log:
            self.live.fold(entry)

    def take(self, op: do.Op) -> bool:
        """Write something, once; tell whether it may be done."""
        if op.id in self.live.keys:
            return True
        try:
            written = checked(self.live.study, op, self.live.tables)
        except Refusal:
            return False
        self.log.append(Entry(len(self.log) + 1, 0, op.id, do.encode(written)))
        self.live.fold(self.log[-1])
        return True


class Client:
    """A page: what it has heard, and what it has done that nobody knows of yet."""

    def __init__(self) -> None:
        self.heard: list[do.Op] = []
        self.pending: list[do.Op] = []

    @property
    def study(self) -> Study:
        study = Study("Study")
        for op in (*self.heard, *self.pending):
            study.fold(op)
        return study

    def hear(self, log: list[Entry]) -> None:
        new = [do.decoder.decode(entry.body) for entry in log[len(self.heard) :]]
        self.heard += new
        self.pending = [op for op in self.pending if op.id not in {each.id for each in new}]

    def send(self, server: Server, *, is_answered: bool) -> None:
        """Send what waits, in its order; the answer may be lost."""
        for op in list(self.pending):
            if not server.take(op) and is_answered:
                self.pending.remove(op)


STEPS = st.lists(
    st.tuples(st.sampled_from(["write"] * 5 + ["send", "send", "lose", "hear", "hear", "restart"]), st.integers(0, 2)),
    min_size=5,
    max_size=60,
)


@settings(max_examples=60, deadline=None)
@given(STEPS, st.integers(0, 2**32))
def test_everybody_ends_with_the_same_study_whatever_the_network_and_the_server_do(
    steps: list[tuple[str, int]], seed: int
) -> None:
    chance, server, clients = Random(seed), Server(), [Client() for _ in range(3)]
    for step, index in steps:
        client = clients[index]
        if step == "write":
            client.pending.append(something(chance, client.study, RECORDS))
        elif step in ("send", "lose"):
            client.send(server, is_answered=step == "send")
        elif step == "hear":
            client.hear(server.log)
        else:
            before = picture(server.live.study)
            server.restart()
            assert picture(server.live.study) == before
    for client in clients:
        client.send(server, is_answered=True)
    late = Client()
    for client in (*clients, late):
        client.hear(server.log)
        assert client.pending == []
        assert picture(client.study) == picture(server.live.study)
    # Nothing is there twice, and what is there can be played.
    keys = [entry.key for entry in server.log]
    assert len(keys) == len(set(keys))
    check(server.live.study)


def test_what_two_say_about_different_things_stays_and_of_one_thing_the_last_word() -> None:
    study = Study("Study")
    study.fold(do.ChapterAdded("a", "chapter1", "One", RECORDS[0]))
    study.fold(do.Said("b", "chapter1", "1", "Ann's words"))
    study.fold(do.Noted("c", "chapter1", "1", "[%mark a1]"))
    study.fold(do.Judged("d", "chapter1", "1", [5]))
    study.fold(do.Said("e", "chapter1", "1", "Bo's words"))
    chapter = study.chapters["chapter1"]
    assert chapter is not None
    node = chapter.nodes["1"]
    assert (node.comment, node.glyphs) == ("[%mark a1] Bo's words", [5])


def test_a_line_that_was_taken_out_comes_back_with_all_that_followed_unless_it_was_played_anew() -> None:
    study = Study("Study")
    study.fold(do.ChapterAdded("a", "chapter1", "One", RECORDS[0]))
    before = picture(study)
    study.fold(do.NodeRemoved("b", "chapter1", "2"))
    study.fold(do.Said("c", "chapter1", "3", "too late"))
    assert picture(study) != before
    study.fold(do.NodeRestored("d", "chapter1", "2"))
    assert picture(study) == before
    chapter = study.chapters["chapter1"]
    assert chapter is not None
    study.fold(do.NodeRemoved("e", "chapter1", "2"))
    study.fold(do.MoveAdded("f", "chapter1", "0", "nagain000", chapter.nodes["2"].move))
    study.fold(do.NodeRestored("g", "chapter1", "2"))
    assert [node.id for node in chapter.root.variations if node.move == chapter.nodes["2"].move] == ["nagain000"]


def test_lines_lie_only_so_deep_that_they_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelrunde.server.studies.rules.MAX_DEPTH", 2)
    study, tables = Study("Study"), Tables()
    study.fold(checked(study, do.ChapterAdded("a", "chapter1", "One", grown(Random(5), moves=0)), tables))
    parent = "0"
    chapter = study.chapters["chapter1"]
    assert chapter is not None
    for ply in range(4):
        for n in (1, 2):
            move = str(tables.at(chapter, chapter.nodes[parent]).turns()[n])
            op = do.MoveAdded(f"m{ply}{n}", "chapter1", parent, f"node{ply}{n}00", move)
            if ply >= 2 and n == 2:
                with pytest.raises(Refusal, match="deep"):
                    checked(study, op, tables)
            else:
                study.fold(checked(study, op, tables))
        parent = f"node{ply}100"
    check(study)


def test_the_page_is_held_to_the_same_histories() -> None:
    assert FILE.read_text() == histories(), "run python -m tests.server.studies.vectors"
