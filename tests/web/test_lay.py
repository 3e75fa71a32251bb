"""A whole chocolate table is laid by hand, impossible ones are explained, and it is studied from there offline."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tests.web.conftest import DIST
from tests.web.test_count import Fingers, lay
from tests.web.test_offline import without_network
from tests.web.test_pages import check_everywhere
from tests.web.visitor import Guest

pytestmark = pytest.mark.skipif(
    not any((DIST / "assets").glob("engine-*.wasm")), reason="the page was built without the engine"
)
# What the study that was opened last begins with.
_KEPT = """async () => {
  const asked = indexedDB.open('tafelrunde-studies');
  const opened = await new Promise((done) => (asked.onsuccess = () => done(asked.result)));
  const all = opened.transaction('studies').objectStore('studies').getAll();
  const found = await new Promise((done) => (all.onsuccess = () => done(all.result)));
  return found.sort((a, b) => b.changed - a.changed)[0].record;
}"""


def begun(page: Page) -> ChocolatePosition:
    """The table that the study in the page begins with, as Python reads it."""
    page.wait_for_selector("main[data-mover]")
    start = replay(read_record(page.evaluate(_KEPT))).start
    assert isinstance(start, ChocolatePosition)
    return start


def test_a_table_is_laid_by_finger_and_studied_without_a_network(visit: Guest) -> None:
    guest = without_network(visit, width=360, height=740, touch=True)
    page = guest.page
    page.evaluate("() => (history.pushState(null, '', '/lay/schoko'), dispatchEvent(new PopStateEvent('popstate')))")
    page.wait_for_selector(".palette button")
    fingers = Fingers(guest)
    lay(fingers, "DDDW@3,2 DDDW@5,2 DWWW@8,2")
    guest.press(".places .place >> nth=2")
    for _ in range(2):
        guest.press(".palette [data-kind=DDDWs]")
    expect(page.locator(".cards li")).to_have_count(2)
    guest.press(".cards li button >> nth=0")
    expect(page.locator(".cards li")).to_have_count(1)
    guest.press(".places .place >> nth=3")
    guest.press(".palette [data-kind=DDWWs]")
    guest.press(".palette [data-kind=DWWWs]")
    # The last card touches nothing: that is explained and marked, and nothing is begun.
    guest.press(".tools .accent")
    expect(page.locator("div.flaw")).to_contain_text("must touch two pieces")
    expect(page.locator("path.flaw")).to_have_count(2)
    guest.press(".places .place >> nth=0")
    fingers.tap(8, 2)
    guest.press(".tools [aria-label='Remove']")
    expect(page.locator(".flaw")).to_have_count(0)
    fingers.pick("DWWW")
    fingers.tap(7, 2)
    guest.press("summary")
    guest.press(".more label:has-text('Player 2')")
    guest.press(".tools .accent")
    start = begun(page)
    assert {(card.card, card.x, card.y) for card in start.field.cards} == {
        ("DDDW", 0, 0),
        ("DDDW", 2, 0),
        ("DWWW", 4, 0),
    }
    assert (start.to_move, start.colours) == (1, ("D", "W"))
    assert "DDDWs" in start.hands[1]
    assert [len(hand) for hand in start.hands] == [4, 4]
    assert start.stack[:2] == ("DDWWs", "DWWWs")
    expect(page.locator("section ol li").first).to_be_visible()
    # Back at the table everything is as it was left.
    page.go_back()
    expect(page.locator(".places .place >> nth=3")).to_contain_text("2")
    assert not [line for line in guest.frames if "DDDWs" in str(line)]


def test_smarties_colours_and_players_of_schokoly(visit: Guest) -> None:
    guest = visit(width=1440, height=900, language="de", place="device")
    page = guest.look("/lay/schokoly")
    page.wait_for_selector(".palette button")
    fingers = Fingers(guest)
    lay(fingers, "DDDM@0,0* DDDM@2,0 DDWW@4,0")
    guest.press("summary")
    guest.press(".more label:has-text('3')")
    expect(page.locator(".sweets b")).to_have_text(["4", "4", "3"])
    guest.press(".sweets >> nth=2 >> button >> nth=1")
    expect(page.locator(".sweets b")).to_have_text(["3", "4", "4"])
    guest.press(".more fieldset >> nth=2 >> label:has-text('Weiß')")
    guest.press(".tools .accent")
    start = begun(page)
    assert (start.rules.seats, start.colours, start.smarties) == (3, ("W", "M", "D"), (3, 4, 4))
    assert start.field.cards[0].smartie
    assert len(start.stack) == 48 - 3 - 12


def test_the_editor_can_be_used_by_everybody(visit: Guest) -> None:
    """In every width and light, with a hand that is filled and everything shown."""
    guest = visit(width=360, height=740, language="fr", place="device")
    page = guest.look("/lay/schokoly")
    guest.press(".places .place >> nth=1")
    guest.press(".palette [data-kind=DDWW]")
    guest.press("summary")
    check_everywhere(page)


def test_a_game_that_cannot_begin_so_has_no_such_page(visit: Guest) -> None:
    page = visit(width=360, place="device").look("/lay/tokan")
    expect(page.locator("main [href='/count/tokan']")).to_be_visible()
    page = visit(width=360, place="device").look("/study")
    expect(page.locator("[href='/lay/tokan']")).to_have_count(0)
    page.locator("label:has-text('Schokoly')").click()
    expect(page.locator("[href='/lay/schokoly']")).to_be_visible()
