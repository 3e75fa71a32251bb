"""What a board says for a moment lies on nothing that somebody needs, and goes with the next choice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.rooms import Room
from tests.web.visitor import Guest

# The things of one kind that lie over something.
_BESIDE = """([all, one]) => {
  const a = document.querySelector(one).getBoundingClientRect();
  return [...document.querySelectorAll(all)].map((each) => each.getBoundingClientRect()).filter((b) =>
    a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2);
}"""


UPRIGHT = {"width": 360, "height": 740}


@pytest.mark.parametrize("game", ["tokan", "schokoly"])
def test_what_a_board_says_at_a_desk_leaves_its_row_of_words(visit: Guest, game: str) -> None:
    guest = visit(width=1280)
    room = Room(guest.address, game, 2).play(4)
    page = guest.look(room.seat(room.turn))
    if game == "tokan":
        page.locator(".movable").first.wait_for()
        guest.press("[data-cell][aria-label$=' 1']")
    else:
        guest.press(".hand .card")
        page.locator(".world .dot").first.wait_for()
        box: Any = page.locator(".field").bounding_box()
        guest.tap(box["x"] + 24, box["y"] + box["height"] - 24)
    page.locator(".tb-notice").wait_for()
    for beside in (".dock", ".hand .card"):
        assert not page.evaluate(_BESIDE, [beside, ".tb-notice"])


@pytest.mark.parametrize("game", ["tokan", "schokoly"])
@pytest.mark.parametrize("sideways", [False, True])
def test_what_a_board_says_lies_on_nothing_that_is_played(visit: Guest, game: str, sideways: bool) -> None:
    guest = visit(language="fr", touch=True, **({"width": 740, "height": 360} if sideways else UPRIGHT))
    room = Room(guest.address, game, 2).play(4)
    page = guest.look(room.seat(room.turn))
    if game == "tokan":
        # A single animal that may not move.
        page.locator(".movable").first.wait_for()
        guest.press("[data-cell][aria-label$=' 1']")
    else:
        guest.press(".hand .card")
        box: Any = page.locator(".field").bounding_box()
        page.locator(".world .dot").first.wait_for()
        guest.tap(box["x"] + 24, box["y"] + box["height"] - 24)
    page.locator(".tb-notice").wait_for()
    for played in (".tb-plate", "[data-cell]", ".world .dot", ".hand .card"):
        assert not page.evaluate(_BESIDE, [played, ".tb-notice"])
    # Whoever goes on has read it.
    if game == "tokan":
        guest.press("[data-cell][aria-label*='peut']")
        page.locator(".target").first.wait_for()
    else:
        guest.press(".hand .card[data-index='1']")
        page.locator(".hand .card[data-index='1'].picked").wait_for()
    assert not page.locator(".tb-notice").count()
