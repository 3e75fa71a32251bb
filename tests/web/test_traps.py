"""What newcomers stumbled over in their first ten minutes, each walked once more."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.web.playing import play, reach, start, walk
from tests.web.rooms import Room
from tests.web.test_matches import elsewhere
from tests.web.test_together import sit_down
from tests.web.visitor import Guest

PHONE: dict[str, Any] = {"width": 360, "height": 740, "touch": True}
TOKAN = '[Game "tokan"]\n[Start "j,J,l,J,m,L/L,j,J,l,j,J/M,l,j,M,J,l/J,m,L,j,L,j/l,L,j,M,m,J r -"]\n\n'

# How much of a page moves by itself, as browsers measure it.
SHIFTS = """window.shifts = 0;
new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shifts += value)))
  .observe({ type: 'layout-shift', buffered: true });"""

# Whether two things that are seen lie over one another.
_OVERLAP = """([one, other]) => {
  const boxes = [one, other].map((selector) => document.querySelector(selector).getBoundingClientRect());
  const [a, b] = boxes;
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


# The lines around what a card would join, by whose growth it is.
_GROWTH = """() => Object.fromEntries([...document.querySelectorAll('.area.join')].map((path) => {
  const { stroke, strokeDasharray } = getComputedStyle(path);
  return [path.getAttribute('class').match(/own|theirs|nobodys/)[0], `${stroke} ${strokeDasharray}`];
}))"""


def overlap(page: Page, one: str, other: str) -> bool:
    found: bool = page.evaluate(_OVERLAP, [one, other])
    return found


def test_the_level_can_be_chosen_without_starting_a_game(visit: Guest) -> None:
    guest = visit(**PHONE, language="de")
    page = guest.look("/play/schokoly")
    assert not overlap(page, "input[type=range]", ".start")
    box: Any = page.locator("input[type=range]").bounding_box()
    guest.tap(box["x"] + box["width"] * 0.86, box["y"] + box["height"] / 2)
    assert page.locator("input[type=range]").input_value() == "7"
    assert page.url.endswith("/play/schokoly")


def test_two_computers_of_one_level_have_different_names_and_keep_them(visit: Guest) -> None:
    guest = visit()
    page = start(guest, "schokoly", players=3, level=2)
    page.wait_for_selector(".seats .tb-plate")
    names = page.locator(".tb-plate .name").all_inner_texts()
    assert len(set(names)) == 3
    assert page.locator(".tb-plate", has_text="lv 2").count() == 2
    guest.press("aside .quiet .btn:has-text('Resign')")
    guest.press("dialog .accent")
    page.locator("#result + .soft", has_text="You resigned.").wait_for()
    guest.press("section:has(#result) .btn:has-text('Replay')")
    page.wait_for_selector(".slide")
    assert sorted(page.locator(".tb-plate .name").all_inner_texts()) == sorted(names)


def test_whoever_has_a_name_still_sees_which_plate_is_theirs(visit: Guest) -> None:
    guest = visit()
    guest.context.add_init_script(
        "localStorage.setItem('tafelrunde.settings', JSON.stringify({language: 'en', name: 'Anna', pace: 'once'}))"
    )
    page = start(guest, "tokan")
    page.wait_for_selector(".tb-plate")
    assert page.locator(".tb-plate:has(.tb-you) .name").inner_text() == "Anna"


@pytest.mark.parametrize(("lesson", "hint"), [("secure", "smartie")])
def test_show_me_shows_all_of_the_move(visit: Guest, lesson: str, hint: str) -> None:
    guest = visit()
    page = guest.look("/learn/schokoly")
    guest.press(".lessons")
    page.locator("dialog .steps .btn").nth(1).click()
    page.wait_for_selector(f"[data-step='{lesson}.0']")
    guest.press(".show")
    # The card of the hand, its place with the smartie on it, and the bowl.
    page.wait_for_selector(".hand .card.advised")
    page.wait_for_selector(".supply.advised")
    page.wait_for_selector(f".hint use[href='#art-{hint}']", state="attached")


def test_a_wrong_move_in_a_lesson_goes_back_and_moves_nothing(visit: Guest) -> None:
    guest = visit(**PHONE)
    page = guest.look("/learn/tokan")
    before = page.locator("main").bounding_box()
    guest.press("[data-cell=f5]")
    guest.press("[data-cell=c5]")
    guest.press(".dock .actions .accent")
    page.wait_for_selector(".remark")
    assert page.locator("main").bounding_box() == before
    assert not page.locator(".dock .actions .accent").count()
    page.wait_for_selector("[data-tower]:has(.movable)")


def test_next_is_where_move_was(visit: Guest) -> None:
    guest = visit(**PHONE)
    page = guest.look("/learn/tokan")
    guest.press("[data-cell=a3]")
    guest.press("[data-cell=b3]")
    move: Any = page.locator(".dock .actions .accent").bounding_box()
    guest.press(".dock .actions .accent")
    following: Any = page.locator(".next .accent").bounding_box()
    assert abs(move["y"] - following["y"]) < 24
    assert not overlap(page, ".next .accent", ".teacher")


def test_escape_closes_the_score_and_clears_the_board(visit: Guest) -> None:
    guest = visit()
    page = start(guest, "tokan")
    page.wait_for_selector(".movable")
    play(guest, moves=2)
    page.wait_for_selector(".movable")
    guest.press(".dock .tb-button[aria-label='Score']")
    page.wait_for_selector(".dim")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tb-sheet", state="detached")
    assert not page.locator(".dim").count()
    assert page.locator(".tb-button[aria-label='Score']").get_attribute("aria-pressed") == "false"


def test_a_second_enter_on_the_target_moves_and_is_announced(visit: Guest) -> None:
    guest = visit()
    page = start(guest, "tokan")
    page.wait_for_selector(".movable")
    reach(page, "[role=grid]")
    walk(page, page.locator("[data-tower]:has(.movable)").first.get_attribute("data-tower") or "")
    page.keyboard.press("Enter")
    walk(page, page.locator("[data-tower]:has(.target)").first.get_attribute("data-tower") or "")
    page.keyboard.press("Enter")
    if page.locator(".tb-sheet .options").count():
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    page.locator("[aria-live]", has_text="Ready").wait_for(state="attached")
    page.keyboard.press("Enter")
    page.wait_for_function("() => Number(document.querySelector('main').dataset.ply) > 0")


def test_a_lent_hand_stays_where_it_is(visit: Guest) -> None:
    table, phone = visit(**PHONE), visit(**PHONE)
    page = start(table, "schoko", "screen")
    token = page.evaluate("JSON.parse(localStorage.getItem('tafelrunde.seats')).find((s) => s.seat === 1).token")
    table.press(".menu")
    table.press("dialog .seats li:nth-child(2) .round")
    page.wait_for_selector("dialog svg[role=img] path[d]")
    phone.look(f"{page.url.removeprefix(table.address)}#token={token}")
    # The table sees that somebody has opened the seat elsewhere, and closes the question and its menu itself.
    page.wait_for_selector("dialog", state="detached")
    table.press(".float[role='dialog'] .accent")
    play(table, moves=1)
    page.locator(".float", has_text="plays on another device").wait_for()
    assert not page.locator(".hand .card").count()
    assert not page.locator(".float .accent").count()
    # Taking the hand back is a question of its own.
    table.press(".float .btn")
    page.locator("dialog", has_text="Only do this if").wait_for()
    assert not page.locator(".hand .card").count()


def test_late_news_of_ones_own_page_are_not_taken_for_another_device(visit: Guest) -> None:
    table = visit(width=1280)
    held: list[str] = []
    lending: list[bool] = []

    def pass_on(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def hear(said: str | bytes) -> None:
            message = json.loads(said)
            if message["type"] == "presence" and not lending:
                # A slow server has not noticed yet that this page has come.
                held[:] = [str(said)]
                message["seats"] = [False] * len(message["seats"])
            line.send(json.dumps(message))

        def say(said: str | bytes) -> None:
            if lending and held:
                line.send(held.pop())
            server.send(said)

        server.on_message(hear)
        line.on_message(say)

    table.page.route_web_socket("**/*", pass_on)
    page = start(table, "schoko", "screen")
    page.wait_for_selector("aside .seats li:nth-child(2) .round")
    lending.append(True)
    table.press("aside .seats li:nth-child(2) .round")
    page.wait_for_selector("dialog svg[role=img] path[d]")
    page.wait_for_selector("aside .seats li:nth-child(2) .btn.small", state="attached")
    assert not held
    assert page.locator("dialog svg[role=img] path[d]").count()
    assert not page.get_by_text("plays on another device").count()


def test_the_join_page_tells_what_one_agrees_to(visit: Guest) -> None:
    host, guest = visit(), visit(**PHONE)
    host.go("/play/tokan")
    host.press(".modes label:has([value=friends])")
    host.press("form details summary")
    host.press("form details label:has([value='3d'])")
    host.press(".start .btn")
    host.page.wait_for_url("**/m/*")
    page = guest.look(host.page.url.removeprefix(host.address))
    page.get_by_text("3 days for every move. Run out and you lose.").wait_for()
    page.get_by_text("Friendly: moves may be taken back").wait_for()
    assert page.locator("a[href='/rules/tokan']").count()
    assert page.locator("a[href='/learn/tokan']").count()
    guest.press("button:has-text('Just watch')")
    page.get_by_text("You are watching.").wait_for()


def test_a_clock_for_friends_is_none_for_the_computer(visit: Guest) -> None:
    guest = visit()
    page = guest.go("/play/tokan")
    guest.press(".modes label:has([value=friends])")
    guest.press("form details summary")
    guest.press("form details label:has([value='5+5'])")
    guest.press(".start .btn")
    page.wait_for_url("**/m/*")
    start(guest, "tokan")
    page.wait_for_selector(".tb-plate")
    assert not page.locator(".tb-plate .clock").count()


def test_the_others_growth_looks_different_from_ones_own(visit: Guest) -> None:
    guest = visit(width=1280, height=800)
    page = start(guest, "schoko", "screen")
    strokes: dict[str, str] = {}
    for _ in range(8):
        play(guest, moves=1, last=-1)
        guest.press(".float[role='dialog'] .accent")
        guest.press(".hand .card")
        box: Any = page.locator(".field").bounding_box()
        for x in range(3, 13):
            for y in range(3, 9):
                page.mouse.move(box["x"] + box["width"] * x / 16, box["y"] + box["height"] * y / 12)
                strokes |= page.evaluate(_GROWTH)
        if {"own", "theirs"} <= strokes.keys():
            break
        page.keyboard.press("Escape")
    assert strokes["own"] != strokes["theirs"]


def test_the_one_who_stays_is_asked_what_to_do(visit: Guest) -> None:
    host, guest = visit(), visit()
    sit_down(host, [guest], "tokan")
    turn = host.page.locator("main").get_attribute("data-turn")
    leaver, stayer = (host, guest) if host.page.locator("main").get_attribute("data-mover") == turn else (guest, host)
    leaver.press("aside .quiet .btn:has-text('Leave')")
    leaver.press("dialog .accent")
    leaver.page.wait_for_selector(".games")
    stayer.page.locator(".float", has_text="has left").wait_for()
    assert "Waiting for" not in stayer.page.locator(".dock").inner_text()
    stayer.press(".float .accent")
    stayer.page.wait_for_selector(".movable")


def test_the_last_words_of_a_match_are_not_said_on_the_next_page(visit: Guest) -> None:
    guest = visit()
    page = start(guest, "tokan")
    play(guest, moves=2)
    page.wait_for_function("() => document.querySelector('[aria-live=polite]').textContent !== ''")
    guest.press("header .home")
    page.wait_for_selector(".games")
    assert page.locator("[aria-live=polite]").inner_text() == ""


def test_a_broken_record_names_its_move_and_an_unknown_page_has_a_way_back(visit: Guest) -> None:
    guest = visit()
    page = guest.go("/replay")
    page.fill("textarea", TOKAN + "a3b3 c3d3")
    guest.press("form .accent")
    page.locator("[role=alert]", has_text="Move 2, “c3d3”: A jackal moves exactly two").wait_for()
    guest.look("/nowhere")
    assert page.locator("header .home").count()


def test_a_link_that_opens_no_seat_offers_to_watch(visit: Guest) -> None:
    guest = visit()
    room = Room(guest.address, "tokan", 2).play(3)
    page = guest.go(f"{room.path}#token={'x' * 32}")
    page.get_by_text("This link does not open the seat").wait_for()
    guest.press("main .btn:has-text('Watch this game')")
    page.wait_for_selector("main .tb")


def test_what_was_read_stays_read(visit: Guest) -> None:
    host, guest = visit(width=1280), visit(**PHONE)
    sit_down(host, [guest], "tokan")
    host.press("aside .quick .btn")
    guest.page.wait_for_selector(".chat .dot")
    guest.press(".chat")
    guest.page.locator("dialog", has_text="Hello!").wait_for()
    guest.page.reload()
    guest.page.wait_for_selector("main .tb")
    assert not guest.page.locator(".chat .dot").count()


def test_the_end_says_why(visit: Guest) -> None:
    guest = visit(width=1280)
    page = guest.look(Room(guest.address, "tokan", 2).play().path)
    how = page.locator("#result + .soft").inner_text()
    assert "cannot move" in how


@pytest.mark.parametrize("game", ["tokan", "schokoly"])
def test_the_end_is_counted_before_ones_eyes_and_can_be_skipped(visit: Guest, game: str) -> None:
    guest = visit(width=390, height=780, touch=True, motion=True, confirm=False)
    page = start(guest, game)
    play(guest)
    guest.press(".dock button:has-text('Skip')")
    page.wait_for_selector(".dock button:has-text('Skip')", state="detached")
    page.wait_for_selector("#result")
    # The towers of whoever lost tumble.
    if game == "tokan" and page.locator("#result").inner_text() != "A draw":
        page.locator(".tumble").first.wait_for(state="attached")


def test_computers_are_watched_one_move_at_a_time_and_can_be_paused(visit: Guest) -> None:
    guest = visit(pace="normal")
    page = start(guest, "tokan", "watch")
    page.wait_for_selector("main[data-ply='1']")
    page.wait_for_selector("main[data-ply='2']")
    guest.press("header [aria-label=Pause]")
    held = page.locator("main").get_attribute("data-ply")
    page.wait_for_timeout(2500)
    assert page.locator("main").get_attribute("data-ply") == held
    guest.press("header [aria-label='Resume']")
    page.wait_for_selector(f"main:not([data-ply='{held}'])")


def test_a_hint_shows_the_piece_then_the_move_and_is_counted(visit: Guest) -> None:
    guest = visit(**PHONE)
    page = start(guest, "tokan")
    page.wait_for_selector(".movable")
    guest.press("header [aria-label=Hint]")
    page.wait_for_selector(".advice")
    page.wait_for_selector(".advised")
    assert not page.locator(".hint").count()
    guest.press(".advice .btn")
    page.wait_for_selector(".hint")
    guest.press(".menu")
    guest.press("dialog .quiet .btn:has-text('Resign')")
    guest.press("dialog:has-text('Resign?') .accent")
    page.locator("section:has(#result)", has_text="1 hint used").wait_for()


def test_a_moment_of_a_game_and_a_position_can_be_played_on(visit: Guest) -> None:
    guest = visit(width=1280)
    room = Room(guest.address, "schoko", 2).play()
    page = guest.look(f"/replay/{room.name}")
    page.locator("input[type=range]").fill("5")
    guest.press("aside .btn:has-text('Try again from here')")
    page.wait_for_url("**/m/*")
    page.wait_for_selector("main[data-ply='5'][data-mover]")
    guest.look("/edit")
    guest.press("aside .btn:has-text('Play from here')")
    page.wait_for_url("**/m/*")
    page.wait_for_selector(".movable")


def test_a_series_is_counted_over_rematches(visit: Guest) -> None:
    guest = visit(width=1280)
    page = start(guest, "tokan")
    for _ in range(2):
        page.wait_for_selector("main[data-ply]")
        here = page.url
        guest.press("aside .quiet .btn:has-text('Resign')")
        guest.press("dialog .accent")
        page.wait_for_selector("#result")
        guest.press("section:has(#result) .accent")
        page.wait_for_url(elsewhere(here))
    guest.press("aside .quiet .btn:has-text('Resign')")
    guest.press("dialog .accent")
    page.locator("section:has(#result)", has_text="Series").wait_for()
    assert "3" in page.locator("section:has(#result)").inner_text()
