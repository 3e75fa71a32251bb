"""The static site without a network: puzzles come along, and what only a server has says so at every address."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, expect

from tafelrunde.research.puzzles.picking import daily
from tests.web.test_puzzles import solve
from tests.web.test_site import built, site, stay
from tests.web.visitor import Visitor, until

__all__ = ["built", "site"]

OF_A_SERVER = [
    "watch",
    "lobby",
    "me",
    "leaders",
    "leaders/tokan",
    "moderate",
    "people/somebody",
    "studies/somebodys",
    "embed/somebodys",
    "m/somebodys",
    "replay/somebodys",
    "puzzles/drill",
]

# Whether as many puzzles are kept as there are.
_PUZZLES_KEPT = """async () => {
  const own = (await caches.keys()).filter((name) => name.endsWith('/some/where/'));
  const found = await Promise.all(own.map(async (name) => (await caches.open(name)).keys()));
  const index = await (await fetch('puzzles/index.json')).json();
  return found.flat().filter(({ url }) => url.includes('/puzzles/')).length > index.parts.length;
}"""


def test_puzzles_are_solved_without_a_network(browser: Browser, site: str) -> None:
    guest = Visitor(browser, site)
    page = guest.page
    stay(guest, site)
    until(page, _PUZZLES_KEPT)
    guest.context.set_offline(True)
    page.goto(f"{site}#/puzzles/daily")
    page.reload()
    solve(guest, daily(datetime.now(UTC).date()))
    guest.press(".next .accent")
    expect(page.locator(".calendar .today.solved")).to_have_count(1)
    guest.leave()


@pytest.mark.parametrize("path", OF_A_SERVER)
def test_what_only_a_server_has_says_so_and_leads_on(browser: Browser, site: str, path: str) -> None:
    guest = Visitor(browser, site)
    page, lines = guest.page, list[str]()
    page.on("websocket", lambda line: lines.append(line.url))
    page.on("request", lambda request: lines.append(request.url) if "/api/" in request.url else None)
    page.goto(f"{site}#/{path}")
    expect(page.locator("main [role=status]")).to_contain_text("This needs a server.")
    page.locator("main .btn").click()
    page.wait_for_selector(".games")
    assert not lines
    guest.leave()


def test_nothing_offers_starts_that_only_a_server_has(browser: Browser, site: str) -> None:
    guest = Visitor(browser, site)
    page = guest.page
    page.goto(f"{site}#/play/tokan")
    page.wait_for_selector(".start .btn:enabled")
    expect(page.locator("form")).to_be_visible()
    expect(page.get_by_text("Balanced", exact=False)).to_have_count(0)
    page.goto(f"{site}#/puzzles")
    page.wait_for_selector(".calendar")
    expect(page.locator("a[href*=drill]")).to_have_count(0)
    guest.leave()
