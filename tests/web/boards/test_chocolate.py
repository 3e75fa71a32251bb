"""The chocolate board under real hands."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.boards.hands import (
    Open,
    announced,
    card,
    carry,
    carry_card,
    middle,
    places,
    point_of,
    port,
    turns,
    wait_for_scale,
)


@pytest.fixture
def scene(fixtures: dict[str, Any]) -> dict[str, Any]:
    """A match for two in the middle."""
    found: dict[str, Any] = fixtures["chocolate"]["two-middle"]["scene"]
    return found


def place_card(page: Page) -> None:
    page.get_by_role("button", name="Place card").click()


# Placing


def test_a_card_is_dragged_to_a_place_and_confirmed(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    held = scene["hand"][0]
    x, y = places(scene, held)[held][0]
    carry_card(page, 0, x, y)
    assert turns(page) == []
    place_card(page)
    assert turns(page) == [f"{held}@{x},{y}"]


def test_without_confirming_the_turn_is_made_when_the_card_is_let_go(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle&confirm=off")
    held = scene["hand"][0]
    x, y = places(scene, held)[held][0]
    carry_card(page, 0, x, y)
    assert turns(page) == [f"{held}@{x},{y}"]


def test_legal_places_glow_as_soon_as_a_card_is_picked(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    expect(page.locator(".dot")).to_have_count(0)
    card(page, 0).click()
    held = scene["hand"][0]
    legal = {tier: places(scene, held, tier)[held] for tier in (1, 2)}
    expect(page.locator(".dot:not(.other)")).to_have_count(len(legal[1]) + len(legal[2]))
    expect(page.locator(".dot.upper")).to_have_count(len(legal[2]))


def test_the_ghost_shows_what_it_would_join_and_cover(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    held = scene["hand"][0]
    x, y = places(scene, held)[held][0]
    carry_card(page, 0, x, y, let_go=False)
    expect(page.locator(".ghost:not(.illegal)")).to_be_visible()
    expect(page.locator(".link").first).to_be_visible()
    assert int(page.locator(".badge.join text").first.text_content() or 0) > 1
    x, y = places(scene, held, 2)[held][0]
    page.mouse.move(*point_of(page, x + 1, y + 1), steps=4)
    expect(page.locator(".ghost use[href='#art-rim']")).to_be_visible()


def test_an_illegal_place_says_why_in_words(show: Open) -> None:
    page = show("chocolate-two-middle")
    field = page.locator(".field").bounding_box()
    assert field
    carry(page, middle(card(page, 0)), (field["x"] + 90, field["y"] + field["height"] - 120))
    expect(page.get_by_role("status")).to_have_text("It must touch at least two pieces side to side")
    assert announced(page) == "It must touch at least two pieces side to side"
    expect(page.get_by_role("button", name="Place card")).to_have_count(0)
    assert turns(page) == []


def test_a_card_turns_with_the_key_the_wheel_and_the_button(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    held = scene["hand"][0]
    looks = [held[4 - quarters :] + held[: 4 - quarters] for quarters in range(4)]
    names = {"D": "dark", "M": "milk", "W": "white"}

    def shown() -> str | None:
        return card(page, 0).get_attribute("aria-label")

    def words(look: str) -> str:
        return " ".join(names[letter] for letter in look)

    card(page, 0).click()
    page.keyboard.press("r")
    assert shown() == words(looks[1])
    page.get_by_role("button", name="Turn").click()
    assert shown() == words(looks[2])
    card(page, 0).click()
    assert shown() == words(looks[3]), "a second tap turns"
    x, y = places(scene, held)[held][0]
    carry_card(page, 0, x, y, let_go=False)
    page.mouse.wheel(0, 100)
    expect(card(page, 0)).to_have_attribute("aria-label", words(looks[0]))
    page.mouse.up()


def test_a_place_where_only_another_look_fits_turns_the_card_and_waits(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle&confirm=off")
    held = scene["hand"][0]
    legal = places(scene, held)
    taken = {cell for tier in (1, 2) for cell in places(scene, held, tier)[held]}
    near = {(x + dx, y + dy) for x, y in taken for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    others = (cell for look, cells in legal.items() for cell in cells if look != held)
    x, y = next(cell for cell in others if cell not in near)
    carry_card(page, 0, x, y)
    assert turns(page) == [], "a card that was turned by itself is not played by itself"
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Turned to fit")


def test_undo_takes_the_card_back(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    held = scene["hand"][0]
    carry_card(page, 0, *places(scene, held)[held][0])
    expect(page.locator(".laid")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".laid")).to_have_count(0)
    expect(card(page, 0)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Undo").click()
    expect(card(page, 0)).to_have_attribute("aria-pressed", "false")
    assert turns(page) == []


def test_a_laid_card_is_dragged_on(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    held = scene["hand"][0]
    (x, y), (u, v) = places(scene, held)[held][:2]
    carry_card(page, 0, x, y)
    carry(page, point_of(page, x + 0.6, y + 0.6), point_of(page, u + 1, v + 1))
    place_card(page)
    assert turns(page) == [f"{held}@{u},{v}"]


def test_a_refused_turn_comes_back_to_the_player(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle&refuse")
    held = scene["hand"][0]
    carry_card(page, 0, *places(scene, held)[held][0])
    place_card(page)
    expect(page.get_by_role("button", name="Place card")).to_be_enabled()
    place_card(page)
    assert len(turns(page)) == 2


def test_passing_is_offered_where_nothing_fits(show: Open) -> None:
    page = show("chocolate-schoko-pass")
    page.get_by_role("button", name="Pass").click()
    assert turns(page) == ["pass"]


# Smarties and colours


def test_a_smartie_is_dropped_on_the_card_just_placed(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    held = scene["hand"][0]
    x, y = places(scene, held)[held][0]
    carry_card(page, 0, x, y)
    carry(page, middle(page.locator(".supply")), point_of(page, x + 1, y + 1))
    place_card(page)
    assert turns(page) == [f"{held}@{x},{y}*"]


def test_a_smartie_is_dropped_on_another_card(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    held = scene["hand"][0]
    x, y = places(scene, held)[held][0]
    u, v = scene["legal"]["targets"][0]
    carry_card(page, 0, x, y)
    carry(page, middle(page.locator(".supply")), point_of(page, u + 0.5, v + 0.5))
    place_card(page)
    assert turns(page) == [f"{held}@{x},{y}*{u},{v}"]


def test_a_smartie_on_a_card_of_the_hand_makes_a_stack_card(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    held = scene["hand"][0]
    x, y = places(scene, held, 2)[held][0]
    carry(page, middle(page.locator(".supply")), middle(card(page, 0)))
    expect(card(page, 0)).to_have_attribute("aria-pressed", "true")
    carry_card(page, 0, x, y)
    place_card(page)
    assert turns(page) == [f"{held}^{x},{y}"]


def test_a_smartie_that_falls_beside_says_so_and_is_not_spent(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    field = page.locator(".field").bounding_box()
    assert field
    before = page.locator(".supply b").text_content()
    carry(page, middle(page.locator(".supply")), (field["x"] + 90, field["y"] + field["height"] - 120))
    expect(page.get_by_role("status")).to_have_text("A smartie cannot go here")
    expect(page.locator(".supply b")).to_have_text(before or "")


def test_the_first_turn_announces_a_colour(show: Open, fixtures: dict[str, Any]) -> None:
    page = show("chocolate-two-start")
    held = fixtures["chocolate"]["two-start"]["scene"]["hand"][0]
    carry_card(page, 0, 0, 0)
    dialog = page.get_by_role("dialog", name="Which colour do you play?")
    dialog.get_by_role("button", name="milk").click()
    place_card(page)
    assert turns(page) == [f"M:{held}@0,0"]


# Touch


def test_a_whole_turn_by_touch(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle", phone=True)
    held = scene["hand"][0]
    x, y = places(scene, held)[held][0]
    card(page, 0).tap()
    page.touchscreen.tap(*point_of(page, x + 1, y + 1))
    page.locator(".supply").tap()
    page.touchscreen.tap(*point_of(page, x + 1, y + 1))
    page.get_by_role("button", name="Place card").tap()
    assert turns(page) == [f"{held}@{x},{y}*"]


class Fingers:
    """Fingers on a page: put down, moved, lifted."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        """Tell the browser where the fingers are now."""
        touches = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_a_finger_drags_a_card_and_a_second_one_turns_it(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle", phone=True)
    held = scene["hand"][0]
    fingers = Fingers(page)
    start = middle(card(page, 0))
    look = held[3] + held[:3]
    x, y = places(scene, held)[look][0]
    fingers.send("touchStart", start)
    fingers.send("touchMove", (start[0], start[1] - 40))
    fingers.send("touchStart", (start[0], start[1] - 40), (200, 100))
    across, down = point_of(page, x + 1, y + 1)
    # The card hangs above the finger, which would hide it.
    fingers.send("touchMove", (across, down + 58))
    expect(page.locator(".ghost:not(.illegal)")).to_be_visible()
    fingers.send("touchEnd")
    page.get_by_role("button", name="Place card").tap()
    assert turns(page) == [f"{look}@{x},{y}"]


def test_two_fingers_zoom_and_fit_shows_everything_again(show: Open) -> None:
    page = show("chocolate-four-middle", phone=True)
    before = port(page)
    fingers = Fingers(page)
    fingers.send("touchStart", (150, 300), (200, 300))
    for spread in (10, 20, 40, 60):
        fingers.send("touchMove", (150 - spread, 300), (200 + spread, 300))
    fingers.send("touchEnd")
    wait_for_scale(page, "> 1.5 *", before["scale"])
    page.get_by_role("button", name="Show everything").tap()
    wait_for_scale(page, "==", before["scale"])


def test_everything_one_touches_is_large_enough(show: Open) -> None:
    for name in ("chocolate-two-middle", "chocolate-three-asked", "chocolate-four-middle"):
        page = show(name, phone=True)
        for button in page.locator(".tb button").all():
            if button.is_visible():
                box = button.bounding_box()
                assert box
                assert min(box["width"], box["height"]) >= 44, (name, button.get_attribute("aria-label"), box)


def test_a_touched_group_tells_its_size(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle", phone=True)
    group = max((group for group in scene["neutralGroups"] if group["counts"]), key=lambda group: len(group["cells"]))
    x, y = group["cells"][0]
    page.touchscreen.tap(*point_of(page, x + 0.5, y + 0.5))
    status = page.get_by_role("status")
    expect(status).to_contain_text(f"Group: {len(group['cells'])}")
    expect(status).to_contain_text(" : ".join(map(str, group["contacts"])))


# Looking around


def test_the_field_pans_and_zooms_and_keeps_what_is_under_the_mouse(show: Open) -> None:
    page = show("chocolate-two-middle")
    before = port(page)
    start = (300, 500)
    carry(page, start, (380, 540))
    panned = port(page)
    assert (panned["x"] - before["x"], panned["y"] - before["y"]) == pytest.approx((80, 40), abs=1)
    page.mouse.wheel(0, -300)
    wait_for_scale(page, ">", panned["scale"])
    zoomed = port(page)
    field = page.locator(".field").bounding_box()
    assert field
    x, y = 380 - field["x"], 540 - field["y"]
    world = [((x - shown["x"]) / shown["scale"], (y - shown["y"]) / shown["scale"]) for shown in (panned, zoomed)]
    assert world[0] == pytest.approx(world[1], abs=0.5)


def test_groups_light_up_with_their_size(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    own = max((group for group in scene["groups"] if group["side"] == 1), key=lambda group: len(group["cells"]))
    x, y = own["cells"][0]
    page.mouse.move(*point_of(page, x + 0.5, y + 0.5))
    expect(page.locator(".badge.lit text")).to_have_text(str(len(own["cells"])))
    neutral = next(group for group in scene["neutralGroups"] if group["counts"])
    x, y = neutral["cells"][0]
    page.mouse.move(*point_of(page, x + 0.5, y + 0.5))
    expect(page.locator(".badge.neutral .contacts")).to_have_text([str(number) for number in neutral["contacts"]])


def test_areas_show_what_counts_and_who_holds_it(show: Open, fixtures: dict[str, Any]) -> None:
    scene = fixtures["chocolate"]["two-over"]["scene"]
    page = show("chocolate-two-over")
    page.get_by_role("button", name="Show areas and score").click()
    counted = [group for group in scene["neutralGroups"] if group["counts"]]
    expect(page.locator(".badge.neutral")).to_have_count(len(counted))
    for side, total in zip(page.locator(".tb-sheet section").all(), scene["sides"], strict=True):
        expect(side.locator("dd.total")).to_have_text(str(total["points"]))


def test_the_last_turn_and_the_stack_are_shown(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    expect(page.locator("use.last:not(.under)")).to_have_count(1)
    expect(page.get_by_role("img", name=f"Stack: {scene['stack']}")).to_be_visible()


def test_the_next_scene_lets_its_card_land(show: Open, fixtures: dict[str, Any]) -> None:
    page = show("chocolate-match")
    count = page.locator(".layer:not(.top) use[href='#art-bed']")
    before = count.count()
    page.get_by_role("button", name="next").click()
    expect(count).to_have_count(before + 1)
    expect(page.locator(".land")).to_have_count(1)


# The swap


def test_a_card_is_offered_with_the_true_number(show: Open, fixtures: dict[str, Any]) -> None:
    scene = fixtures["chocolate"]["three-middle"]["scene"]
    page = show("chocolate-three-middle", phone=True)
    page.get_by_role("button", name="Swap").tap()
    to = scene["legal"]["offer"][0]
    seat = scene["seats"][to]
    dialog = page.get_by_role("dialog", name="Chocolate swap")
    dialog.get_by_role("button", name=seat["name"]).tap()
    held = scene["hand"][1]
    dialog.locator(".pick").nth(1).tap()
    colour = scene["sides"][seat["side"]]["colour"]
    expect(dialog).to_contain_text(f"{held.count(colour)} ")
    dialog.get_by_role("button", name="Offer").tap()
    assert turns(page) == [f"offer {to + 1} {held}"]


def test_an_offer_is_answered_or_declined(show: Open, fixtures: dict[str, Any]) -> None:
    scene = fixtures["chocolate"]["three-asked"]["scene"]
    page = show("chocolate-three-asked")
    dialog = page.get_by_role("dialog", name="Chocolate swap")
    expect(dialog).to_contain_text(scene["swap"]["offered"].removeprefix("?"))
    dialog.locator(".pick").first.click()
    dialog.get_by_role("button", name="Answer").click()
    assert turns(page) == [f"counter {scene['hand'][0]}"]
    page = show("chocolate-three-asked")
    page.get_by_role("button", name="Decline").click()
    assert turns(page) == ["decline"]


@pytest.mark.parametrize(("button", "text"), [("Accept", "accept"), ("Reject", "reject")])
def test_an_answer_is_accepted_or_rejected(show: Open, button: str, text: str) -> None:
    page = show("chocolate-three-decide")
    page.get_by_role("button", name=button).click()
    assert turns(page) == [text]


# The keyboard


def test_a_whole_turn_by_keyboard_alone(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    held = scene["hand"][1]
    while "hand" not in (page.evaluate("document.activeElement.parentElement?.className ?? ''")):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "application"
    first = announced(page)
    assert "fits" in first
    page.keyboard.press("n")
    assert announced(page) != first
    page.keyboard.press("Enter")
    page.keyboard.press("s")
    assert announced(page) == "Smartie on this card"
    page.keyboard.press("Enter")
    (turn,) = turns(page)
    cells = sorted(places(scene, held)[held] + places(scene, held, 2)[held], key=lambda cell: (cell[1], cell[0]))
    assert turn in {f"{held}@{cells[1][0]},{cells[1][1]}*", f"{held}^{cells[1][0]},{cells[1][1]}"}


def test_the_arrow_keys_read_the_field_out(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    page.locator(".field").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    colour = next(group["colour"] for group in scene["groups"] if [0, 0] in group["cells"])
    assert announced(page).startswith(f"0, 0: {({'D': 'dark', 'M': 'milk', 'W': 'white'})[colour]}")
    page.keyboard.press("2")
    page.keyboard.press("Escape")
    expect(card(page, 1)).to_be_focused()
    expect(card(page, 1)).to_have_attribute("aria-pressed", "false")


def test_every_turn_can_be_played_from_a_list(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle&list")
    expected = sum(
        len(cells)
        for tiers in scene["legal"]["places"].values()
        for looks in tiers.values()
        for cells in looks.values()
    )
    expect(page.locator("[data-turn]")).to_have_count(expected)
    page.locator(".turns summary").first.click()
    first = page.locator("[data-turn]").first
    text = first.get_attribute("data-turn")
    first.click()
    assert turns(page) == [text]
