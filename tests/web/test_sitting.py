"""What makes people stay: somebody to talk to, a page that is never empty, looks and habits of one's own."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanTable
from tests.web.playing import start
from tests.web.rooms import Room
from tests.web.test_together import sit_down
from tests.web.test_traps import PHONE, SHIFTS, overlap
from tests.web.visitor import Guest, Visitor

_DRESS = """(wishes) => {
  const kept = JSON.parse(localStorage.getItem('tafelrunde.settings'));
  localStorage.setItem('tafelrunde.settings', JSON.stringify({ ...kept, ...wishes }));
}"""


def test_whoever_watches_is_heard_and_not_taken_for_a_player(visit: Guest) -> None:
    host, guest, watcher = visit(width=1280), visit(), visit(width=1280)
    sit_down(host, [guest], "tokan")
    page = watcher.look(host.page.url.removeprefix(host.address))
    page.fill("aside form input", "Good luck!")
    watcher.press("aside form .btn")
    host.page.locator("aside .said p", has_text="Somebody (watching) Good luck!").wait_for()
    # One's own words are no news.
    page.locator("aside .said p", has_text="Good luck!").wait_for()
    assert not page.locator(".notice", has_text="Good luck!").count()
    host.press("aside .btn:has-text('Mute spectators')")
    page.fill("aside form input", "Take the lion!")
    page.press("aside form input", "Enter")
    page.locator("aside .said p", has_text="Take the lion!").wait_for()
    host.press("aside .quick .btn")
    page.locator("aside .said p", has_text="Hello!").wait_for()
    assert "Take the lion!" not in host.page.locator("aside .said").inner_text()


def test_the_first_page_at_a_desk_has_a_lesson_a_position_and_tables_that_move(visit: Guest) -> None:
    guest, players = visit(width=1440, height=900), visit(width=1280)
    start(players, "tokan", "watch")
    page = guest.look("/")
    page.locator(".first", has_text="Never played?").wait_for()
    board = page.locator(".live img").first
    board.wait_for()
    before = board.get_attribute("src")
    page.wait_for_function("(before) => document.querySelector('.live img').src !== before", arg=before)
    guest.press("a.puzzles[href$=puzzles]")
    page.wait_for_url("**/puzzles")


def test_whoever_is_waited_for_reads_it_first_on_a_phone(visit: Guest) -> None:
    guest = visit(**PHONE, language="de")
    page = start(guest, "tokan")
    page.wait_for_selector("main[data-mover]")
    guest.context.add_init_script(SHIFTS)
    guest.look("/")
    page.wait_for_selector("section.waiting")
    # Nothing that could be tapped already is pushed down by it.
    assert page.evaluate("window.shifts") < 0.05
    tops = page.evaluate("['section.waiting', '.games'].map((each) => document.querySelector(each).offsetTop)")
    assert tops[0] < tops[1]
    # Without a name of one's own one is simply you.
    assert "Du" in page.locator("section.waiting li").first.inner_text()
    # Who plays, and since when, is read to its end.
    assert page.locator("section.waiting .what .soft").first.evaluate(
        "(all) => all.scrollHeight <= all.clientHeight + 1"
    )
    assert page.locator("nav a[href='/edit']").inner_text().startswith("TOKAN")


def test_looks_and_habits_are_chosen_once(visit: Guest) -> None:
    guest = visit()
    page = guest.look("/")
    guest.press("header .round:last-child")
    for value in ("night", "stone", "less", "slow"):
        guest.press(f"dialog label:has([value={value}])")
    guest.press("dialog label:has-text('Stronger patterns')")
    page.reload()
    page.wait_for_selector(".games")
    kept = {"look": "night", "pieces": "stone", "motion": "less", "patterns": "strong"}
    assert page.evaluate("({ ...document.documentElement.dataset })").items() >= kept.items()


@pytest.mark.parametrize(
    ("game", "drawn"), [("tokan", ["[data-tower=a1]"]), ("schokoly", [".hand .card", ".tb-plate .colour:has(use)"])]
)
def test_every_look_draws_the_pieces_in_its_own_way(visit: Guest, game: str, drawn: list[str]) -> None:
    guest = visit()
    room = Room(guest.address, game, 2).play(4 if game == "schokoly" else 0)
    page = guest.look(room.seat(room.turn))
    shots: dict[str, set[bytes]] = {selector: set() for selector in drawn}
    looks = [("classic", False), ("plain", False), ("stone", False), ("classic", True), ("stone", True)]
    # Really: copies of drawings do not see what the root of the page says.
    for pieces, patterns in looks:
        page.evaluate(_DRESS, {"pieces": pieces, "patterns": patterns})
        page.reload()
        guest.look(room.seat(room.turn))
        for selector in drawn:
            shots[selector].add(page.locator(selector).first.screenshot())
    assert {selector: len(shot) for selector, shot in shots.items()} == dict.fromkeys(drawn, len(looks))


def test_a_clock_of_ones_own(visit: Guest) -> None:
    guest = visit()
    page = guest.go("/play/tokan")
    guest.press(".modes label:has([value=friends])")
    guest.press("form details summary")
    guest.press("form details label:has([value=own])")
    page.get_by_label("Minutes each").fill("7")
    page.get_by_label("Seconds per move").fill("3")
    guest.press(".start .btn")
    page.wait_for_url("**/m/*")
    page.get_by_text("7 minutes each, plus 3 s for every move.").wait_for()


def test_a_move_is_planned_while_the_other_thinks(visit: Guest) -> None:
    host, guest = visit(), visit()
    host.go("/play/tokan")
    host.press(".modes label:has([value=friends])")
    host.press("form details summary")
    host.press("form details label:has([value='5+5'])")
    host.press(".start .btn")
    host.page.wait_for_url("**/m/*")
    guest.look(host.page.url.removeprefix(host.address))
    guest.press("main .accent")
    for each in (host, guest):
        each.page.wait_for_selector("main .tb")
    host.page.wait_for_selector("main[data-turn]")
    first, second = (host, guest) if host.page.locator("main[data-mover]").count() else (guest, host)
    page = second.page
    game = find_game("tokan")
    position = game.start(game.options_type.parse(""), last_table(second)["position"])
    move = next(iter(position.legal_moves()))
    after = position.apply(move)
    assert isinstance(position, TokanTable)
    assert isinstance(after, TokanTable)
    # An answer that is legal after the move, with an animal that can be picked before it.
    answer = next(
        str(each) for each in after.legal_moves() if position.towers[index(str(each))] == after.towers[index(str(each))]
    )
    second.press(f"[data-cell={answer[:2]}]")
    second.press(f"[data-cell={answer[2:4]}]")
    page.wait_for_selector(".tb-notice")
    assert page.locator("main").get_attribute("data-ply") == "0"
    first.press(f"[data-cell={str(move)[:2]}]")
    first.press(f"[data-cell={str(move)[2:4]}]")
    first.press(".dock .actions .accent")
    first.page.wait_for_selector("main[data-ply='2']")
    assert [made["move"] for made in moved(first)][-1] == answer


def index(cell: str) -> int:
    """Return the number of a cell."""
    return "abcdef".index(cell[0]) + 6 * (int(cell[1]) - 1)


def last_table(visitor: Visitor) -> dict[str, Any]:
    """Return the last table that somebody was sent, with a whole state or with what happened."""
    table: dict[str, Any] = next(frame["table"] for frame in reversed(visitor.frames) if frame.get("table"))
    return table


def moved(visitor: Visitor) -> list[dict[str, Any]]:
    """Return the moves that somebody heard of."""
    events = (event for frame in visitor.frames if frame["type"] == "event" for event in frame["events"])
    return [event for event in events if event["type"] == "moved"]


@pytest.mark.parametrize("answer", ["Install", "Not now"])
def test_the_page_is_put_on_the_home_screen_where_that_is_possible(visit: Guest, answer: str) -> None:
    guest = visit()
    page = guest.look("/")
    assert not page.get_by_text("Keep Tafelrunde at hand?").count()
    page.evaluate("""() => {
      const question = new Event('beforeinstallprompt', { cancelable: true });
      question.prompt = async () => { window.asked = true; };
      dispatchEvent(question);
    }""")
    page.get_by_text("Keep Tafelrunde at hand?").wait_for()
    guest.press(f"button:has-text('{answer}')")
    page.get_by_text("Keep Tafelrunde at hand?").wait_for(state="detached")
    assert bool(page.evaluate("window.asked")) == (answer == "Install")


NOWHERE = ["/nowhere", "/play/halma", "/rules/halma", "/learn/halma", "/m/nobody-has-this", "/studies/nobody-has-this"]


@pytest.mark.parametrize("path", ["/watch", *NOWHERE])
def test_an_empty_page_has_a_drawing_and_a_next_step(visit: Guest, path: str) -> None:
    guest = visit(**PHONE)
    page = guest.go(path)
    if path == "/watch":
        guest.press("fieldset label:has([value=open])")
    else:
        # It says that there is nothing, not that somebody did something wrong.
        page.locator("main [role=status]", has_text=re.compile("leads nowhere|no such")).wait_for()
    page.locator("main svg").first.wait_for()
    assert page.locator("main a.accent, main .accent").count() == 1


def test_a_swap_leaves_the_board_in_sight_and_the_third_hears_its_numbers(visit: Guest) -> None:
    room = Room(visit().address, "schokoly", 3, players="3").play(6)
    third, giver = visit(**PHONE), visit(**PHONE)
    turn = room.turn
    page = giver.look(room.seat(turn))
    giver.press(".dock .actions .tb-button[aria-label='Swap']")
    giver.press(".tb-sheet .row[role=group] .tb-button")
    giver.press(".tb-sheet .pick")
    assert not overlap(page, ".tb-sheet", ".seats")
    field: Any = page.evaluate(
        """() => {
          const [field, sheet] = ['.field', '.tb-sheet'].map((each) => document.querySelector(each));
          return sheet.getBoundingClientRect().top - field.getBoundingClientRect().top;
        }"""
    )
    assert field > 120
    said = page.locator(".tb-sheet .say").inner_text()
    giver.press(".tb-sheet .row.end .accent")
    partner = room.turn
    assert partner != turn
    other = next(seat for seat in range(3) if seat not in (turn, partner))
    third.look(room.seat(other))
    words = third.page.locator(".tb-sheet").inner_text()
    number = re.search(r"\d", said)
    assert number is not None
    assert number[0] in words
    # The other offers one in return, and both see then which card came.
    answering = visit(width=1280, height=860)
    page = answering.look(room.seat(partner))
    answering.press(".tb-sheet .pick")
    assert not overlap(page, ".tb-sheet", ".hand .card[data-index='3']")
    answering.press(".tb-sheet .row.end .accent")
    giver.press(".tb-sheet .row.end .accent")
    for each in (giver, answering):
        each.page.locator(".tb-notice", has_text="New in your hand").wait_for()
    third.page.locator(".tb-sheet").wait_for(state="detached")
    assert not third.page.get_by_text("New in your hand").count()
