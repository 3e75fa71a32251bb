"""Sheets over a table: what they are about stays in sight, and nothing is said or marked twice."""

from __future__ import annotations

from typing import Any

from tests.web.playing import play, start
from tests.web.rooms import Room
from tests.web.test_learn import do, steps_of
from tests.web.test_traps import PHONE
from tests.web.visitor import Guest

# How far the cards of the field reach, and where the sheet over it begins.
_REACH = """() => {
  const bottoms = [...document.querySelectorAll('.field .world image')]
    .map((card) => card.getBoundingClientRect().bottom);
  const sheet = document.querySelector('.tb-sheet')?.getBoundingClientRect().top ?? null;
  return [Math.max(...bottoms), sheet];
}"""
_ABOVE = f"() => {{ const [cards, sheet] = ({_REACH})(); return sheet !== null && cards <= sheet + 12; }}"
_BACK = f"(before) => {{ const [cards, sheet] = ({_REACH})(); return sheet === null && Math.abs(cards - before) < 1; }}"

# How many cards of the hand have a frame that can be seen.
_FRAMED = """() => [...document.querySelectorAll('.hand .card')]
  .map((card) => getComputedStyle(card, '::after'))
  .filter(({ content, display }) => content !== 'none' && display !== 'none').length"""


def test_a_sheet_at_the_foot_leaves_all_cards_above_it(visit: Guest) -> None:
    room = Room(visit().address, "schokoly", 3, players="3").play(18)
    guest = visit(**PHONE)
    page = guest.look(room.seat(room.turn))
    before, none = page.evaluate(_REACH)
    assert none is None
    for button in (".dock .actions .tb-button[aria-label='Swap']", ".tools button:last-child"):
        guest.press(button)
        page.wait_for_selector(".tb-sheet")
        # Without giving way the lower cards would lie under the sheet.
        assert before > page.evaluate(_REACH)[1]
        page.wait_for_function(_ABOVE)
        guest.press(".tb-close")
        page.wait_for_function(_BACK, arg=before)


def test_a_sheet_of_a_phone_on_its_side_stands_beside_the_field(visit: Guest) -> None:
    room = Room(visit().address, "schokoly", 3, players="3").play(18)
    guest = visit(**PHONE | {"width": 740, "height": 360})
    page = guest.look(room.seat(room.turn))
    guest.press(".dock .actions .tb-button[aria-label='Swap']")
    sheet: Any = page.locator(".tb-sheet").bounding_box()
    field: Any = page.locator(".field").bounding_box()
    assert field["x"] + field["width"] <= sheet["x"]
    assert sheet["y"] >= 0
    assert sheet["y"] + sheet["height"] <= 360


def test_a_view_that_somebody_chose_stays_where_it_is(visit: Guest) -> None:
    room = Room(visit().address, "schokoly", 3, players="3").play(18)
    guest = visit(**PHONE)
    page = guest.look(room.seat(room.turn))
    box: Any = page.locator(".field").bounding_box()
    before, _ = page.evaluate(_REACH)
    page.mouse.move(box["x"] + 150, box["y"] + 150)
    page.mouse.wheel(0, -300)
    page.wait_for_function(f"(before) => Math.abs(({_REACH})()[0] - before) > 5", arg=before)
    chosen, _ = page.evaluate(_REACH)
    guest.press(".dock .actions .tb-button[aria-label='Swap']")
    page.wait_for_selector(".tb-sheet")
    page.evaluate("() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 0))")
    assert page.evaluate(_REACH)[0] == chosen


def test_the_lesson_of_swaps_says_and_marks_one_thing_at_a_time(visit: Guest) -> None:
    guest = visit(**PHONE)
    page = guest.look("/learn/schokoly")
    steps = [step for step in steps_of("schokoly") if step["name"].startswith("swap.")]
    names = list(dict.fromkeys(step["name"].partition(".")[0] for step in steps_of("schokoly")))
    guest.press(".lessons")
    page.locator("dialog .steps .btn").nth(names.index("swap")).click()
    for step in steps[:2]:
        page.wait_for_selector(f"[data-step='{step['name']}'][data-done=false]")
        do(guest, step["hint"])
        page.wait_for_selector(f"[data-step='{step['name']}'][data-done=true]")
        page.locator(".next .accent").wait_for()
        # What came lies under no button.
        assert not page.locator(".tb-notice").is_visible()
        guest.press(".next .accent")
    page.wait_for_selector(f"[data-step='{steps[2]['name']}'][data-done=false]")
    page.locator(".tb-notice", has_text="New in your hand").wait_for()
    assert page.locator(".hand .arrived").count() == 1
    guest.press(".show")
    page.locator(".hand .advised").wait_for()
    assert page.evaluate(_FRAMED) == 1


def test_the_screen_is_passed_on_with_all_cards_in_sight(visit: Guest) -> None:
    guest = visit(**PHONE)
    page = start(guest, "schoko", "screen")
    play(guest, moves=6)
    page.wait_for_selector(".float[role=dialog] .accent")
    page.wait_for_function(_ABOVE.replace(".tb-sheet", ".float"))
    over, _ = page.evaluate(_REACH)
    guest.press(".float[role=dialog] .accent")
    page.wait_for_selector(".float", state="detached")
    # Then the field is as large as it was.
    page.wait_for_function(f"(over) => ({_REACH})()[0] > over", arg=over)
