"""Several people over the server: joining, being cut off, coming back, and knowing only what one may."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from tests.web.conftest import RunningServer
from tests.web.playing import play, ply, start
from tests.web.test_matches import GAMES
from tests.web.visitor import Guest, Visitor

pytestmark = pytest.mark.long

# How many moves were made and whose turn it is, once there are more than `last`.
_TURN = """(last) => {
  if (document.querySelector('#result')) return 'over';
  const { ply, turn } = document.querySelector('main').dataset;
  return Number(ply) > last && turn !== undefined ? [Number(ply), Number(turn)] : null;
}"""


# Whether so many moves were made.
_PLIES = "(least) => Number(document.querySelector('main').dataset.ply) >= least"


def sit_down(host: Visitor, guests: list[Visitor], game: str, players: int = 2) -> str:
    """Let a host set up a table and guests join it by its link; return the link's path."""
    start(host, game, "friends", players)
    path = host.page.url.removeprefix(host.address)
    host.page.wait_for_selector(".panel svg[role=img] path[d]")
    for guest in guests:
        guest.go(path)
        guest.page.fill(".panel input", f"Guest {guests.index(guest) + 1}")
        guest.press(".panel .accent")
    host.page.wait_for_selector("main[data-ply]")
    for guest in guests:
        guest.page.wait_for_selector("main[data-ply]")
    return path


def own_seat(visitor: Visitor) -> int:
    found = visitor.page.wait_for_function(
        """(id) => {
            const own = JSON.parse(localStorage.getItem('tafelrunde.seats') ?? '[]').find((s) => s.match === id);
            return own === undefined ? null : [own.seat];
        }""",
        arg=visitor.page.url.rpartition("/")[2],
    )
    seats: list[int] = found.json_value()
    return seats[0]


def play_on(visitors: list[Visitor], moves: int | None = None) -> None:
    """Let everybody move when it is their turn, until the end or until the first one has seen some moves made."""
    by_seat = {own_seat(visitor): visitor for visitor in visitors}
    first = visitors[0].page
    last = -1
    while moves is None or moves > 0:
        known = first.wait_for_function(_TURN, arg=last).json_value()
        if known == "over":
            return
        last, seat = known
        mover = by_seat.get(seat)
        if mover is not None:
            play(mover, moves=1, last=last - 1)
        if moves is not None:
            moves -= 1
    # Who goes on from here must not take a move that is on its way for one that is still to be made.
    first.wait_for_function(_TURN, arg=last)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_match_over_the_server_with_somebody_cut_off_on_the_way(visit: Guest, game: str, players: int) -> None:
    # The one who is cut off has the last word on a move; the others play without, which is quicker.
    host = visit(confirm=False)
    cut = visit(width=390, height=780, touch=True)
    guests = [cut, *(visit(width=390, height=780, touch=True, confirm=False) for _ in range(players - 2))]
    everybody = [host, *guests]
    path = sit_down(host, guests, game, players)
    watchers = [visit(width=390, height=780)] if players == 3 else []
    for watcher in watchers:
        watcher.go(path).wait_for_selector("main[data-ply]")
    play_on(everybody, 4)
    cut.context.set_offline(True)
    cut.page.wait_for_selector(".banner")
    on_turn = int(host.page.locator("main").get_attribute("data-turn") or -1)
    if own_seat(cut) == on_turn:
        # A move made without a connection is kept, and sent once there is one.
        play(cut, moves=1, last=3)
        assert ply(host.page) == 4
    else:
        play_on([visitor for visitor in everybody if visitor is not cut], 1)
    cut.context.set_offline(False)
    cut.page.wait_for_selector(".banner", state="detached")
    for visitor in everybody:
        visitor.page.wait_for_selector("main[data-ply='5']")
    play_on(everybody)
    for visitor in (*everybody, *watchers):
        visitor.page.wait_for_selector("#result")
        assert_nothing_hidden_was_told(visitor, -1 if visitor in watchers else own_seat(visitor))


def assert_nothing_hidden_was_told(visitor: Visitor, seat: int) -> None:
    """Read everything that arrived at a visitor before the end."""
    tables = [frame["table"] for frame in visitor.frames if frame.get("table") and not over(frame)]
    assert tables
    for table in tables:
        assert table["legal"] is None or table["seat"] == seat
        for other, hand in enumerate(table.get("hands", [])):
            assert other == seat or set(hand) <= {"?"}, (seat, other, hand)
        assert isinstance(table.get("stack", 0), int)


def test_a_line_that_died_silently_is_noticed_and_the_move_arrives(visit: Guest) -> None:
    guest = visit()
    lines: list[WebSocketRoute] = []
    dead: set[int] = set()

    def carry(line: WebSocketRoute) -> None:
        number = len(lines)
        lines.append(line)
        server = line.connect_to_server()
        line.on_message(lambda frame: None if number in dead else server.send(frame))
        server.on_message(lambda frame: None if number in dead else line.send(frame))

    guest.page.route_web_socket("**/api/ws*", carry)
    page = start(guest, "tokan")
    page.wait_for_selector(".movable")
    dead.add(0)
    play(guest, moves=1)
    # The device was asleep, or changed its network: the page asks whether anybody is still there.
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function(_PLIES, arg=2)
    assert len(lines) == 2


def test_a_refused_move_is_explained_and_given_back(visit: Guest) -> None:
    guest = visit(language="fr")
    refused: list[str] = []

    def carry(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def check(frame: str | bytes) -> None:
            said = json.loads(frame)
            if said["type"] == "act" and not refused:
                refused.append(said["action"]["move"])
                refusal = {"type": "refusal", "code": "illegal", "message": "in English", "id": said["id"]}
                line.send(json.dumps({**refusal, "why": {"code": "gap-in-the-way"}}))
            else:
                server.send(frame)

        line.on_message(check)

    guest.page.route_web_socket("**/api/ws*", carry)
    page = start(guest, "tokan")
    play(guest, moves=1)
    page.locator(".notices", has_text="vide").wait_for()
    guest.press(".dock .actions .accent")
    page.wait_for_function(_PLIES, arg=1)
    assert len(refused) == 1


def test_a_move_made_offline_survives_leaving_the_page(visit: Guest) -> None:
    host, guest = visit(), visit()
    sit_down(host, [guest], "tokan")
    by_seat = {own_seat(host): host, own_seat(guest): guest}
    mover = by_seat[int(host.page.locator("main").get_attribute("data-turn") or 0)]
    other = guest if mover is host else host
    mover.context.set_offline(True)
    mover.page.wait_for_selector(".banner")
    play(mover, moves=1)
    mover.page.close()
    mover.context.set_offline(False)
    mover.page = mover.context.new_page()
    mover.go("/")
    other.page.wait_for_selector("main[data-ply='1']")


def test_a_part_that_never_arrived_takes_no_board_away(visit: Guest) -> None:
    host, guest = visit(), visit()
    guest.page.add_init_script("delete Navigator.prototype.serviceWorker")
    gone = re.compile(r"/assets/(TableMenu|Chat)|/$")
    guest.page.route(gone, lambda route: route.abort("internetdisconnected"))
    sit_down(host, [guest], "tokan")
    again = guest.page.get_by_role("button", name="Try again")
    again.click()
    again.wait_for()
    play_on([host, guest], 2)
    guest.page.unroute(gone)
    # There is an answer again: the page is loaded anew, with everything.
    again.click()
    again.wait_for(state="detached")
    guest.page.get_by_role("button", name="Resign").wait_for()
    assert ply(guest.page) == 2


def test_a_server_that_restarts_loses_nothing_and_nobody(visit: Guest, server: RunningServer) -> None:
    host, guest = visit(), visit()
    sit_down(host, [guest], "schoko")
    play_on([host, guest], 6)
    host.page.wait_for_selector("main[data-ply='6']")
    server.stop()
    host.page.wait_for_selector(".banner")
    server.start()
    for visitor in (host, guest):
        visitor.page.wait_for_selector(".banner", state="detached", timeout=60_000)
    assert ply(host.page) == ply(guest.page) == 6
    play_on([host, guest], 4)


def test_a_friend_and_a_computer_at_one_table(visit: Guest) -> None:
    host, guest = visit(), visit()
    sit_down_with_computer(host, guest)
    play_on([host, guest], 4)


def sit_down_with_computer(host: Visitor, guest: Visitor) -> str:
    """Let a host set up a table for three with one guest and a computer."""
    page = host.go("/play/schokoly")
    host.press(".modes label:has([value=friends])")
    host.press("fieldset:not(.modes) label:has([value='3'])")
    page.locator("fieldset:not(.modes)").nth(1).locator("label:has([value='1'])").click()
    host.press(".start .btn")
    page.wait_for_url("**/m/*")
    path = page.url.removeprefix(host.address)
    guest.go(path)
    guest.press(".panel .accent")
    for visitor in (host, guest):
        visitor.page.wait_for_selector("main[data-ply]")
    return path


def over(frame: dict[str, Any]) -> bool:
    return frame["state"]["finished"] is not None


def test_chat_draw_and_rematch(visit: Guest) -> None:
    host, guest = visit(width=1280), visit(width=390, height=780, touch=True)
    sit_down(host, [guest], "tokan")
    host.page.fill("aside form input", "Good luck!")
    host.press("aside form button")
    guest.page.locator(".notices", has_text="Good luck!").wait_for()
    guest.press(".menu")
    guest.press("dialog .actions .btn:has-text('draw')")
    # What ends the game is not the default.
    assert not host.page.locator(".float .accent").count()
    host.press(".float .btn:has-text('Agree')")
    for visitor in (host, guest):
        visitor.page.wait_for_selector("#result")
    first = host.page.url
    host.press("section:has(#result) .accent")
    guest.press("section:has(#result) .accent")
    for visitor in (host, guest):
        visitor.page.wait_for_url(lambda url: url != first)
        visitor.page.wait_for_selector("main[data-ply='0']")
    assert host.page.url == guest.page.url


def test_a_computer_takes_over_for_a_leaver_who_may_come_back(visit: Guest) -> None:
    host, guest = visit(), visit()
    sit_down(host, [guest], "tokan")
    table = guest.page.url
    guest.press("aside .quiet .btn:has-text('Leave')")
    guest.press("dialog .accent")
    # Whoever leaves is not told so on the page they have left.
    guest.page.wait_for_selector(".games")
    assert not guest.page.locator(".notices p").count()
    host.press("aside .seats .btn:has-text('Let the computer play')")
    host.page.locator(".float[role='dialog']").wait_for(state="detached")
    play(host, moves=3)
    guest.go(table.removeprefix(guest.address))
    guest.press(".float .accent:has-text('back')")
    host.page.locator("aside .seats", has_text="(computer)").wait_for(state="detached")


def test_a_second_device_opens_the_same_seat(visit: Guest) -> None:
    table, phone = visit(), visit(width=390, height=780, touch=True)
    start(table, "schoko", "screen")
    table.press(".float[role='dialog'] .accent")
    token = table.page.evaluate("JSON.parse(localStorage.getItem('tafelrunde.seats')).find((s) => s.seat === 0).token")
    table.press("aside .seats li:first-child .round")
    table.page.wait_for_selector("dialog svg[role=img] path[d]")
    table.press("dialog .accent")
    phone.go(f"{table.page.url.removeprefix(table.address)}#token={token}")
    phone.page.wait_for_selector(".hand .card")
    assert "token" not in phone.page.url
    # The big screen shows the table and not the hand that went to the phone.
    table.page.wait_for_selector("main[data-ply]")
    assert table.page.locator(".hand .card").count() == 0
    play(phone, moves=1)
    table.page.wait_for_selector("main[data-ply='1']")


def test_signing_out_other_devices_leaves_them_watching(visit: Guest) -> None:
    table, phone = visit(), visit(touch=True, width=360, height=740)
    start(table, "tokan", "screen")
    table.page.wait_for_selector("main[data-ply]")
    path = table.page.url.removeprefix(table.address)
    seats = "JSON.parse(localStorage.getItem('tafelrunde.seats'))"
    token = table.page.evaluate(f"{seats}.find((s) => s.seat === 0).token")
    phone.go(f"{path}#token={token}")
    phone.page.wait_for_selector("main[data-ply]")
    assert own_seat(phone) == 0
    table.page.locator("li .btn.round").first.click()
    table.page.get_by_role("button", name="Sign out other devices").click()
    # The phone is told at once, keeps nothing that would open the seat, and goes on as a spectator.
    phone.page.get_by_text("You are watching now").wait_for()
    assert phone.page.evaluate(f"{seats}.length") == 0
    phone.page.wait_for_selector("main[data-ply]")
    fresh = table.page.evaluate(f"{seats}.find((s) => s.seat === 0).token")
    assert fresh != token
    # This device plays on with the new token.
    play(table)
    play(table)
    phone.page.wait_for_function(_PLIES, arg=2)
    phone.go(f"{path}#token={token}")
    phone.page.get_by_text("This link does not open the seat").wait_for()
