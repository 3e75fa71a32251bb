"""How heavy the page is: script, time until it can be used, frames while a card is dragged and while computers play.

    python -m bench.web

Everything is measured in Chromium with its processor slowed down four times, against a server on this machine, and put
beside a budget. Needs the web client's packages (`npm ci` in web/). Run from the root of the source tree.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

from playwright.sync_api import Browser, Page

from bench.report import table
from tests.web.boards.gallery import build_gallery, serving
from tests.web.boards.hands import card, middle
from tests.web.browsing import browsing
from tests.web.conftest import DIST, RunningServer
from tests.web.playing import start
from tests.web.visitor import Visitor

SLOWER = 4
FIRST_BUDGET = 50_000
"""Bytes of script, compressed, of the first page."""
SCRIPT_BUDGET = 100_000
"""Bytes of script, compressed, until somebody can play."""
READY_BUDGET = 3_500
"""Milliseconds until a page can be used."""
FRAME_BUDGET = 1_000 / 30
"""Milliseconds between two frames at the ninety-fifth percentile."""
STAGED_BUDGET = 16.8
"""The same while computers' moves are staged: every frame of a screen with sixty a second."""
STAGED_MOVES = 12
QUIET_MS = 1_000
SWEEPS = 4

# Notes every task that holds the page up for 50 ms or more, and when the element that was waited for is there.
_WATCH = """(selector) => {
  window.ends = [0];
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) window.ends.push(task.startTime + task.duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (document.querySelector(selector)) window.there = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}"""
_READY = """(quiet) => {
  const ready = Math.max(window.there ?? Infinity, ...window.ends);
  return performance.now() > ready + quiet ? ready : null;
}"""
_FRAMES = """() => {
  window.frames_ = [];
  const step = (now) => { window.frames_.push(now); window.timer_ = requestAnimationFrame(step); };
  requestAnimationFrame(step);
}"""
_INTERVALS = """() => {
  cancelAnimationFrame(window.timer_);
  return window.frames_.slice(1).map((now, index) => now - window.frames_[index]);
}"""


def slow_down(page: Page) -> None:
    """Let the page run on a slower processor."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def script_bytes(visitor: Visitor, game: str) -> tuple[int, int]:
    """Return how much script the first page needs, and how much is loaded once a match can be played."""
    scripts: set[str] = set()
    visitor.page.on("request", lambda asked: scripts.add(asked.url) if asked.resource_type == "script" else None)
    visitor.go("/").wait_for_selector(".games")
    first = sum(map(_compressed, scripts))
    start(visitor, game)
    visitor.page.wait_for_selector("main .tb")
    return first, sum(map(_compressed, scripts))


def _compressed(url: str) -> int:
    return len(gzip.compress((DIST / urlparse(url).path.lstrip("/")).read_bytes()))


def ready_after(visitor: Visitor, path: str, selector: str) -> float:
    """Return the milliseconds until a page shows an element and has nothing urgent left to do."""
    page = visitor.page
    slow_down(page)
    page.add_init_script(f"({_WATCH})({selector!r})")
    visitor.go(path)
    ready: float = page.wait_for_function(_READY, arg=QUIET_MS, timeout=60_000).json_value()
    return ready


def drag(browser: Browser, address: str) -> list[float]:
    """Drag the last of 48 cards to and fro over the others; return the times between frames."""
    page = browser.new_page(viewport={"width": 1280, "height": 860})
    page.goto(f"{address}?show=chocolate-four-full")
    page.wait_for_selector(".hand button")
    slow_down(page)
    box: Any = page.locator(".field").bounding_box()
    page.mouse.move(*middle(card(page, 0)))
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
    page.evaluate(_FRAMES)
    for sweep in range(SWEEPS):
        share = (sweep + 1) / (SWEEPS + 1)
        side = 0.25 if sweep % 2 else 0.75
        page.mouse.move(box["x"] + box["width"] * side, box["y"] + box["height"] * share, steps=60)
    intervals: list[float] = page.evaluate(_INTERVALS)
    page.mouse.up()
    page.close()
    return intervals


def staged(browser: Browser, address: str, game: str, players: int) -> list[float]:
    """Watch computers play, one move after the other; return the times between frames."""
    visitor = Visitor(browser, address, pace="fast", motion=True)
    page = start(visitor, game, "watch", players)
    page.wait_for_selector("main[data-ply='2']")
    slow_down(page)
    page.evaluate(_FRAMES)
    # Asked seldom: a question with every frame would be part of what is measured.
    there = f"() => Number(document.querySelector('main').dataset.ply) >= {2 + STAGED_MOVES}"
    page.wait_for_function(there, polling=400)
    intervals: list[float] = page.evaluate(_INTERVALS)
    visitor.leave()
    return intervals


def late(intervals: list[float]) -> float:
    """Return the time between frames that nineteen of twenty keep."""
    return sorted(intervals)[int(len(intervals) * 0.95)]


def measure() -> list[tuple[str, float, float, str]]:
    """Return what was measured: its name, its value, its budget, its unit."""
    found: list[tuple[str, float, float, str]] = []
    with tempfile.TemporaryDirectory() as folder, browsing() as browser:
        server = RunningServer(Path(folder), "--unlimited")
        server.start()
        try:
            paths: dict[str, str] = {}
            for game in ("tokan", "schokoly"):
                visitor = Visitor(browser, server.address)
                first, whole = script_bytes(visitor, game)
                if not paths:
                    found.append(("script of the first page", first / 1e3, FIRST_BUDGET / 1e3, "kB"))
                found.append((f"script until {game} is played", whole / 1e3, SCRIPT_BUDGET / 1e3, "kB"))
                paths[game] = visitor.page.url.removeprefix(server.address)
                visitor.leave()
            for name, path, selector in [
                ("the first page is ready", "/", ".games"),
                *((f"a table of {game} is ready", path, "main .tb") for game, path in paths.items()),
            ]:
                visitor = Visitor(browser, server.address)
                found.append((name, ready_after(visitor, path, selector), READY_BUDGET, "ms"))
                visitor.leave()
            for game, players in (("tokan", 2), ("schokoly", 3)):
                intervals = staged(browser, server.address, game, players)
                found.append((f"a frame while {game} is watched, 95 %", late(intervals), STAGED_BUDGET, "ms"))
        finally:
            server.stop()
        build_gallery(Path(folder) / "gallery")
        with serving(Path(folder) / "gallery") as address:
            intervals = drag(browser, address)
        found += [
            ("a frame while dragging, median", statistics.median(intervals), FRAME_BUDGET, "ms"),
            ("a frame while dragging, 95 %", late(intervals), FRAME_BUDGET, "ms"),
        ]
    return found


def main() -> None:
    found = measure()
    print(f"The web client, processor slowed down {SLOWER} times")
    rows = [
        (name, f"{value:.1f} {unit}", f"{budget:.1f} {unit}", f"{value / budget:.0%}")
        for name, value, budget, unit in found
    ]
    table(("what", "measured", "budget", "share"), rows)
    over = [name for name, value, budget, _ in found if value > budget]
    if over and __name__ == "__main__":
        sys.exit(f"over budget: {', '.join(over)}")


if __name__ == "__main__":
    main()
