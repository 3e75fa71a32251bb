"""Puzzles on the page: solved, missed and refuted, by mouse, finger and keyboard, with and without a network."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.tokan import TokanTable
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tafelrunde.research.puzzles.corpus import corpus
from tafelrunde.research.puzzles.picking import daily
from tafelrunde.research.puzzles.puzzle import Puzzle
from tests.web.conftest import RunningServer
from tests.web.playing import reach, walk
from tests.web.test_learn import do
from tests.web.test_offline import KEPT
from tests.web.test_pages import check
from tests.web.test_people import Person
from tests.web.visitor import Guest, Visitor

SHORT = next(
    puzzle
    for puzzle in corpus("tokan")
    if len(puzzle.own) == 2 and not any("+" in move for move in (*puzzle.own, puzzle.tempting[0]))
)
"""Two moves, and nothing is carried: an animal and a target say everything."""


HELD = next(
    puzzle
    for puzzle in corpus("schoko")
    if puzzle.kind == "win" and len(puzzle.refutation) > 2 and "s" not in puzzle.own[0]
)
"""An end in which the other side still has a card after any answer."""

_WAITING = "JSON.parse(localStorage.getItem('tafelrunde.puzzleResults') ?? '[]')"


def asked(page: Page, stage: str = "asking") -> None:
    """Wait until the puzzle is at a stage."""
    page.wait_for_selector(f"[data-stage={stage}]")


def solve(visitor: Visitor, puzzle: Puzzle) -> None:
    """Make all own moves of a solution."""
    for move in puzzle.own:
        asked(visitor.page)
        do(visitor, move)
    asked(visitor.page, "solved")


@pytest.mark.parametrize(("width", "touch"), [(1280, False), (360, True)])
def test_the_puzzle_of_the_day_is_solved_and_stands_in_the_calendar(visit: Guest, width: int, touch: bool) -> None:
    visitor = visit(width=width, height=760, touch=touch)
    page = visitor.look("/puzzles")
    check(page)
    assert page.locator(".calendar .solved").count() == 0
    visitor.press("a[href='/puzzles/daily']")
    solve(visitor, daily(datetime.now(UTC).date()))
    check(page)
    visitor.press(".next .accent")
    expect(page.locator(".calendar .today.solved")).to_have_count(1)


def wrong_move(puzzle: Puzzle) -> str:
    """Return a wrong move that tempts nobody, and so has no refutation with the puzzle."""
    table = replay(read_record(puzzle.record)).final
    known = {*puzzle.right, *puzzle.tempting}
    return next(
        text
        for text in sorted(map(str, table.turns()))
        if text not in known and "+" not in text and "s" not in text and not table.play(text).is_over
    )


def test_a_wrong_move_is_refuted_on_the_board_and_can_be_tried_again(visit: Guest) -> None:
    visitor = visit(width=360, height=740, touch=True)
    page = visitor.look(f"/puzzles/{SHORT.id}")
    asked(page)
    do(visitor, SHORT.tempting[0])
    asked(page, "wrong")
    # The first tap shows the reply; taps that come while an answer is being laid are not lost.
    visitor.press(".why")
    page.wait_for_selector("[data-refuting=yours], [data-refuting=over]")
    for _ in range(len(SHORT.refutation) // 2 - 1):
        visitor.press(".why")
    page.wait_for_selector("[data-refuting=over]")
    expect(page.locator(".why")).to_have_count(0)
    expect(page.locator(".words .remark")).to_contain_text("to")
    check(page)
    visitor.press(".again")
    solve(visitor, SHORT)
    # What was missed once is not counted as solved, and comes again.
    kept = page.evaluate("JSON.parse(localStorage.getItem('tafelrunde.puzzles'))")
    assert [due["id"] for due in kept["due"]] == [SHORT.id]
    assert kept["strength"]["rating"] < 1200


@pytest.mark.parametrize("puzzle", [SHORT, HELD], ids=["tokan", "schoko"])
def test_any_wrong_move_is_refuted_by_the_engine_without_a_network(visit: Guest, puzzle: Puzzle) -> None:
    visitor = visit(place="device", kept=True)
    page = visitor.look(f"/puzzles/{puzzle.id}")
    page.evaluate(KEPT)
    visitor.look(f"/puzzles/{puzzle.id}")
    asked(page)
    visitor.context.set_offline(True)
    do(visitor, wrong_move(puzzle))
    asked(page, "wrong")
    for _ in range(20):
        if page.locator(".why").count() == 0:
            break
        visitor.press(".why")
        page.wait_for_selector("[data-refuting=yours], [data-refuting=over]")
    page.wait_for_selector("[data-refuting=over]")
    expect(page.locator(".words .remark")).not_to_contain_text("You win")


def test_the_analysis_opens_at_the_position(visit: Guest) -> None:
    visitor = visit()
    page = visitor.look(f"/puzzles/{HELD.id}")
    asked(page)
    do(visitor, HELD.own[0])
    asked(page, "solved")
    visitor.press(".next .btn:has-text('Analysis')")
    # The study room: where the puzzle was asked, with the move that solved it to go on to.
    page.wait_for_url("**/study/*")
    before = len(read_record(HELD.record).moves)
    expect(page.locator(".tree [aria-current=step]")).to_have_count(1)
    expect(page.locator(".tree .row:has([aria-current=step]) .number")).to_have_text(str(before))
    at_first = page.locator(".tree [aria-current=step]").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tree [aria-current=step]")).not_to_have_text(at_first)


def test_a_guests_results_are_taken_along_by_a_name(browser: Browser, server: RunningServer) -> None:
    person = Person(browser, server)
    page = person.visitor.look(f"/puzzles/{SHORT.id}")
    solve(person.visitor, SHORT)
    assert len(page.evaluate(_WAITING)) == 1
    person.register("Puzzler")
    page.wait_for_function(f"() => ({_WAITING}).length === 0")
    standing = page.evaluate("fetch('/api/me/puzzles').then((answer) => answer.json())")
    assert (standing["tried"], standing["solved"]) == (1, 1)
    page = person.visitor.look("/puzzles")
    expect(page.get_by_text(f"Your rating: {round(standing['rating'])}")).to_be_visible()
    person.visitor.leave()


def test_a_hint_shows_the_piece_and_then_the_move(visit: Guest) -> None:
    visitor = visit()
    page = visitor.look(f"/puzzles/{SHORT.id}")
    asked(page)
    hint = page.locator(".tools .btn", has_text="Hint")
    hint.click()
    expect(page.get_by_text("It starts with the framed piece.")).to_be_visible()
    page.locator(".tools .btn", has_text="Show the move").click()
    expect(page.locator(".tools .btn").first).to_be_disabled()


def do_by_keys(page: Page, move: str) -> None:
    """Make a move of TOKAN."""
    asked(page)
    reach(page, "[role=grid]")
    for cell in (move[:2], move[2:4]):
        walk(page, cell)
        page.keyboard.press("Enter")
    page.wait_for_selector(".tb-sheet .options, .dock .actions .accent")
    if page.locator(".tb-sheet .options").count():
        reach(page, f".tb-sheet .options .tb-button:nth-of-type({int(move[-1]) + 1 if '+' in move else 1})")
        page.keyboard.press("Enter")
        page.wait_for_selector(".dock .actions .accent")
        reach(page, "[role=grid], .dock .actions .accent")
    page.keyboard.press("Enter")


def test_keys_alone_refute_try_again_and_solve(visit: Guest) -> None:
    visitor = visit()
    page = visitor.look(f"/puzzles/{SHORT.id}")
    do_by_keys(page, SHORT.tempting[0])
    asked(page, "wrong")
    for _ in range(len(SHORT.refutation) // 2):
        reach(page, ".why")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-refuting=yours], [data-refuting=over]")
    page.wait_for_selector("[data-refuting=over]")
    reach(page, ".again")
    page.keyboard.press("Enter")
    for move in SHORT.own:
        do_by_keys(page, move)
    asked(page, "solved")
    reach(page, ".next .accent")


DAY = next(day for n in range(9) if daily(day := date(2026, 11, 18) + timedelta(n)).game == "tokan")
"""A day whose puzzle is one of TOKAN."""


def test_keys_alone_solve_the_puzzle_of_the_day(visit: Guest) -> None:
    visitor = visit()
    visitor.page.clock.set_fixed_time(datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC))
    page = visitor.look("/puzzles")
    reach(page, "a[href='/puzzles/daily']")
    page.keyboard.press("Enter")
    for move in daily(DAY).own:
        do_by_keys(page, move)
    asked(page, "solved")
    reach(page, ".next .accent")
    page.keyboard.press("Enter")
    expect(page.locator(".calendar .today.solved")).to_have_count(1)


def test_keys_alone_go_through_a_streak(visit: Guest) -> None:
    by_id = {puzzle.id: puzzle for puzzle in corpus("tokan")}
    visitor = visit()
    page = visitor.look("/puzzles")
    reach(page, "a[href^='/puzzles/streak']")
    page.keyboard.press("Enter")
    asked(page)
    first = by_id[page.locator("[data-puzzle]").get_attribute("data-puzzle") or ""]
    for move in first.own:
        do_by_keys(page, move)
    page.wait_for_selector(f"[data-puzzle]:not([data-puzzle='{first.id}'])")
    asked(page)
    second = by_id[page.locator("[data-puzzle]").get_attribute("data-puzzle") or ""]
    do_by_keys(page, second.tempting[0])
    asked(page, "wrong")
    reach(page, ".next a[href='/puzzles']")
    page.keyboard.press("Enter")
    reach(page, "a[href^='/puzzles/streak']")
    expect(page.locator("a[href^='/puzzles/streak'] small")).to_contain_text("1")


def test_a_streak_ends_with_the_first_mistake(visit: Guest) -> None:
    by_id = {puzzle.id: puzzle for puzzle in corpus("tokan")}
    visitor = visit()
    page = visitor.look("/puzzles/streak#game=tokan")

    def shown() -> Puzzle:
        asked(page)
        return by_id[page.locator("[data-puzzle]").get_attribute("data-puzzle") or ""]

    first = shown()
    solve(visitor, first)
    page.wait_for_selector(f"[data-puzzle]:not([data-puzzle='{first.id}'])")
    second = shown()
    do(visitor, second.tempting[0])
    asked(page, "wrong")
    expect(page.locator(".next a[href='/puzzles']")).to_be_visible()
    expect(page.locator(".again")).to_have_count(0)
    kept = page.evaluate("JSON.parse(localStorage.getItem('tafelrunde.puzzles'))")
    assert kept["best"]["streak"] == 1


def test_the_puzzle_of_the_day_is_solved_without_a_network(visit: Guest) -> None:
    visitor = visit(kept=True)
    page = visitor.look("/puzzles")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    visitor.look("/puzzles")
    visitor.context.set_offline(True)
    visitor.press("a[href='/puzzles/daily']")
    solve(visitor, daily(datetime.now(UTC).date()))
    visitor.press(".next .accent")
    expect(page.locator(".calendar .today.solved")).to_have_count(1)


def test_what_was_missed_comes_again_without_a_network(visit: Guest) -> None:
    visitor = visit(place="device", kept=True)
    page = visitor.look("/puzzles/train#game=tokan")
    asked(page)
    page.evaluate(KEPT)
    page.evaluate(
        "id => localStorage.setItem('tafelrunde.puzzles', JSON.stringify({due: [{id, at: 0, step: 4}]}))", SHORT.id
    )
    page = visitor.look("/puzzles")
    visitor.context.set_offline(True)
    visitor.press("a[href='/puzzles/again']")
    page.wait_for_selector(f"[data-puzzle='{SHORT.id}']")
    solve(visitor, SHORT)
    visitor.press(".next .accent")
    # Solved after the longest interval it is known.
    page.wait_for_selector(".hub")
    expect(page.locator("a[href='/puzzles/again']")).to_have_count(0)


def test_three_minutes_go_on_by_themselves_and_end(visit: Guest) -> None:
    by_id = {puzzle.id: puzzle for puzzle in corpus("tokan")}
    visitor = visit(width=360, height=740, touch=True)
    visitor.page.clock.install()
    page = visitor.look("/puzzles/clock#game=tokan")
    asked(page)
    first = by_id[page.locator("[data-puzzle]").get_attribute("data-puzzle") or ""]
    solve(visitor, first)
    # Nobody presses anything: the next one comes.
    page.wait_for_selector(f"[data-puzzle]:not([data-puzzle='{first.id}'])")
    asked(page)
    second = by_id[page.locator("[data-puzzle]").get_attribute("data-puzzle") or ""]
    do(visitor, second.tempting[0])
    asked(page, "wrong")
    expect(page.locator(".next a[href='/puzzles']")).to_have_count(0)
    visitor.press(".next .accent")
    page.wait_for_selector(f"[data-puzzle]:not([data-puzzle='{second.id}'])")
    asked(page)
    expect(page.locator(".count .number")).to_have_text("1")
    page.clock.fast_forward(3 * 60_000)
    expect(page.locator(".words")).to_have_text("Time is up.")
    check(page)
    expect(page.locator(".next a[href='/puzzles']")).to_be_visible()
    kept = page.evaluate("JSON.parse(localStorage.getItem('tafelrunde.puzzles'))")
    assert kept["best"]["clock"] == 1
    assert [due["id"] for due in kept["due"]] == [second.id]


def test_another_set_may_be_opened_in_place_of_this_one(visit: Guest) -> None:
    visitor = visit()
    page = visitor.look(f"/puzzles/set#ids={SHORT.id}")
    page.wait_for_selector(f"[data-puzzle='{SHORT.id}']")
    page.goto(f"{visitor.address}/puzzles/set#ids={HELD.id}")
    page.wait_for_selector(f"[data-puzzle='{HELD.id}']")
    # The jump to the board, for keys, leaves the puzzle and its address as they are.
    page.locator("a.skip").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.id === 'main'")
    expect(page.locator(f"[data-puzzle='{HELD.id}']")).to_have_count(1)
    assert page.url.endswith(HELD.id)


def test_the_day_says_when_the_next_one_comes(visit: Guest) -> None:
    visitor = visit()
    page = visitor.look("/puzzles")
    midnight = page.evaluate(
        "new Intl.DateTimeFormat('en', {hour: 'numeric', minute: '2-digit'}).format(Date.parse('2026-11-18'))"
    )
    expect(page.get_by_text(f"A new one every day at {midnight}")).to_be_visible()


def test_a_sheet_says_what_its_pictures_do_not_show(visit: Guest) -> None:
    heads = next(puzzle for puzzle in corpus("tokan") if '[Scoring "heads"]' in puzzle.record)
    visitor = visit()
    page = visitor.look(f"/puzzles/print#ids={SHORT.id},{heads.id},{HELD.id}")
    expect(page.locator(".sheet > ol img")).to_have_count(3)
    beside = [text.inner_text() for text in page.locator(".sheet > ol .soft").all()]
    table = replay(read_record(SHORT.record)).final
    assert isinstance(table, TokanTable)
    assert str(table).split()[-1] != "-"
    assert f"taboo: {str(table).split()[-1]}" in beside[0]
    assert "every head" not in beside[0]
    assert "every head" in beside[1]
    # Whoever has only the paper sees the hands and what stands in a tower, and where the answer goes.
    pictures = [unquote(image.get_attribute("src") or "") for image in page.locator(".sheet > ol img").all()]
    held = replay(read_record(HELD.record)).final
    assert isinstance(held, ChocolateTable)
    assert pictures[2].count("scale(") == sum(map(len, held.hands))
    assert pictures[0].count("<tspan") == sum(len(tower) for tower in table.towers if len(tower) > 1)
    # Numbers stand beside what they count, and not on what is left of it.
    right = page.locator(".sheet > ol > li").nth(0).bounding_box()
    number = page.locator(".sheet > ol > li").nth(1).bounding_box()
    assert right is not None
    assert number is not None
    assert number["x"] - right["x"] - right["width"] > 30
    expect(page.locator(".solutions img")).to_have_count(3)
    assert 'stroke-width="12"' in unquote(page.locator(".solutions img").nth(2).get_attribute("src") or "")


def test_a_puzzle_says_how_is_counted(visit: Guest) -> None:
    heads = next(puzzle for puzzle in corpus("tokan") if '[Scoring "heads"]' in puzzle.record)
    visitor = visit()
    page = visitor.look(f"/puzzles/{heads.id}")
    expect(page.locator(".task > .soft")).to_have_text(f"TOKAN · every head · rated {heads.rating}")
    expect(page.locator("header h1")).to_have_text("A puzzle")
    page = visitor.look(f"/puzzles/set#ids={heads.id},{SHORT.id}")
    expect(page.locator("header h1")).to_have_text("A chosen set")


def test_a_sheet_to_print_has_its_solutions_on_a_page_of_their_own(visit: Guest) -> None:
    visitor = visit()
    page = visitor.look("/puzzles")
    page.wait_for_selector("select")
    visitor.press(".choose")
    visitor.press("a[href^='/puzzles/print']")
    expect(page.locator(".sheet > ol img")).to_have_count(6)
    check(page)
    page.emulate_media(media="print")
    assert page.locator(".solutions").evaluate("(each) => getComputedStyle(each).breakBefore") == "page"
    assert page.locator(".solutions li").count() == 6
