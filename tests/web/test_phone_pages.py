"""What has to fit on 360 pixels beside the table: pages, lessons and sheets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.courses import words_of
from tests.web.rooms import Room
from tests.web.test_learn import do, steps_of
from tests.web.test_study import CARDS
from tests.web.test_traps import PHONE, SHIFTS
from tests.web.visitor import Guest


@pytest.mark.parametrize("path", ["/learn/tokan", "/rules/schokoly", "/puzzles"])
def test_nothing_jumps_while_a_page_arrives(visit: Guest, path: str) -> None:
    guest = visit(**PHONE, language="de")
    guest.context.add_init_script(SHIFTS)
    assert guest.look(path).evaluate("window.shifts") < 0.05


def test_a_board_that_is_laid_in_a_lesson_is_large_enough_for_a_finger(visit: Guest) -> None:
    guest = visit(**PHONE, language="es")
    page = guest.look("/learn/tokan")
    guest.press(".lessons")
    page.locator("dialog .steps .btn").nth(7).click()
    page.wait_for_selector("[data-step='draft.0']")
    page.locator("[data-space]").first.wait_for()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    sizes = page.locator("[data-space]").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().width)")
    assert min(map(round, sizes)) >= 44


# The words of buttons that come nearer to an edge than they should.
_TIGHT = """() => [...document.querySelectorAll('dialog .btn')].filter((button) => {
  const range = document.createRange();
  range.selectNodeContents(button);
  const [words, around] = [range, button].map((each) => each.getBoundingClientRect());
  return around.right - words.right < 8 || words.left - around.left < 8;
}).map((button) => button.innerText).filter(Boolean)"""


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_words_in_the_menu_stay_away_from_the_edges_of_their_buttons(visit: Guest, language: str) -> None:
    guest = visit(**PHONE, language=language)
    clock = {"kind": "days", "seconds": 3 * 86400}
    page = guest.look(Room(guest.address, "tokan", 2, clock=clock).play(3).seat())
    guest.press(".menu")
    page.locator("dialog .actions .btn").first.wait_for()
    assert page.locator("dialog .actions .btn").count() >= 3
    assert not page.evaluate(_TIGHT)


# What lies under the button that leads to the next step.
_UNDER = """() => {
  const next = document.querySelector('.next .accent').getBoundingClientRect();
  return [...document.querySelectorAll('main :is(.tb-button, .instruction, .tb-sheet, .card)')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => {
      const box = each.getBoundingClientRect();
      return box.left < next.right && next.left < box.right && box.top < next.bottom && next.top < box.bottom;
    })
    .map((each) => each.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize(
    ("game", "lesson"), [("tokan", "run"), ("tokan", "end"), ("schoko", "end"), ("schokoly", "swap")]
)
def test_the_way_to_the_next_step_lies_over_nothing(visit: Guest, game: str, lesson: str) -> None:
    guest = visit(**PHONE, language="de")
    page = guest.look(f"/learn/{game}")
    steps = [step for step in steps_of(game) if step["name"].startswith(f"{lesson}.")]
    names = list(dict.fromkeys(step["name"].partition(".")[0] for step in steps_of(game)))
    guest.press(".lessons")
    page.locator("dialog .steps .btn").nth(names.index(lesson)).click()
    page.wait_for_selector(f"[data-step='{steps[0]['name']}'][data-done=false]")
    page.locator("main .tb").wait_for()
    do(guest, steps[0]["hint"])
    page.wait_for_selector("[data-done=true]")
    page.locator(".next .accent").wait_for()
    assert not page.evaluate(_UNDER)


# Puts words where those of a lesson stand, as they are said before and after its task; returns those that do not fit.
_FITTING = """(said) => {
  const box = document.querySelector('.words');
  return said.filter(([words, done]) => {
    box.innerHTML = done
      ? '<p style="display: flex; gap: 10px"><span style="flex: none; width: 20px"></span><span></span></p>'
      : '<p><span></span></p>';
    box.querySelector('span:last-child').textContent = words;
    return box.scrollHeight > box.clientHeight;
  });
}"""


@pytest.mark.parametrize("game", ["tokan", "schoko", "schokoly"])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_the_words_of_lessons_fit_above_the_board(visit: Guest, game: str, language: str) -> None:
    page = visit(**PHONE, language=language).look(f"/learn/{game}")
    page.locator(".words p").first.wait_for()
    said = words_of(game, language)
    assert len(said) > 8
    assert not page.evaluate(_FITTING, said)


# Where a card of a game ends, where its button does, and the widest line of what is told of it.
_CARDS = """() => [...document.querySelectorAll('.games a')].map((card) => {
  const [around, play] = [card, card.querySelector('.play')].map((each) => each.getBoundingClientRect());
  const lines = [...card.querySelectorAll('.fact')].map((each) => each.getBoundingClientRect());
  return [around.right - play.right, play.left - Math.max(...lines.map(({ right }) => right))];
})"""


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_what_is_told_of_a_game_fits_beside_its_button(visit: Guest, language: str) -> None:
    page = visit(**PHONE, language=language).look("/")
    page.locator(".games .fact").first.wait_for()
    for right, left in page.evaluate(_CARDS):
        assert right >= 14
        assert left >= 0
    # No dot that parts two facts is left over at the end of a line.
    assert not any("·" in told for told in page.locator(".games .facts").all_inner_texts())


def test_a_field_that_is_only_looked_at_is_large_enough(visit: Guest) -> None:
    guest = visit(**PHONE, language="de")
    page = guest.go("/replay")
    page.fill("textarea", CARDS)
    guest.press("form .accent")
    page.locator("aside figure, .slide").first.wait_for()
    page.locator("input[type=range]").fill("3")
    scale: float = page.evaluate("new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a")
    # A piece is 44 pixels wide at scale 1.
    assert 44 * scale > 20


def test_a_long_sheet_can_be_closed_from_wherever_one_is(visit: Guest) -> None:
    guest = visit(**PHONE, language="de")
    page = guest.look("/")
    guest.press("header [aria-label=Einstellungen]")
    page.get_by_text("Speicher für den Löser").wait_for()
    scrolled = page.locator("dialog").evaluate("(each) => (each.scrollTo(0, each.scrollHeight), each.scrollTop)")
    assert scrolled > 100
    box: Any = page.get_by_role("button", name="Schließen").bounding_box()
    assert 0 < box["y"] < 200
    guest.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("dialog").wait_for(state="detached")
