"""The study room: trees built by mouse, finger and keyboard, kept, handed on, and judged by the engine beside them."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tafelrunde.records.record import read_record
from tafelrunde.records.tree import Tree, read_tree
from tests.engine.node import MODULE
from tests.web.playing import play, start
from tests.web.test_pages import check
from tests.web.visitor import Guest, Visitor, until

if not MODULE.exists():
    pytest.skip("the engine was not built", allow_module_level=True)

START = "J,J,m,l,L,J/j,j,M,L,J,j/l,J,m,j,L,j/L,M,m,M,j,l/l,J,l,L,j,J b -"
STUDY = f"""[Game "tokan"]
[Notation "2"]
[Start "{START}"]

d3d1! {{good}} (d3f3?! b2a2 (b2b1) b4d4) b2c2 c3b3
"""
LAST = "L,-,lJ,-,L,-/-,l,jJj,Jjmm,-,-/-,-,jJJj,l,mL,-/-,l,-,JM,j,jM/l,M,-,L,J,L r c3"
CURRENT = ".tree [aria-current=step]"
# Whether a study with some words is kept on the device, or lies there since its page was left.
KEPT = """async (words) => {
  const open = indexedDB.open('tafelrunde-studies');
  await new Promise((done) => (open.onsuccess = done));
  const all = open.result.transaction('studies').objectStore('studies').getAll();
  await new Promise((done) => (all.onsuccess = done));
  open.result.close();
  return all.result.some(({ record, study }) => (study?.record ?? record).includes(words));
}"""


def begin(guest: Visitor, game: str) -> Page:
    page = guest.go("/study")
    guest.press(f"fieldset label:has([value={game}])")
    guest.press("section .accent")
    page.wait_for_url("**/study/*")
    page.wait_for_selector("main .tb")
    return page


def opened(guest: Visitor, record: str) -> Page:
    page = guest.go(f"/study#{urlencode({'record': record})}")
    page.wait_for_url("**/study/*")
    page.wait_for_selector("main .tb")
    return page


def at(page: Page, moves: int) -> None:
    """Wait until the board shows the table after so many moves."""
    page.wait_for_selector(f"main[data-ply='{moves}']")


def exported(page: Page, folder: Path) -> Tree:
    """Save the study as a file, and read it as Python does."""
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = folder / "study.txt"
    saved.value.save_as(file)
    return read_tree(read_record(file.read_text()))


def test_a_tree_is_built_by_mouse_stays_and_can_be_handed_on(visit: Guest, tmp_path: Path) -> None:
    guest = visit(confirm=False)
    page = begin(guest, "tokan")
    play(guest, moves=2)
    at(page, 2)
    page.get_by_role("button", name="Previous move").click()
    at(page, 1)
    # Another move than the one that stands there opens a line.
    page.locator("section ol li > button:first-child").last.click()
    at(page, 2)
    page.get_by_role("button", name="Interesting").click()
    page.get_by_label("Your comment").fill("what if?")
    page.get_by_role("button", name="Make this the main line").click()
    expect(page.get_by_role("button", name="Make this the main line")).to_be_disabled()
    tree = exported(page, tmp_path)
    first = tree.root.variations[0]
    assert len(tree.root.variations) == 1
    assert [(node.comment, node.glyphs) for node in first.variations] == [("what if?", {5}), ("", set())]
    page.locator("aside").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Make this the main line")).to_be_enabled()
    page.get_by_role("button", name="Redo").click()
    check(page)
    page.reload()
    at(page, 2)
    expect(page.locator(CURRENT)).to_contain_text("!?")
    assert str(exported(page, tmp_path)) == str(tree)
    # Somebody else opens the file.
    other = visit()
    there = other.go("/study")
    there.fill("textarea", str(tree))
    other.press("form .accent")
    there.wait_for_url("**/study/*")
    at(there, 0)
    assert str(exported(there, tmp_path)) == str(tree)
    other.look("/study")
    check(there)
    there.get_by_role("button", name="Delete the study").click()
    expect(there.get_by_role("link", name="TOKAN ·")).to_have_count(0)
    there.get_by_role("button", name="Undo").click()
    expect(there.get_by_role("link", name="TOKAN ·")).to_have_count(1)


def test_a_tree_of_cards_is_built_by_finger_on_a_phone(visit: Guest) -> None:
    guest = visit(touch=True, width=360, height=740, confirm=False)
    page = begin(guest, "schoko")
    play(guest, moves=2)
    at(page, 2)
    guest.press("[aria-label='Previous move']")
    at(page, 1)
    # The hands of both are open, and the engine says what the best turns are: a tap makes one.
    expect(page.locator(".hands svg").first).to_be_visible()
    buttons = page.locator("section ol li > button:first-child")
    expect(buttons.nth(1)).to_be_visible()
    guest.press("section ol li:nth-child(2) button")
    at(page, 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check(page)
    guest.press("[aria-label='Delete from here on']")
    at(page, 1)
    guest.press("aside [aria-label='Undo']")
    at(page, 2)


def test_a_tree_is_gone_through_by_keyboard_and_nobody_is_sent_it(visit: Guest) -> None:
    guest = visit(width=1440, height=900)
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(f"{request.url} {request.post_data}"))
    page = opened(guest, STUDY)
    at(page, 0)
    press = page.locator("body").press
    press("ArrowRight")
    expect(page.locator(CURRENT)).to_contain_text("d1")
    press("ArrowDown")
    expect(page.locator(CURRENT)).to_contain_text("f3")
    press("End")
    expect(page.locator(CURRENT)).to_contain_text("d4")
    at(page, 3)
    press("ArrowLeft")
    press("Delete")
    expect(page.locator(CURRENT)).to_contain_text("f3")
    expect(page.locator(".tree button")).to_have_count(5)
    press("Control+z")
    expect(page.locator(CURRENT)).to_contain_text("a2")
    expect(page.locator(".tree button")).to_have_count(7)
    press("Control+y")
    expect(page.locator(".tree button")).to_have_count(5)
    press("Home")
    at(page, 0)
    # Words take their own keys.
    page.get_by_label("Your comment").press("Delete")
    expect(page.locator(".tree button")).to_have_count(5)
    play(guest, "keyboard", moves=1)
    at(page, 1)
    assert not any("d3d1" in request or "J%2CJ" in request for request in asked)


def test_what_is_certain_is_said_so_and_the_best_move_is_made_from_the_list(visit: Guest) -> None:
    guest = visit()
    page = opened(guest, f'[Game "tokan"]\n[Start "{LAST}"]\n')
    best = page.locator("section ol li").first
    expect(best).to_contain_text("wins by")
    expect(page.locator("section [role=status]")).to_have_text("Certain")
    expect(page.locator("main .heat").first).to_be_visible()
    best.get_by_role("button").hover()
    expect(page.locator("main .hint")).to_be_visible()
    best.get_by_role("button").click()
    at(page, 1)
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator("main .heat")).to_have_count(0)
    expect(page.locator("section ol")).to_have_count(0)


def test_a_match_is_studied_once_it_is_over_and_never_before(visit: Guest) -> None:
    guest = visit(confirm=False)
    page = start(guest, "schoko", "screen")
    play(guest, moves=1)
    name = page.url.rpartition("/")[2]
    guest.go(f"/study#match={name}")
    expect(page.get_by_role("alert")).to_have_text("A game can be studied once it is over.")
    assert not page.locator("main .tb").count()
    guest.look(f"/replay/{name}")
    assert not page.get_by_role("link", name="Study this").count()
    # What one seat knows of it is no study either.
    cards = " ".join(["DDDW", "DDWW", "DWWW", "DDDW"] + ["?"] * 28)
    guest.go("/study")
    page.fill("textarea", f'[Game "schoko"]\n[Deck "{cards}"]\n')
    guest.press("form .accent")
    expect(page.get_by_role("alert")).to_have_text("The game is not over yet.")
    assert not page.locator("main .tb").count()


def test_what_the_seat_could_believe_stands_beside_what_is_held(visit: Guest) -> None:
    guest = visit(touch=True, width=360, height=740, confirm=False)
    page = begin(guest, "schokoly")
    play(guest, moves=1)
    at(page, 1)
    page.locator(".belief summary").click()
    table = page.locator(".belief table")
    expect(table).to_be_visible()
    expect(page.locator(".belief")).to_contain_text("All deals that fit count equally")
    # Every unseen card is somewhere, and the others' hands are marked as they are.
    expect(table.locator("tbody tr td.real").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check(page)
    # Games without hidden cards have nothing to believe.
    begin(guest, "tokan")
    expect(page.locator(".belief")).to_have_count(0)


def test_a_finished_match_leads_to_its_study(visit: Guest) -> None:
    guest = visit(confirm=False)
    page = start(guest, "tokan")
    play(guest)
    guest.press("a:has-text('Study this')")
    page.wait_for_url("**/study/*")
    at(page, 0)
    page.locator("body").press("End")
    expect(page.locator("main .tb")).to_be_visible()
    assert page.locator(".tree button").count() > 2


def test_a_line_plays_itself_while_it_is_looked_at_and_leaves_nothing_behind(visit: Guest, tmp_path: Path) -> None:
    guest = visit()
    page = opened(guest, f'[Game "tokan"]\n[Start "{START}"]\n\nd3d1 b2c2 c3b3 d2d1 a4c4 b2e2 d3a3')
    page.locator("body").press("End")
    at(page, 7)
    best = page.locator("section ol li").filter(has=page.get_by_text("moves:")).first
    best.wait_for()
    cells = "[...document.querySelectorAll('main [data-cell]')].map((cell) => cell.ariaLabel).join()"
    before: str = page.evaluate(cells)
    best.locator("button").first.hover()
    best.locator(".now").wait_for()
    assert page.evaluate(cells) != before
    # The study itself stays where it was.
    at(page, 7)
    page.mouse.move(5, 5)
    expect(best.locator(".now")).to_have_count(0)
    page.wait_for_function(f"(before) => {cells} === before", arg=before)
    # A finger has no place to rest: it starts the line, and stops it.
    line = best.locator("button.line")
    line.click()
    expect(line).to_have_attribute("aria-pressed", "true")
    best.locator(".now").wait_for()
    line.click()
    expect(line).to_have_attribute("aria-pressed", "false")
    page.wait_for_function(f"(before) => {cells} === before", arg=before)
    assert len(list(exported(page, tmp_path).main_line())) == 7


def test_two_pages_write_the_same_study_and_nothing_is_lost(visit: Guest, tmp_path: Path) -> None:
    guest = visit(confirm=False)
    page = opened(guest, STUDY)
    other = guest.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("main .tb")
    # What is done on one page is shown by the other, which has nothing of its own.
    page.get_by_label("Your comment").fill("from the first")
    page.get_by_label("Your comment").blur()
    expect(other.get_by_label("Your comment")).to_have_value("from the first")
    # Where both have something of their own, both are kept. Whoever is slow hears of the other too late.
    other.evaluate("BroadcastChannel.prototype.postMessage = () => undefined")
    other.get_by_label("Your comment").fill("from the second")
    other.get_by_label("Your comment").blur()
    until(other, KEPT, "from the second")
    address = page.url
    page.get_by_label("Your comment").fill("from the first, again")
    page.get_by_label("Your comment").blur()
    page.get_by_text("Yours has been saved as a copy").wait_for()
    page.wait_for_url(lambda url: url != address)
    page.wait_for_selector("main .tb")
    assert exported(page, tmp_path).root.comment == "from the first, again"
    page.goto(address)
    page.wait_for_selector("main .tb")
    assert exported(page, tmp_path).root.comment == "from the second"
    guest.go("/study")
    expect(page.locator("section ul li")).to_have_count(2)


def test_what_a_page_had_when_it_was_left_takes_nothing_from_another(visit: Guest, tmp_path: Path) -> None:
    guest = visit(confirm=False)
    page = opened(guest, STUDY)
    address = page.url
    other = guest.context.new_page()
    other.goto(address)
    other.wait_for_selector("main .tb")
    # The other hears of nothing, and is left as soon as it has changed something.
    page.evaluate("BroadcastChannel.prototype.postMessage = () => undefined")
    page.get_by_label("Your comment").fill("from whoever stayed")
    page.get_by_label("Your comment").blur()
    until(page, KEPT, "from whoever stayed")
    other.get_by_label("Your comment").fill("from whoever left")
    other.goto("about:blank")
    until(page, KEPT, "from whoever left")
    page.goto(address)
    page.wait_for_selector("main .tb")
    assert exported(page, tmp_path).root.comment == "from whoever stayed"
    guest.go("/study")
    expect(page.locator("section ul li")).to_have_count(2)
    page.locator("section ul li a", has_text="(2)").click()
    page.wait_for_selector("main .tb")
    assert exported(page, tmp_path).root.comment == "from whoever left"
