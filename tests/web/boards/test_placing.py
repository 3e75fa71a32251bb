"""Cards of the chocolate board are placed, turned and taken back."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.boards.hands import (
    Open,
    announced,
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


def test_a_card_is_dragged_to_a_place_and_confirmed(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle")
    held, x, y = carry_first(page, scene)
    assert turns(page) == []
    place_card(page)
    assert turns(page) == [f"{held}@{x},{y}"]


def test_without_confirming_the_turn_is_made_when_the_card_is_let_go(show: Open, scene: dict[str, Any]) -> None:
    page = show("chocolate-two-middle&confirm=off")
    held, x, y = carry_first(page, scene)
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
    assert int(page.locator(".badge:is(.join, .theirs) text").first.text_content() or 0) > 1
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
