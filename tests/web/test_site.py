"""The static site: a folder under a plain file server, at any place, without anybody who answers."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from tafelrunde.research.puzzles.corpus import corpus
from tafelrunde.research.puzzles.picking import daily
from tests.engine.node import WEB, missing, node
from tests.web.playing import play, ply, wanted
from tests.web.test_offline import KEPT
from tests.web.test_puzzles import SHORT, solve
from tests.web.visitor import Visitor

FOLDER = "some/where"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (its name where it comes from)
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site, which lies in a folder of a plain file server."""
    if reason := missing():
        pytest.skip(reason)
    root = tmp_path_factory.mktemp("site")
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    build = [str(node()), str(vite), "build", "--mode", "site", "--outDir", str(root / FOLDER)]
    subprocess.run(build, cwd=WEB, check=True, capture_output=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/{FOLDER}/"
    server.shutdown()
    server.server_close()


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
