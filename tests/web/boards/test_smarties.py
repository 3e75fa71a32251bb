"""Smarties are real gestures, and the first turn announces a colour."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.boards.hands import (
    Open,
    card,
    carry,
    carry_card,
    carry_first,
    middle,
    place_card,
    places,
    point_of,
    turns,
)


def test_a_smartie_is_dropped_on_the_card_just_placed(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    held, x, y = carry_first(page, scene)
    carry(page, middle(page.locator(".supply")), point_of(page, x + 1, y + 1))
    place_card(page)
    assert turns(page) == [f"{held}@{x},{y}*"]


def test_a_smartie_is_dropped_on_another_card(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    u, v = scene["legal"]["targets"][0]
    held, x, y = carry_first(page, scene)
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
    held = fixtures["chocolate"]["two-start"]["hand"][0]
    carry_card(page, 0, 0, 0)
    dialog = page.get_by_role("dialog", name="Which colour do you play?")
    dialog.get_by_role("button", name="milk").click()
    place_card(page)
    assert turns(page) == [f"M:{held}@0,0"]
