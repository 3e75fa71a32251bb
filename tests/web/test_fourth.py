"""A game the page has never heard of, from its card on the first page to the replay of its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import RunningServer
from tests.web.visitor import Visitor


@pytest.fixture(scope="module")
def domineering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The real server with the fourth game registered."""
    running = RunningServer(tmp_path_factory.mktemp("fourth"), "--unlimited", program=("tests.fourth.serve",))
    running.start()
    yield running
    running.stop()


@pytest.fixture(params=["device", "server"])
def place(request: pytest.FixtureRequest) -> str:
    """Where one likes computers to think: the device does not know this game, so that it asks the server anyway."""
    return str(request.param)


def turn(page: Page) -> None:
    """Make the first move of the list, once it is there."""
    ply = int(page.locator("main[data-ply]").get_attribute("data-ply") or 0)
    page.get_by_role("option").first.click()
    page.get_by_role("button", name="Play ").last.click()
    page.wait_for_function("(ply) => Number(document.querySelector('main').dataset.ply) > ply", arg=ply)


def test_the_fourth_game_is_played_to_its_end_and_replayed(
    domineering: RunningServer, browser: Browser, place: str
) -> None:
    touch = place == "device"
    width, height = (360, 740) if touch else (1280, 800)
    visitor = Visitor(browser, domineering.address, touch=touch, width=width, height=height, place=place, kept=False)
    page = visitor.go("/")
    page.get_by_role("link", name="Domineering").first.click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("main[data-ply]")
    expect(page.get_by_role("img", name="Board")).to_be_visible()
    while True:
        wants = page.wait_for_function(
            "() => document.querySelector('#result') ? 'over' : document.querySelector('[role=option]') ? 'move' : null"
        ).json_value()
        if wants == "over":
            break
        turn(page)
    page.get_by_role("link", name="Replay").first.click()
    expect(page.get_by_role("img", name="Board")).to_be_visible()
    visitor.leave()


def test_nine_sit_at_a_table_on_a_phone(domineering: RunningServer, browser: Browser) -> None:
    visitor = Visitor(browser, domineering.address, touch=True, width=360, height=740, place="server")
    page = visitor.go("/")
    page.get_by_role("link", name="Heap").first.click()
    page.get_by_role("radio", name="9", exact=True).check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("main[data-ply]")
    turn(page)
    # All the others are computers; nobody is out of sight, and nothing makes the page wider.
    page.wait_for_function("() => Number(document.querySelector('main').dataset.ply) >= 9")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator(".tb-plate").count() == 9
    visitor.leave()


def test_the_fourth_game_is_studied_in_lines_and_nobody_offers_to_judge_it(
    domineering: RunningServer, browser: Browser
) -> None:
    visitor = Visitor(browser, domineering.address, place="device", kept=False)
    page = visitor.go("/study")
    expect(page.get_by_text("The server evaluates the moves of this game")).to_have_count(0)
    page.get_by_text("Domineering", exact=True).click()
    expect(page.get_by_text("The server evaluates the moves of this game")).to_be_visible()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("img", name="Board")).to_be_visible()
    turn(page)
    turn(page)
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("main[data-ply='1']")
    page.get_by_role("option").last.click()
    page.get_by_role("button", name="Play ").last.click()
    page.wait_for_selector("main[data-ply='2']")
    expect(page.get_by_role("switch")).to_have_count(0)
    # Kept on this device, and all its lines are there again.
    address = page.url
    page.reload()
    page.wait_for_selector("main[data-ply='2']")
    assert page.url == address
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("img", name="Board")).to_be_visible()
    visitor.leave()


@pytest.mark.parametrize("path", ["/learn", "/count", "/puzzles", "/leaders/domineering", "/lobby", "/watch"])
def test_pages_that_have_nothing_of_it_open_without_a_fault(
    domineering: RunningServer, browser: Browser, path: str
) -> None:
    visitor = Visitor(browser, domineering.address, kept=False)
    page = visitor.go(path)
    expect(page.locator("main#main")).to_be_visible()
    page.wait_for_load_state("networkidle")
    visitor.leave()


def test_rules_that_there_are_not_are_not_those_of_another_game(domineering: RunningServer, browser: Browser) -> None:
    visitor = Visitor(browser, domineering.address, kept=False)
    page = visitor.go("/rules/domineering")
    expect(page.get_by_role("heading", name="TOKAN")).to_have_count(0)
    expect(page.get_by_role("link", name="Home").first).to_be_visible()
    visitor.leave()
