"""Shared studies as they are kept: how many, what follows what, who is there, and what goes with what."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest

from tafelrunde.store import Entry, Script, Store
from tafelrunde.store import studies as kept

pytestmark = pytest.mark.anyio


def study(name: str, owner: str = "", **more: Any) -> kept.Kept:
    return kept.Kept(name, owner, "Title", "r", "w", "k", 0, 0, 1, 1)._replace(**more)


def entry(number: int, key: str = "") -> Entry:
    return Entry(number, 100 + number, key or f"key{number}", b"12345")


T = TypeVar("T")


async def do(store: Store, script: Script[T]) -> T:
    return await store.transact(lambda: script)


async def test_an_account_has_so_many_and_a_guest_any_number(store: Store) -> None:
    for name in ("one", "two"):
        assert await do(store, kept.add_study(study(name, "ann"), 2)) == study(name, "ann")
        assert await do(store, kept.add_study(study(f"guest-{name}"), 0)) == study(f"guest-{name}")
    assert await do(store, kept.add_study(study("three", "ann"), 2)) is None
    assert await do(store, kept.find_study("three")) is None
    assert await do(store, kept.add_study(study("three", "bo"), 2)) == study("three", "bo")
    assert {one.id for one in await do(store, kept.studies_of("ann"))} == {"one", "two"}


async def test_the_same_again_finds_what_is_there(store: Store) -> None:
    await do(store, kept.add_study(study("one", "ann"), 1))
    again = await do(store, kept.add_study(study("one", "bo", title="Other"), 0))
    assert again == study("one", "ann")


async def test_entries_follow_one_another_and_are_written_once(store: Store) -> None:
    await do(store, kept.add_study(study("one"), 1))
    assert await do(store, kept.append("one", [entry(1), entry(2)], "New"))
    assert await do(store, kept.find_study("one")) == study("one", title="New", number=2, size=10, changed=102)
    # Somebody else was faster, or the log has a hole: nothing is written. What nobody heard of is found done.
    assert not await do(store, kept.append("one", [entry(2, "another")], "Worse"))
    assert not await do(store, kept.append("one", [entry(4)], "Worse"))
    assert not await do(store, kept.append("none", [entry(1)], "Worse"))
    assert await do(store, kept.append("one", [entry(2)], "Worse"))
    assert await do(store, kept.read_study("one")) == (
        study("one", title="New", number=2, size=10, changed=102),
        [entry(1), entry(2)],
    )
    assert await do(store, kept.entries_of("one", 1)) == [entry(2)]
    assert await do(store, kept.read_study("none")) is None


async def test_studies_are_listed_by_their_last_change_and_by_page(store: Store) -> None:
    for name in ("a", "b", "c"):
        await do(store, kept.add_study(study(name, "ann"), 9))
    await do(store, kept.append("b", [entry(1)], "B"))
    assert [one.id for one in await do(store, kept.studies_of("ann"))] == ["b", "a", "c"]
    assert [one.id for one in await do(store, kept.studies_of("ann", 1))] == ["b"]
    assert [one.id for one in await do(store, kept.studies_after("a"))] == ["b", "c"]
    assert [one.id for one in await do(store, kept.studies_after("", 2))] == ["a", "b"]
    assert {one.id for one in await do(store, kept.find_studies(["a", "c", "x"]))} == {"a", "c"}
    assert await do(store, kept.find_studies([])) == []


async def test_new_links_take_the_place_of_the_old_ones(store: Store) -> None:
    await do(store, kept.add_study(study("one"), 1))
    assert await do(store, kept.set_links("one", "r2", "w2"))
    assert await do(store, kept.find_study("one")) == study("one", reads="r2", writes="w2")
    assert not await do(store, kept.set_links("none", "r2", "w2"))


async def test_a_deleted_study_goes_with_all_that_is_its_own_and_nothing_else(store: Store) -> None:
    for name, owner in (("one", "ann"), ("two", "ann"), ("three", "bo")):
        await do(store, kept.add_study(study(name, owner), 9))
        await do(store, kept.append(name, [entry(1)], "T"))
        await do(store, kept.note_people([kept.Person(name, "p", "Pat", True, 5)]))
    assert await do(store, kept.remove_study("one"))
    assert not await do(store, kept.remove_study("one"))
    assert await do(store, kept.entries_of("one")) == []
    assert {one.study for one in await do(store, kept.people_in(["one", "two", "three"], 0))} == {"two", "three"}
    await do(store, kept.remove_studies_of("ann"))
    assert await do(store, kept.find_study("two")) is None
    assert await do(store, kept.entries_of("three")) == [entry(1)]


async def test_a_study_comes_back_as_it_was_unless_there_is_one(store: Store) -> None:
    old = study("one", "ann", number=1, size=5)
    assert await do(store, kept.restore_study(old, [entry(1)]))
    assert await do(store, kept.read_study("one")) == (old, [entry(1)])
    assert not await do(store, kept.restore_study(old._replace(title="Other"), []))
    assert await do(store, kept.read_study("one")) == (old, [entry(1)])


async def test_who_is_there_is_told_as_long_as_somebody_speaks_for_them(store: Store) -> None:
    ann, bo = kept.Person("s", "1", "Ann", False, 10), kept.Person("s", "2", "Bo", True, 20)
    await do(store, kept.note_people([ann, bo]))
    assert await do(store, kept.people_in(["s"], 0)) == [bo, ann]
    assert await do(store, kept.people_in(["s"], 20)) == [bo]
    assert await do(store, kept.people_in(["t"], 0)) == await do(store, kept.people_in([], 0)) == []
    await do(store, kept.note_people([ann._replace(seen=30, name="Anna")]))
    await do(store, kept.forget_unseen(21))
    assert await do(store, kept.people_in(["s"], 0)) == [ann._replace(seen=30, name="Anna")]
    await do(store, kept.forget_people("s", ["1"]))
    assert await do(store, kept.people_in(["s"], 0)) == []
