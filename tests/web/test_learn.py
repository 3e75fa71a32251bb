"""Lessons: somebody who knows nothing gets from the first page to a first game, by mouse, finger or keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tafelrunde.games.chocolate.cards import upright
from tafelrunde.games.chocolate.moves import Placement, parse_move
from tests.courses import course
from tests.web.boards.hands import point_of
from tests.web.playing import reach, walk
from tests.web.test_pages import check
from tests.web.visitor import Guest, Visitor


def steps_of(game: str) -> list[dict[str, Any]]:
    """Return the steps of a course with the names that the page gives them."""
    return [
        {**step, "name": f"{lesson['id']}.{index}"}
        for lesson in course(game)["lessons"]
        for index, step in enumerate(lesson["steps"])
    ]


def hand(page: Page) -> list[str]:
    """Return the cards of the hand."""
    page.wait_for_selector(".hand .card")
    held: list[str] = page.evaluate("[...document.querySelectorAll('.hand .card')].map((card) => card.dataset.card)")
    return held


def do(visitor: Visitor, move: str) -> None:
    """Make a move on the board."""
    page = visitor.page
    if move.startswith("offer"):
        visitor.press(".dock .actions .tb-button:nth-of-type(3)")
        visitor.press(".tb-sheet .row[role=group] .tb-button")
        page.locator(".tb-sheet .pick").nth(hand(page).index(move.split()[2])).click()
        visitor.press(".tb-sheet .row.end .accent")
    elif move == "accept":
        visitor.press(".tb-sheet .row.end .accent")
    elif move[1] == "@":
        lay(visitor, move)
    elif move[0] in "abcdef":
        visitor.press(f"[data-cell={move[:2]}]")
        visitor.press(f"[data-cell={move[2:4]}]")
        page.wait_for_selector(".tb-sheet .options, .dock .actions .accent")
        if page.locator(".tb-sheet .options").count():
            visitor.press(f".tb-sheet .options .tb-button:nth-of-type({int(move[-1]) + 1 if '+' in move else 1})")
        visitor.press(".dock .actions .accent")
    else:
        place(visitor, move)


def lay(visitor: Visitor, move: str) -> None:
    """Lay a tile of a draft: pick it, tap its space, say the last word."""
    tile, space = move.split("@")
    visitor.press(f".reserve.mine button[data-tile={tile}]")
    visitor.press(f"[data-space='{space}']")
    visitor.press(".dock .actions .accent")


def place(visitor: Visitor, move: str) -> None:
    """Place a card: pick it by its turn, turn it, tap the place, add what belongs to it."""
    page = visitor.page
    turn = parse_move(move)
    assert isinstance(turn, Placement)
    held = hand(page)
    index = held.index(upright(turn.card))
    visitor.press(f".hand .card[data-index='{index}']")
    look = held[index].rstrip("s")
    while look != turn.card.rstrip("s"):
        page.keyboard.press("r")
        look = look[-1] + look[:-1]
    page.mouse.click(*point_of(page, turn.x + 1, turn.y + 1))
    if turn.colour is not None:
        visitor.press(".tb-sheet .colours .tb-button")
    if move.endswith("*"):
        page.keyboard.press("s")
    visitor.press(".dock .actions .accent")


@pytest.mark.parametrize("game", ["tokan", "schoko", "schokoly"])
def test_a_course_leads_from_the_first_page_to_a_first_game(visit: Guest, game: str) -> None:
    guest = visit(touch=game == "tokan")
    page = guest.go("/")
    guest.press("a[href='/learn']")
    guest.press(f"a[href='/learn/{game}']")
    for step in steps_of(game):
        page.wait_for_selector(f"[data-step='{step['name']}']")
        if "wanted" in step:
            page.wait_for_selector(f"[data-step='{step['name']}'][data-done=false]")
            do(guest, step["hint"])
        page.wait_for_selector(f"[data-step='{step['name']}'][data-done=true]")
        if step is steps_of(game)[0]:
            check(page)
        if page.locator(".next button").count():
            guest.press(".next button")
    guest.press(f".next a[href='/play/{game}']")
    page.wait_for_url(f"**/play/{game}")
    guest.go("/learn")
    page.get_by_text("All done").wait_for()


def test_wrong_tries_get_the_real_reason_and_help_comes(visit: Guest) -> None:
    guest = visit(language="de")
    page = guest.go("/learn/tokan")
    guest.press("[data-cell=a3]")
    guest.press("[data-cell=c3]")
    page.locator(".tb-notice").get_by_text("genau ein Feld").wait_for()
    guest.press("[data-cell=f5]")
    guest.press("[data-cell=c5]")
    guest.press(".dock .actions .accent")
    page.wait_for_selector(".remark")
    assert page.locator("[data-step]").get_attribute("data-done") == "false"
    do(guest, "a3b3")
    page.wait_for_selector("[data-done=true]")


def test_a_lesson_by_keyboard_alone_and_where_one_left_off(visit: Guest) -> None:
    guest = visit()
    page = guest.go("/learn/tokan")
    for source, target in (("a3", "b3"), ("f1", "d1"), ("f5", "c5")):
        page.wait_for_selector("[data-done=false]")
        reach(page, "[role=grid]")
        walk(page, source)
        page.keyboard.press("Enter")
        walk(page, target)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-done=true]")
        reach(page, ".next button.accent")
        page.keyboard.press("Enter")
    page.wait_for_selector("[data-step='climb.0']")
    page.reload()
    page.wait_for_selector("[data-step='climb.0']")
