"""One bad match stops nobody: damaged entries, matches filled by an older server, and time that stood still."""

from __future__ import annotations

import asyncio
import gc
import warnings
from pathlib import Path

import pytest

from tafelrunde.server.cluster.bus import NoBus
from tafelrunde.server.live import upkeep
from tafelrunde.server.live.host import Host
from tafelrunde.server.live.live_match import Actor
from tafelrunde.server.match import actions as act
from tafelrunde.server.match import events as ev
from tafelrunde.server.match import setup
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.settings import Settings
from tafelrunde.server.thinking.computers import LocalComputers
from tafelrunde.server.tokens import token_hash
from tafelrunde.store import Append, open_store
from tests.server.inside import Inside, Steps, inside

pytestmark = [pytest.mark.anyio, pytest.mark.long]

CLOCK = {"kind": "live", "seconds": 600}

EVENTS: dict[str, ev.Stored] = {
    "created": ev.Created("tokan", {}, ()),
    "joined": ev.Joined(7, "Eve", "h", ""),
    "started": ev.Started("no deal"),
    "moved": ev.Moved(0, "z9z9"),
    "chatted": ev.Chatted(9, "x"),
    "left": ev.Left(7),
    "taken-over": ev.TakenOver(9, 1),
    "rotated": ev.Rotated(9, "h"),
    "taken-back": ev.TakenBack(-5),
    "resumed": ev.Resumed(0),
}
DAMAGE = {name: ev.write_events((event,)) for name, event in EVENTS.items()} | {
    "nothing": b"",
    "no JSON": b"[1,[{",
    "another type": b'[1,[{"type":"blown-up","seat":0}]]',
    "another shape": b'{"events": 3}',
    "not text": b"\xff\xfe\x00",
    "deep": b"[" * 5000,
}


async def spoil(server: Inside, match: str, body: bytes) -> None:
    """Write an entry that does not fit past the door."""
    entries = await server.host.store.entries(match)
    assert await server.host.store.append(Append(match, entries[-1].number + 1, 1, None, body))


@pytest.mark.parametrize("kind", DAMAGE)
async def test_a_damaged_match_stops_neither_the_server_nor_its_start(tmp_path: Path, kind: str) -> None:
    async with inside(tmp_path / "m.db") as server:
        bad, tokens = await server.create(clock=CLOCK)
        good, others = await server.create(clock=CLOCK)
        await spoil(server, bad, DAMAGE[kind])
        with pytest.raises(Refusal, match="set aside"):
            # A process that has the match in memory notices as soon as it looks.
            await server.host.refresh(await server.host.find(bad))
        assert bad not in server.host.lives
    async with inside(tmp_path / "m.db") as server:
        assert (await server.get("/api/health")).json()["status"] == "ok"
        answer = (await server.get(f"/api/matches/{good}", others[0])).json()
        assert answer["state"]["status"] == "running"
        answer = (await server.get(f"/api/matches/{bad}", tokens[0])).json()
        assert answer["code"] == "damaged"


async def test_those_who_follow_a_match_are_told_when_it_is_set_aside(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db") as server:
        match, tokens = await server.create()
        async with server.socket() as wire:
            await wire.follow(match, tokens[0])
            await spoil(server, match, b"[1,[{")
            answer = await wire.act(match, 0, "a", type="chat", text="hello")
            assert answer["type"] == "refusal"
            told = [text for text in wire.read if '"unsubscribed"' in text]
            assert '"damaged"' in told[0]
            assert (await wire.act(match, 0, "a", type="chat", text="hello"))["code"] == "not-subscribed"
            assert (await wire.follow(match, tokens[0]))["code"] == "damaged"


async def test_a_match_that_an_older_server_filled_up_is_taken_up_and_can_be_ended(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db") as server:
        match, tokens = await server.create(clock=CLOCK)
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        for number in range(2, 5001):
            body = ev.write_events((ev.Muted(0, 1, on=number % 2 == 0),))
            written = server.host.store.append(Append(match, number, 1, None, body))
        assert await written
        await server.host.store.beat(server.now.time - 60_000)
    async with inside(tmp_path / "m.db") as server:
        shot = (await server.get(f"/api/matches/{match}", tokens[0])).json()
        assert shot["number"] >= 5000
        done = await server.post(f"/api/matches/{match}/acts", {"id": "end", "action": {"type": "resign"}}, tokens[0])
        assert done.json()["type"] == "ack"
    async with inside(tmp_path / "m.db") as server:
        shot = (await server.get(f"/api/matches/{match}", tokens[0])).json()
        assert shot["state"]["finished"]["reason"] == "resigned"


class Standing:
    """Time that stands still or leaps as a test says; both clocks of a machine go together."""

    def __init__(self) -> None:
        self.now = Steps()
        self.boot = 100.0

    def leap(self, seconds: float) -> None:
        self.now.time += int(seconds * 1000)
        self.boot += seconds


async def timed_host(path: Path, time: Standing) -> Host:
    store = await open_store(str(path))
    return Host(store, Settings(), LocalComputers({}), NoBus(), now=time.now, seconds=lambda: time.boot)


async def begin(host: Host, seconds: int = 10) -> tuple[str, Actor]:
    seats = tuple(ev.SeatPlan("local", f"P{seat}", token=token_hash(str(seat)), word="w") for seat in (0, 1))
    plan = ev.ClockPlan("live", seconds)
    created = ev.Created("tokan", {}, seats, plan, secret="ab" * 32)
    live = await host._begin("m" * 22, setup.creation(created))
    turn = live.match.deciding
    assert turn is not None
    return live.match.id, Actor(turn, token_hash(str(turn)))


async def test_a_process_that_stood_still_costs_nobody_their_time(tmp_path: Path) -> None:
    time = Standing()
    host = await timed_host(tmp_path / "m.db", time)
    await host.start()
    name, actor = await begin(host)
    live = await host.find(name)
    position = live.match.position
    assert position is not None
    time.leap(13)
    # What woke up first is the clock's own timer: it must not end the match.
    host.automation.ring(live)
    assert live.ringing is not None
    await live.ringing
    assert live.match.finished is None
    await host.act(live, actor, "a", act.Move(str(position.turns()[0])))
    credited = [event for told in live.match.told for event in told.events if isinstance(event, ev.Credited)]
    assert 13_000 <= sum(event.ms for event in credited) <= 14_000
    assert live.match.clock is not None
    assert live.match.clock.left[actor.seat] > 9_000
    assert live.match.owed == 0
    await host.stop()


@pytest.mark.parametrize("has_credited", [False, True])
async def test_when_all_processes_stood_still_the_first_to_look_gives_the_time_back(
    tmp_path: Path, has_credited: bool
) -> None:
    time = Standing()
    one, other = [await timed_host(tmp_path / "m.db", time) for _ in range(2)]
    await one.start()
    await other.start()
    name, _ = await begin(one)
    time.leap(13)
    if has_credited:
        one.stalls.notice()
        await one._paying
    # The other process has never seen the match, and reads it now.
    other.stalls.notice()
    live = await other.find(name)
    other.automation.ring(live)
    assert live.ringing is not None
    await live.ringing
    assert live.match.finished is None
    credited = [event for told in live.match.told for event in told.events if isinstance(event, ev.Credited)]
    assert 13_000 <= sum(event.ms for event in credited) <= 14_000
    await one.stop()
    await other.stop()


async def test_no_time_runs_out_while_another_process_stands_still(tmp_path: Path) -> None:
    time = Standing()
    host = await timed_host(tmp_path / "m.db", time)
    host.presence._seconds = lambda: time.boot
    await host.start()
    name, actor = await begin(host)
    live = await host.find(name)

    async def ring_after(seconds: int, *, other_speaks: bool) -> ev.Finished | None:
        for _ in range(seconds):
            time.leap(1)
            host.stalls._tick()
            if other_speaks:
                host.presence.hear("", "other", 1, 0, False)
        host.automation.ring(live)
        assert live.ringing is not None
        await live.ringing
        return live.match.finished

    host.presence.hear("", "other", 1, 0, False)
    assert await ring_after(11, other_speaks=False) is None
    # It goes on, and has given back what was lost; from then on time counts as ever.
    await host.change(live, lambda _: (ev.Credited(11_000),))
    assert await ring_after(5, other_speaks=True) is None
    finished = await ring_after(6, other_speaks=True)
    assert finished is not None
    assert finished.seat == actor.seat
    await host.stop()


@pytest.mark.parametrize("is_dead", [False, True])
async def test_nobody_waits_for_long_for_a_process_that_is_gone(tmp_path: Path, is_dead: bool) -> None:
    time = Standing()
    host = await timed_host(tmp_path / "m.db", time)
    host.presence._seconds = lambda: time.boot
    await host.start()
    name, _ = await begin(host)
    live = await host.find(name)
    host.presence.hear("", "other", 1, 0, False)
    if not is_dead:
        host.presence.hear("", "other", 0, 0, False)
    for _ in range(40 if is_dead else 11):
        time.leap(1)
        host.stalls._tick()
    host.automation.ring(live)
    assert live.ringing is not None
    await live.ringing
    assert live.match.finished is not None
    await host.stop()


async def test_time_that_went_by_while_the_server_was_awake_is_spent(tmp_path: Path) -> None:
    time = Standing()
    host = await timed_host(tmp_path / "m.db", time)
    await host.start()
    name, actor = await begin(host)
    live = await host.find(name)
    for _ in range(11):
        time.leap(1)
        host.stalls._tick()
    host.automation.ring(live)
    assert live.ringing is not None
    await live.ringing
    assert live.match.finished is not None
    assert (live.match.finished.reason, live.match.finished.seat) == ("time", actor.seat)
    await host.stop()


async def test_a_database_that_stood_still_costs_nobody_their_time(tmp_path: Path) -> None:
    time = Standing()
    host = await timed_host(tmp_path / "m.db", time)
    await host.start()
    name, actor = await begin(host)
    live = await host.find(name)
    position = live.match.position
    assert position is not None
    answered = asyncio.Event()
    beat, quick_append = host.store.beat, host.store.append

    async def slow_beat(at: int) -> None:
        await answered.wait()
        await beat(at)

    def slow_append(append: Append) -> asyncio.Future[bool]:
        async def later() -> bool:
            await answered.wait()
            return await quick_append(append)

        return asyncio.ensure_future(later())

    host.store.beat, host.store.append = slow_beat, slow_append  # type: ignore[method-assign]
    beating = asyncio.create_task(host.beat())
    await asyncio.sleep(0)
    # The move arrives in time, but is on disk only much later; so is the clock's word.
    moving = asyncio.create_task(host.act(live, actor, "a", act.Move(str(position.turns()[0]))))
    await asyncio.sleep(0)
    for _ in range(13):
        time.leap(1)
        host.stalls._tick()
    host.automation.ring(live)
    answered.set()
    await asyncio.gather(beating, moving)
    if live.ringing is not None:
        await live.ringing
    assert live.match.finished is None
    assert live.match.moves
    clock = live.match.fair_clock
    assert clock is not None
    # The mover paid for thinking alone, and the other one has lost nothing by the wait.
    assert min(clock.at(time.now.time)) > 8_000
    host.store.beat, host.store.append = beat, quick_append  # type: ignore[method-assign]
    await host.stop()


async def test_a_server_that_stops_in_the_middle_of_its_chores_leaves_nothing_behind(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()

    async def never() -> frozenset[str]:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError("nobody waits for this")

    monkeypatch.setattr(server.host.store, "banned", never)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        task = asyncio.create_task(upkeep.tidy(server.host, set()))
        await begun.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        del task
        gc.collect()
    assert [str(each.message) for each in told if "never awaited" in str(each.message)] == []
