"""The chocolate board under fingers."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.boards.hands import Fingers, Open, card, middle, places, point_of, port, turns, wait_for_scale


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
    expect(status).to_contain_text(f"Area: {len(group['cells'])}")
    expect(status).to_contain_text(" : ".join(map(str, group["contacts"])))
