"""Studies that several people have open: each sees what the others do, also after being cut off; files and pictures."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tafelrunde.records.record import read_records
from tafelrunde.records.tree import read_tree
from tests.engine.node import MODULE
from tests.web.playing import play
from tests.web.test_pages import check
from tests.web.test_room import STUDY, at, exported, opened
from tests.web.visitor import Guest, Visitor

if not MODULE.exists():
    pytest.skip("the engine was not built", allow_module_level=True)

QUIET = "localStorage.setItem('tafelrunde.judge.on', 'false')"


def visitor(visit: Guest, **wishes: object) -> Visitor:
    """Let somebody come whose engine stays quiet."""
    guest = visit(confirm=False, **wishes)
    guest.context.add_init_script(QUIET)
    return guest


def shared(guest: Visitor) -> dict[str, str]:
    """Make a study and return the paths of its links."""
    page = opened(guest, STUDY)
    page.get_by_role("button", name="Study together").click()
    page.wait_for_url("**/studies/*")
    page.wait_for_selector("main .tb")
    page.get_by_role("button", name="Share", exact=True).click()
    links = page.locator("dialog [data-link]").evaluate_all("all => all.map((each) => each.dataset.link)")
    page.keyboard.press("Escape")
    return {name: link.removeprefix(guest.address) for name, link in zip(("read", "write"), links, strict=True)}


def come(guest: Visitor, path: str) -> Page:
    page = guest.go(path)
    page.wait_for_selector("main .tb")
    return page


def last(guest: Visitor, moves: int) -> None:
    """Go to the end of the line, as soon as it is so many moves long."""
    guest.page.wait_for_function(
        """(moves) => {
            if (document.querySelector('main').dataset.ply === String(moves)) return true;
            document.querySelector("[aria-label='Go to the end']:not(:disabled)")?.click();
            return false;
        }""",
        arg=moves,
    )


def waiting(page: Page) -> None:
    expect(page.locator(".people b")).to_contain_text("for the network")


def test_two_write_and_the_one_who_was_cut_off_comes_back(visit: Guest, tmp_path: Path) -> None:
    ann, bo = visitor(visit), visitor(visit, touch=True, width=360, height=740, kept=True)
    links = shared(ann)
    desk = ann.page
    phone = come(bo, links["write"])
    expect(desk.locator(".people")).to_contain_text("Guest")
    # What one plays the other sees.
    last(bo, 3)
    play(bo, moves=1)
    at(phone, 4)
    last(ann, 4)
    # Cut off, both go on from the same table, and speak of the same move.
    phone.evaluate("navigator.serviceWorker.ready.then(() => null)")
    bo.context.set_offline(True)
    play(bo, moves=1)
    at(phone, 5)
    phone.get_by_label("Your comment").fill("from the phone")
    phone.get_by_role("button", name="Interesting").click()
    waiting(phone)
    desk.get_by_role("button", name="Previous move").click()
    at(desk, 3)
    desk.get_by_label("Your comment").fill("from the desk")
    desk.get_by_role("button", name="Good move").click()
    expect(desk.locator(".tree")).to_contain_text("from the desk")
    expect(phone.locator(".tree")).not_to_contain_text("from the desk")
    # The page is closed before the network is back: what was done is kept, and sent by the next one.
    phone.close()
    bo.context.set_offline(False)
    bo.page = phone = bo.context.new_page()
    come(bo, links["write"])
    for page in (desk, phone):
        expect(page.locator(".tree")).to_contain_text("from the phone")
        expect(page.locator(".tree")).to_contain_text("from the desk")
        expect(page.locator(".people b")).to_have_count(0)
    check(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    tree = exported(desk, tmp_path)
    assert str(tree) == str(exported(phone, tmp_path))
    *_, fourth, fifth = tree.main_line()
    assert fourth.parent is not None
    assert (fourth.parent.comment, fourth.parent.glyphs) == ("from the desk", {1})
    assert (fifth.comment, fifth.glyphs) == ("from the phone", {5})
    # What one takes out is gone for the other, who stands where it was; undone, it is back for both.
    last(bo, 5)
    last(ann, 5)
    ann.press("[aria-label='Previous move']")
    at(desk, 4)
    ann.press("[aria-label='Delete from here on']")
    at(phone, 3)
    ann.press("aside [aria-label='Undo']")
    last(bo, 5)
    assert str(exported(phone, tmp_path)) == str(tree)


def test_who_has_the_link_to_read_sees_everything_and_changes_nothing(visit: Guest, tmp_path: Path) -> None:
    ann, bo = visitor(visit), visitor(visit, width=360, height=740)
    links = shared(ann)
    page = come(bo, links["read"])
    before = str(exported(page, tmp_path))
    for name in ("Undo", "Delete from here on", "Add a chapter", "Names and order", "Good move"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    last(bo, 3)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    play_refused(bo)
    expect(page.locator(".notices")).to_contain_text("read-only")
    at(page, 3)
    assert str(exported(page, tmp_path)) == before
    assert not [url for url in asked if "/ops" in url]
    check(page)
    # What is written is there at once; then the link is taken back.
    last(ann, 3)
    play(ann, moves=1)
    last(bo, 4)
    ann.page.get_by_role("button", name="Share", exact=True).click()
    check(ann.page)
    ann.page.get_by_role("button", name="New links").click()
    expect(page.locator(".people b")).to_contain_text("no longer open")
    ann.page.keyboard.press("Escape")
    play(ann, moves=1)
    at(ann.page, 5)
    page.reload()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("this link no longer opens it")


def play_refused(guest: Visitor) -> None:
    """Try a move that does not stand there: the engine names some."""
    page = guest.page
    page.get_by_role("switch", name="Engine").click()
    page.locator("section ol li button").first.click()


def test_a_study_goes_into_a_file_a_picture_and_another_page(visit: Guest, tmp_path: Path) -> None:
    ann = visitor(visit)
    links = shared(ann)
    page = ann.page
    page.get_by_role("button", name="Add a chapter").click()
    page.get_by_label("Name of the chapter").fill("Chocolate")
    check(page)
    ann.press("dialog fieldset label:has([value=schoko])")
    page.locator("dialog").get_by_role("button", name="Begin").click()
    expect(page.get_by_label("Chapter", exact=True)).to_contain_text("2. Chocolate")
    expect(page.locator("h1")).to_contain_text("Scho K.O.")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save all chapters").click()
    file = tmp_path / "study.txt"
    saved.value.save_as(file)
    records = list(read_records(file.read_text()))
    assert [record.tags["Event"] for record in records] == ["TOKAN", "Chocolate"]
    assert [read_tree(record).game.name for record in records] == ["tokan", "schoko"]
    page.get_by_role("button", name="Add a chapter").click()
    page.locator("dialog input[type=file]").set_input_files(file)
    expect(page.get_by_label("Chapter", exact=True).locator("option")).to_have_count(4)
    expect(page.locator("h1")).to_contain_text("TOKAN")
    # The line through where one is, from the start to its end.
    with page.expect_download() as saved:
        page.get_by_role("button", name="GIF of this line").click()
    picture = Path(saved.value.path()).read_bytes()
    assert picture.startswith(b"GIF89a")
    assert picture.count(b"\x21\xf9\x04") == 4
    # Somebody's own page shows it in a frame; the page for writing is shown in none.
    reader = visitor(visit)
    framed = f"{ann.address}{links['read'].replace('/studies/', '/embed/')}"
    frames = f"<iframe src='{framed}' title=a></iframe><iframe src='{ann.address}{links['read']}' title=b></iframe>"
    with elsewhere(f"<title>Blog</title>{frames}") as blog:
        reader.page.goto(blog)
        inside = reader.page.frame_locator("[title=a]")
        expect(inside.get_by_role("button", name="Next move")).to_be_enabled()
        inside.get_by_role("button", name="Next move").click()
        expect(inside.locator("main[data-ply='1']")).to_be_visible()
        expect(inside.get_by_role("button", name="Delete")).to_have_count(0)
        assert reader.page.frame_locator("[title=b]").locator("main").count() == 0
    # That one of the two is refused is what the browser complains of.
    reader.problems = [told for told in reader.problems if "frame" not in told.lower() and "denied" not in told]


@contextlib.contextmanager
def elsewhere(text: str) -> Iterator[str]:
    """Serve a page of somebody else, and return its address."""

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the library's name)
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Blog) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()
