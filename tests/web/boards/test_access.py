"""What axe finds on the boards: nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.boards.hands import WEB, Open

pytestmark = pytest.mark.long

AXE = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text()


def violations(page: Page) -> list[str]:
    """Return what axe objects to, rule and elements; rules about whole pages do not apply to a gallery."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished)).then(() => 0)")
    found: dict[str, Any] = page.evaluate(
        "() => axe.run(document.querySelector('.tb'), {rules: {region: {enabled: false}}})"
    )
    nodes = [(rule["id"], node) for rule in found["violations"] for node in rule["nodes"]]
    return [f"{rule}: {node['target']} {node['failureSummary']}" for rule, node in nodes]


SCENES = [
    "chocolate-two-start", "chocolate-two-middle", "chocolate-two-over&areas", "chocolate-three-asked",
    "chocolate-three-decide", "chocolate-four-full", "chocolate-four-spectator", "chocolate-schoko-middle",
    "tokan-start", "tokan-middle", "tokan-late", "tokan-over&score", "tokan-draft-middle", "general-middle",
    "general-over",
]  # fmt: skip


@pytest.mark.parametrize("name", SCENES)
def test_nobody_is_left_out(show: Open, name: str) -> None:
    page = show(name, phone=True, theme="light", still=True)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 1440, "height": 900})
    assert violations(page) == []


@pytest.mark.parametrize(
    ("name", "field"),
    [("chocolate-four-middle", ".field"), ("tokan-middle", ".table"), ("tokan-draft-middle", ".table")],
)
def test_a_phone_on_its_side_leaves_room_for_the_field(show: Open, name: str, field: str) -> None:
    page = show(name, phone=True, still=True)
    page.set_viewport_size({"width": 740, "height": 330})
    boxes = [page.locator(selector).first.bounding_box() for selector in (field, ".dock", ".tb")]
    assert all(boxes)
    seen, dock, board = (box for box in boxes if box)
    assert seen["height"] > 0.9 * board["height"]
    assert seen["x"] + seen["width"] <= dock["x"]
    assert dock["y"] + dock["height"] <= board["y"] + board["height"] + 1
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nor_while_something_is_under_way(show: Open, theme: str, fixtures: dict[str, Any]) -> None:
    page = show("chocolate-two-middle", theme=theme, still=True)
    page.keyboard.press("Tab")
    page.locator(".hand button").first.click()
    page.locator(".hand button").first.focus()
    page.keyboard.press("1")
    assert violations(page) == []
    page.get_by_role("button", name="Show areas and score").click()
    assert violations(page) == []
    page = show("tokan-carry", theme=theme, still=True)
    source, target = next(
        (source, target)
        for source, targets in fixtures["tokan"]["carry"]["legal"].items()
        for target, carries in targets.items()
        if len(carries) == 3
    )
    page.locator(f'[data-cell="{source}"]').click()
    assert violations(page) == []
    page.locator(f'[data-cell="{target}"]').click()
    assert violations(page) == []
