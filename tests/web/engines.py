"""The heart of the page in Firefox and WebKit: `python -m tests.web.engines [firefox] [webkit]`.

A match of each game against a computer on the device, ten own moves or to its end; a lesson; a position solved, by
workers that share memory; and a match found again. Browsers that are not installed are named and left out.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from tests.web.conftest import DIST, RunningServer
from tests.web.drivers import BROWSERS, Driven, missing
from tests.web.playing import _SPOTS, _WANTS
from tests.web.visitor import _REACH

SETTINGS = {"language": "en", "confirm": False, "sounds": False, "pace": "once", "place": "device", "motion": "less"}
MOVES = 10
GAMES = ("tokan", "schoko", "schokoly")
END = "L,-,lJ,-,L,-/-,l,jJj,Jjmm,-,-/-,-,jJJj,l,mL,-/-,l,-,JM,j,jM/l,M,-,L,J,L r c3"
"""A position near the end of a game of TOKAN."""

FIND = "(selector) => document.querySelector(selector) !== null"
TEXT = "(selector) => document.querySelector(selector)?.textContent ?? ''"


class Heart:
    """Somebody in front of one browser."""

    def __init__(self, page: Driven, address: str) -> None:
        self._page = page
        self._address = address

    def go(self, path: str) -> None:
        """Open a page of the server."""
        self._page.go(self._address + path)

    def press(self, selector: str) -> None:
        """Click what is found first, as soon as it can be reached."""
        self._page.wait(FIND, selector)
        spot = self._page.wait(f"(selector) => ({_REACH})(document.querySelector(selector))", selector)
        self._page.tap(*spot)

    def begin(self) -> None:
        """Come for the first time."""
        self.go("/")
        kept = json.dumps(SETTINGS)
        self._page.evaluate("(kept) => localStorage.setItem('tafelrunde.settings', kept)", kept)
        self.go("/")
        self._page.wait(FIND, ".games")
        assert self._page.evaluate("() => crossOriginIsolated"), "the page is not alone in its process"

    def play(self, game: str) -> str:
        """Play a match against a computer on this device; return where it is."""
        self.go(f"/play/{game}")
        self.press(".modes label:has([value=computer])")
        self.press(".start .btn")
        self._page.wait("() => location.pathname.startsWith('/m/~')")
        last = -1
        for _ in range(MOVES):
            what = self._page.wait(_WANTS, last)
            if what == "over":
                break
            last = int(self._page.evaluate("() => document.querySelector('main[data-ply]').dataset.ply"))
            self._move(what)
            self._page.wait(
                """(last) => document.querySelector('#result')
                  || Number(document.querySelector('main[data-ply]')?.dataset.ply) > last
                  || document.querySelector('.tb-sheet :is(.colours, .options)')?.getClientRects().length""",
                last,
            )
            if self._page.evaluate(FIND, ".tb-sheet :is(.colours, .options)"):
                self.press(".tb-sheet :is(.colours, .options) .tb-button")
        return str(self._page.evaluate("() => location.pathname"))

    def _move(self, what: str) -> None:
        if what == "animal":
            for kind in (".movable", ".target"):
                cell = self._page.wait(
                    "(kind) => document.querySelector(kind)?.closest('[data-tower]')?.dataset.tower", kind
                )
                self.press(f"[data-cell={cell}]")
        elif what == "swap":
            self.press(".tb-sheet .row.end .tb-button")
        elif what == "pass":
            self.press(".dock .actions .accent")
        else:
            for card in range(4):
                self.press(f".hand .card[data-index='{card}']")
                if spots := self._page.evaluate(_SPOTS):
                    self._page.tap(*spots[0])
                    return
            raise AssertionError("no card fits, and yet one may not pass")

    def find_again(self, path: str) -> None:
        """Close the match and open it from the list."""
        ply = self._page.evaluate("() => document.querySelector('main[data-ply]').dataset.ply")
        self.go("/")
        self.press(f"section a[href='{path}']")
        self._page.wait("(ply) => Number(document.querySelector('main[data-ply]')?.dataset.ply) >= Number(ply)", ply)

    def learn(self) -> None:
        """Do the first task of the first lesson."""
        self.go("/learn/tokan")
        self.press("[data-cell=a3]")
        self.press("[data-cell=b3]")
        self.press(".next .accent")
        self._page.wait("() => document.querySelector('main .tb') && !document.querySelector('.next .accent')")

    def solve(self) -> str:
        """Solve a position; return what is said about it."""
        self.go(f"/edit#position={END}&scoring=towers&gaps=contiguous")
        self.press("section.solve .btn.accent")
        self._page.wait(FIND, ".solution .value.sure")
        return str(self._page.evaluate(TEXT, ".solution")).strip()


def look(name: str, address: str) -> None:
    """Go through everything in one browser."""
    with BROWSERS[name]() as page:
        heart = Heart(page, address)
        heart.begin()
        path = ""
        for game in GAMES:
            begin = time.monotonic()
            path = heart.play(game)
            print(f"{name}: {game} played on the device, {time.monotonic() - begin:.0f} s", flush=True)  # noqa: T201
        heart.find_again(path)
        heart.learn()
        print(f"{name}: found again, a lesson, solved: {' '.join(heart.solve().split())}", flush=True)  # noqa: T201


def main() -> None:
    """Look at all browsers that are here, or at those that are named."""
    wanted = sys.argv[1:] or list(BROWSERS)
    if not any((DIST / "assets").glob("engine-*.wasm")):
        sys.exit("nothing was looked at: the page was built without the engine")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = RunningServer(Path(folder), "--unlimited")
        server.start()
        try:
            for name in wanted:
                if reason := missing(name):
                    print(f"{name}: left out, {reason}")  # noqa: T201
                else:
                    look(name, server.address)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
