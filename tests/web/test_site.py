"""The static site: a folder under a plain file server, at any place, without anybody who answers."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from tafelrunde.research.puzzles.corpus import corpus
from tafelrunde.research.puzzles.picking import daily
from tests.engine.node import WEB, missing, node
from tests.web.playing import play, ply, wanted
from tests.web.test_offline import KEPT
from tests.web.test_puzzles import SHORT, solve
from tests.web.visitor import Visitor, until

FOLDER = "some/where"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (its name where it comes from)
        """Say nothing."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the site lies in another one."""
    if reason := missing():
        pytest.skip(reason)
    root = tmp_path_factory.mktemp("site")
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    build = [str(node()), str(vite), "build", "--mode", "site", "--outDir", str(root / FOLDER)]
    subprocess.run(build, cwd=WEB, check=True, capture_output=True)
    return root


@contextmanager
def serving(root: Path, answers: type[Quiet] = Quiet) -> Iterator[str]:
    """Serve a folder; give the address of the site in it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(answers, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/{FOLDER}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def site(built: Path) -> Iterator[str]:
    """The address of the site, which lies in a folder of a plain file server."""
    with serving(built) as address:
        yield address


@pytest.fixture
def own(built: Path, tmp_path: Path) -> Path:
    """The same in a folder that a test may change."""
    root = tmp_path / "own"
    shutil.copytree(built, root)
    return root


def stay(guest: Visitor, address: str) -> None:
    """Visit the site until everything is kept."""
    guest.page.goto(address)
    guest.page.wait_for_selector(".games")
    guest.page.evaluate(KEPT)


def test_a_match_is_played_on_a_static_site_and_found_again(browser: Browser, site: str) -> None:
    guest = Visitor(browser, site)
    page = guest.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site)
    page.locator(".games a").first.click()
    page.wait_for_selector("form")
    assert page.locator(".modes [value=friends]").count() == 0
    guest.press(".start .btn")
    page.wait_for_function("() => location.hash.startsWith('#/m/~')")
    play(guest, moves=2)
    wanted(page, 2)
    made = ply(page)
    page.reload()
    page.wait_for_selector(f"main[data-ply='{made}'][data-mover]")
    assert not [url for url in asked if not url.startswith((site, "blob:", "data:"))]
    assert not [url for url in asked if "/api/" in url]
    guest.leave()


def test_a_study_is_made_on_a_static_site_without_a_network(browser: Browser, site: str) -> None:
    """A game from its start and a table laid by hand, with the engine beside them; both are found again."""
    guest = Visitor(browser, site)
    page = guest.page
    page.goto(site)
    page.wait_for_selector(".games")
    page.evaluate(KEPT)
    guest.context.set_offline(True)
    page.goto(f"{site}#/study")
    page.wait_for_selector("section .accent")
    guest.press("section .accent")
    page.wait_for_selector("main[data-ply='0'] .tb")
    # The best move of the engine is made from its list.
    page.locator("section ol li button").first.click()
    page.wait_for_selector("main[data-ply='1']")
    page.reload()
    page.wait_for_selector("main[data-ply='1'] .tb")
    page.goto(f"{site}#/lay/schoko")
    page.wait_for_selector(".palette button")
    guest.press(".places .place >> nth=1")
    guest.press(".palette [data-kind=DDDWs]")
    guest.press(".tools .accent")
    page.wait_for_selector("main[data-ply='0'] .tb")
    page.goto(f"{site}#/study")
    expect(page.locator("li a[href*='/study/']")).to_have_count(2)
    guest.leave()


def test_puzzles_are_solved_on_a_static_site(browser: Browser, site: str) -> None:
    guest = Visitor(browser, site)
    page = guest.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}#/puzzles")
    # As many of each theme as the server would say.
    taboo = sum("taboo" in puzzle.themes for puzzle in corpus("tokan"))
    expect(page.locator("option[value=taboo]")).to_contain_text(f"({taboo})")
    guest.press("a[href='#/puzzles/daily']")
    solve(guest, daily(datetime.now(UTC).date()))
    guest.press(".next .accent")
    expect(page.locator(".calendar .today.solved")).to_have_count(1)
    page.goto(f"{site}#/puzzles/{SHORT.id}")
    solve(guest, SHORT)
    expect(page.locator(f"[data-puzzle='{SHORT.id}']")).to_have_count(1)
    assert not [url for url in asked if "/api/" in url]
    guest.leave()


@pytest.mark.parametrize(
    "path", ["#/learn/schoko", "#/puzzles", "#/rules/tokan", "#/edit", "#/replay", "#/watch", "#/nowhere"]
)
def test_every_page_opens_by_its_address(browser: Browser, site: str, path: str) -> None:
    guest = Visitor(browser, site)
    guest.page.goto(site + path)
    guest.page.wait_for_selector("main h1, main .tb, header h1, main h2")
    guest.leave()


def test_the_page_names_nothing_at_the_root_of_its_server(site: str) -> None:
    with urlopen(site) as answer:
        text = answer.read().decode()
    assert 'href="/' not in text
    assert 'src="/' not in text


NAMES = "async () => (await caches.keys()).filter((name) => name !== 'tafelrunde-puzzles')"


class Upset(Quiet):
    """Has browsers ask every time; can be told not to answer, or only that the server is away."""

    mood = ""
    calm = threading.Event()

    def end_headers(self) -> None:
        """Say so."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def do_GET(self) -> None:
        """Answer, or do not."""
        if self.mood == "silent":
            self.calm.wait()
        if self.mood == "away":
            self.send_error(502)
        else:
            super().do_GET()


def test_what_else_lies_at_the_same_place_is_left_alone(browser: Browser, own: Path) -> None:
    """Other pages of the host, and another copy of this one, keep what is theirs."""
    shutil.copytree(own / FOLDER, own / "other")
    script = own / "other" / "sw.js"
    script.write_text(script.read_text().replace("const KEEP = 'tafelrunde-", "const KEEP = 'tafelrunde-0", 1))
    with serving(own) as address:
        guest = Visitor(browser, address)
        guest.page.goto(f"{address}licences.txt")
        guest.page.evaluate(
            "async () => { await (await caches.open('of somebody else')).put('/', new Response('x')); }"
        )
        stay(guest, address)
        before = set(guest.page.evaluate(NAMES))
        elsewhere = address.replace(FOLDER, "other")
        stay(guest, elsewhere)
        assert set(guest.page.evaluate(NAMES)) > before >= {"of somebody else"}
        guest.leave()


@pytest.mark.parametrize("path", ["preview.jpg", "icon.svg", "assets"])
def test_only_the_page_is_kept_as_the_page(browser: Browser, own: Path, path: str) -> None:
    """Whoever looked at a picture of the site, or at a list of its files, finds the page there without a network."""
    with serving(own, Upset) as address:
        guest = Visitor(browser, address)
        stay(guest, address)
        guest.page.goto(address + path)
        guest.context.set_offline(True)
        guest.page.goto(address)
        guest.page.wait_for_selector(".games")
        guest.leave()


def test_a_new_page_whose_parts_have_not_come_does_not_take_the_place_of_the_old_one(
    browser: Browser, own: Path
) -> None:
    with serving(own, Upset) as address:
        guest = Visitor(browser, address)
        stay(guest, address)
        (own / FOLDER / "index.html").write_text("<title>of a new build</title><script src='assets/new.js'></script>")
        guest.page.goto(address)
        assert guest.page.title() == "of a new build"
        guest.context.set_offline(True)
        guest.page.goto(address)
        guest.page.wait_for_selector(".games")
        guest.leave()


def test_a_new_build_is_kept_whole_by_one_visit(browser: Browser, own: Path) -> None:
    script = own / FOLDER / "sw.js"
    with serving(own, Upset) as address:
        guest = Visitor(browser, address)
        stay(guest, address)
        script.write_text(script.read_text().replace("const KEEP = 'tafelrunde-", "const KEEP = 'tafelrunde-new-", 1))
        guest.page.goto(address)
        until(
            guest.page,
            """async () => {
              const name = (await caches.keys()).find((name) => name.startsWith('tafelrunde-new-'));
              return name && (await (await caches.open(name)).keys()).some(({ url }) => url.endsWith('.wasm'));
            }""",
        )
        guest.leave()


@pytest.mark.parametrize("mood", ["silent", "away"])
def test_where_nothing_comes_from_the_server_the_page_opens_all_the_same(
    browser: Browser, own: Path, monkeypatch: pytest.MonkeyPatch, mood: str
) -> None:
    """A line that is there but brings nothing, and a server behind another one that is being started again."""
    monkeypatch.setattr(Upset, "calm", calm := threading.Event())
    with serving(own, Upset) as address:
        guest = Visitor(browser, address)
        stay(guest, address)
        monkeypatch.setattr(Upset, "mood", mood)
        guest.page.goto(address)
        guest.page.wait_for_selector(".games")
        calm.set()
        guest.leave()
