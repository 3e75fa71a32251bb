"""Whole matches, played through the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.playing import Means, play, start
from tests.web.visitor import Guest

pytestmark = pytest.mark.long

GAMES = [("tokan", 2), ("schoko", 2), ("schokoly", 2), ("schokoly", 3), ("schokoly", 4)]


# Every game is played against the computer, at one screen and over the server (test_together), and on the way by
# keyboard alone, by finger and, by the hosts there, with the mouse.


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_against_the_computer_by_keyboard(visit: Guest, game: str, players: int) -> None:
    guest = visit()
    page = start(guest, game, players=players)
    play(guest, "keyboard")
    assert page.locator("#result").inner_text()


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_at_one_screen_by_finger(visit: Guest, game: str, players: int) -> None:
    # Without the last word, as those like it who play much.
    guest = visit(width=390, height=780, touch=True, confirm=False)
    page = start(guest, game, "screen", players)
    play(guest)
    assert page.locator("#result").inner_text()


@pytest.mark.parametrize("game", ["tokan", "schokoly"])
def test_against_the_computer_with_the_mouse_and_then_a_look_at_the_game(visit: Guest, game: str) -> None:
    guest = visit(width=1440, height=900)
    page = start(guest, game)
    play(guest, moves=3)
    guest.press("aside .btn:has-text('Resign')")
    guest.press("dialog .accent")
    guest.press("section:has(#result) .btn:has-text('Replay')")
    page.wait_for_selector(".slide")
    page.go_back()
    with page.expect_request("**/api/analyses"):
        guest.press("section:has(#result) .btn:has-text('Analyse')")
    page.get_by_role("region", name="Analysis").wait_for()


@pytest.mark.parametrize("means", ["pointer", "keyboard"])
def test_a_draft_leads_to_a_match(visit: Guest, means: Means) -> None:
    guest = visit(width=390, height=780, touch=True) if means == "pointer" else visit()
    page = start(guest, "tokan", options="draft")
    # Once all tiles are laid, animals run.
    play(guest, means, moves=16)
    page.wait_for_selector("main [data-cell]")


def elsewhere(here: str) -> Callable[[str], bool]:
    return lambda url: url != here


def test_resigning_then_the_revanche_then_another_game(visit: Guest) -> None:
    guest = visit()
    page = start(guest, "tokan")
    for button in ("Return match", "Play again"):
        page.wait_for_selector("main[data-ply]")
        here = page.url
        guest.press("aside .btn:has-text('Resign')")
        guest.press("dialog .accent")
        page.wait_for_selector("#result")
        guest.press(f"section:has(#result) .btn:has-text('{button}')")
        page.wait_for_url(elsewhere(here))
    page.wait_for_selector("main .tb")


def test_taking_back_a_move(visit: Guest) -> None:
    guest = visit()
    page = start(guest, "tokan")
    last = play(guest, moves=2)
    page.wait_for_function("(last) => Number(document.querySelector('main').dataset.ply) > last + 1", arg=last)
    guest.press("aside .btn:has-text('Take back')")
    page.wait_for_selector(f"main[data-ply='{last}'][data-mover]")


def test_an_illegal_wish_is_answered_in_words(visit: Guest) -> None:
    guest = visit(language="de")
    page = start(guest, "tokan")
    page.wait_for_selector(".movable")
    movable = page.locator("[data-tower]:has(.movable)")
    own = [movable.nth(index).get_attribute("data-tower") or "" for index in range(movable.count())]
    guest.press(f"[data-cell={own[0]}]")
    # Neither in the row nor in the column of the animal, and none of its owner's.
    cells = [column + row for column in "abcdef" for row in "12345"]
    askew = next(cell for cell in cells if cell[0] != own[0][0] and cell[1] != own[0][1] and cell not in own)
    guest.press(f"[data-cell={askew}]")
    page.locator(".tb-notice", has_text="genau").wait_for()
