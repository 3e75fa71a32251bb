"""What every store keeps: entries in their order, each once, and nothing that was acknowledged ever lost."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from tafelrunde.games.errors import BadSetup
from tafelrunde.store import Append, Entry, Query, Store, StoreUnavailable, Summary, open_store
from tafelrunde.store import stalls as stalls_module

pytestmark = pytest.mark.anyio


def entry(number: int, key: str | None = None, match: str = "m", body: bytes = b"x") -> Append:
    return Append(match, number, 1000 + number, key, body)


def summary(match: str, changed: int, status: str = "open", game: str = "tokan", listed: bool = True) -> Summary:
    return Summary(match, game, status, listed, False, changed, changed, match.encode())


async def test_entries_come_back_in_their_order(store: Store) -> None:
    for number in (1, 2, 3):
        assert await store.append(entry(number, f"k{number}", body=bytes([number])))
    assert await store.entries("m") == [Entry(n, 1000 + n, f"k{n}", bytes([n])) for n in (1, 2, 3)]
    assert [found.number for found in await store.entries("m", after=2)] == [3]
    assert await store.entries("other") == []


async def test_a_number_is_given_once(store: Store) -> None:
    assert await store.append(entry(1, body=b"first"))
    assert not await store.append(entry(1, body=b"second"))
    assert [found.body for found in await store.entries("m")] == [b"first"]


async def test_a_number_follows_the_last_one(store: Store) -> None:
    assert not await store.append(entry(2))
    assert await store.append(entry(1))
    assert not await store.append(entry(3))
    assert [found.number for found in await store.entries("m")] == [1]


async def test_a_key_is_used_once_in_a_match(store: Store) -> None:
    assert await store.append(entry(1, "k"))
    assert not await store.append(entry(2, "k"))
    assert await store.append(entry(2, "other"))
    assert await store.append(entry(1, "k", match="another"))
    assert await store.append(entry(3))
    assert await store.append(entry(4))


async def test_an_entry_that_cannot_be_kept_is_reported_and_the_store_goes_on(store: Store) -> None:
    with pytest.raises(StoreUnavailable):
        await store.append(Append("m", 1, 1 << 70, None, b"x"))
    assert await store.append(entry(1))
    assert [found.number for found in await store.entries("m")] == [1]


async def test_of_many_who_want_a_number_at_once_one_gets_it(store: Store) -> None:
    for number in range(1, 6):
        rivals = [entry(number, f"{number}-{rival}", body=str(rival).encode()) for rival in range(20)]
        answers = await asyncio.gather(*map(store.append, rivals))
        assert answers.count(True) == 1
        assert (await store.entries("m", number - 1))[0].body == str(answers.index(True)).encode()


async def test_two_servers_never_both_write_a_number(store: Store, address: str) -> None:
    other = await open_store(address)
    try:
        for number in range(1, 21):
            answers = await asyncio.gather(store.append(entry(number, f"a{number}")), other.append(entry(number)))
            assert sorted(answers) == [False, True]
        assert await other.entries("m") == await store.entries("m")
    finally:
        await other.close()


async def test_many_matches_are_written_together(store: Store) -> None:
    async def play(match: str) -> None:
        for number in range(1, 21):
            assert await store.append(entry(number, f"k{number}", match))

    names = [f"match-{index}" for index in range(50)]
    await asyncio.gather(*map(play, names))
    for name in names:
        assert [found.number for found in await store.entries(name)] == list(range(1, 21))


async def test_what_was_acknowledged_is_there_after_closing(store: Store, address: str) -> None:
    answers = asyncio.gather(*(store.append(entry(1, match=f"m{index}")) for index in range(100)))
    await asyncio.sleep(0)
    await store.close()
    assert all(await answers)
    again = await open_store(address)
    try:
        assert all([await again.entries(f"m{index}") for index in range(100)])
    finally:
        await again.close()


async def test_the_lobby_lists_the_newest_first_page_by_page(store: Store) -> None:
    for index in range(7):
        game = "tokan" if index % 2 else "schoko"
        await store.append(Append(f"m{index}", 1, 0, None, b"", summary(f"m{index}", 100 + index // 2, game=game)))
    await store.append(Append("hidden", 1, 0, None, b"", summary("hidden", 1, listed=False)))
    await store.append(Append("done", 1, 0, None, b"", summary("done", 1, status="finished")))
    first = await store.find(Query("open", limit=4))
    assert [found.match for found in first] == ["m6", "m5", "m4", "m3"]
    rest = await store.find(Query("open", before=(first[-1].changed, first[-1].match)))
    assert [found.match for found in rest] == ["m2", "m1", "m0"]
    assert [found.match for found in await store.find(Query("open", game="tokan"))] == ["m5", "m3", "m1"]
    assert [found.match for found in await store.find(Query("finished"))] == ["done"]
    assert "hidden" in [found.match for found in await store.find(Query("open", listed=False))]


async def test_a_summary_changes_with_its_entry_and_not_without(store: Store) -> None:
    await store.append(Append("m", 1, 0, None, b"", summary("m", 1)))
    assert not await store.append(Append("m", 1, 0, None, b"", summary("m", 2, status="running")))
    assert [found.changed for found in await store.find(Query("open"))] == [1]
    assert await store.append(Append("m", 2, 0, None, b"", summary("m", 3, status="running")))
    assert await store.find(Query("open")) == []
    assert [found.changed for found in await store.find(Query("running"))] == [3]


async def test_tokens_lead_to_their_matches(store: Store) -> None:
    await store.append(Append("a", 1, 0, None, b"", summary("a", 1), (("h1", 0), ("h2", 1))))
    await store.append(Append("b", 1, 0, None, b"", summary("b", 2), (("h1", 1),)))
    found = await store.find_by_tokens(["h1", "unknown"])
    assert [(hash_, seat, row.match) for hash_, seat, row in found] == [("h1", 1, "b"), ("h1", 0, "a")]
    assert await store.find_by_tokens([]) == []


async def test_matches_that_need_attention_are_found(store: Store) -> None:
    awake = summary("a", 1, status="running")._replace(waking=True)
    await store.append(Append("a", 1, 0, None, b"", awake))
    await store.append(Append("b", 1, 0, None, b"", summary("b", 1, status="running")))
    await store.append(Append("c", 1, 0, None, b"", summary("c", 1)._replace(waking=True)))
    assert await store.waking() == [("a", 1)]
    assert await store.append(Append("a", 2, 0, None, b""))
    assert await store.waking() == [("a", 2)]


async def test_an_entry_that_cannot_be_written_takes_no_other_with_it(store: Store) -> None:
    entries = [Append(name, 1, 2**80 if name == "c" else 1, None, b"") for name in "abcde"]
    # Handed in at once, so that they are committed together.
    done = await asyncio.gather(*(store.append(entry) for entry in entries), return_exceptions=True)
    assert [result if isinstance(result, bool) else type(result) for result in done] == [
        True,
        True,
        StoreUnavailable,
        True,
        True,
    ]
    assert [len(await store.entries(name)) for name in "abcde"] == [1, 1, 0, 1, 1]


async def test_the_last_stalls_are_remembered_in_their_order(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stalls_module, "REMEMBERED", 3)
    for begun, ended in ((10, 20), (30, 40), (30, 35), (30, 50), (5, 7), (60, 70), (80, 90)):
        await store.transact(partial(stalls_module.note_stall, begun, ended))
    assert await store.ask(stalls_module.stalls) == [(30, 50), (60, 70), (80, 90)]


async def test_beats_only_go_forward(store: Store) -> None:
    assert await store.last_beat() is None
    await store.beat(5)
    await store.beat(3)
    assert await store.last_beat() == 5


async def test_bans_are_remembered_and_lifted(store: Store) -> None:
    assert await store.ban("h", 1)
    assert not await store.ban("h", 2)
    assert await store.ban("a", 3)
    assert await store.bans() == [("h", 1), ("a", 3)]
    assert await store.banned() == {"h", "a"}
    assert await store.unban("h")
    assert not await store.unban("h")
    assert await store.banned() == {"a"}


async def test_everything_can_be_taken_out(store: Store) -> None:
    for index in range(3):
        match = f"m{index}"
        await store.append(Append(match, 1, 7, "k", b"body", summary(match, index), ((f"h{index}", index),)))
    dumped = [found async for found in store.dump()]
    assert dumped == [
        (f"m{index}", [Entry(1, 7, "k", b"body")], summary(f"m{index}", index), [(f"h{index}", index)])
        for index in range(3)
    ]


async def test_an_address_of_another_kind_is_refused() -> None:
    with pytest.raises(BadSetup, match="mysql"):
        await open_store("mysql://localhost/x")


@pytest.mark.parametrize("address", ["sqlite:/dev/null/x.db", "postgresql://nobody@127.0.0.1:1/x"])
async def test_a_database_that_cannot_be_opened_is_reported(address: str) -> None:
    with pytest.raises(StoreUnavailable):
        await open_store(address)


async def test_what_follows_is_written_with_its_entry_or_not_at_all(store: Store) -> None:
    def telling(number: int, name: str) -> Append:
        first = Append(name, 1, 5, None, b"first", summary(name, 5), ((f"hash of {name}", 1),))
        return entry(number)._replace(following=first)

    assert await store.append(telling(1, "next"))
    assert [found.body for found in await store.entries("next")] == [b"first"]
    assert [(seat, found.match) for _, seat, found in await store.find_by_tokens(["hash of next"])] == [(1, "next")]
    # Somebody else was first: then there is nothing to be told of.
    assert not await store.append(telling(1, "never"))
    assert await store.entries("never") == []
    assert await store.find_by_tokens(["hash of never"]) == []
    # What is there already stays as it is.
    assert await store.append(Append("there", 1, 4, None, b"before"))
    assert await store.append(telling(2, "there"))
    assert [found.body for found in await store.entries("there")] == [b"before"]
    assert await store.find_by_tokens(["hash of there"]) == []


async def test_what_follows_is_written_among_many(store: Store) -> None:
    several = [
        Append(name, 1, 5, None, b"x", following=Append(f"{name} again", 1, 5, None, b"y")) for name in "abcdefgh"
    ]
    assert all(await asyncio.gather(*map(store.append, several)))
    assert [len(await store.entries(f"{name} again")) for name in "abcdefgh"] == [1] * 8
