"""The files of the page: what is asked for by a made-up name is not there, and nothing outside the folder is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.inside import inside
from tests.server.raw import raw

pytestmark = pytest.mark.anyio

OUTSIDE = "nobody is to read this"


@pytest.fixture
def web(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>the page", encoding="utf-8")
    (folder / "sw.js").write_text("// works", encoding="utf-8")
    (folder / "assets" / "a-1.js").write_text("// an asset", encoding="utf-8")
    (tmp_path / "outside.txt").write_text(OUTSIDE, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/assets/a-1.js", 200),
        ("/match/AAAA", 200),
        ("/../outside.txt", 404),
        ("/..%2foutside.txt", 404),
        ("/%2e%2e/outside.txt", 404),
        ("/assets/../../outside.txt", 404),
        ("/assets/..%2f..%2foutside.txt", 404),
        ("/assets/..%5c..%5coutside.txt", 404),
        ("/sw.js/x.js", 404),
        ("/sw.js/../outside.txt", 404),
        ("/index.html/..", 404),
        ("/assets/" + "a" * 300 + ".js", 404),
        ("/" + "a" * 5000 + ".js", 404),
        ("/assets", 200),
        ("/.env", 404),
    ],
)
async def test_a_name_is_a_file_of_the_page_or_nothing(web: Path, tmp_path: Path, path: str, status: int) -> None:
    async with inside(tmp_path / "m.db", web=web) as server, raw(server.server.settings.port) as wire:
        await wire.pour([f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()])
        found, body = await wire.answer()
    assert (found, OUTSIDE.encode() in body) == (status, False)
