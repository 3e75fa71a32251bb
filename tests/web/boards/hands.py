"""What the tests of the boards do with their hands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

WEB = Path(__file__).resolve().parents[3] / "web"

Open = Callable[..., Page]
"""Opens a scene of the gallery."""
Point = tuple[float, float]


def turns(page: Page) -> list[str]:
    """Return the turns the board has handed on."""
    return [line for line in (page.locator("#turns").text_content() or "").split("\n") if line]


def announced(page: Page) -> str:
    """Return what a screen reader was told last."""
    return page.locator("#announced").text_content() or ""


def middle(locator: Locator) -> Point:
    """Return the middle of an element."""
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def port(page: Page) -> dict[str, float]:
    """Return what the window shows: a scale and an offset."""
    value: dict[str, float] = page.evaluate(
        "() => { const m = new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform);"
        " return {scale: m.a, x: m.e, y: m.f}; }"
    )
    return value


def wait_for_scale(page: Page, relation: str, scale: float) -> None:
    """Wait until the field is shown larger than, or about as large as, a scale."""
    goal = f"Math.abs(scale - {scale}) < 1e-3" if relation == "==" else f"scale {relation} {scale}"
    matrix = "new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform)"
    page.wait_for_function(f"() => {{ const scale = {matrix}.a; return {goal}; }}")


def point_of(page: Page, x: float, y: float) -> Point:
    """Return where a point of the field, given in cells, is on the page."""
    shown = port(page)
    box = page.locator(".field").bounding_box()
    assert box
    return box["x"] + shown["x"] + x * 44 * shown["scale"], box["y"] + shown["y"] + y * 44 * shown["scale"]


def card(page: Page, index: int) -> Locator:
    """Return a card of the hand."""
    return page.locator(".hand button").nth(index)


def carry(page: Page, start: Point, end: Point, *, let_go: bool = True) -> None:
    """Drag with the mouse."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    page.mouse.move(*end, steps=4)
    if let_go:
        page.mouse.up()


def carry_card(page: Page, index: int, x: int, y: int, *, let_go: bool = True) -> None:
    """Drag a card of the hand to a place."""
    carry(page, middle(card(page, index)), point_of(page, x + 1, y + 1), let_go=let_go)


def carry_first(page: Page, scene: dict[str, Any]) -> tuple[str, int, int]:
    """Drag the first card of the hand to its first place; return the card and the place."""
    held: str = scene["hand"][0]
    x, y = places(scene, held)[held][0]
    carry_card(page, 0, x, y)
    return held, x, y


def places(scene: dict[str, Any], held: str, tier: int = 1) -> dict[str, list[tuple[int, int]]]:
    """Return the places of a card by look."""
    return {look: [(x, y) for x, y in cells] for look, cells in scene["legal"]["places"][held][str(tier)].items()}


def place_card(page: Page) -> None:
    """Say the last word on a card."""
    page.get_by_role("button", name="Place card").click()


class Fingers:
    """Fingers on a page: put down, moved, lifted."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        """Tell the browser where the fingers are now."""
        touches = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
