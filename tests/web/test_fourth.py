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


def turn(page: Page) -> None:
    """Make the first move of the list, once it is there."""
    ply = int(page.locator("main[data-ply]").get_attribute("data-ply") or 0)
    page.get_by_role("option").first.click()
    page.get_by_role("button", name="Play ").last.click()
    page.wait_for_function("(ply) => Number(document.querySelector('main').dataset.ply) > ply", arg=ply)


@pytest.mark.parametrize("touch", [False, True])
def test_the_fourth_game_is_played_to_its_end_and_replayed(
    domineering: RunningServer, browser: Browser, touch: bool
) -> None:
    width, height = (360, 740) if touch else (1280, 800)
    visitor = Visitor(browser, domineering.address, touch=touch, width=width, height=height)
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
