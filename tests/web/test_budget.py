"""How much has to be loaded before somebody can play."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.web.conftest import DIST
from tests.web.playing import start
from tests.web.visitor import Guest

LIMIT = 100_000


@pytest.mark.parametrize("game", ["tokan", "schokoly"])
def test_from_the_first_page_to_a_table_takes_little_script(visit: Guest, game: str) -> None:
    guest = visit()
    scripts: set[str] = set()
    guest.page.on("request", lambda asked: scripts.add(asked.url) if asked.resource_type == "script" else None)
    page = guest.go("/")
    page.wait_for_selector(".games")
    first = sum(map(compressed, scripts))
    start(guest, game)
    page.wait_for_selector("main .tb")
    assert scripts
    assert first < LIMIT / 2
    assert sum(map(compressed, scripts)) < LIMIT


def compressed(url: str) -> int:
    return len(gzip.compress((DIST / "assets" / Path(url).name).read_bytes()))
