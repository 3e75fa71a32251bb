"""How much has to be loaded before somebody can play."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request

from tests.web.conftest import DIST, RunningServer
from tests.web.playing import start
from tests.web.visitor import Guest, Visitor

LIMIT = 100_000

# What is loaded once a table is there does not keep anybody from playing.
WHEN_READY = """new MutationObserver((_, watching) => {
  if (!document.querySelector('main .tb')) return;
  watching.disconnect();
  tableIsReady();
}).observe(document, { childList: true, subtree: true });"""


@pytest.mark.parametrize("game", ["tokan", "schokoly"])
def test_from_the_first_page_to_a_table_takes_little_script(visit: Guest, game: str) -> None:
    guest = visit()
    scripts: set[str] = set()
    ready: list[bool] = []

    def note(asked: Request) -> None:
        if asked.resource_type == "script" and not ready:
            scripts.add(asked.url)

    guest.page.on("request", note)
    guest.page.expose_function("tableIsReady", lambda: ready.append(True))
    guest.page.add_init_script(WHEN_READY)
    page = guest.go("/")
    page.wait_for_selector(".games")
    assert 0 < sum(map(compressed, scripts)) < LIMIT / 2
    start(guest, game)
    page.wait_for_selector("main .tb")
    assert sum(map(compressed, scripts)) < LIMIT


def test_no_file_comes_twice_under_two_names() -> None:
    # Such as the engine, once for the page that warms it up and once for the worker that runs it.
    files = [file.read_bytes() for file in (DIST / "assets").iterdir()]
    assert files
    assert len(set(files)) == len(files)


@pytest.mark.long
def test_several_people_at_one_address_open_it_for_the_first_time(browser: Browser, tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.start()
    try:
        people = [Visitor(browser, server.address) for _ in range(4)]
        for person in people:
            person.go("/")
        for person in people:
            person.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
            start(person, "schoko")
            person.page.wait_for_selector("main .tb")
        for person in people:
            person.leave()
    finally:
        server.stop()


def compressed(url: str) -> int:
    return len(gzip.compress((DIST / "assets" / Path(url).name).read_bytes()))
