"""Pictures of the pages for the documentation, taken only when asked for: pytest -n 0 tests/web/screens.py

Every page is seen in four languages, at 360 and at 1440 pixels, light and dark: sixteen pictures on one sheet a page.
A few pages are kept large, for those who read the documentation.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.web.rooms import ROOMS, TABLES
from tests.web.test_pages import LANGUAGES, PAGES, SCHEMES, SIZES
from tests.web.test_study import CARDS, LAST
from tests.web.visitor import Guest, Visitor

SCREENS = Path(__file__).parents[2] / "docs" / "screens"
Shots = dict[tuple[str, int, str], bytes]
"""Pictures by language, width and scheme."""

# Two phones beside each other, two desktops below, one column a language.
_SHEET = """
<style>
  body { display: grid; grid-template-columns: repeat(4, 400px); gap: 16px; width: max-content; margin: 16px;
         font: 600 15px sans-serif; color: #fff; background: #57534e; }
  div { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
  img { width: 100%; border-radius: 8px; }
  .wide { grid-column: 1 / -1; }
</style>"""


def shot(page: Page, quality: int) -> bytes:
    """Take a picture as a small WebP file: the browser itself turns one into it."""
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
    session.detach()
    return base64.b64decode(taken["data"])


def beside(page: Page) -> None:
    """Wait for what stands beside the board of a match at a desk: it comes after the board."""
    if page.evaluate("innerWidth >= 1100 && document.querySelector('main[data-ply]') !== null"):
        page.wait_for_selector("aside section ol")


def keep(name: str, picture: bytes) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    (SCREENS / f"{name}.webp").write_bytes(picture)


def around(visitor: Visitor, language: str, shots: Shots) -> None:
    """Take a page in both sizes, light and dark."""
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        beside(visitor.page)
        for scheme in SCHEMES:
            visitor.page.emulate_media(color_scheme=scheme)
            visitor.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            shots[language, width, scheme] = shot(visitor.page, 90)


def keep_sheet(browser: Browser, name: str, shots: Shots) -> None:
    """Put all pictures of a page on one sheet."""
    columns = []
    for language in LANGUAGES:
        images = [
            f'<img class="{"wide" if width > 1000 else ""}" src="data:image/webp;base64,'
            f'{base64.b64encode(shots[language, width, scheme]).decode()}">'
            for width, _ in SIZES
            for scheme in SCHEMES
        ]
        columns.append(f"<div><span class='wide'>{name} · {language}</span>{''.join(images)}</div>")
    page = browser.new_page(viewport={"width": 1680, "height": 1000})
    page.set_content(_SHEET + "".join(columns))
    page.evaluate("Promise.all([...document.images].map((image) => image.decode())).then(() => 0)")
    height = page.evaluate("Math.ceil(document.body.getBoundingClientRect().height + 32)")
    page.set_viewport_size({"width": 1680, "height": height})
    keep(f"sheet-{name}", shot(page, 62))
    page.close()


def full_table(visit: Guest, name: str) -> str:
    """Make a match at which everybody sits: on no picture is anybody away. Return where the first of them finds it."""
    first = visit()
    room = TABLES[name](first.address)
    for seat in range(1, room.people):
        visit().look(room.seat(seat))
    page = first.look(room.seat())
    page.wait_for_selector(".tb-plate.away", state="detached")
    return room.seat()


@pytest.mark.parametrize("name", [*PAGES, *ROOMS])
def test_every_page_on_a_sheet(visit: Guest, browser: Browser, rooms: dict[str, str], name: str) -> None:
    shots: Shots = {}
    where = full_table(visit, name) if name in TABLES else (PAGES | rooms)[name]
    for language in LANGUAGES:
        guest = visit(language=language)
        guest.look(where)
        around(guest, language, shots)
    keep_sheet(browser, name, shots)


def analysed(guest: Visitor) -> None:
    page = guest.go("/replay")
    page.fill("textarea", CARDS)
    guest.press("form .accent")
    guest.press("aside section .btn")
    page.wait_for_selector("aside figure")
    page.locator("input[type=range]").fill("3")


def solved(guest: Visitor) -> None:
    guest.go(f"/edit#position={LAST.replace(' ', '+')}")
    guest.press(".solve .accent:enabled")
    guest.page.wait_for_selector(".solution")


@pytest.mark.parametrize(("name", "show"), [("analysis", analysed), ("solution", solved)])
def test_answers_on_a_sheet(visit: Guest, browser: Browser, name: str, show: Callable[[Visitor], None]) -> None:
    shots: Shots = {}
    for language in LANGUAGES:
        guest = visit(language=language)
        show(guest)
        around(guest, language, shots)
    keep_sheet(browser, name, shots)


# Name, path or the name of a room, width, dark, language.
LARGE = [
    ("home-1440-light-en", "/", 1440, False, "en"),
    ("home-360-dark-es", "/", 360, True, "es"),
    ("tokan-1440-light-en", "table-tokan", 1440, False, "en"),
    ("tokan-360-light-fr", "table-tokan", 360, False, "fr"),
    ("schokoly-1440-dark-de", "table-schokoly-4", 1440, True, "de"),
    ("schokoly-360-light-en", "table-schokoly-3", 360, False, "en"),
    ("schokoly-740-light-en", "table-schokoly-3", 740, False, "en"),
    ("result-1440-light-de", "result-schokoly", 1440, False, "de"),
    ("learn-tokan-360-light-de", "/learn/tokan", 360, False, "de"),
]


@pytest.mark.parametrize(("name", "where", "width", "dark", "language"), LARGE)
def test_some_pages_large(
    visit: Guest, rooms: dict[str, str], name: str, where: str, width: int, dark: bool, language: str
) -> None:
    height = {360: 740, 740: 360, 1440: 900}[width]
    guest = visit(width=width, height=height, dark=dark, language=language, touch=width < 1000)
    guest.look(full_table(visit, where) if where in TABLES else rooms.get(where, where))
    if "schoko" in where and guest.page.locator(".hand .card").count():
        guest.press(".hand .card")
    beside(guest.page)
    keep(name, shot(guest.page, 60))


@pytest.mark.parametrize(("name", "show"), [("analysis-1440-dark-fr", analysed), ("edit-1440-dark-fr", solved)])
def test_answers_large(visit: Guest, name: str, show: Callable[[Visitor], None]) -> None:
    guest = visit(width=1440, height=900, dark=True, language="fr")
    show(guest)
    keep(name, shot(guest.page, 60))
