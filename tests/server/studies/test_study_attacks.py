"""What somebody with a link can do to a study, and to all others, who means harm: nothing that lasts."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tafelrunde.records import comments
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tafelrunde.server.live import fairness
from tafelrunde.server.studies import followers, library
from tafelrunde.server.studies.library import Library
from tafelrunde.server.studies.ops import RECORD_LENGTH
from tafelrunde.server.studies.state import split
from tafelrunde.store import Ask
from tafelrunde.store import studies as kept
from tests.server.inside import Inside, Wire, inside
from tests.server.people.devices import device
from tests.server.studies.test_study_doors import (
    ADD_CHAPTER,
    FIRST,
    KEEP,
    READ,
    RECORD,
    REPLY,
    SECOND,
    WRITE,
    add,
    do,
    make,
    op,
    read,
)

pytestmark = pytest.mark.anyio


def library_of(server: Inside) -> Library:
    return server.server.library


async def follow(wire: Wire, study: str, token: str | None = READ, name: str = "Ann") -> dict[str, Any]:
    return await wire.ask("study-told", type="follow-study", study=study, since=0, name=name, token=token)


def longest() -> str:
    """Return a record as long as one may be that is longer in its normal form."""
    head = f"{RECORD.rstrip()}\n\n{FIRST}{{"
    return head + "x" * (RECORD_LENGTH - len(head) - 1) + "}"


async def test_a_record_that_grows_beyond_its_limit_breaks_no_study(server: Inside) -> None:
    study, other = await make(server), await make(server, keep="o" * 32)
    await do(server, other, ADD_CHAPTER)
    assert len(longest()) == RECORD_LENGTH
    (done,) = await do(server, study, op("add-chapter", "long", name="Long", record=longest()))
    assert (done["number"], done["code"]) == (None, "too-large")
    # Both are read and written as before.
    for each in (study, other):
        assert (await do(server, each, op("title", "name", title="Better")))[0]["code"] is None
        assert (await read(server, each))["title"] == "Better"
        assert (await server.get(f"/api/studies/{each}/file", READ)).status_code == 200


async def damage(server: Inside, study: str, number: int, body: bytes) -> None:
    def write() -> Any:
        yield Ask("UPDATE study_entries SET body = ? WHERE study = ? AND number = ?", (body, study, number))

    await server.host.store.transact(write)


@pytest.mark.parametrize("body", [b"", b"{", b'{"type":"title","id":"x","title":""}', b'{"type":"new-kind","id":"x"}'])
async def test_a_study_that_cannot_be_read_is_set_aside_and_all_others_go_on(tmp_path: Path, body: bytes) -> None:
    async with inside(tmp_path / "m.db") as server:
        bad, good = await make(server), await make(server, keep="o" * 32)
        for each in (bad, good):
            await do(server, each, ADD_CHAPTER, add("one", FIRST))
    async with inside(tmp_path / "m.db") as server, server.socket() as ann:
        await follow(ann, bad)
        await follow(ann, good)
        entry = (await server.host.store.ask(partial(kept.entries_of, bad, 1)))[0]
        # Another process writes something to both of which this one understands only one.
        for each, wrong in ((bad, body), (good, entry.body.replace(FIRST.encode(), SECOND.encode()))):
            made = entry._replace(number=3, key="three", body=wrong)
            assert await server.host.store.transact(partial(kept.append, each, [made], "Openings"))
        await library_of(server).followers.tick()
        assert (await ann.until("study-closed"))["reason"] == "damaged"
        told = await ann.until("study-told")
        assert (told["study"], told["number"]) == (good, 3)
        for path in ("", "/file"):
            answer = await server.get(f"/api/studies/{bad}{path}", READ)
            assert (answer.status_code, answer.json()["code"]) == (409, "damaged")
        answer = await server.post(f"/api/studies/{bad}/ops", {"ops": [add("two", SECOND)]}, WRITE)
        assert (answer.status_code, answer.json()["code"]) == (409, "damaged")
        assert (await do(server, good, add("four", REPLY, "n00000one")))[0]["number"] == 4
        assert (await ann.until("study-told"))["number"] == 4
        # Who keeps it can delete it.
        assert (await server.post(f"/api/studies/{bad}/delete", {}, KEEP)).status_code == 200


async def test_coming_and_going_without_end_is_told_a_few_times_a_second_and_how_it_ended(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = await make(server)
    written = 0
    note = kept.note_people

    def counted(people: Any) -> Any:
        nonlocal written
        written += 1
        return note(people)

    async with server.socket() as ann, server.socket() as bo:
        await follow(ann, study)
        await ann.until("study-people")
        monkeypatch.setattr(kept, "note_people", counted)
        rounds, pause = 300, 0.25
        began = asyncio.get_running_loop().time()
        for _ in range(rounds):
            await follow(bo, study, WRITE, "Bo")
            await bo.send(type="unfollow-study", study=study)
        took = asyncio.get_running_loop().time() - began
        await follow(bo, study, WRITE, "Bo the last")
        last = await ann.until("study-people", lambda told: told["people"][0]["name"] == "Bo the last")
        # By name those who write come first, and nobody is left over.
        assert [each["name"] for each in last["people"]] == ["Bo the last", "Ann"]
        told = sum('"study-people"' in text for text in ann.read)
        most = took / pause + 4
        assert told <= most < rounds
        assert written <= most


async def test_who_comes_when_many_are_there_is_told_who_they_are(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followers, "_SHOWN", 1)
    study = await make(server)
    async with server.socket() as ann, server.socket() as bo:
        await follow(ann, study, WRITE)
        first = await ann.until("study-people")
        await follow(bo, study, READ, "Bo")
        second = await bo.until("study-people")
        assert second["people"] == first["people"]
        assert second["you"] != first["you"] == first["people"][0]["id"]


async def test_what_is_written_after_a_link_was_taken_back_is_told_nobody_who_came_by_it(server: Inside) -> None:
    """Another process takes the link back: this one has not looked since when something is written here."""
    study = await make(server)
    await do(server, study, ADD_CHAPTER)
    async with server.socket() as reader, server.socket() as writer:
        await follow(reader, study, READ)
        await follow(writer, study, WRITE)
        found = await server.host.store.ask(partial(kept.find_study, study))
        assert found is not None
        assert await server.host.store.transact(partial(kept.set_links, study, "q" * 64, found.writes))
        await do(server, study, add("one", FIRST))
        assert (await writer.until("study-told"))["number"] == 2
        assert (await reader.until("study-closed"))["reason"] == "not-found"
        assert not any(f'"move":"{FIRST}"' in text for text in reader.read)


async def test_who_was_signed_out_hears_nothing_that_is_written_from_then_on(server: Inside) -> None:
    async with device(server) as laptop, device(server) as phone:
        passkey, _ = await laptop.register("Ann")
        await phone.sign_in(passkey)
        asked = {"title": "Mine", "read": READ, "write": WRITE, "keep": KEEP}
        study = (await laptop.post("/api/studies", asked)).json()["id"]
        async with laptop.socket() as here, phone.socket() as there:
            for wire in (here, there):
                await wire.ask("study-told", type="follow-study", study=study, since=0, name="x")
            assert (await phone.post("/api/me/sign-out")).status_code == 200
            assert (await laptop.post(f"/api/studies/{study}/ops", {"ops": [ADD_CHAPTER]})).status_code == 200
            assert (await here.until("study-told"))["number"] == 1
            assert (await there.until("study-closed"))["reason"] == "signed-out"
            assert not any("add-chapter" in text for text in there.read)


async def test_a_socket_of_a_device_that_was_signed_out_opens_no_study_any_more(server: Inside) -> None:
    async with device(server) as laptop, device(server) as phone:
        passkey, _ = await laptop.register("Ann")
        await phone.sign_in(passkey)
        asked = {"title": "Mine", "read": READ, "write": WRITE, "keep": KEEP}
        study = (await laptop.post("/api/studies", asked)).json()["id"]
        assert (await laptop.post(f"/api/studies/{study}/ops", {"ops": [ADD_CHAPTER]})).status_code == 200
        follow_own = {"type": "follow-study", "study": study, "since": 0, "name": "x"}
        async with laptop.socket() as here, phone.socket() as there:
            assert (await phone.post("/api/me/sign-out")).status_code == 200
            assert (await there.ask("study-closed", **follow_own))["reason"] == "signed-out"
            assert not any("add-chapter" in text for text in there.read)
            assert (await here.ask("study-told", **follow_own))["number"] == 1


@pytest.mark.parametrize(("scopes", "reads"), [(["play"], False), (["play", "read"], True)])
async def test_an_api_token_reads_studies_only_with_the_scope_for_it(
    server: Inside, scopes: list[str], reads: bool
) -> None:
    async with device(server) as laptop:
        await laptop.register("Ann")
        asked = {"title": "Mine", "read": READ, "write": WRITE, "keep": KEEP}
        study = (await laptop.post("/api/studies", asked)).json()["id"]
        token = (await laptop.post("/api/me/tokens", {"label": "bot", "scopes": scopes})).json()["token"]
        assert (await server.get(f"/api/studies/{study}", token)).status_code == (200 if reads else 403)
        headers = {"authorization": f"Bearer {token}"}
        async with connect(laptop.socket_address, additional_headers=headers, ping_interval=None) as socket:
            wire = Wire(socket)
            await wire.next()
            answer = await wire.ask("study-told", type="follow-study", study=study, since=0, name="x")
            assert answer["type"] == ("study-told" if reads else "refusal")
            # A link opens it for anybody.
            answer = await wire.ask("study-told", type="follow-study", study=study, since=0, name="x", token=READ)
            assert answer.get("code") == ("pending" if reads else None)


async def test_a_study_that_is_made_again_under_the_same_name_has_nothing_of_the_one_before(
    server: Inside, tmp_path: Path
) -> None:
    """Two processes: what the second one remembers of a deleted study must not come back."""
    async with inside(tmp_path / "one.db") as one, inside(tmp_path / "one.db") as two:
        study = await make(one)
        await do(two, study, ADD_CHAPTER, add("secret", FIRST))
        assert FIRST in (await two.get(f"/api/studies/{study}/file", READ)).text
        async with two.socket() as ann:
            await follow(ann, study)
            assert (await one.post(f"/api/studies/{study}/delete", {}, KEEP)).status_code == 200
            assert await make(one) == study
            await do(one, study, ADD_CHAPTER, add("other", SECOND))
            await library_of(two).followers.tick()
            assert (await ann.until("study-closed"))["reason"] == "not-found"
        text = (await two.get(f"/api/studies/{study}/file", READ)).text
        assert SECOND in text
        assert FIRST not in text
        # What was done in the one before is not taken for done.
        (done,) = await do(two, study, add("secret", FIRST))
        assert done["number"] == 3


async def test_more_studies_than_a_database_takes_in_one_question_are_found(server: Inside) -> None:
    names = [f"{number:022}" for number in range(40_000)]
    study = await make(server)
    found = await server.host.store.ask(partial(kept.find_studies, [*names, study]))
    assert [each.id for each in found] == [study]
    one = kept.Person(study, "ann", "Ann", True, 5)
    await server.host.store.transact(partial(kept.note_people, [one]))
    assert await server.host.store.ask(partial(kept.people_in, [*names, study], 1)) == [one]
    await server.host.store.transact(partial(kept.forget_people, study, [*names, "ann"]))
    assert await server.host.store.ask(partial(kept.people_in, [study], 1)) == []


@pytest.mark.parametrize("inner", ["[%a", "[%a ", "[%a[%%b]"])
def test_commands_inside_commands_are_taken_apart_in_one_go(inner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    words = comments.words

    def counted(text: str) -> str:
        nonlocal looked
        looked += 1
        return words(text)

    monkeypatch.setattr(comments, "words", counted)
    comment = inner * 20_000 + "x" + "]" * 20_000
    said, commands = split(comment)
    assert comments.commands(said) == ""
    assert "x" in said + commands
    assert split(said) == (said, "")
    assert looked == 2


def test_what_is_left_of_commands_inside_commands_is_the_same_as_on_the_page() -> None:
    """The page says the same: web/tests/study/shared.test.ts."""
    assert split("[%a[%b]] x [%c 1]") == ("[a] x", "[%b] [%c 1]")
    assert split("[[%b]%a]") == ("[a]", "[%b]")
    assert split("[%A] [%b]") == ("[%A]", "[%b]")


async def test_who_fills_a_study_leaves_room_for_whoever_keeps_it_also_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "MOST_ENTRIES", 20)
    async with inside(tmp_path / "m.db") as server:
        study = await make(server)
        await do(server, study, ADD_CHAPTER, add("bad", FIRST))
        filled = [op("say", f"n{number}", node="0", words="x") for number in range(30)]
        done = await do(server, study, *filled)
        assert [each["code"] for each in done] == [None] * 16 + ["too-large"] * 14
        (refused,) = await do(server, study, op("remove", "vain", node="n00000bad"))
        assert refused["code"] == "too-large"
    async with inside(tmp_path / "m.db") as server:
        assert (await do(server, study, add("more", SECOND)))[0]["code"] == "too-large"
        (done_,) = await do(server, study, op("remove", "undo", node="n00000bad"), token=KEEP)
        assert done_["number"] == 19
        assert FIRST not in (await server.get(f"/api/studies/{study}/file", READ)).text
        assert (await do(server, study, *filled, token=KEEP))[-1]["code"] == "too-large"


async def test_who_brings_a_record_and_many_seats_lets_others_have_their_turn(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = [(await server.create())[1][0] for _ in range(5)]
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    compared: list[int] = []

    def compare(*_: object) -> bool:
        compared.append(turns)
        return False

    monkeypatch.setattr(fairness, "_looks_alike", compare)
    waiting = asyncio.create_task(others())
    await fairness.check_fair(server.host, tokens, replay(read_record(RECORD)))
    waiting.cancel()
    # Between any two comparisons somebody else was served.
    assert len(set(compared)) == len(compared) == len(tokens)


async def test_large_studies_make_room_for_each_other_in_memory_and_lose_nothing(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "_NODES_IN_MEMORY", 2)
    studies = [await make(server, keep=letter * 32) for letter in "abc"]
    for _ in range(2):
        for study in studies:
            await do(server, study, ADD_CHAPTER, add("one", FIRST), add("two", REPLY, "n00000one"))
            # One that is asked for stays, however large it is.
            assert list(library_of(server)._lives) == [study]
    for study in studies:
        assert REPLY in (await server.get(f"/api/studies/{study}/file", READ)).text
