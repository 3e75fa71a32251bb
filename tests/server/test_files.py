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


async def test_files_are_compressed_for_whoever_understands_that(web: Path, tmp_path: Path) -> None:
    script = "export const words = 'the same again and again';\n" * 100
    (web / "assets" / "b-1.js").write_text(script, encoding="utf-8")
    (web / "assets" / "c-1.wasm").write_bytes(b"\0asm" + bytes(10_000))
    (web / "assets" / "d-1.woff2").write_bytes(bytes(1_000))
    async with inside(tmp_path / "m.db", web=web) as server:
        plain = {"accept-encoding": "identity"}
        for name, kind in [("b-1.js", "text/javascript"), ("c-1.wasm", "application/wasm")]:
            answer = await server.http.get(f"/assets/{name}", headers={"accept-encoding": "gzip, br"})
            assert answer.headers["content-encoding"] == "gzip"
            assert answer.headers["content-type"].startswith(kind)
            assert "immutable" in answer.headers["cache-control"]
            assert int(answer.headers["content-length"]) < 500
            whole = await server.http.get(f"/assets/{name}", headers=plain)
            assert "content-encoding" not in whole.headers
            assert whole.headers["vary"] == answer.headers["vary"] == "accept-encoding"
            assert whole.content == answer.content == (web / "assets" / name).read_bytes()
        for understood in ("GZIP", "br;q=1, gzip;q=0.5", "gzip ; q=0.01"):
            answer = await server.http.get("/assets/b-1.js", headers={"accept-encoding": understood})
            assert answer.headers["content-encoding"] == "gzip"
        for refused in ("gzip;q=0", "br, gzip ; q=0.000", "gzip;q=0, br", "x-gzipped", ""):
            answer = await server.http.get("/assets/b-1.js", headers={"accept-encoding": refused})
            assert "content-encoding" not in answer.headers
        # What is compressed already is sent as it is.
        font = await server.http.get("/assets/d-1.woff2", headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in font.headers
        # A file that was put there anew is not the old one.
        (web / "assets" / "b-1.js").write_text("// another", encoding="utf-8")
        assert (await server.http.get("/assets/b-1.js")).text == "// another"
        assert (await server.http.get("/assets/nothing.js")).status_code == 404
        assert (await server.http.get("/assets/.env")).status_code == 404
        head = await server.http.head("/assets/b-1.js")
        assert (head.status_code, head.content) == (200, b"")
