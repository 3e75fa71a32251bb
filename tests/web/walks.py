"""Three full walks of somebody who knows none of the games, on a phone of 360 pixels: pytest -n 0 tests/web/walks.py

Each begins on the first page and ends with the result of a whole game, with a finger alone. Every tap is written down
with what it hit; a tap that hits something else than what was meant fails the walk. The list of taps and a few pictures
go to docs/screens.
"""

from __future__ import annotations

import pytest

from tests.web.playing import play
from tests.web.screens import SCREENS, keep, shot
from tests.web.visitor import Guest, Visitor

# What lies under a tap: the nearest thing that can be pressed, or the place on the board.
_HIT = """([x, y]) => {
  const found = document.elementFromPoint(x, y);
  const thing = found?.closest('button, a, label, input, summary, [data-cell], .field');
  if (!thing) return found?.tagName.toLowerCase() ?? 'nothing';
  const said = thing.getAttribute('aria-label') ?? thing.innerText ?? '';
  return `${thing.tagName.toLowerCase()} ${said.split('\\n')[0].slice(0, 40)}`.trim();
}"""


class Walker(Visitor):
    """Somebody whose taps are written down."""

    taps: list[str]

    def tap(self, x: float, y: float) -> None:
        """Tap, and note what was hit."""
        self.taps.append(f"{x:.0f},{y:.0f} {self.page.evaluate(_HIT, [x, y])}")
        super().tap(x, y)


@pytest.mark.parametrize("game", ["tokan", "schoko", "schokoly"])
def test_a_newcomer_plays_to_the_end(visit: Guest, game: str) -> None:
    guest = visit(width=360, height=740, touch=True, language="de")
    guest.__class__ = Walker
    assert isinstance(guest, Walker)
    guest.taps = []
    page = guest.look("/")
    guest.press(f"a[href='/play/{game}']")
    page.wait_for_selector(".start .btn")
    keep(f"walk-{game}-1", shot(page, 60))
    guest.press(".start .btn")
    page.wait_for_url("**/m/*")
    play(guest, moves=3)
    page.wait_for_selector("main[data-mover]")
    keep(f"walk-{game}-2", shot(page, 60))
    play(guest)
    page.wait_for_selector("#result")
    keep(f"walk-{game}-3", shot(page, 60))
    lost = [tap for tap in guest.taps if tap.endswith((" nothing", " main", " body", " div"))]
    assert not lost
    (SCREENS / f"walk-{game}.txt").write_text("\n".join(guest.taps) + "\n", "utf-8")
