"""What has to fit on 360 pixels: nothing lies over what somebody reads or taps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.playing import start
from tests.web.rooms import Room
from tests.web.test_study import CARDS
from tests.web.test_traps import PHONE, overlap
from tests.web.visitor import Guest

# Which words of the plates lie over one another, or leave their plate; those for screen readers are not seen.
_CROWDED = """() => [...document.querySelectorAll('.tb-plate')].flatMap((plate) => {
  const box = plate.getBoundingClientRect();
  const words = [];
  const texts = document.createTreeWalker(plate, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.data.trim() || text.parentElement.closest('.tb-unseen')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    if (!width) continue;
    // A long name ends where its own box ends.
    const edge = text.parentElement.closest('.name')?.getBoundingClientRect().right ?? Infinity;
    words.push({ said: text.data, left, right: Math.min(right, edge), top, bottom });
  }
  const out = words.filter(({ left, right, bottom }) =>
    left < box.left - 1 || right > box.right + 1 || bottom > box.bottom + 1);
  const over = words.flatMap((one, index) => words.slice(index + 1).filter((other) =>
    one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 4 && other.top < one.bottom - 4
  ).map((other) => `${one.said} over ${other.said}`));
  return [...out.map(({ said }) => `${said} leaves`), ...over];
})"""

# The pairs of things with the same look that lie over one another.
_PAIRS = """(selector) => {
  const boxes = [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  return boxes.flatMap((a, index) => boxes.slice(index + 1).filter((b) =>
    a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2));
}"""

# Whether what is said stays above the plates, once certain words are among it.
_SAID = """(words) => {
  const said = [...document.querySelectorAll('.notices p')].filter((each) => each.getClientRects().length);
  if (!said.some((each) => each.textContent.includes(words))) return null;
  const { top } = document.querySelector('.tb-plate.far').getBoundingClientRect();
  return said.every((each) => each.getBoundingClientRect().bottom <= top) ? 'clear' : 'over';
}"""

# The things of one kind that lie over something.
_BESIDE = """([all, one]) => {
  const a = document.querySelector(one).getBoundingClientRect();
  return [...document.querySelectorAll(all)].map((each) => each.getBoundingClientRect()).filter((b) =>
    a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2);
}"""

_LEAVES = """([inner, outer]) => {
  const around = document.querySelector(outer).getBoundingClientRect();
  return [...document.querySelectorAll(inner)].map((each) => each.getBoundingClientRect())
    .filter((box) => box.left < around.left || box.right > around.right || box.bottom > around.bottom);
}"""


@pytest.mark.parametrize(("game", "people"), [("tokan", 2), ("schokoly", 2), ("schokoly", 3), ("schokoly", 4)])
def test_names_clocks_and_who_is_away_have_room(visit: Guest, game: str, people: int) -> None:
    guest = visit(**PHONE, language="de")
    clock = {"kind": "days", "seconds": 3 * 86400}
    if game == "tokan":
        room = Room(guest.address, game, people, clock=clock)
    else:
        room = Room(guest.address, game, people, clock=clock, players=str(people))
    page = guest.look(room.play(people).seat())
    page.locator(".tb-plate.away").first.wait_for()
    page.locator(".tb-plate .clock", has_text="Std.").first.wait_for()
    assert not page.evaluate(_CROWDED)
    # A short name is read as a whole.
    assert not page.evaluate(
        "[...document.querySelectorAll('.tb-plate .name')].filter((each) => each.scrollWidth > each.clientWidth).length"
    )


def test_what_is_said_lies_over_no_plate_and_no_banner_over_the_header(visit: Guest) -> None:
    guest = visit(**PHONE, language="de")
    room = Room(guest.address, "tokan", 2).play(3)
    page = guest.look(room.seat())
    # Nor does a long line, of which the chat keeps the rest, also where it follows at once.
    for words in ("Viel Glück!", "Möge der höhere Turm gewinnen, und das mit sehr vielen schönen Tieren " * 3):
        room.act(1, {"type": "chat", "text": words})
        assert page.wait_for_function(_SAID, arg=words[:20]).json_value() == "clear"
    # Taps go through to what is below.
    assert page.locator(".notices").evaluate("(each) => getComputedStyle(each).pointerEvents") == "none"
    guest.context.set_offline(True)
    page.locator(".banner").wait_for()
    assert not overlap(page, ".banner", "header")


def test_sizes_of_areas_lie_beside_each_other(visit: Guest) -> None:
    guest = visit(**PHONE, language="de")
    page = guest.look(Room(guest.address, "schokoly", 2, players="2").play().seat())
    page.locator(".badge").first.wait_for()
    assert not page.evaluate(_PAIRS, ".badge")
    # Nothing that is counted lies below the buttons, and nothing else over it.
    assert page.locator(".area").count()
    assert not page.evaluate(_BESIDE, [".area", ".tools"])
    assert not page.locator(".pile").is_visible()


def test_signs_stay_on_the_chart(visit: Guest) -> None:
    guest = visit(**PHONE, language="de")
    page = guest.go("/replay")
    page.fill("textarea", CARDS)
    guest.press("form .accent")
    guest.press("aside section .btn")
    page.locator("aside figure .sign").first.wait_for()
    assert not page.evaluate(_LEAVES, ["aside figure .sign", "aside figure"])
    size = page.locator("aside figure .sign").first.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)")
    assert size >= 14


def test_the_board_of_tokan_takes_the_room_and_marks_less_with_time(visit: Guest) -> None:
    guest = visit(**PHONE, language="de")
    room = Room(guest.address, "tokan", 2)
    page = guest.look(room.seat(room.turn))
    page.locator(".movable").first.wait_for()
    assert not page.locator(".movable.quiet").count()
    gaps: Any = page.evaluate(
        """() => {
          const [far, field, near] = ['.tb-plate.far', '.tray', '.tb-plate.near']
            .map((each) => document.querySelector(each).getBoundingClientRect());
          return [field.top - far.bottom, near.top - field.bottom, field.width];
        }"""
    )
    assert max(gaps[:2]) < 100
    assert gaps[2] > 320
    # Whoever has moved three times knows which animals may.
    room.play(6)
    page = guest.look(room.seat(room.turn))
    page.locator(".movable.quiet").first.wait_for()


def test_one_button_takes_a_turn_in_the_making_back(visit: Guest) -> None:
    guest = visit(**PHONE, language="de")
    room = Room(guest.address, "tokan", 2)
    page = guest.look(room.seat(room.turn))
    source = page.locator("[data-tower]:has(.movable)").first.get_attribute("data-tower")
    guest.press(f"[data-cell={source}]")
    page.locator(".target").first.wait_for()
    assert page.locator("header, .dock").get_by_role("button", name="Zurück").count() == 1


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_a_move_in_the_making_pushes_nothing_aside(visit: Guest, language: str) -> None:
    guest = visit(**PHONE, language=language)
    room = Room(guest.address, "tokan", 2).play(3)
    page = guest.look(room.seat(room.turn))
    # There is a taboo to be told of beside everything else.
    page.locator(".dock .taboo").wait_for()
    before = page.locator(".tb .table").bounding_box()
    source = page.locator("[data-tower]:has(.movable)").first.get_attribute("data-tower")
    guest.press(f"[data-cell={source}]")
    target = page.locator("[data-tower]:has(.target)").first.get_attribute("data-tower")
    guest.press(f"[data-cell={target}]")
    if page.locator(".tb-sheet .options").count():
        guest.press(".tb-sheet .options .tb-button")
    page.locator(".dock .accent").wait_for()
    assert page.locator(".tb .table").bounding_box() == before
    assert not page.evaluate(_LEAVES, [".dock .tb-button, .tb-plate", ".tb"])
    assert page.locator(".dock .accent").evaluate("(each) => each.scrollWidth <= each.clientWidth")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_hand_stays_where_it_is_while_a_card_is_chosen(visit: Guest, language: str) -> None:
    guest = visit(**PHONE, language=language)
    room = Room(guest.address, "schokoly", 3, players="3").play(6)
    page = guest.look(room.seat(room.turn))
    # There is a button for swaps beside the words.
    assert page.locator(".dock .actions .tb-button").count() == 3
    before = page.locator(".dock").bounding_box()
    guest.press(".hand .card")
    page.locator(".hand .picked").wait_for()
    assert page.locator(".dock").bounding_box() == before


@pytest.mark.parametrize("players", [2, 4])
def test_a_computer_with_many_points_keeps_its_plate(visit: Guest, players: int) -> None:
    guest = visit(**PHONE, language="fr")
    page = start(guest, "schokoly", players=players)
    page.locator(".tb-plate .level").first.wait_for()
    before = page.locator(".seats").bounding_box()
    for change in (
        "(all) => all.forEach((each) => (each.firstChild.data = '38'))",
        # The smarties are gone.
        "(all) => all.forEach((each) => each.parentElement.querySelector('.count:has([href*=smartie])')?.remove())",
    ):
        page.locator(".tb-plate .points").evaluate_all(change)
        assert not page.evaluate(_CROWDED)
        assert page.locator(".seats").bounding_box() == before


def test_who_only_hears_of_a_swap_or_decides_it_still_sees_their_hand(visit: Guest) -> None:
    guest, giver, taker = visit(**PHONE, language="de"), visit(**PHONE), visit(**PHONE)
    room = Room(guest.address, "schokoly", 3, players="3").play(6)
    turn = room.turn
    giver.look(room.seat(turn))
    giver.press(".dock .actions .tb-button[aria-label='Swap']")
    giver.press(".tb-sheet .row[role=group] .tb-button")
    # They are named in the order of their plates.
    plates = giver.page.locator(".tb-plate .name").all_inner_texts()
    assert giver.page.locator(".tb-sheet .row[role=group] .tb-button").all_inner_texts() == plates[1:]
    giver.press(".tb-sheet .pick")
    giver.press(".tb-sheet .row.end .accent")
    giver.page.locator(".tb-sheet .exchange").wait_for()
    third = next(seat for seat in range(3) if seat not in (turn, room.turn))
    page = guest.look(room.seat(third))
    for each in (page, giver.page):
        each.locator(".tb-sheet").wait_for()
        assert not overlap(each, ".tb-sheet", ".hand")
        # And the field above it.
        top, field = (each.locator(found).bounding_box() for found in (".tb-sheet", ".field"))
        assert top
        assert field
        assert top["y"] - field["y"] > 120
    taker.look(room.seat(room.turn))
    taker.press(".tb-sheet .pick")
    taker.press(".tb-sheet .row.end .accent")
    giver.page.locator(".tb-sheet .row.end .accent").wait_for()
    assert not overlap(giver.page, ".tb-sheet", ".hand")


@pytest.mark.parametrize("people", [2, 3, 4])
def test_whoever_goes_and_comes_moves_nothing(visit: Guest, people: int) -> None:
    room = Room(visit().address, "schokoly", people, players=str(people)).play(people + 2)
    guest = visit(**PHONE, language="fr")
    page = guest.look(room.seat(0))
    page.locator(".tb-plate.away").first.wait_for()
    before = page.locator(".field").bounding_box()
    others = [visit() for _ in range(people - 1)]
    for seat, other in enumerate(others, 1):
        other.look(room.seat(seat))
    page.locator(".tb-plate.away").first.wait_for(state="detached")
    assert page.locator(".field").bounding_box() == before


# What lies over one another of a table that is over: the board, its words and what is told of its end.
_STACKED = """() => {
  const boxes = ['main > .tb', 'main > section'].map((each) => document.querySelector(each).getBoundingClientRect());
  const [board, told] = boxes;
  return board.left < told.right - 1 && told.left < board.right - 1
    && board.top < told.bottom - 1 && told.top < board.bottom - 1;
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])
@pytest.mark.parametrize("game", ["tokan", "schokoly"])
def test_the_end_is_told_beside_the_board_and_not_over_it(visit: Guest, game: str, width: int, height: int) -> None:
    guest = visit(width=width, height=height, touch=True, language="de")
    chocolate = game == "schokoly"
    room = Room(guest.address, game, 2, players="2") if chocolate else Room(guest.address, game, 2)
    page = guest.look(room.play().seat())
    page.wait_for_selector("#result")
    assert not page.evaluate(_STACKED)
    # And there is a board left to look at.
    box: Any = page.locator("main > .tb").bounding_box()
    assert box["height"] > 240


def test_going_through_a_game_moves_nothing_but_the_game(visit: Guest) -> None:
    guest = visit(**PHONE, language="de")
    page = guest.look(f"/replay/{Room(guest.address, 'schoko', 2).play().name}")
    before: Any = page.locator("main .tb").bounding_box()
    steps: Any = page.locator("[aria-label='Einen Zug zurück']").bounding_box()
    kept: Any = page.locator(".keep").bounding_box()
    # What can be taken away stands in one row with what goes through the game.
    assert abs(kept["y"] + kept["height"] / 2 - steps["y"] - steps["height"] / 2) < 2
    assert page.get_by_role("button", name="Ab hier noch einmal").is_disabled()
    guest.press("[aria-label='Einen Zug zurück']")
    page.locator("main .tb .tb-plate").first.wait_for()
    assert page.get_by_role("button", name="Ab hier noch einmal").is_enabled()
    assert page.locator("main .tb").bounding_box() == before


@pytest.mark.parametrize("game", ["schoko", "schokoly"])
def test_whoever_watches_reads_the_whole_title(visit: Guest, game: str) -> None:
    guest = visit(**PHONE, language="de", pace="slow")
    page = start(guest, game, "watch")
    page.locator("header [aria-label=Anhalten]").wait_for()
    title = page.locator("header h1")
    assert title.evaluate("(each) => each.scrollWidth <= each.clientWidth")
