"""Going through a tree of many moves: a step costs what changed on the board, and nothing else."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tafelrunde.records.tree import read_tree
from tests.engine.node import MODULE
from tests.records.growing import spread
from tests.strategies import play, variant
from tests.web.test_room import at, opened
from tests.web.visitor import Guest

if not MODULE.exists():
    pytest.skip("the engine was not built", allow_module_level=True)

STEP = "[aria-current=step]"
# Which rows of the list were put in, taken out or moved since it was last asked.
WATCH = """() => {
  window.moved = [];
  const all = document.querySelector('.tree .all');
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) window.moved.push(addedNodes.length + removedNodes.length);
  }).observe(all, { childList: true });
}"""


def wide(name: str = "tokan", moves: int = 600) -> str:
    """Return a record of a whole game with so many moves beside its main line, which lie far apart in a list."""
    rng = Random(7)
    tree = read_tree(play(variant(name), rng).record())
    while (have := sum(1 for _ in tree.root.all_nodes()) - 1) < moves:
        spread(tree.root, rng, moves - have)
    return str(tree)


def walk(page: Page, key: str, plies: range) -> None:
    """Press a key, and wait for the table after each of so many moves."""
    for ply in plies:
        page.locator("body").press(key)
        at(page, ply)


def laid_out(browser: Browser, page: Page, plies: range) -> list[dict[str, Any]]:
    """Return what had to be laid out again, and why, while somebody goes through some moves."""
    session = browser.new_browser_cdp_session()
    found: list[dict[str, Any]] = []
    ended: list[bool] = []
    session.on("Tracing.dataCollected", lambda told: found.extend(told["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    traced = ["disabled-by-default-devtools.timeline.invalidationTracking"]
    session.send("Tracing.start", {"traceConfig": {"includedCategories": traced}})
    walk(page, "ArrowRight", plies)
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(20)
    session.detach()
    return [each["args"]["data"] for each in found if each["name"] == "LayoutInvalidationTracking"]


@pytest.mark.parametrize("width", [1440, 360])
def test_the_field_is_not_laid_out_in_another_size_at_every_step(visit: Guest, browser: Browser, width: int) -> None:
    page = opened(visit(width=width, height=800), wide(moves=100))
    at(page, 0)
    walk(page, "ArrowRight", range(1, 3))
    found = laid_out(browser, page, range(3, 7))
    # What moves on the field is among what is laid out again; the field itself never is.
    assert any(each["nodeName"].startswith(("g ", "use", "rect")) for each in found)
    assert not [each for each in found if each["nodeName"].startswith("svg") and each["reason"] == "Size changed"]


def test_a_far_jump_in_the_list_moves_none_of_its_rows(visit: Guest) -> None:
    guest = visit()
    # The engine's lines come and go, and give room to the list or take it.
    guest.go("/study").evaluate("localStorage.setItem('tafelrunde.judge.on', 'false')")
    page = opened(guest, wide())
    at(page, 0)
    page.locator("body").press("End")
    expect(page.locator(f".tree .row:not(.aside) {STEP}")).to_be_in_viewport()
    last = int(page.locator("main").get_attribute("data-ply") or 0)
    page.evaluate(WATCH)
    before = page.locator(".tree .row").count()
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1), ("Home", 0)):
        page.locator("body").press(key)
        at(page, ply)
        # The list follows, with the move in sight: a row is named by its first move, and has two.
        if ply:
            row = page.locator(".tree .row:not(.aside)", has=page.locator(STEP))
            expect(row.locator(".number")).to_have_text(re.compile(rf"^({ply - 1}|{ply})$"))
            expect(row).to_be_in_viewport()
        else:
            expect(page.locator(".tree .number").first).to_have_text("1")
    assert page.evaluate("window.moved") == []
    assert page.locator(".tree .row").count() == before


def test_a_move_stays_in_sight_where_the_engine_takes_room_from_the_list(visit: Guest) -> None:
    page = opened(visit(), wide(moves=100))
    at(page, 0)
    row = page.locator(".tree .row", has=page.locator(STEP))
    page.locator("body").press("End")
    expect(row).to_be_in_viewport()
    # The game is over there, and before it is not: its moves are judged.
    page.locator("body").press("ArrowLeft")
    page.wait_for_selector("section ol li")
    expect(row).to_be_in_viewport(ratio=1)
