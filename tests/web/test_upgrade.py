"""A page that was open when its server was upgraded: it goes on or is loaded anew, and loses no move."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tafelrunde.server.wire.messages import PROTOCOL
from tests.web.conftest import DIST, RunningServer
from tests.web.playing import play, ply
from tests.web.rooms import Room
from tests.web.visitor import Visitor, until

_KEPT = "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"


def release(folder: Path, protocol: int) -> str:
    """Make the page of another release, which speaks another protocol; return the name of its first script."""
    shutil.copytree(DIST, folder)
    scripts = {file.name: f"{file.stem}-{protocol}.js" for file in (folder / "assets").glob("*.js")}
    named = re.compile("|".join(map(re.escape, scripts)))
    # What a worker keeps is known by the name of its build.
    for file in (folder / "index.html", folder / "sw.js", *(folder / "assets").glob("*.js")):
        text = named.sub(lambda found: scripts[found[0]], file.read_text("utf-8"))
        file.write_text(text.replace("const KEEP = '", f"const KEEP = '{protocol}"), "utf-8")
    for before, after in scripts.items():
        (folder / "assets" / before).rename(folder / "assets" / after)
    (first,) = (folder / "assets").glob("first-*.js")
    text = first.read_text("utf-8")
    name = re.findall(r"\?protocol=\$\{([\w$]+)\}", text)[0]
    text, count = re.subn(rf"(?<=[ ,;]){re.escape(name)}={PROTOCOL}(?=[,;])", f"{name}={protocol}", text)
    assert count == 1
    first.write_text(text, "utf-8")
    return first.name


@pytest.mark.parametrize("protocol", [PROTOCOL, PROTOCOL + 1])
def test_a_page_of_the_release_before_loses_no_move(browser: Browser, tmp_path: Path, protocol: int) -> None:
    old = RunningServer(tmp_path, "--unlimited")
    old.start()
    room = Room(old.address, "tokan", 2)
    visitor = Visitor(browser, old.address, place="server")
    page = visitor.look(room.seat(room.turn))
    until(page, _KEPT)
    page.evaluate("window.isOld = true")
    old.stop()
    page.wait_for_selector(".banner")
    play(visitor, moves=1)
    assert page.evaluate("localStorage.getItem('tafelrunde.outbox')").count('"type":"move"') == 1
    named = release(tmp_path / "page", protocol)
    program = ("tests.upgrade.serve", str(protocol))
    new = RunningServer(tmp_path, "--unlimited", "--web", str(tmp_path / "page"), program=program, port=old.port)
    new.start()
    try:
        if protocol == PROTOCOL:
            page.wait_for_selector(".banner", state="detached", timeout=60_000)
            assert page.evaluate("window.isOld")
        else:
            page.wait_for_function("() => window.isOld === undefined", timeout=60_000)
            page.wait_for_selector(f"script[src*='{named}']", state="attached")
        page.wait_for_selector("main[data-ply='1']")
        page.wait_for_function("() => localStorage.getItem('tafelrunde.outbox') === '[]'")
        assert room.plies == 1
        room.play(1)
        page.wait_for_selector("main[data-ply='2']")
        play(visitor, moves=1)
        page.wait_for_function("() => localStorage.getItem('tafelrunde.outbox') === '[]'")
        assert room.plies == ply(page) == 3
        visitor.leave()
    finally:
        new.stop()
