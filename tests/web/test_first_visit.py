"""A first visit: the line is for what is looked at, and what is kept for flights comes after it, a little at a time."""

from __future__ import annotations

import threading
from pathlib import Path

from playwright.sync_api import Browser

from tests.web.test_site import Quiet, built, serving, stay
from tests.web.visitor import Visitor

__all__ = ["built"]

AT_ONCE = 3


class Told(Quiet):
    """Tells what was asked for, and holds what the service worker fetches until as much is asked for as can be."""

    asked: list[str]
    most = 0
    waiting = 0
    more = threading.Condition()

    def do_GET(self) -> None:  # noqa: N802  (its name where it comes from)
        """Answer."""
        self.asked.append(self.path)
        if not self.headers.get("referer", "").endswith("sw.js"):
            super().do_GET()
            return
        with Told.more:
            Told.waiting += 1
            Told.most = max(Told.most, Told.waiting)
            Told.more.notify_all()
            Told.more.wait_for(lambda: Told.waiting > AT_ONCE, timeout=0.02)
            # Whoever has an answer may ask for the next file.
            Told.waiting -= 1
        super().do_GET()


def test_what_is_kept_for_flights_leaves_the_line_to_the_page(browser: Browser, built: Path) -> None:
    Told.asked = []
    with serving(built, Told) as address:
        guest = Visitor(browser, address)
        guest.page.goto(address)
        guest.page.wait_for_selector(".games")
        begun = len(Told.asked)
        stay(guest, address)
        guest.leave()
    names = [path.rpartition("/")[2] for path in Told.asked]
    assert "sw.js" not in names[:begun]
    # All the rest came with it, and never more than a few files at once.
    assert len(set(names) - set(names[:begun])) > 100
    assert 1 < Told.most <= AT_ONCE
