"""What a table tells without being asked: whose turn it was, what speaks for a move, why it is over."""

from __future__ import annotations

from random import Random

from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanTable
from tests.web.playing import start
from tests.web.rooms import Room
from tests.web.test_traps import PHONE
from tests.web.visitor import Guest

_FRAMES = """() => [...document.querySelectorAll('.last.mover')]
  .map((each) => each.getAttribute('class').match(/[DMW]/)[0])"""


def test_the_last_move_is_framed_in_the_colour_of_whoever_made_it(visit: Guest) -> None:
    guest = visit()
    room = Room(guest.address, "tokan", 2)
    for _ in range(2):
        mover = room.turn
        page = guest.look(room.play(1).path)
        # Red sits on the first seat or on the second: the plate says which.
        red = "Red" in page.locator(".tb-plate", has_text=["Anna", "Bruno"][mover]).inner_text()
        page.wait_for_selector(f".trail.by{0 if red else 1}", state="attached")
        assert not page.locator(f".trail.by{1 if red else 0}").count()
    # Of three players, whatever came since one's own turn is framed.
    room = Room(guest.address, "schokoly", 3, players="3").play(5)
    page = guest.look(room.seat(room.turn))
    page.wait_for_selector(".last.mover", state="attached")
    frames: list[str] = page.evaluate(_FRAMES)
    assert len(set(frames)) == len(frames) == 2


def test_whoever_lost_against_two_reads_who_won(visit: Guest) -> None:
    guest = visit(**PHONE)
    titles: list[str] = []
    # Now and then two of them are level.
    for _ in range(6):
        room = Room(guest.address, "schokoly", 3, players="3").play()
        titles = [visit(**PHONE).look(room.seat(seat)).locator("#result").inner_text() for seat in range(3)]
        if "You win!" in titles:
            break
    name = ["Anna", "Bruno", "Clara"][titles.index("You win!")]
    assert sorted(titles) == sorted(["You win!", *[f"Victory for {name}"] * 2])


def test_a_hint_says_what_speaks_for_the_move(visit: Guest) -> None:
    guest = visit(**PHONE)
    page = start(guest, "tokan")
    page.wait_for_selector(".movable")
    guest.press("header [aria-label=Hint]")
    page.locator(".advice p", has_text="Look at the marked piece").wait_for()
    guest.press(".advice .btn")
    page.locator(".advice .btn", has_text="Got it").wait_for()
    words = page.locator(".advice p").inner_text()
    assert words.startswith(("You ", "After that", "It leaves"))


def test_who_could_only_have_moved_to_the_taboo_reads_it(visit: Guest) -> None:
    guest = visit(width=1280)
    start_, moves = stuck_by_taboo()
    page = guest.go("/replay")
    record = f'[Game "tokan"]\n[Start "{start_}"]\n\n{" ".join(moves[:-1])}'
    page.fill("textarea", record)
    guest.press("form .accent")
    page.wait_for_selector(".slide")
    page.locator("input[type=range]").fill(str(len(moves) - 1))
    guest.press("aside .btn:has-text('Try again from here')")
    page.wait_for_url("**/m/*")
    page.wait_for_selector(f"main[data-ply='{len(moves) - 1}'][data-mover]")
    last = moves[-1]
    guest.press(f"[data-cell={last[:2]}]")
    guest.press(f"[data-cell={last[2:4]}]")
    guest.press(".dock .actions .accent")
    page.locator("#result + .soft", has_text="the only tower left to move to is taboo").wait_for()


def stuck_by_taboo() -> tuple[str, list[str]]:
    """Return the start and the moves of a game that the taboo alone ends; the last move carries nothing."""
    game = find_game("tokan")
    options = game.options_type.parse("")
    for seed in range(1000):
        chance = Random(seed)
        deal = game.deal(options, chance)
        table = game.start(options, deal)
        moves: list[str] = []
        while not table.is_over:
            move = chance.choice(table.legal_moves())
            moves.append(str(move))
            table = table.apply(move)
        assert isinstance(table, TokanTable)
        if by_taboo(table) and "+" not in moves[-1]:
            return deal, moves
    raise AssertionError("no game ended so")


def by_taboo(table: TokanTable) -> bool:
    """Tell whether there would be a move if nothing were taboo."""
    towers, _, _ = str(table).rpartition(" ")
    game = find_game("tokan")
    return not game.start(game.options_type.parse(""), f"{towers} -").is_over


def test_how_loud_it_is_stays_as_it_was_chosen(visit: Guest) -> None:
    guest = visit(**PHONE)
    page = guest.look("/")
    guest.press("header .round:last-child")
    assert not page.get_by_label("Volume").count()
    guest.press("dialog label:has-text('Sounds')")
    page.get_by_label("Volume").fill("0.3")
    page.reload()
    page.wait_for_selector(".games")
    guest.press("header .round:last-child")
    assert page.get_by_label("Volume").input_value() == "0.3"


def test_who_begins_may_be_settled_by_chocolate_as_the_booklets_do(visit: Guest) -> None:
    guest = visit()
    for game, words in {"schokoly": "ate chocolate last begins", "schoko": "longer without chocolate begins"}.items():
        page = guest.look(f"/play/{game}")
        guest.press(".modes label:has([value=screen])")
        guest.press("form details summary")
        page.get_by_text(words).wait_for()
    page = guest.look("/play/tokan")
    guest.press(".modes label:has([value=screen])")
    guest.press("form details summary")
    page.get_by_text("Scoring").wait_for()
    assert not page.get_by_text("chocolate", exact=False).count()
    guest.look("/")
    facts = page.locator(".games .facts").all_inner_texts()
    assert ["10+" in facts[0], "8+" in facts[1], "9+" in facts[2]] == [True] * 3


def test_whoever_offered_a_card_hears_that_nobody_wants_it(visit: Guest) -> None:
    guest = visit(**PHONE)
    room = Room(guest.address, "schokoly", 3, players="3").play(6)
    giver = room.turn
    page = guest.look(room.seat(giver))
    guest.press(".dock .tb-button[aria-label='Swap']")
    guest.press(".tb-sheet .row[role=group] .tb-button")
    name = page.locator(".tb-sheet .row[role=group] .tb-button[aria-pressed=true]").inner_text()
    guest.press(".tb-sheet .pick")
    guest.press(".tb-sheet .row.end .accent")
    page.locator(".tb-sheet .exchange").wait_for()
    taker = room.turn
    assert taker != giver
    other = visit()
    asked = other.look(room.seat(taker))
    other.press(".tb-sheet .tb-button:has-text('Decline')")
    page.locator(".tb-notice", has_text=f"{name} would rather not swap.").wait_for()
    # Whoever said no knows it.
    asked.locator(".tb-sheet").wait_for(state="detached")
    assert not asked.locator(".tb-notice").count()


def test_whoever_declines_is_not_told_so_by_name(visit: Guest) -> None:
    room = Room(visit().address, "tokan", 2).play(3)
    asking, asked = visit(width=1280), visit(width=1280)
    page, other = asking.look(room.seat(0)), asked.look(room.seat(1))
    asking.press("aside .btn:has-text('Offer a draw')")
    asked.press(".float .btn:has-text('Decline')")
    page.locator(".notices", has_text="Bruno declines.").wait_for()
    other.locator(".float").wait_for(state="detached")
    assert not other.locator(".notices p", has_text="declines").count()
