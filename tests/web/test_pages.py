"""Every page, for everybody: no barrier that axe knows of, light and dark, small and large, in four languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.web.playing import play, start
from tests.web.visitor import Guest

pytestmark = pytest.mark.long

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = {
    "home": "/",
    "watch": "/watch",
    "replay": "/replay",
    "learn": "/learn",
    "edit": "/edit",
    "study": "/study",
    "puzzles": "/puzzles",
    "drill": "/puzzles/drill#game=tokan",
    "article": "/rules/tokan#article",
    "lost": "/nowhere",
    **{f"play-{game}": f"/play/{game}" for game in ("tokan", "schoko", "schokoly")},
    **{f"rules-{game}": f"/rules/{game}" for game in ("tokan", "schoko", "schokoly")},
    **{f"learn-{game}": f"/learn/{game}" for game in ("tokan", "schoko", "schokoly")},
}
LANGUAGES = ["en", "de", "fr", "es"]
SIZES = [(360, 740), (1440, 900)]
SCHEMES: list[Literal["light", "dark"]] = ["light", "dark"]

# Words that do not fit where they stand.
_CLIPPED = """() => [...document.querySelectorAll(':is(.btn, .tb-button, h1, h2, legend, label):not(.unseen)')]
  .filter((element) => element.scrollWidth > element.clientWidth + 1)
  .map((element) => element.innerText)"""

# What a finger may miss: what can be pressed, is seen, and is smaller than 44 px. Numbers of paragraphs are text.
_SMALL = """() => [...document.querySelectorAll('a[href^="/"], button, input, summary, textarea')]
  .filter((element) => element.getClientRects().length && !element.closest('.unseen, .tb-unseen, .skip, p, [inert]'))
  .map((element) => [element.outerHTML.slice(0, 90), (element.closest('label') ?? element).getBoundingClientRect()])
  .filter(([, box]) => Math.round(box.width) < 44 || Math.round(box.height) < 44)
  .map(([html, { width, height }]) => `${html} ${width} x ${height}`)"""

# Words below 14 px, other than those of drawings.
_TINY = """() => [...document.querySelectorAll('body *:not(svg *, script, style, .unseen, .tb-unseen)')]
  .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((element) => element.getClientRects().length && !element.closest('.unseen, .tb-unseen'))
  .filter((element) => parseFloat(getComputedStyle(element).fontSize) < 14)
  .map((element) => `${element.className} ${getComputedStyle(element).fontSize} ${element.innerText.slice(0, 30)}`)"""

# How far a page is wider than its window, what is clipped, what is small.
_MISFITS = f"""() => [
  Math.max(0, document.documentElement.scrollWidth - innerWidth), ({_CLIPPED})(), ({_SMALL})(), ({_TINY})(),
]"""


def check(page: Page) -> None:
    """Fail with what axe finds."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished)).then(() => 0)")
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run({ resultTypes: ['violations'] })).violations"
    )
    told = [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]
    assert not told, "\n".join(told)


def combinations(number: int) -> Iterator[tuple[int, int, Literal["light", "dark"]]]:
    """Small and light, large and dark; every second number the other way round."""
    for (width, height), scheme in zip(SIZES, reversed(SCHEMES) if number % 2 else SCHEMES, strict=True):
        yield width, height, scheme


def check_everywhere(page: Page) -> None:
    """Fail with what axe finds on a page, in every way to look at it."""
    for number in (0, 1):
        for width, height, scheme in combinations(number):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
            check(page)


def test_settings_have_no_barriers(visit: Guest) -> None:
    guest = visit()
    page = guest.look("/")
    guest.press("header .round:last-child")
    page.wait_for_selector("dialog[open]")
    check_everywhere(page)


@pytest.mark.parametrize("game", ["tokan", "schoko"])
def test_menus_and_turns_in_the_making_have_no_barriers(visit: Guest, game: str) -> None:
    guest = visit(width=360, height=740)
    page = start(guest, game, "screen")
    page.wait_for_selector("main .tb")
    check_everywhere(page)
    play(guest, moves=3)
    page.set_viewport_size({"width": 360, "height": 740})
    guest.press(".menu")
    page.wait_for_selector("dialog[open]")
    assert not page.evaluate(_SMALL)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        check(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_and_has_no_barriers(visit: Guest, rooms: dict[str, str], language: str) -> None:
    number = LANGUAGES.index(language)
    guest = visit(language=language)
    page = guest.page
    for name, path in (PAGES | rooms).items():
        guest.look(path)
        assert page.evaluate("document.documentElement.lang") == language
        # Colours do not change what fits, so that two languages see a page in one light and two in the other.
        for width, height, scheme in combinations(number):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            wide, clipped, small, tiny = page.evaluate(_MISFITS)
            assert (wide, clipped, tiny) == (0, [], []), (name, width, scheme)
            # After the end nothing is moved any more, and how much room a board has depends on why it ended.
            small = [each for each in small if not (name.startswith("result") and "data-cell" in each)]
            assert not small or width > 1100, (name, width, scheme, small)
            # Two languages between them are every light at every width.
            if number < 2:
                check(page)


def test_previews_of_links_get_whole_addresses(visit: Guest, rooms: dict[str, str]) -> None:
    guest = visit()
    for path in ("/", "/rules/tokan", rooms["joining"]):
        written = guest.page.request.get(guest.address + path).text()
        found = re.search('property="og:image" content="([^"]+)"', written)
        assert found
        assert found[1].startswith(guest.address)
        assert guest.page.request.get(found[1]).headers["content-type"] == "image/jpeg"


def test_one_visit_is_enough_to_open_it_without_a_network(visit: Guest) -> None:
    guest = visit(language="es", kept=True)
    guest.go("/")
    guest.page.wait_for_function(
        "() => navigator.serviceWorker.ready.then((ready) => ready.active?.state === 'activated')"
    )
    guest.context.set_offline(True)
    for path, shown in (("/play/schokoly", "form"), ("/rules/tokan", "article, .figure, h2"), ("/replay", "textarea")):
        guest.go(path).wait_for_selector(shown)


def test_a_part_of_the_page_that_does_not_arrive_is_asked_for_again(visit: Guest) -> None:
    guest = visit()
    guest.context.route("**/assets/Setup-*.js", lambda route: route.fulfill(status=503))
    page = guest.go("/play/schoko")
    # The page starts anew by itself once, then leaves it to the person.
    page.get_by_role("heading", name="Part of the page did not load.").wait_for()
    check(page)
    guest.context.unroute("**/assets/Setup-*.js")
    guest.press("main .btn")
    page.wait_for_selector("form")
    guest.problems.clear()


def test_what_is_fetched_ahead_and_does_not_arrive_disturbs_nobody(visit: Guest) -> None:
    guest = visit()
    guest.context.route("**/assets/Match-*.js", lambda route: route.fulfill(status=503))
    with guest.page.expect_response("**/assets/Match-*.js"):
        page = guest.go("/play/schoko")
    page.evaluate("document.body.dataset.stays = ''")
    page.wait_for_load_state("networkidle")
    page.wait_for_selector("body[data-stays] form")


def test_the_language_can_be_changed_and_stays(visit: Guest) -> None:
    guest = visit()
    page = guest.go("/")
    guest.press("header .round:last-child")
    guest.press("dialog label:has([value=de])")
    page.get_by_role("heading", name="Drei Spiele, ein Tisch.").wait_for()
    page.reload()
    page.get_by_role("heading", name="Drei Spiele, ein Tisch.").wait_for()


def test_a_record_can_be_pasted_and_replayed_with_the_keyboard(visit: Guest) -> None:
    player, reader = visit(), visit()
    page = start(player, "tokan")
    play(player)
    record = page.evaluate("fetch(`/api/matches/${location.pathname.split('/').at(-1)}/record`).then((r) => r.text())")
    other = reader.go("/replay")
    other.fill("textarea", "nonsense")
    reader.press("form .accent")
    other.wait_for_selector("[role=alert]")
    other.fill("textarea", record)
    reader.press("form .accent")
    count = other.locator(".count")
    count.wait_for()
    other.locator("body").press("ArrowRight")
    other.locator("body").press("ArrowRight")
    assert count.inner_text().startswith("2/")
    other.locator("body").press("End")
    total = count.inner_text().partition("/")[2]
    assert count.inner_text() == f"{total}/{total}"
    with other.expect_download() as picture:
        other.get_by_role("button", name="Picture").click()
    assert picture.value.suggested_filename == f"tokan-{total}.png"
