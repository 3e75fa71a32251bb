"""Playing through the page by mouse, finger or keyboard. Whoever plays here knows no rules: the page shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from playwright.sync_api import Page

from tests.web.visitor import Visitor

Means = Literal["pointer", "keyboard"]

# What a page wants of the person before it, once more moves are made than `last`.
_WANTS = """(last) => {
  const shown = (selector) => (document.querySelector(selector)?.getClientRects().length ?? 0) > 0;
  if (shown('#result')) return 'over';
  if (shown('.float[role="dialog"] .accent')) return 'curtain';
  const table = document.querySelector('main[data-ply]');
  if (!table || table.dataset.mover === undefined || Number(table.dataset.ply) <= last) return null;
  if (shown('.movable')) return 'animal';
  if (shown('.reserve.mine button:enabled')) return 'tile';
  if (shown('.tb-sheet')) return 'swap';
  if (shown('.dock .actions .accent')) return 'pass';
  return shown('.hand .card') ? 'card' : null;
}"""

# The middles of the places that glow and can be reached, those that fit without turning first.
_SPOTS = """() => [...document.querySelectorAll('.world .dot')]
  .sort((a, b) => a.classList.contains('other') - b.classList.contains('other'))
  .map((dot) => dot.getBoundingClientRect())
  .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
  .filter(([x, y]) => {
    const found = document.elementFromPoint(x, y);
    return found?.closest('.field') && !found.closest('button, .tb-notice');
  })"""


# The column and row of a space on which a tile may be laid.
_SPACE = """() => {
  const box = document.querySelector('.legal:not(.sure)').getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return found.closest('[data-space]').dataset.space.split(',').map(Number);
}"""

# What a turn still needs where more than `ply` moves would mean that it was made: a choice, the last word, or nothing.
_NEEDS = """(ply) => {
  if (document.querySelector('.tb-sheet :is(.colours, .options)')) return 'choice';
  if (document.querySelector('.dock .actions .accent:enabled')) return 'word';
  return Number(document.querySelector('main[data-ply]').dataset.ply) > ply ? 'nothing' : null;
}"""


def start(
    visitor: Visitor, game: str, mode: str = "computer", players: int = 2, level: int = 1, options: str = ""
) -> Page:
    """Set up a match on the game's own page and begin it; `options` is the value of one more choice."""
    page = visitor.go(f"/play/{game}")
    visitor.press(f".modes label:has([value={mode}])")
    if game == "schokoly":
        visitor.press(f"fieldset:not(.modes) label:has([value='{players}'])")
    if mode == "computer":
        page.locator("input[type=range]").fill(str(level))
    if options:
        visitor.press("form details summary")
        visitor.press(f"form details label:has([value={options}])")
    visitor.press(".start .btn")
    page.wait_for_url("**/m/*")
    return page


def wanted(page: Page, last: int) -> str:
    """Wait until the page wants something, and tell what."""
    answer: str = page.wait_for_function(_WANTS, arg=last).json_value()
    return answer


def ply(page: Page) -> int:
    """Tell how many moves the page knows of."""
    return int(page.locator("main[data-ply]").get_attribute("data-ply") or 0)


def play(visitor: Visitor, means: Means = "pointer", moves: int | None = None, last: int = -1) -> int:
    """Play until the match is over, or some own moves are made; return the number of moves the last one answered."""
    page = visitor.page
    while moves is None or moves > 0:
        what = wanted(page, last)
        if what == "over":
            return last
        if what == "curtain":
            visitor.press(".float[role='dialog'] .accent")
            continue
        last = ply(page)
        if what == "swap":
            visitor.press(".tb-sheet .row.end .tb-button")
        elif what == "pass":
            visitor.press(".dock .actions .accent")
        else:
            _MEANS[means][what](visitor)
            _finish(visitor, means, last)
        if moves is not None:
            moves -= 1
    return last


def _run(visitor: Visitor) -> None:
    """Move an animal: the middle one of those that may."""
    page = visitor.page
    cells = page.locator("[data-tower]:has(.movable)")
    source = cells.nth(cells.count() // 2).get_attribute("data-tower")
    visitor.press(f"[data-cell={source}]")
    target = page.locator("[data-tower]:has(.target)").first.get_attribute("data-tower")
    visitor.press(f"[data-cell={target}]")


def _run_by_keys(visitor: Visitor) -> None:
    page = visitor.page
    reach(page, "[role=grid]")
    cells = page.locator("[data-tower]:has(.movable)")
    walk(page, cells.nth(cells.count() // 2).get_attribute("data-tower") or "")
    page.keyboard.press("Enter")
    walk(page, page.locator("[data-tower]:has(.target)").first.get_attribute("data-tower") or "")
    page.keyboard.press("Enter")


def _finish(visitor: Visitor, means: Means, last: int) -> None:
    """Choose what a turn leaves open, and say the last word where it is wished."""
    page = visitor.page
    for selector in (".tb-sheet :is(.colours, .options) .tb-button", ".dock .actions .accent"):
        what = page.wait_for_function(_NEEDS, arg=last).json_value()
        if what == "nothing" or (what == "word" and "sheet" in selector):
            continue
        if means == "pointer":
            visitor.press(selector)
            continue
        # The field of the chocolate board takes the last word itself.
        if what == "choice" or not page.evaluate("document.activeElement.matches('.field')"):
            reach(page, selector)
        page.keyboard.press("Enter")


def walk(page: Page, cell: str) -> None:
    """Go to a cell with the arrow keys."""
    here = page.evaluate("document.activeElement.dataset.cell")
    _press_arrows(page, ord(cell[0]) - ord(here[0]), int(cell[1]) - int(here[1]))


def _press_arrows(page: Page, right: int, up: int) -> None:
    for key, count in (("Right", right), ("Left", -right), ("Up", up), ("Down", -up)):
        for _ in range(max(0, count)):
            page.keyboard.press(f"Arrow{key}")


def reach(page: Page, selector: str) -> None:
    """Go somewhere with the tab key."""
    inside = f"document.activeElement?.closest({selector!r}) !== null"
    for _ in range(60):
        if page.evaluate(inside):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def _lay(visitor: Visitor) -> None:
    """Lay a tile of a draft."""
    page = visitor.page
    visitor.press(".reserve.mine button:enabled")
    box: Any = page.locator(".legal:not(.sure)").first.bounding_box()
    visitor.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _lay_by_keys(visitor: Visitor) -> None:
    page = visitor.page
    reach(page, ".reserve.mine")
    page.keyboard.press("Enter")
    reach(page, "[role=grid]")
    column, row = page.evaluate(_SPACE)
    here, there = page.evaluate("document.activeElement.dataset.space.split(',').map(Number)")
    _press_arrows(page, column - here, row - there)
    page.keyboard.press("Enter")


def _place(visitor: Visitor) -> None:
    """Place a card: the first one of the hand that fits somewhere."""
    page = visitor.page
    page.wait_for_selector(".hand .card")
    for index in range(page.locator(".hand .card").count()):
        visitor.press(f".hand .card[data-index='{index}']")
        spots: list[list[float]] = page.evaluate(_SPOTS)
        if spots:
            visitor.tap(*spots[0])
            break
    else:
        raise AssertionError("no card fits, and yet one may not pass")


def _place_by_keys(visitor: Visitor) -> None:
    page = visitor.page
    # Wherever one is on the board, a number takes up a card.
    reach(page, ".hand, .field")
    for index in range(page.locator(".hand .card").count()):
        page.keyboard.press(str(index + 1))
        if page.evaluate("document.activeElement.matches('.field')"):
            break
    page.keyboard.press("Enter")


_MEANS: dict[Means, dict[str, Callable[[Visitor], None]]] = {
    "pointer": {"animal": _run, "tile": _lay, "card": _place},
    "keyboard": {"animal": _run_by_keys, "tile": _lay_by_keys, "card": _place_by_keys},
}
