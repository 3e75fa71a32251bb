"""The board of any game: its own drawing, and a list of moves."""

from __future__ import annotations

from urllib.parse import unquote

from playwright.sync_api import Locator, Page, expect

from tests.web.boards.hands import Open, announced, turns


def options(page: Page) -> Locator:
    return page.get_by_role("option")


def drawing(page: Page) -> str:
    return unquote(page.get_by_role("img", name="Board").get_attribute("src") or "")


def test_a_move_is_looked_at_and_then_played(show: Open) -> None:
    page = show("general-middle")
    before = drawing(page)
    expect(options(page)).to_have_count(8)
    page.get_by_role("option", name="c2c3").click()
    expect(page.get_by_text("After c2c3")).to_be_visible()
    assert drawing(page) != before
    assert turns(page) == []
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("After c2c3")).to_have_count(0)
    assert drawing(page) == before
    page.get_by_role("option", name="c3d3").click()
    page.get_by_role("button", name="Play c3d3").click()
    assert turns(page) == ["c3d3"]


def test_without_a_last_word_a_tap_plays(show: Open) -> None:
    page = show("general-middle&confirm=off", phone=True)
    page.get_by_role("option", name="c2c3").tap()
    assert turns(page) == ["c2c3"]


def test_the_keyboard_finds_looks_and_plays(show: Open) -> None:
    page = show("general-start")
    search = page.get_by_role("combobox", name="Find a move")
    search.fill("b1")
    expect(options(page)).to_have_count(3)
    search.press("ArrowDown")
    search.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_have_text("b1c1")
    expect(page.get_by_text("After b1c1")).to_be_visible()
    search.press("Escape")
    expect(page.get_by_role("option", selected=True)).to_have_count(0)
    search.press("ArrowUp")
    expect(page.get_by_role("option", selected=True)).to_have_text("b1b2")
    search.press("Enter")
    assert turns(page) == ["b1b2"]


def test_nobody_plays_for_somebody_else(show: Open) -> None:
    page = show("general-wait")
    expect(page.get_by_text("Waiting for Anna")).to_be_visible()
    expect(options(page)).to_have_count(0)


def test_what_is_played_and_how_it_ends_is_said(show: Open) -> None:
    page = show("general-match")
    for _ in range(2):
        page.get_by_role("button", name="next").click()
    assert announced(page) == "Played: b1c1. to move"
    for _ in range(6):
        page.get_by_role("button", name="next").click()
    assert announced(page) == "Played: d3d4. Bruno: wins. Anna: 0 points. Bruno: 1 point"
    expect(page.locator(".tb-plate", has_text="Bruno")).to_contain_text("wins")
    page = show("general-over")
    assert announced(page).startswith("Played: d3d4. Bruno: wins.")


def test_a_refused_move_comes_back(show: Open) -> None:
    page = show("general-middle&refuse")
    page.get_by_role("option", name="c2c3").click()
    page.get_by_role("button", name="Play c2c3").click()
    expect(page.get_by_role("button", name="Play c2c3")).to_be_visible()


def test_everything_has_room_on_a_phone_and_is_large_enough(show: Open) -> None:
    for name in ("start", "middle", "over"):
        page = show(f"general-{name}", phone=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        for target in page.locator(".tb :is(button, [role=option], input)").all():
            box = target.bounding_box()
            assert box is not None
            assert box["height"] >= 44
        size = page.get_by_role("img", name="Board").bounding_box()
        assert size is not None
        assert size["width"] >= 200
