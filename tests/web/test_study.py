"""After the game and beside it: analysis of records, the editor and its solver, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tafelrunde.native import NativeMissing, require
from tests.web.playing import reach, walk
from tests.web.rooms import Room
from tests.web.test_pages import SIZES, check
from tests.web.visitor import Guest, Visitor

try:
    require()
except NativeMissing:
    pytest.skip("the native core is not built", allow_module_level=True)

LAST = "L,-,lJ,-,L,-/-,l,jJj,Jjmm,-,-/-,-,jJJj,l,mL,-/-,l,-,JM,j,jM/l,M,-,L,J,L r c3"
MISSED = f'[Game "tokan"]\n[Start "{LAST}"]\n\nb1a1'
CARDS = """[Game "schoko"]
[Deck "DDDW DDWW DWWW DDDW DWWW DDWW DDWWs DWWW DDWWs DDDWs DDWWs DDDWs DDDW DDWW DDWW DDWW DWWWs DDDW DDDW DDDW DDDWs \
DDWW DDDW DWWWs DDWWs DWWWs DWWW DWWW DWWW DDWW DWWW DDWW"]

D:DDWD@0,0 DWWDs@2,0 DDDW@0,2 WWWD@1,-2"""


def open_record(guest: Visitor, record: str) -> Page:
    page = guest.go("/replay")
    page.fill("textarea", record)
    guest.press("form .accent")
    page.locator("aside").get_by_role("button", name="Analyse").click()
    return page


def test_a_missed_win_is_found_for_certain_and_the_better_move_shown(visit: Guest) -> None:
    guest = visit(touch=True, width=360, height=740)
    page = open_record(guest, MISSED)
    plot = page.get_by_role("img", name="move by move")
    plot.wait_for()
    box = plot.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + 20)
    page.get_by_text("Blunder").wait_for()
    page.get_by_text("Chance to win: 0% (certain)").wait_for()
    check(page)
    page.get_by_role("button", name="Show", exact=True).tap()
    page.wait_for_selector(".hint")
    page.get_by_text("The arrow shows a better move.").wait_for()


def test_moves_with_cards_are_judged_and_the_list_leads_to_them(visit: Guest) -> None:
    guest = visit(width=1440, height=900, dark=True)
    page = open_record(guest, CARDS)
    page.get_by_role("img", name="move by move").wait_for()
    page.locator(".moves button").nth(2).click()
    expect(page.locator(".verdict .sign").first).to_be_visible()
    page.get_by_text("Over the whole game").click()
    page.get_by_text("The game is not over").wait_for()
    check(page)


@pytest.mark.long
def test_as_many_mistakes_are_counted_as_are_marked(visit: Guest) -> None:
    guest = visit(width=1440, height=900)
    page = guest.look(f"/replay/{Room(guest.address, 'tokan', 2).play().name}")
    page.locator("aside").get_by_role("button", name="Analyse").click()
    # A second for each move.
    page.get_by_role("img", name="move by move").wait_for(timeout=120_000)
    page.get_by_text("Over the whole game").click()
    counted = sum(int(text) for text in page.locator("aside tbody td:last-child").all_inner_texts())
    # Whoever moves as chance has it makes some; each is marked in the plot and in the list.
    assert counted
    assert counted == page.locator("aside figure .sign").count()
    assert counted == page.locator(".moves .sign", has_text=re.compile(r"^\?+$")).count()
    # What was given away is told per move, so that it is never more than there was to give.
    given = page.locator("aside tbody td:nth-child(2)").all_inner_texts()
    assert all(0 <= float(text) <= 100 for text in given)


def test_a_running_match_is_not_analysed(visit: Guest) -> None:
    guest = visit()
    page = guest.go("/play/tokan")
    guest.press(".modes label:has([value=screen])")
    guest.press(".start .btn")
    page.wait_for_url("**/m/*")
    name = page.url.rpartition("/")[2]
    page = guest.go(f"/replay/{name}")
    page.locator("aside .btn").first.wait_for()
    answer = page.request.post(f"{guest.address}/api/analyses", data={"match": name})
    assert answer.json()["code"] == "not-over"


def test_leaving_the_page_ends_an_analysis(visit: Guest) -> None:
    guest = visit()
    page = guest.go("/edit")
    with page.expect_request("**/api/solutions") as asked:
        page.get_by_role("button", name="Solve").click()
    page.get_by_text("positions").first.wait_for()
    with page.expect_event("requestfailed", lambda request: request == asked.value):
        guest.press("header a")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_position_is_set_up_shared_and_solved(visit: Guest, width: int, height: int) -> None:
    guest, other = visit(width=width, height=height), visit(language="fr")
    page = guest.look("/edit")
    check(page)
    page.get_by_text("More options").click()
    page.fill("textarea", MISSED.replace("b1a1", ""))
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_function("() => location.hash.includes('c3')")
    # A tile goes elsewhere and back again.
    guest.press("[data-cell=a1]")
    expect(page.get_by_role("button", name="Solve")).to_be_disabled()
    guest.press("[data-cell=b1]")
    guest.press("[data-cell=b1]")
    guest.press("[data-cell=a1]")
    page.get_by_role("button", name="Solve").click()
    page.get_by_text("Red wins by 6").wait_for()
    page.wait_for_selector(".hint")
    check(page)
    page.get_by_role("button", name="Next move").click()
    page.get_by_text("Back to the position").wait_for()
    shared = other.go(page.url.removeprefix(guest.address))
    shared.get_by_role("gridcell", name="d4 : souris").and_(shared.get_by_role("gridcell", name="hauteur 4")).wait_for()


def test_a_position_is_set_up_with_the_keyboard(visit: Guest) -> None:
    guest = visit()
    page = guest.go(f"/edit#position={LAST.replace(' ', '+')}")
    page.wait_for_selector("[data-cell]")
    reach(page, "[role=grid]")
    walk(page, "a1")
    page.keyboard.press("Enter")
    walk(page, "a2")
    page.keyboard.press("Enter")
    page.wait_for_function("() => decodeURIComponent(location.hash).includes('/l,l,-,JM')")


def test_a_record_dropped_on_the_editor_is_opened(visit: Guest) -> None:
    guest = visit()
    page = guest.go("/edit")
    page.wait_for_selector("[data-cell]")
    transfer = page.evaluate_handle(
        "(text) => { const data = new DataTransfer(); data.items.add(new File([text], 'game.txt')); return data; }",
        MISSED,
    )
    page.dispatch_event("main", "drop", {"dataTransfer": transfer})
    page.wait_for_function("() => decodeURIComponent(location.hash).includes('+b+a1')")
