"""Arrows and marks in the study room: drawn by mouse, finger and keyboard, kept with their move, seen by others."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tafelrunde.records.comments import Arrow
from tests.engine.node import MODULE
from tests.web.boards.hands import Fingers, point_of
from tests.web.playing import play
from tests.web.test_pages import check
from tests.web.test_room import STUDY, at, begin, exported, opened
from tests.web.test_shared import come, shared, visitor
from tests.web.visitor import Guest

if not MODULE.exists():
    pytest.skip("the engine was not built", allow_module_level=True)

DRAW = "Draw arrows and marks"
ARROWS, MARKS = "main [data-drawn=arrow]", "main [data-drawn=mark]"


def cell(page: Page, name: str) -> tuple[float, float]:
    """Return a point of a cell that no neighbour's tower covers."""
    box = page.locator(f"[data-cell={name}]").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def stroke(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw with the right button, from one point to another."""
    page.mouse.move(*start)
    page.mouse.down(button="right")
    page.mouse.move(*end, steps=4)
    page.mouse.up(button="right")


def counted(page: Page, arrows: int, marks: int) -> None:
    """Wait until so many arrows and marks are on the board."""
    expect(page.locator(ARROWS)).to_have_count(arrows)
    expect(page.locator(MARKS)).to_have_count(marks)


def test_arrows_are_drawn_by_mouse_and_stay_with_their_move(visit: Guest, tmp_path: Path) -> None:
    guest = visitor(visit, width=1440, height=900)
    page = opened(guest, STUDY)
    at(page, 0)
    page.locator("body").press("ArrowRight")
    at(page, 1)
    stroke(page, cell(page, "c3"), cell(page, "f3"))
    counted(page, 1, 0)
    page.keyboard.down("Shift")
    stroke(page, cell(page, "b2"), cell(page, "b2"))
    page.keyboard.up("Shift")
    counted(page, 1, 1)
    # Let go beside the field it is nothing; and nothing of all this was a move.
    stroke(page, cell(page, "a1"), (1400, 20))
    counted(page, 1, 1)
    assert not page.locator("main [aria-selected=true]").count()
    at(page, 1)
    stroke(page, cell(page, "a1"), cell(page, "a4"))
    counted(page, 2, 1)
    stroke(page, cell(page, "a1"), cell(page, "a4"))
    counted(page, 1, 1)
    page.locator("aside").get_by_role("button", name="Undo").click()
    counted(page, 2, 1)
    page.get_by_role("button", name="Redo").click()
    counted(page, 1, 1)
    expect(page.get_by_role("list", name="Drawn on the board")).to_contain_text("Mark on b2, red, dashed")
    # They belong to this move.
    page.locator("body").press("ArrowRight")
    counted(page, 0, 0)
    page.locator("body").press("ArrowLeft")
    counted(page, 1, 1)
    tree = exported(page, tmp_path)
    assert tree.root.variations[0].comment == "[%arrow c3 f3] [%mark b2 red] good"
    assert tree.root.variations[0].arrows == [Arrow("c3", "f3"), Arrow("b2", None, "red")]
    page.reload()
    counted(page, 1, 1)
    assert str(exported(page, tmp_path)) == str(tree)
    check(page)
    # The left button plays as before, until somebody draws with it.
    draw = page.get_by_role("button", name=DRAW)
    draw.click()
    page.mouse.click(*cell(page, "d1"))
    counted(page, 1, 2)
    page.get_by_role("button", name="Clear", exact=True).click()
    counted(page, 0, 0)
    page.keyboard.press("Escape")
    expect(draw).to_have_attribute("aria-pressed", "false")
    page.mouse.click(*cell(page, "b2"))
    expect(page.locator("main [aria-selected=true]")).to_have_count(1)
    counted(page, 0, 0)


def test_a_finger_draws_on_a_phone_and_moves_neither_field_nor_page(visit: Guest) -> None:
    guest = visitor(visit, touch=True, width=360, height=740)
    page = begin(guest, "schoko")
    play(guest, moves=1)
    at(page, 1)
    guest.press(f"[aria-label='{DRAW}']")
    expect(page.get_by_role("button", name=DRAW)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="blue, dotted").tap()
    page.locator("main .field").scroll_into_view_if_needed()
    start, end = point_of(page, 0.5, 0.5), point_of(page, 2.5, 1.5)
    scrolled = page.evaluate("scrollY")
    fingers = Fingers(page)
    fingers.send("touchStart", start)
    fingers.send("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    fingers.send("touchMove", end)
    fingers.send("touchEnd")
    counted(page, 1, 0)
    guest.tap(*point_of(page, 1.5, 0.5))
    counted(page, 1, 1)
    drawn = page.get_by_role("list", name="Drawn on the board").get_by_role("listitem")
    expect(drawn).to_have_text(["Arrow from 0,0 to 2,1, blue, dotted", "Mark on 1,0, blue, dotted"])
    assert page.evaluate("scrollY") == scrolled
    assert point_of(page, 0.5, 0.5) == start
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check(page)
    # The field moves again, and what is drawn with it.
    guest.press(f"[aria-label='{DRAW}']")
    page.locator("main .field").scroll_into_view_if_needed()
    ring = page.locator(MARKS)
    before = ring.bounding_box()
    start = point_of(page, 0.5, 0.5)
    fingers.send("touchStart", start)
    for step in (10, 20, 30):
        fingers.send("touchMove", (start[0] + step, start[1]))
    fingers.send("touchEnd")
    counted(page, 1, 1)
    assert before
    page.wait_for_function(
        "([mark, x]) => document.querySelector(mark).getBoundingClientRect().x > x + 5", arg=[MARKS, before["x"]]
    )


def test_the_keyboard_draws_in_a_game_of_cards(visit: Guest, tmp_path: Path) -> None:
    guest = visitor(visit, width=1440, height=900)
    page = begin(guest, "schokoly")
    press = page.keyboard.press
    draw = page.get_by_role("button", name=DRAW)
    draw.focus()
    press("Enter")
    expect(page.locator("main .field")).to_be_focused()
    for key in ("Enter", "ArrowRight", "ArrowDown", "Enter", "Enter", "Enter"):
        press(key)
    counted(page, 1, 1)
    press("Escape")
    expect(draw).to_have_attribute("aria-pressed", "false")
    press("Enter")
    press("ArrowRight")
    press("Enter")
    counted(page, 1, 1)
    at(page, 0)
    assert exported(page, tmp_path).root.arrows == [Arrow("0,0", "1,1"), Arrow("1,1")]


def test_others_see_what_is_drawn_and_readers_draw_nothing(visit: Guest) -> None:
    ann = visitor(visit)
    links = shared(ann)
    bo = visitor(visit)
    page = come(bo, links["read"])
    stroke(ann.page, cell(ann.page, "a1"), cell(ann.page, "c2"))
    counted(ann.page, 1, 0)
    counted(page, 1, 0)
    expect(page.get_by_role("button", name=DRAW)).to_have_count(0)
    stroke(page, cell(page, "a1"), cell(page, "d4"))
    ann.page.locator("aside").get_by_role("button", name="Undo").click()
    counted(page, 0, 0)
