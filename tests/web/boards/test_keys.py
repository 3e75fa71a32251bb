"""The chocolate board by keyboard alone, and from a list."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.boards.hands import Open, announced, card, places, turns


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
