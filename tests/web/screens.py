"""Pictures of the pages for the documentation, taken only when asked for: pytest -n 0 tests/web/screens.py"""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.web.playing import play, start
from tests.web.test_pages import PAGES, settle
from tests.web.test_study import CARDS, LAST
from tests.web.visitor import Guest, Visitor

SCREENS = Path(__file__).parents[2] / "docs" / "screens"


def keep(visitor: Visitor, name: str) -> None:
    """Take a picture as a small WebP file: the browser itself turns one into it."""
    visitor.page.evaluate("document.fonts.ready.then(() => 0)")
    cdp = visitor.context.new_cdp_session(visitor.page)
    shot = cdp.send("Page.captureScreenshot", {"format": "webp", "quality": 60})
    SCREENS.mkdir(parents=True, exist_ok=True)
    (SCREENS / f"{name}.webp").write_bytes(base64.b64decode(shot["data"]))


PHONE, DESKTOP = (360, 740), (1440, 900)
# Every page in four languages, small and large, light and dark.
LOOKS = [(DESKTOP, False, "en"), (DESKTOP, True, "de"), (PHONE, False, "fr"), (PHONE, True, "es")]
NAMES = {"/": "home", "/nowhere": "lost"}


def guest_for(visit: Guest, size: tuple[int, int], dark: bool, language: str) -> tuple[Visitor, str]:
    """Welcome somebody; return them and the end of the names of their pictures."""
    guest = visit(width=size[0], height=size[1], dark=dark, language=language, touch=size == PHONE)
    return guest, f"{size[0]}-{'dark' if dark else 'light'}-{language}"


@pytest.mark.parametrize(("size", "dark", "language"), LOOKS)
def test_pages(visit: Guest, size: tuple[int, int], dark: bool, language: str) -> None:
    guest, end = guest_for(visit, size, dark, language)
    for path in PAGES:
        settle(guest.go(path))
        keep(guest, f"{NAMES.get(path) or path.strip('/').replace('/', '-')}-{end}")


@pytest.mark.parametrize(("size", "dark", "language"), LOOKS)
@pytest.mark.parametrize(("game", "players"), [("tokan", 2), ("schoko", 2), ("schokoly", 4)])
def test_tables(visit: Guest, size: tuple[int, int], dark: bool, language: str, game: str, players: int) -> None:
    guest, end = guest_for(visit, size, dark, language)
    start(guest, game, players=players)
    play(guest, moves=5)
    if game != "tokan":
        guest.page.wait_for_function("() => document.querySelector('main[data-mover]') !== null")
        guest.press(".hand .card")
    keep(guest, f"{game}-{end}")


@pytest.mark.parametrize(("size", "dark", "language"), LOOKS)
def test_the_end(visit: Guest, size: tuple[int, int], dark: bool, language: str) -> None:
    guest, end = guest_for(visit, size, dark, language)
    start(guest, "tokan")
    play(guest)
    keep(guest, f"result-{end}")
    guest.press("a[href^='/replay/']")
    guest.page.wait_for_selector(".slide")
    keep(guest, f"match-replay-{end}")


def test_a_phone_on_its_side(visit: Guest) -> None:
    guest = visit(width=740, height=360, touch=True)
    start(guest, "schokoly", players=3)
    play(guest, moves=4)
    keep(guest, "schokoly-740-light-en")


@pytest.mark.parametrize(
    ("game", "size", "language", "dark"),
    [("tokan", PHONE, "de", False), ("schoko", DESKTOP, "en", True), ("schokoly", PHONE, "es", True)],
)
def test_lessons(visit: Guest, game: str, size: tuple[int, int], language: str, dark: bool) -> None:
    guest = visit(width=size[0], height=size[1], language=language, dark=dark)
    guest.go(f"/learn/{game}").wait_for_selector("main .tb")
    guest.page.wait_for_load_state("networkidle")
    keep(guest, f"learn-{game}-{size[0]}-{'dark' if dark else 'light'}-{language}")


@pytest.mark.parametrize(("size", "language", "dark"), [(PHONE, "fr", True), (DESKTOP, "de", False)])
def test_rules(visit: Guest, size: tuple[int, int], language: str, dark: bool) -> None:
    guest = visit(width=size[0], height=size[1], language=language, dark=dark)
    guest.go("/rules/tokan").wait_for_selector("#T23")
    guest.page.locator("#T19").scroll_into_view_if_needed()
    keep(guest, f"rules-{size[0]}-{'dark' if dark else 'light'}-{language}")


@pytest.mark.parametrize(("size", "language", "dark"), [(PHONE, "en", False), (DESKTOP, "fr", True)])
def test_analysis_and_editor(visit: Guest, size: tuple[int, int], language: str, dark: bool) -> None:
    guest = visit(width=size[0], height=size[1], language=language, dark=dark)
    page = guest.go("/replay")
    page.fill("textarea", CARDS)
    guest.press("form .accent")
    guest.press("aside section .btn")
    page.wait_for_selector("aside figure")
    page.locator("input[type=range]").fill("3")
    keep(guest, f"analysis-{size[0]}-{'dark' if dark else 'light'}-{language}")
    guest.go(f"/edit#position={LAST.replace(' ', '+')}")
    guest.press(".solve .accent:enabled")
    page.wait_for_selector(".solution")
    keep(guest, f"edit-{size[0]}-{'dark' if dark else 'light'}-{language}")
