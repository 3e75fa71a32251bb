"""The chocolate swap as a dialogue."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.boards.hands import Open, turns


def test_a_card_is_offered_with_the_true_number(show: Open, fixtures: dict[str, Any]) -> None:
    scene = fixtures["chocolate"]["three-middle"]
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
    scene = fixtures["chocolate"]["three-asked"]
    page = show("chocolate-three-asked")
    dialog = page.get_by_role("dialog", name="Chocolate swap")
    expect(dialog).to_contain_text(scene["swap"]["offered"].removeprefix("?"))
    dialog.locator(".pick").first.click()
    dialog.get_by_role("button", name="Offer in return").click()
    assert turns(page) == [f"counter {scene['hand'][0]}"]
    page = show("chocolate-three-asked")
    page.get_by_role("button", name="Decline").click()
    assert turns(page) == ["decline"]


@pytest.mark.parametrize(("button", "text"), [("Swap", "accept"), ("No, thanks", "reject")])
def test_an_answer_is_accepted_or_rejected(show: Open, button: str, text: str) -> None:
    page = show("chocolate-three-decide")
    page.get_by_role("button", name=button).click()
    assert turns(page) == [text]
