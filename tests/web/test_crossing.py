"""The way from this device to the server, where the line, the browser or the server fails: a match goes on once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.conftest import DIST, RunningServer
from tests.web.playing import play, ply, start, wanted
from tests.web.test_offline import KEPT as KEPT_PAGE
from tests.web.visitor import Visitor, until

pytestmark = pytest.mark.skipif(
    not any((DIST / "assets").glob("engine-*.wasm")), reason="the page was built without the engine"
)

MATCHES = "**/api/matches"
MOVING = "On its way to the server"
# What the device keeps of the match: the key of its way, and whether it is elsewhere; and how many keys were given up.
KEPT = """async () => {
  const open = indexedDB.open('tafelrunde');
  const database = await new Promise((done) => (open.onsuccess = () => done(open.result)));
  const all = (store, what) => new Promise((done) => {
    const asked = database.transaction(store).objectStore(store)[what]();
    asked.onsuccess = () => done(asked.result);
  });
  const [matches, entries, beats] = await Promise.all(
    [all('matches', 'getAll'), all('entries', 'getAllKeys'), all('beats', 'getAllKeys')]);
  database.close();
  return {
    on: matches.filter(({ handing }) => handing).length,
    gone: matches.filter(({ movedTo }) => movedTo).length,
    entries: entries.length,
    unwanted: beats.filter((name) => name.startsWith('given up')).length,
  };
}"""
GONE = {"on": 0, "gone": 1, "entries": 0, "unwanted": 0}


@pytest.fixture
def own(tmp_path: Path) -> Iterator[RunningServer]:
    """A server that a test may stop, with nothing on it."""
    server = RunningServer(tmp_path, "--unlimited")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def guest(browser: Browser, own: RunningServer) -> Iterator[Visitor]:
    """Somebody with a match on their device, in which they have moved."""
    guest = Visitor(browser, own.address, place="device")
    start(guest, "tokan")
    play(guest, moves=1)
    wanted(guest.page, 1)
    yield guest
    guest.leave()


def far(server: RunningServer) -> list[str]:
    """Tell how all matches on the server stand."""
    with closing(sqlite3.connect(server.database)) as database:
        return [status for (status,) in database.execute("select status from matches order by status")]


def lose(_: Route) -> bool:
    """Lose the request."""
    return False


def send(route: Route) -> bool:
    """Let the request come to the server."""
    assert route.fetch().status == 201
    return True


def failing(page: Page, fate: Callable[[Route], bool], times: int = 1) -> list[bool]:
    """Let so many requests for a match, or their answers, get lost on the line; tell later which came to the server."""
    fates = list[bool]()

    def meet(route: Route) -> None:
        if len(fates) >= times:
            route.continue_()
            return
        fates.append(fate(route))
        route.abort()

    page.context.route(MATCHES, meet)
    return fates


def hand_over(page: Page) -> None:
    page.get_by_role("button", name="Continue on the server").first.click()
    page.get_by_role("button", name="Move it").click()


def stranded(page: Page) -> None:
    """Wait until the match is on its way, and nobody knows whether the server has it."""
    expect(page.get_by_role("heading", name=MOVING)).to_be_visible()
    expect(page.locator("main [role=status]")).to_contain_text("The server cannot be reached.", timeout=20_000)


def arrived(page: Page, made: int) -> None:
    """Wait until the match goes on over the server with all its moves, and is nowhere else."""
    page.wait_for_function("() => location.pathname.startsWith('/m/') && !location.pathname.includes('~')")
    page.wait_for_selector(f"main[data-ply='{made}']")
    assert page.evaluate(KEPT) == GONE


@pytest.mark.parametrize(("fate", "came"), [(lose, False), (send, True)], ids=["request", "answer"])
def test_what_is_lost_is_sent_again(
    guest: Visitor, own: RunningServer, fate: Callable[[Route], bool], came: bool
) -> None:
    page, made = guest.page, ply(guest.page)
    fates = failing(page, fate)
    hand_over(page)
    stranded(page)
    assert fates == [came]
    assert far(own) == ["running"] * came
    page.get_by_role("button", name="Try again").click()
    arrived(page, made)
    assert far(own) == ["running"]


def test_a_page_that_was_closed_on_the_way_is_followed_by_one_that_ends_it(guest: Visitor, own: RunningServer) -> None:
    page, made, path = guest.page, ply(guest.page), guest.page.url.removeprefix(guest.address)
    failing(page, send)
    hand_over(page)
    stranded(page)
    page.close()
    own.stop()
    own.start()
    # Any page does so, once it has nothing else to do.
    guest.page = page = guest.context.new_page()
    guest.go("/").wait_for_selector(".games")
    until(page, f"async () => JSON.stringify(await ({KEPT})()) === JSON.stringify({GONE})".replace("'", '"'))
    guest.go(path)
    arrived(page, made)
    assert far(own) == ["running"]


def test_offline_it_waits_until_somebody_plays_on_here_and_the_server_ends_what_it_has(
    guest: Visitor, own: RunningServer
) -> None:
    page, made, path = guest.page, ply(guest.page), guest.page.url
    page.evaluate(KEPT_PAGE)
    failing(page, send)
    hand_over(page)
    stranded(page)
    guest.context.set_offline(True)
    page.reload()
    # A day later, still without a network.
    page.clock.install()
    page.clock.fast_forward("24:00:00")
    page.get_by_role("button", name="Play on here").click()
    page.wait_for_selector(f"main[data-ply='{made}'][data-mover]")
    play(guest, moves=1, last=made - 1)
    wanted(page, made)
    assert page.url == path
    assert page.evaluate(KEPT)["unwanted"] == 1
    assert far(own) == ["running"]
    guest.context.set_offline(False)
    page.reload()
    until(page, f"async () => (await ({KEPT})()).unwanted === 0")
    assert far(own) == ["finished"]
    page.wait_for_selector("main[data-ply][data-mover]")
    # And it may still go there, as another match.
    later = ply(page)
    page.context.unroute(MATCHES)
    hand_over(page)
    arrived(page, later)
    assert far(own) == ["finished", "running"]


def test_where_the_server_does_not_want_it_the_match_goes_on_here(guest: Visitor, own: RunningServer) -> None:
    page, made = guest.page, ply(guest.page)
    refused = '{"code": "bad-setup", "message": "no"}'
    page.context.route(MATCHES, lambda route: route.fulfill(status=400, content_type="application/json", body=refused))
    hand_over(page)
    expect(page.get_by_text("A table cannot be set up like this.")).to_be_visible()
    page.wait_for_selector(f"main[data-ply='{made}'][data-mover]")
    play(guest, moves=1, last=made - 1)
    wanted(page, made)
    assert page.evaluate(KEPT)["on"] == 0
    assert far(own) == []


def test_two_pages_of_one_device_end_up_at_the_same_match(guest: Visitor, own: RunningServer) -> None:
    page, made = guest.page, ply(guest.page)
    other = guest.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(f"main[data-ply='{made}'][data-mover]")
    failing(page, send, times=2)
    hand_over(page)
    stranded(page)
    # The other one stopped at once, and tries by itself.
    stranded(other)
    for each in (page, other):
        each.bring_to_front()
        each.evaluate("window.dispatchEvent(new Event('online'))")
    arrived(page, made)
    arrived(other, made)
    assert page.url == other.url
    assert far(own) == ["running"]
