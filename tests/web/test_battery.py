"""Where nobody looks and nothing happens, nothing runs: no frames, no timers, no messages, no thoughts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from tests.web.conftest import DIST
from tests.web.playing import play, ply, start, wanted
from tests.web.visitor import Guest, Visitor

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not any((DIST / "assets").glob("engine-*.wasm")), reason="the page was built without the engine"
    ),
]

IDLE_MS = 6_000
# What may run now and then: a look at one's other tables every ten seconds, and what began before the page was idle.
NOW_AND_THEN = 2

# Tells of everything that runs: in workers by a channel.
_COUNT = """{
  const lines = new BroadcastChannel('ran');
  const tell = (what) => {
    if (globalThis.ran) globalThis.ran[what] = (globalThis.ran[what] ?? 0) + 1;
    else lines.postMessage(what);
  };
  const after = (name) => {
    const real = globalThis[name];
    if (real)
      globalThis[name] = (work, ...rest) =>
        real((...given) => (tell(`${globalThis.document ? 'page' : 'worker'} ${name}`), work(...given)), ...rest);
  };
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame']) after(name);
  if (globalThis.document) {
    globalThis.ran = {};
    lines.onmessage = ({ data }) => tell(data);
    const Real = globalThis.Worker;
    globalThis.Worker = class extends Real {
      constructor(...given) {
        super(...given);
        this.addEventListener('message', () => tell('message from a worker'));
      }
      postMessage(...given) {
        tell('message to a worker');
        super.postMessage(...given);
      }
    };
    const real = globalThis.fetch;
    globalThis.fetch = (...given) => (tell('fetch'), real(...given));
  }
}
"""

_HIDE = """() => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def counted(visit: Guest) -> Visitor:
    """Somebody in whose browser everything that runs is counted."""
    guest = visit(place="device", confirm=False)

    def count(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=_COUNT + answer.text())

    guest.context.route("**/assets/*worker*.js", count)
    guest.context.add_init_script("navigator.serviceWorker.register = () => new Promise(() => undefined);")
    guest.context.add_init_script(_COUNT)
    return guest


def ran(page: Page, *, hidden: bool) -> dict[str, int]:
    """Return what ran while nobody did anything."""
    page.wait_for_timeout(4_000)
    if hidden:
        page.evaluate(_HIDE)
        page.wait_for_timeout(500)
    page.evaluate("() => (window.ran = {})")
    page.wait_for_timeout(IDLE_MS)
    found: dict[str, int] = page.evaluate("() => window.ran")
    return found


@pytest.mark.parametrize("hidden", [False, True], ids=["idle", "hidden"])
@pytest.mark.parametrize(
    "path",
    ["/", "/play/tokan", "/learn/schoko", "/rules/tokan", "/edit", "/puzzles", "/puzzles/daily", "/count", "/replay"],
)
def test_a_page_on_which_nothing_happens_does_nothing(counted: Visitor, path: str, hidden: bool) -> None:
    found = ran(counted.look(path), hidden=hidden)
    assert sum(found.values()) <= NOW_AND_THEN, found


@pytest.mark.parametrize("hidden", [False, True], ids=["idle", "hidden"])
@pytest.mark.parametrize("game", ["tokan", "schokoly"])
def test_a_match_that_waits_for_a_person_does_nothing(counted: Visitor, game: str, hidden: bool) -> None:
    page = start(counted, game)
    wanted(page, play(counted, moves=1))
    found = ran(page, hidden=hidden)
    assert sum(found.values()) <= NOW_AND_THEN, found


def test_computers_play_on_only_while_somebody_watches(counted: Visitor) -> None:
    # What everybody may watch would live on the server.
    counted.page.route("**/api/matches", lambda route: route.abort())
    page = start(counted, "tokan", "watch")
    page.wait_for_selector("main[data-ply='2']")
    assert "/m/~" in page.url
    found = ran(page, hidden=True)
    assert sum(found.values()) <= NOW_AND_THEN, found
    stood = ply(page)
    page.wait_for_timeout(2_000)
    assert ply(page) == stood


@pytest.mark.parametrize("hidden", [False, True], ids=["idle", "hidden"])
def test_a_study_whose_values_are_certain_does_nothing(counted: Visitor, hidden: bool) -> None:
    page = counted.go("/study")
    page.wait_for_selector("section .accent")
    counted.press("section .accent")
    page.wait_for_selector("main[data-ply='0'] .tb")
    page.locator("section ol li button").first.wait_for()
    if not hidden:
        page.get_by_role("switch").first.click()
    found = ran(page, hidden=hidden)
    assert sum(found.values()) <= NOW_AND_THEN, found


def test_a_match_that_was_left_thinks_no_more(counted: Visitor) -> None:
    page = start(counted, "tokan", level=8)
    wanted(page, -1)
    play(counted, moves=1)
    page.get_by_role("link", name="Home").first.click()
    page.wait_for_selector(".games")
    found = ran(page, hidden=False)
    assert sum(found.values()) <= NOW_AND_THEN, found
