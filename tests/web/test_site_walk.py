"""The static site walked through without a network: every form, every page that a link leads to, every button."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.web.playing import Means, play, ply, start, wanted
from tests.web.test_site import built, site, stay
from tests.web.visitor import Visitor

__all__ = ["built", "site"]

pytestmark = pytest.mark.long


class Form(NamedTuple):
    """A form of a game as its page sets it up: how many play, and one more choice."""

    game: str
    players: int = 2
    option: str = ""


class Way(NamedTuple):
    """How somebody plays."""

    means: Means
    width: int
    height: int
    touch: bool
    level: int


FORMS = [
    *(Form("tokan", option=option) for option in ("", "heads", "line", "draft")),
    Form("schoko"),
    *(Form("schokoly", option=option) for option in ("", "second")),
    *(Form("schokoly", 3, option) for option in ("", "off")),
    Form("schokoly", 4),
]
WAYS = {
    "mouse": Way("pointer", 1280, 800, False, 1),
    "finger": Way("pointer", 360, 740, True, 2),
    "keys": Way("keyboard", 1024, 700, False, 3),
}
FEW = 3

# What would come from a server, what waits for one, and what leads nowhere.
_AMISS = r"""() => [
  ...[...document.querySelectorAll('[aria-busy=true]')].map((each) => `busy: ${each.outerHTML.slice(0, 80)}`),
  ...window.noticed.filter((text) => /server|reached|connection/i.test(text)).map((text) => `told: ${text}`),
  ...[...document.querySelectorAll('a[href], button, summary')]
    .filter((each) => each.getClientRects().length)
    .map((each) => each.innerText.trim())
    .filter((text) => /\\b(sign in|log in|lobby|leaders?|server|friends?|invite|rated)\\b/i.test(text))
    .map((text) => `for a server: ${text}`),
  ...(document.querySelector('h1, h2') ? [] : ['no heading']),
  ...(document.querySelector('.end .tokens') ? ['a dead end'] : []),
]"""

# A page that is there; some headings are only heard.
THERE = "main :is(h1, h2, .tb, form, .btn):not(.unseen) >> visible=true"

# Where links lead within the site, and all others.
_LINKS = """() => [...document.querySelectorAll('a[href]')]
  .filter((each) => each.getClientRects().length)
  .map((each) => [each.hash.startsWith('#/') ? each.hash.slice(1) : null, each.href])"""

# What can be pressed, one of each kind where there are many.
_BUTTONS = """() => {
  const many = '[role=grid], .palette, .hand, .calendar, ol, ul, svg, .field';
  const name = (each) => each.ariaLabel || each.innerText.trim() || each.className;
  const kinds = new Map();
  for (const each of document.querySelectorAll('main button, header button, main summary')) {
    if (!each.getClientRects().length || each.disabled || each.closest('[inert]')) continue;
    const kind = each.closest(many) ? each.className : `${each.className} ${name(each)}`;
    if (!kinds.has(kind)) kinds.set(kind, each);
  }
  return [...kinds.values()].map((each, index) => (each.dataset.walked = index, name(each)));
}"""

# Everything that the page says in passing.
_NOTICE = """window.noticed = [];
new MutationObserver(() => {
  for (const { innerText } of document.querySelectorAll('.notices p'))
    if (!window.noticed.includes(innerText)) window.noticed.push(innerText);
}).observe(document, { childList: true, subtree: true });"""


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> Way:
    chosen: str = request.param
    return WAYS[chosen]


@pytest.fixture
def guest(browser: Browser, site: str, way: Way) -> Iterator[Visitor]:
    """Somebody on the site, whose network has gone away."""
    guest = Visitor(browser, f"{site}#", width=way.width, height=way.height, touch=way.touch)
    guest.page.add_init_script(_NOTICE)
    stay(guest, site)
    guest.context.set_offline(True)
    yield guest
    guest.leave()


@pytest.mark.parametrize("form", FORMS, ids=lambda form: "-".join(map(str, form)).strip("-"))
def test_every_form_is_played_by_every_means(guest: Visitor, form: Form, way: Way) -> None:
    """Against computers: one way for each form to its end, the others for some moves; and at one screen."""
    page = start(guest, form.game, players=form.players, level=way.level, options=form.option)
    is_whole = FORMS.index(form) % len(WAYS) == list(WAYS.values()).index(way)
    wanted(page, play(guest, way.means, None if is_whole else FEW))
    if is_whole:
        page.wait_for_selector("#result")
        assert not amiss(page)
        page.get_by_role("button", name=re.compile("Return match|Rematch|Play again")).first.click()
        page.wait_for_selector("#result", state="detached")
        wanted(page, -1)
    assert "/m/~" in page.url
    page = start(guest, form.game, "screen", form.players, options=form.option)
    wanted(page, play(guest, way.means, form.players + 1))
    made = ply(page)
    page.reload()
    page.wait_for_selector(f"main[data-ply='{made}']")
    assert not amiss(page)


def amiss(page: Page) -> list[str]:
    """Tell what is wrong with a page, once it has had the time for everything that comes by itself."""
    found: list[str] = page.evaluate(_AMISS)
    for _ in range(100):
        if not found:
            return []
        page.wait_for_timeout(100)
        found = page.evaluate(_AMISS)
    return [f"{page.url}: {each}" for each in found]


def furnish(guest: Visitor) -> None:
    """Leave something behind that pages can show: a match that goes on, one that is over, a study."""
    page = start(guest, "tokan")
    wanted(page, play(guest, moves=1))
    page = start(guest, "schoko")
    wanted(page, play(guest, moves=1))
    guest.go("/")
    page = start(guest, "tokan", "screen")
    wanted(page, play(guest, moves=1))
    page.keyboard.press("Escape")
    guest.go("/study")
    page.wait_for_selector("section .accent")
    guest.press("section .accent")
    page.wait_for_selector("main[data-ply='0'] .tb")


def shape(path: str) -> str:
    """Return what pages have in common that differ only in what they show."""
    path = re.sub(r"[#?].*", "", path)
    return re.sub(r"/(m|study|replay|puzzles)/(?!daily|drill|streak|themes|rush)[^/]+$", r"/\1/ANY", path)


def pages(guest: Visitor) -> Iterator[str]:
    """Open every page that a link leads to, one of each shape."""
    seen, queue = set[str](), ["/"]
    while queue:
        path = queue.pop(0)
        if shape(path) in seen:
            continue
        seen.add(shape(path))
        guest.go(path)
        guest.page.reload()
        guest.page.wait_for_selector(THERE)
        assert not amiss(guest.page)
        links: list[list[str]] = guest.page.evaluate(_LINKS)
        for inside, address in links:
            assert inside or address.startswith(guest.address.removesuffix("#")) or "://" in address
            if inside:
                queue.append(inside)
        yield path
    told = sorted(seen)
    assert len(told) > 20, told


@pytest.mark.parametrize("way", ["mouse", "finger"], indirect=True)
def test_every_page_and_every_button_leads_somewhere(guest: Visitor) -> None:
    furnish(guest)
    page, asked = guest.page, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    for path in pages(guest):
        count = len(page.evaluate(_BUTTONS))
        for index in range(count):
            press(guest, path, index)
    assert not [url for url in asked if "/api/" in url]


def press(guest: Visitor, path: str, index: int) -> None:
    """Open a page anew, press one of its buttons, and see what comes of it."""
    page = guest.page
    guest.go(path)
    page.reload()
    page.wait_for_selector(THERE)
    names: list[Any] = page.evaluate(_BUTTONS)
    if index >= len(names):
        return
    page.locator(f"[data-walked='{index}']").evaluate("(each) => each.click()")
    page.wait_for_timeout(150)
    found = amiss(page)
    assert not found, (names[index], found)


def test_a_page_that_is_none_says_so_and_leads_on(guest: Visitor) -> None:
    page = guest.go("/nowhere")
    page.locator(".end .btn").click()
    page.wait_for_selector(".games")
