"""A device that has no room left, or keeps nothing at all: the page says so, and shows nothing as made that is not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import DIST
from tests.web.playing import play, ply, start, wanted
from tests.web.visitor import Guest, Visitor

pytestmark = pytest.mark.skipif(
    not any((DIST / "assets").glob("engine-*.wasm")), reason="the page was built without the engine"
)

NO_ROOM = "no room left"
GONE = "no such table"

# A worker whose disk is full as long as it is told so.
_FULL = """let isFull = false;
new BroadcastChannel('room').onmessage = ({ data }) => (isFull = data);
const add = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (...given) {
  if (isFull) throw new DOMException('no room', 'QuotaExceededError');
  return add.apply(this, given);
};
"""

# What a browser that may keep nothing answers.
_NOTHING_KEPT = """for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
  Object.defineProperty(self, name, { get() { throw new DOMException('kept from it', 'SecurityError'); } });
"""


def with_workers(visit: Guest, first: str) -> Visitor:
    """Come with a browser in whose workers something runs first."""
    guest = visit(place="device", confirm=False)

    def spoilt(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=first + answer.text())

    guest.context.route("**/assets/*worker*.js", spoilt)
    # What the page keeps for flights would not be asked for here.
    guest.context.add_init_script("navigator.serviceWorker.register = () => new Promise(() => undefined);")
    return guest


def fill(guest: Visitor, is_full: bool) -> None:
    """Leave the device no room, or give it back."""
    guest.page.evaluate("(isFull) => new BroadcastChannel('room').postMessage(isFull)", is_full)
    guest.page.wait_for_timeout(200)


def move(guest: Visitor) -> None:
    """Make a move of TOKAN, as far as that is the person's part."""
    source = guest.page.locator("[data-tower]:has(.movable)").first.get_attribute("data-tower")
    guest.press(f"[data-cell={source}]")
    target = guest.page.locator("[data-tower]:has(.target)").first.get_attribute("data-tower")
    guest.press(f"[data-cell={target}]")


def test_a_move_that_cannot_be_kept_is_not_shown_as_made(visit: Guest) -> None:
    guest = with_workers(visit, _FULL)
    page = start(guest, "tokan")
    assert "/m/~" in page.url
    wanted(page, play(guest, moves=1))
    made = ply(page)
    fill(guest, True)
    move(guest)
    page.get_by_text(NO_ROOM).first.wait_for()
    assert page.get_by_text("The server is busy").count() == 0
    assert ply(page) == made
    # What was refused is not made behind somebody's back once there is room again, and the next move is.
    fill(guest, False)
    page.reload()
    page.wait_for_selector(f"main[data-ply='{made}'][data-mover]")
    page.wait_for_timeout(1500)
    assert ply(page) == made
    move(guest)
    wanted(page, made)


def test_a_new_game_that_cannot_be_kept_here_is_played_over_the_server(visit: Guest) -> None:
    guest = with_workers(visit, _FULL.replace("isFull = false", "isFull = true"))
    page = start(guest, "tokan")
    assert "/m/~" not in page.url
    wanted(page, -1)


def test_a_new_game_that_nobody_can_keep_says_why(visit: Guest) -> None:
    guest = with_workers(visit, _FULL.replace("isFull = false", "isFull = true"))
    page = guest.go("/play/tokan")
    page.wait_for_selector(".start .btn")
    page.route("**/api/matches", lambda route: route.abort())
    guest.press(".start .btn")
    expect(page.get_by_text(NO_ROOM).first).to_be_visible()
    assert page.get_by_text("cannot be reached").count() == 0
    fill(guest, False)
    guest.press(".start .btn")
    page.wait_for_url("**/m/~*")


def test_a_browser_that_keeps_nothing_plays_over_the_server(visit: Guest) -> None:
    guest = with_workers(visit, _NOTHING_KEPT)
    guest.context.add_init_script(_NOTHING_KEPT)
    guest.go("/").wait_for_selector(".games")
    guest.page.get_by_role("button", name="Settings").click()
    guest.page.get_by_text("no games", exact=False).first.wait_for()
    page = start(guest, "tokan")
    assert "/m/~" not in page.url
    wanted(page, -1)
    play(guest, moves=1)


def test_a_match_that_was_cleared_away_is_not_played_on_as_if_it_were_kept(visit: Guest) -> None:
    guest = visit(place="device", confirm=False)
    page = start(guest, "tokan")
    wanted(page, play(guest, moves=1))
    made = ply(page)
    # Where room gets scarce a browser clears all away at once.
    clearing = {"origin": guest.address, "storageTypes": "indexeddb"}
    guest.context.new_cdp_session(page).send("Storage.clearDataForOrigin", clearing)
    move(guest)
    page.get_by_text(GONE).first.wait_for()
    assert page.locator(f"main[data-ply='{made + 1}']").count() == 0
    page.reload()
    page.get_by_text(GONE).first.wait_for()


def test_a_match_goes_on_after_the_browser_closed_its_database(visit: Guest) -> None:
    # A newer page, or somebody who clears the browser's storage, closes it under the host.
    guest = with_workers(
        visit,
        """const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...given) {
  const request = open.apply(this, given);
  request.addEventListener('success', () => (self.opened = request.result));
  return request;
};
new BroadcastChannel('room').onmessage = () => {
  self.opened?.onversionchange?.(new Event('versionchange'));
};
""",
    )
    page = start(guest, "tokan")
    wanted(page, play(guest, moves=1))
    made = ply(page)
    fill(guest, True)
    wanted(page, play(guest, moves=1, last=made - 1))
    assert ply(page) > made
    assert page.get_by_text(NO_ROOM).count() == 0
