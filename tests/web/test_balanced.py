"""Balanced starts on the page: a match begins with one, and a won one is won against a player without mistakes."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanPosition
from tafelrunde.native import AVAILABLE
from tafelrunde.players.room import BalancedStart
from tafelrunde.players.starts import balanced_starts
from tafelrunde.records.replay import new_record
from tests.web.test_learn import do
from tests.web.test_offline import KEPT
from tests.web.test_pages import check
from tests.web.test_puzzles import SHORT
from tests.web.visitor import Guest

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")
GAME = find_game("tokan")
OPTIONS = GAME.options_type.parse("standard")


def position(start: BalancedStart) -> TokanPosition:
    found = GAME.start(OPTIONS, start.start)
    assert isinstance(found, TokanPosition)
    return found


def won() -> tuple[BalancedStart, str, str]:
    """Return a start with the only move that wins and one that does not; neither carries anything."""
    from tafelrunde.native.tokan_solver import Solver

    solver = Solver(16 << 20, 1)
    for start in balanced_starts(GAME, OPTIONS):
        if start.kind == "only":
            values = solver.values(position(start))
            plain = [move for move in values if f"{move}+1" not in values and "+" not in move]
            right = [move for move in plain if values[move].result == "win"]
            wrong = [move for move in plain if values[move].result == "loss"]
            if right and wrong:
                return start, right[0], wrong[0]
    raise AssertionError("no start will do")


def hand_out(page: Page, start: BalancedStart) -> None:
    """Let the server know one start only, as it is."""

    def answer(route: Route) -> None:
        record = str(new_record(GAME, OPTIONS, "IMAGE"))
        kept = {"id": start.id, "kind": start.kind, "images": [start.start]}
        route.fulfill(json={"game": "tokan", "options": {}, "record": record, "starts": [kept]})

    page.route("**/api/starts/tokan?*", answer)


def test_a_match_begins_with_a_balanced_start_and_the_next_with_another(visit: Guest) -> None:
    visitor = visit(width=360, height=740, touch=True)
    page = visitor.page
    towers = []
    for _ in range(2):
        visitor.go("/play/tokan")
        visitor.press(".modes label:has([value=screen])")
        if page.locator("form details[open]").count() == 0:
            visitor.press("form details summary")
        switch = page.get_by_role("switch", name="Balanced start")
        switch.set_checked(True)
        check(page)
        visitor.press(".start .btn")
        page.wait_for_url("**/m/*")
        page.wait_for_selector("[data-tower]:has(.level)")
        towers.append(page.locator("[data-tower]:has(.level)").count())
    assert all(15 <= count < 30 for count in towers)
    met = json.loads(page.evaluate("localStorage.getItem('tafelrunde.balanced.tokan.standard')"))
    assert len(set(met)) == 2


def test_a_won_game_is_drilled_without_a_network_and_a_slip_is_taken_back(visit: Guest) -> None:
    start, right, wrong = won()
    visitor = visit(place="device", kept=True)
    hand_out(visitor.page, start)
    page = visitor.look("/puzzles")
    page.evaluate(KEPT)
    visitor.look("/puzzles/drill#game=tokan")
    page.wait_for_selector("[data-drill=yours]")
    visitor.context.set_offline(True)
    do(visitor, wrong)
    page.wait_for_selector("[data-drill=given]")
    expect(page.locator(".words .remark")).to_have_text("That gives everything away: now your opponent wins.")
    check(page)
    visitor.press(".back")
    page.wait_for_selector("[data-drill=yours]")
    do(visitor, right)
    # The opponent has answered, and nothing was given away.
    page.wait_for_selector("[data-drill=yours], [data-drill=over]")
    expect(page.locator(".words .remark")).to_have_count(0)


def test_the_study_room_shows_why_a_move_is_bad(visit: Guest) -> None:
    wrong = SHORT.tempting[0]
    visitor = visit()
    page = visitor.look(f"/study#record={quote(SHORT.record)}")
    page.get_by_role("button", name="All").click()
    told = f"{wrong[:2]}\u2013{wrong[2:]}"
    row = page.locator(f"section[aria-label=Engine] li:has(> button:first-child .move:text-is('{told}'))")
    row.locator(".why").press("Enter")
    # One stands at the move, and best play on both sides follows it to the end of the game.
    expect(page.locator(".tree [aria-current=step]")).to_contain_text(told)
    page.wait_for_function("() => document.querySelectorAll('.tree [data-node]').length > 2")
    check(page)
    page.locator(".tree [aria-current=step]").press("End")
    expect(page.locator(".tree [data-node]").last).to_have_attribute("aria-current", "step")
