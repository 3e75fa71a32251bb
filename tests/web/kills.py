"""Killing the browser in the middle of matches: no move that was shown as made may be missing.

    python -m tests.web.kills --times 100 [--seed N]

Each time a browser with a profile of its own opens the match on this device, makes moves, and its processes are killed
at a moment that chance picks. What the page had shown as made must be there when the next one opens it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from playwright.sync_api import BrowserContext, Error, Page, sync_playwright

from tests.web.conftest import RunningServer

_SETTINGS = '{"language":"en","confirm":false,"sounds":false,"pace":"once","place":"device"}'
_NEW = f"localStorage.getItem('tafelrunde.settings') ?? localStorage.setItem('tafelrunde.settings', '{_SETTINGS}')"


class Killed:
    """A browser that is killed again and again, with one profile on disk."""

    def __init__(self, folder: Path, address: str, chance: Random) -> None:
        self._folder = folder
        self._address = address
        self._chance = chance
        self.path = "/"
        self.seen = 0
        self.lost = 0
        self.moves = 0

    def once(self) -> None:
        """Open the match, look whether all moves are there, make some, and die at some moment."""
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        with sync_playwright() as engine:
            context = engine.chromium.launch_persistent_context(
                str(self._folder),
                executable_path=chromium,
                args=["--no-sandbox", "--disable-gpu"],
                reduced_motion="reduce",
            )
            context.add_init_script(_NEW)
            # A page that is slow to answer is killed all the same.
            with suppress(Error):
                self._live(context)
            self._kill()

    def _live(self, context: BrowserContext) -> None:
        page = context.pages[0] if context.pages else context.new_page()
        if self.path == "/":
            page.goto(f"{self._address}/play/tokan")
            page.locator(".start .btn").click()
            page.wait_for_url("**/m/~*")
            self.path = page.url.removeprefix(self._address)
        else:
            page.goto(self._address + self.path)
        page.wait_for_selector("main[data-ply]")
        found = self._ply(page)
        if found < self.seen:
            self.lost += 1
        if page.locator("#result").count():
            self.path, self.seen = "/", 0
            return
        end = time.monotonic() + self._chance.uniform(0.2, 2.5)
        while time.monotonic() < end:
            self._move(page)
            self.seen = max(self.seen, self._ply(page))

    def _ply(self, page: Page) -> int:
        return int(page.locator("main[data-ply]").get_attribute("data-ply") or 0)

    def _move(self, page: Page) -> None:
        cells = page.locator("[data-tower]:has(.movable)")
        if not page.locator("main[data-mover]").count() or not cells.count():
            page.wait_for_timeout(20)
            return
        before = self._ply(page)
        source = cells.nth(self._chance.randrange(cells.count())).get_attribute("data-tower")
        page.locator(f"[data-cell={source}]").click(timeout=2000)
        target = page.locator("[data-tower]:has(.target)").first.get_attribute("data-tower", timeout=2000)
        page.locator(f"[data-cell={target}]").click(timeout=2000)
        page.wait_for_function(
            f"() => Number(document.querySelector('main[data-ply]').dataset.ply) > {before}", timeout=4000
        )
        self.moves += 1

    def _kill(self) -> None:
        """End every process that uses this very profile, at once and without a word."""
        find = ["pgrep", "-f", f"user-data-dir={self._folder}"]
        for process in subprocess.run(find, capture_output=True, text=True, check=False).stdout.split():
            with suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGKILL)


def killed(times: int, seed: int = 1) -> Killed:
    """Kill a browser so many times; return what became of its matches."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = RunningServer(Path(folder), "--unlimited")
        server.start()
        try:
            victim = Killed(Path(folder) / "profile", server.address, Random(seed))
            for _ in range(times):
                victim.once()
        finally:
            server.stop()
    return victim


def main() -> None:
    """Kill, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="what chance begins with, so that parts of a run differ")
    wish = parser.parse_args()
    victim = killed(wish.times, wish.seed)
    print(f"killed {wish.times} times, {victim.moves} moves made, {victim.lost} times something was missing")  # noqa: T201
    raise SystemExit(victim.lost > 0)


if __name__ == "__main__":
    main()
