"""Looking around on the chocolate board: the field, its groups, its score."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.boards.hands import Open, carry, point_of, port, wait_for_scale


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
    scene = fixtures["chocolate"]["two-over"]
    page = show("chocolate-two-over")
    page.get_by_role("button", name="Show areas and score").click()
    counted = [group for group in scene["neutralGroups"] if group["counts"]]
    expect(page.locator(".badge.neutral")).to_have_count(len(counted))
    expect(page.locator(".tb-sheet section")).to_have_count(len(scene["sides"]))
    for side, total in zip(page.locator(".tb-sheet section").all(), scene["sides"], strict=True):
        expect(side.locator("dd.total")).to_have_text(str(total["points"]))


def test_the_last_turn_and_the_stack_are_shown(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    expect(page.locator("use.last:not(.under)").last).to_be_visible()
    expect(page.get_by_role("img", name=f"Stack: {scene['stack']}")).to_be_visible()


def test_the_next_scene_lets_its_card_land(show: Open, fixtures: dict[str, Any]) -> None:
    page = show("chocolate-match")
    count = page.locator(".layer:not(.top) use[href='#art-bed']")
    before = count.count()
    page.get_by_role("button", name="next").click()
    expect(count).to_have_count(before + 1)
    expect(page.locator(".land")).to_have_count(1)
