"""Who may do what in a study, what is refused, and that nobody learns anything by guessing."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tafelrunde.games.registry import find_game
from tafelrunde.records.record import read_records
from tafelrunde.records.replay import new_record
from tafelrunde.records.tree import read_tree
from tafelrunde.server.administration import exports
from tafelrunde.server.administration.admin import Charge
from tafelrunde.server.settings import Limits
from tafelrunde.server.studies import library, rules
from tafelrunde.store import open_store
from tests.server.inside import Inside, inside
from tests.server.people.devices import device

pytestmark = pytest.mark.anyio

READ, WRITE, KEEP = ("r" * 32, "w" * 32, "k" * 32)
CHAPTER = "chapter1"


def fresh(game: str = "tokan") -> str:
    rules = find_game(game)
    options = rules.options_type.parse("standard")
    return str(new_record(rules, options, rules.deal(options, Random(3))))


def legal(record: str, *moves: str) -> list[str]:
    """Return what may be played after some moves."""
    table = read_tree(next(read_records(record))).root.table
    for move in moves:
        table = table.play(table.parse(move))
    return [str(turn) for turn in table.turns()]


RECORD = fresh()
FIRST, SECOND = legal(RECORD)[:2]
REPLY = legal(RECORD, FIRST)[0]


def op(kind: str, key: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "id": key, **({} if kind in ("title", "order-chapters") else {"chapter": CHAPTER}), **fields}


ADD_CHAPTER = op("add-chapter", "begin", name="First", record=RECORD)


def add(name: str, move: str, parent: str = "0", node: str = "") -> dict[str, Any]:
    return op("add", name, parent=parent, node=node or f"n{name:0>8}", move=move)


async def make(server: Inside, **tokens: str) -> str:
    asked = {"title": "Openings", "read": READ, "write": WRITE, "keep": KEEP, **tokens}
    answer = await server.post("/api/studies", asked)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def do(server: Inside, study: str, *ops: dict[str, Any], token: str = WRITE) -> list[dict[str, Any]]:
    answer = await server.post(f"/api/studies/{study}/ops", {"ops": ops}, token)
    assert answer.status_code == 200, answer.text
    done: list[dict[str, Any]] = answer.json()["done"]
    return done


async def read(server: Inside, study: str, token: str = READ, since: int = 0) -> dict[str, Any]:
    answer = await server.get(f"/api/studies/{study}", token, since=since)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_what_is_written_is_read_by_the_other_link_and_by_nobody_else(server: Inside) -> None:
    study = await make(server)
    done = await do(
        server, study, ADD_CHAPTER, add("one", FIRST), op("say", "words", node="n00000one", words="Strong.")
    )
    assert [each["number"] for each in done] == [1, 2, 3]
    found = await read(server, study)
    assert (found["role"], found["title"], found["number"]) == ("read", "Openings", 3)
    assert [entry["op"]["id"] for entry in found["entries"]] == ["begin", "one", "words"]
    assert [entry["number"] for entry in (await read(server, study, since=2))["entries"]] == [3]
    assert (await read(server, study, WRITE))["role"] == "write"
    assert (await read(server, study, KEEP))["role"] == "keep"
    # Neither without a link nor with a wrong one: as if there were no such study.
    nothing = await server.get(f"/api/studies/{'x' * 22}", READ)
    for token in (None, "z" * 32):
        answer = await server.get(f"/api/studies/{study}", token)
        assert (answer.status_code, answer.text) == (nothing.status_code, nothing.text) == (404, nothing.text)
        refused = await server.post(f"/api/studies/{study}/ops", {"ops": [add("two", SECOND)]}, token)
        assert (refused.status_code, refused.text) == (404, nothing.text)
    # The store knows the tokens by their hashes only.
    database = server.server.settings.database
    for token in (READ, WRITE, KEEP):
        assert token not in str(await read(server, study)) + database


async def test_the_link_for_reading_writes_nothing_and_the_one_for_writing_keeps_nothing(server: Inside) -> None:
    study = await make(server)
    await do(server, study, ADD_CHAPTER)
    answer = await server.post(f"/api/studies/{study}/ops", {"ops": [add("one", FIRST)]}, READ)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    for token in (READ, WRITE):
        for path, body in (("delete", {}), ("links", {"read": "q" * 32})):
            answer = await server.post(f"/api/studies/{study}/{path}", body, token)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert (await read(server, study))["number"] == 1


async def test_a_link_that_was_taken_back_opens_nothing_and_those_who_came_by_it_are_sent_away(server: Inside) -> None:
    study = await make(server)
    await do(server, study, ADD_CHAPTER)
    async with server.socket() as reader, server.socket() as writer:
        for wire, token in ((reader, READ), (writer, WRITE)):
            asked = {"study": study, "since": 0, "name": "Ann", "token": token}
            told = await wire.ask("study-told", type="follow-study", **asked)
            assert (told["number"], len(told["entries"])) == (1, 1)
        answer = await server.post(f"/api/studies/{study}/links", {"read": "q" * 32}, KEEP)
        assert answer.status_code == 200
        assert await reader.until("study-closed") == {"type": "study-closed", "study": study, "reason": "not-found"}
        await do(server, study, add("one", FIRST))
        assert [entry["number"] for entry in (await writer.until("study-told"))["entries"]] == [2]
        # Not a word of it reached the one who was sent away.
        await reader.ask("pong", type="ping")
        assert FIRST not in reader.read[-1] + reader.read[-2]
    assert (await server.get(f"/api/studies/{study}", READ)).status_code == 404
    assert (await read(server, study, "q" * 32))["number"] == 2
    assert (await read(server, study, WRITE))["number"] == 2


async def test_a_deleted_study_is_gone_for_everybody(server: Inside) -> None:
    study = await make(server)
    await do(server, study, ADD_CHAPTER)
    async with server.socket() as reader:
        await reader.ask("study-told", type="follow-study", study=study, since=0, name="Ann", token=READ)
        assert (await server.post(f"/api/studies/{study}/delete", {}, KEEP)).status_code == 200
        assert (await reader.until("study-closed"))["reason"] == "not-found"
    for token in (READ, WRITE, KEEP):
        assert (await server.get(f"/api/studies/{study}", token)).status_code == 404
        assert (await server.post(f"/api/studies/{study}/ops", {"ops": [add("one", FIRST)]}, token)).status_code == 404


async def test_the_same_sent_again_is_done_once(server: Inside) -> None:
    study = await make(server)
    assert await make(server) == study
    first = await do(server, study, ADD_CHAPTER, add("one", FIRST))
    assert await do(server, study, ADD_CHAPTER, add("one", FIRST)) == first
    # Somebody else's secrets do not make this study theirs.
    stranger = {"title": "Mine", "read": "a" * 32, "write": "b" * 32, "keep": KEEP}
    assert (await server.post("/api/studies", stranger)).json()["id"] == study
    assert (await server.get(f"/api/studies/{study}", "a" * 32)).status_code == 404
    # The move that two made at once stands once, and both names lead to it.
    done = await do(server, study, add("two", FIRST), add("three", REPLY, "n00000two"))
    assert [each["number"] for each in done] == [3, 4]
    text = (await server.get(f"/api/studies/{study}/file", READ)).text
    assert text.count(FIRST) == 1
    assert text.rstrip().endswith(f"{FIRST} {REPLY}")


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (add("bad", "z9z9z9"), "notation"),
        (add("bad", REPLY), "illegal"),
        (add("bad", FIRST, "nowhere00"), "not-found"),
        (op("say", "bad", node="nowhere00", words="x"), "not-found"),
        (op("remove", "bad", node="0"), "not-allowed"),
        (op("note", "bad", node="0", commands="[%mark a1] words"), "bad-message"),
        (op("note", "bad", node="0", commands="[%mark }]"), "bad-message"),
        (op("add-chapter", "bad", name="Again", record=RECORD), "not-allowed"),
        (
            op("add-chapter", "bad", name="Again", record=RECORD) | {"chapter": "another1", "record": "nonsense"},
            "bad-record",
        ),
        (op("title", "bad", title=" \u200b\n "), "bad-name"),
        (op("remove-chapter", "bad") | {"chapter": "nowhere1"}, "not-found"),
    ],
)
async def test_what_the_rules_forbid_changes_nothing_and_says_why(
    server: Inside, bad: dict[str, Any], code: str
) -> None:
    study = await make(server)
    await do(server, study, ADD_CHAPTER)
    before = await read(server, study)
    done = await do(server, study, bad, add("good", SECOND))
    assert (done[0]["number"], done[0]["code"]) == (None, code)
    # What stands beside it is done.
    assert done[1]["number"] == before["number"] + 1
    assert (await read(server, study, since=before["number"]))["entries"][0]["op"]["id"] == "good"


async def test_cards_that_are_hidden_or_a_match_one_plays_are_no_chapter(server: Inside) -> None:
    study = await make(server)
    match, tokens = await server.create(game="schoko")
    hidden = (await server.get(f"/api/matches/{match}/record", tokens[0])).text
    chapter = op("add-chapter", "bad", name="Ours", record=hidden)
    (done,) = await do(server, study, chapter)
    assert done["code"] == "not-over"
    # A game in which nothing is hidden, by somebody who says which seats are theirs.
    match, tokens = await server.create()
    running = (await server.get(f"/api/matches/{match}/record", tokens[0])).text
    asked = {"ops": [chapter | {"record": running}], "tokens": tokens}
    answer = await server.post(f"/api/studies/{study}/ops", asked, WRITE)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
    assert (await read(server, study))["number"] == 0


async def test_a_study_is_as_large_as_it_may_be_and_no_larger(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_CHAPTERS", 2)
    monkeypatch.setattr(rules, "MOST_NODES", 3)
    monkeypatch.setattr(library, "MOST_BYTES", 3_000)
    study = await make(server)
    chapters = [ADD_CHAPTER | {"id": f"c{n}", "chapter": f"chapter{n}"} for n in (1, 2, 3)]
    assert [each["code"] for each in await do(server, study, *chapters)] == [None, None, "too-many"]
    moves = [add(f"m{n}", move) for n, move in enumerate(legal(RECORD)[:3])]
    assert [each["code"] for each in await do(server, study, *moves)] == [None, None, "too-many"]
    long = [op("say", f"s{n}", node="0", words="x" * 1_900) for n in (1, 2)]
    assert [each["code"] for each in await do(server, study, *long)] == [None, "too-large"]
    assert (await server.post(f"/api/studies/{study}/ops", {"ops": [add("x", FIRST)] * 51}, WRITE)).status_code == 400


async def test_an_address_makes_and_writes_only_so_much(tmp_path: Path) -> None:
    limits = Limits(shared_burst=2, shared_per_hour=0.001, shared_bytes_burst=400, shared_bytes_per_second=0.001)
    async with inside(tmp_path / "matches.db", limits) as server:
        study = await make(server)
        await make(server, keep="l" * 32)
        answer = await server.post("/api/studies", {"title": "x", "read": READ, "write": WRITE, "keep": "m" * 32})
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
        # The one that is there is still found by those who did not hear of it.
        assert await make(server) == study
        await do(server, study, ADD_CHAPTER, op("say", "much", node="0", words="x" * 400))
        refused = await server.post(f"/api/studies/{study}/ops", {"ops": [add("one", FIRST)]}, WRITE)
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many")


async def test_those_who_have_it_open_see_each_other_and_what_is_done(server: Inside) -> None:
    study = await make(server)
    async with server.socket() as ann:
        await ann.ask("study-told", type="follow-study", study=study, since=0, name="Ann", token=WRITE)
        alone = await ann.until("study-people")
        assert [(each["name"], each["writes"]) for each in alone["people"]] == [("Ann", True)]
        assert alone["you"] == alone["people"][0]["id"]
        async with server.socket() as bo:
            await bo.ask("study-told", type="follow-study", study=study, since=0, name="Bo", token=READ)
            both = await ann.until("study-people")
            assert [(each["name"], each["writes"]) for each in both["people"]] == [("Ann", True), ("Bo", False)]
            await do(server, study, ADD_CHAPTER)
            assert (await bo.until("study-told"))["entries"][0]["op"]["name"] == "First"
        left = await ann.until("study-people")
        assert [each["name"] for each in left["people"]] == ["Ann"]
        # Nobody guesses their way in.
        wrong = await ann.ask("study-closed", type="follow-study", study="x" * 22, since=0, name="Ann", token=WRITE)
        assert wrong["reason"] == "not-found"


async def test_what_an_account_made_is_listed_and_goes_with_it(server: Inside, tmp_path: Path) -> None:
    async with device(server) as laptop, device(server) as other:
        await laptop.register("Ann")
        await other.register("Bo")
        asked = {"title": "Mine", "read": READ, "write": WRITE, "keep": KEEP}
        study = (await laptop.post("/api/studies", asked)).json()["id"]
        listed = (await laptop.get("/api/studies")).json()
        assert [(each["id"], each["title"]) for each in listed] == [(study, "Mine")]
        assert (await other.get("/api/studies")).json() == []
        assert (await server.get("/api/studies")).json()["code"] == "signed-out"
        # The account is what keeps it: its token keeps nothing, and no other account does.
        assert (await server.get(f"/api/studies/{study}", KEEP)).status_code == 404
        assert (await other.get(f"/api/studies/{study}")).status_code == 404
        assert (await laptop.get(f"/api/studies/{study}")).json()["role"] == "keep"
        renamed = {"ops": [op("title", "name", title="Ours"), ADD_CHAPTER]}
        assert (await laptop.post(f"/api/studies/{study}/ops", renamed)).status_code == 200
        assert (await laptop.get("/api/studies")).json()[0]["title"] == "Ours"
        # It is part of what is kept of somebody, and of an export.
        assert "Ours" in (await laptop.get("/api/me/data")).text
        file = io.BytesIO()
        await exports.export(server.host.store, file)
        file.seek(0)
        elsewhere = await open_store(str(tmp_path / "other.db"))
        await exports.restore(elsewhere, Charge("test"), file)
        again = io.BytesIO()
        await exports.export(elsewhere, again)
        await elsewhere.close()
        assert [line for line in again.getvalue().splitlines() if b'"study"' in line] == [
            line for line in file.getvalue().splitlines() if b'"study"' in line
        ]
        assert (await laptop.post("/api/me/delete", {"name": "Ann"})).status_code == 200
        assert (await server.get(f"/api/studies/{study}", READ)).status_code == 404


async def test_only_the_page_for_it_may_stand_inside_others(server: Inside) -> None:
    study = "a" * 22
    # An address that is no study's shows a page with a way to all others, in the same frame.
    others = ("/embed/", "/embed/abc", f"/embed/{study}/", f"/embed/{study}/x", f"/embed/{study}%0a", "/embed/../me")
    for path, framed in (
        (f"/embed/{study}", True),
        *((each, False) for each in (*others, f"/studies/{study}", f"/api/studies/{study}")),
    ):
        headers = (await server.get(path)).headers
        assert ("frame-ancestors *" in headers["content-security-policy"]) is framed
        assert ("x-frame-options" in headers) is not framed


async def test_many_who_write_at_once_get_one_order(server: Inside) -> None:
    study = await make(server)
    await do(server, study, ADD_CHAPTER)
    moves = legal(RECORD)[:12]
    done = await asyncio.gather(*(do(server, study, add(f"m{n}", move)) for n, move in enumerate(moves)))
    assert sorted(each["number"] for (each,) in done) == list(range(2, 14))


async def test_links_that_are_changed_at_once_are_both_changed(server: Inside) -> None:
    tokens = {"read": READ, "write": WRITE, "keep": KEEP}
    study = (await server.post("/api/studies", {"title": "Ours", **tokens})).json()["id"]
    new_read, new_write = "s" * 32, "x" * 32
    changed = await asyncio.gather(
        server.post(f"/api/studies/{study}/links", {"read": new_read}, KEEP),
        server.post(f"/api/studies/{study}/links", {"write": new_write}, KEEP),
    )
    assert [answer.status_code for answer in changed] == [200, 200]
    opened = {token: (await server.get(f"/api/studies/{study}", token)).status_code for token in (READ, WRITE)}
    assert opened == {READ: 404, WRITE: 404}
    assert (await server.get(f"/api/studies/{study}", new_read)).json()["role"] == "read"
    assert (await server.get(f"/api/studies/{study}", new_write)).json()["role"] == "write"
    for same in ({"read": new_write}, {"write": KEEP}, {"read": READ, "write": READ}):
        assert (await server.post(f"/api/studies/{study}/links", same, KEEP)).json()["code"] == "not-allowed"


async def test_a_link_that_is_taken_back_while_something_is_written_writes_nothing(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = {"read": READ, "write": WRITE, "keep": KEEP}
    study = (await server.post("/api/studies", {"title": "Ours", **tokens})).json()["id"]
    loop, decide = asyncio.get_running_loop(), library.Library._decide
    changed: list[int] = []

    def slowly(*args: Any) -> Any:
        if not changed:
            links = server.post(f"/api/studies/{study}/links", {"write": "x" * 32}, KEEP)
            changed.append(asyncio.run_coroutine_threadsafe(links, loop).result(20).status_code)
        return decide(*args)

    monkeypatch.setattr(library.Library, "_decide", slowly)
    late = await server.post(f"/api/studies/{study}/ops", {"ops": [op("title", "late", title="Mine now")]}, WRITE)
    assert (changed, late.status_code, late.json()["code"]) == ([200], 404, "not-found")
    assert (await server.get(f"/api/studies/{study}", READ)).json()["title"] == "Ours"
    changed.clear()
    monkeypatch.setattr(library.Library, "_decide", decide)
    ours = await server.post(f"/api/studies/{study}/ops", {"ops": [op("title", "ours", title="New")]}, "x" * 32)
    assert ours.json()["done"][0]["number"] == 1
