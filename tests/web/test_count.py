"""A table of the real game is laid on the page and counted: by finger and by keyboard, without a network."""

from __future__ import annotations

import re
from math import hypot

import pytest
from playwright.sync_api import Page, expect

import tafelrunde
from tests.web.conftest import DIST
from tests.web.test_offline import without_network
from tests.web.test_pages import check, check_everywhere
from tests.web.visitor import Guest, Visitor

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not any((DIST / "assets").glob("engine-*.wasm")), reason="the page was built without the engine"
    ),
]

# The end of a match of two: all 48 cards, six of them in the second tier, six more secured. Dark was nobody's.
FINISHED = (
    "DDMM@-4,4 DDMD@-2,4* MMWW@-1,6* WWDD@0,0 DDMW@0,2 MMDM@0,4 WWMW@0,9 DDWW@1,6 WDMM@1,12 WWWM@2,0 DWDD@2,2 "
    "DDDM@2,4 MMDM@2,8 MWWM@2,10 DMDD@3,6 DDWW@3,12 WWDM@3,14 DWWM@4,0 MMMW@4,2 WWMM@4,4 DWWD@4,8 DMDD@4,10* "
    "MMWD@5,6 MDMM@5,12 DWWM@6,4 MMDD@6,10 WDDM@6,14 DWWW@7,8 DWMD@7,12 MMWM@7,16 DDWD@7,18 WMDD@8,10* MMDD@8,14* "
    "DWWW@9,12 DDDW@9,16 WDWW@9,18 WWWD@10,8 MWWW@10,10* MMMD@10,14 MMWM@11,12 DWMM@11,16 WMWW@11,18 WMMW^2,9 "
    "WMMD^4,6 DDMM^5,10 WWDM^7,10 MWMM^7,14 DDWD^8,12"
)
_CARD = re.compile(r"([DMW]{4}s?)([@^])(-?\d+),(-?\d+)(\*?)")

# Where a point of the field, in cells, is in the window; the view has come to rest.
_SPOT = """async ([x, y]) => {
  const world = document.querySelector('.world');
  const at = () => getComputedStyle(world).transform;
  for (let last = ''; last !== at(); ) {
    last = at();
    await new Promise(requestAnimationFrame);
  }
  const { a, e, f } = new DOMMatrix(at());
  const box = document.querySelector('.field').getBoundingClientRect();
  return [box.x + e + x * 44 * a, box.y + f + y * 44 * a, box.x, box.y, box.right, box.bottom];
}"""


class Fingers:
    """Somebody who taps, and counts it."""

    def __init__(self, guest: Visitor) -> None:
        self.guest = guest
        self.page: Page = guest.page
        self.taps = 0
        self.swipes = 0

    def press(self, selector: str) -> None:
        """Tap a button."""
        self.guest.press(selector)
        self.taps += 1

    def pick(self, look: str) -> None:
        """Tap a card of the palette in the corner where this look of it is."""
        kind = min(look[turn:4] + look[:turn] + look[4:] for turn in range(4))
        button = self.page.locator(f".palette [data-kind={kind}]")
        held = button.evaluate("(element) => element.getAttribute('aria-pressed') === 'true'")
        box = button.bounding_box()
        assert box is not None
        for corner, (right, low) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
            if _looks(kind)[corner] == look:
                self.guest.tap(
                    box["x"] + box["width"] * (0.25 + right / 2), box["y"] + box["height"] * (0.25 + low / 2)
                )
                self.taps += 1
                if not held:
                    expect(button).to_have_attribute("aria-pressed", "true")
                return
        raise AssertionError(look)

    def tap(self, x: int, y: int, off: float = 0.0) -> None:
        """Tap the middle of a card that is, or shall be, at a place; a finger may be off by a part of a cell."""
        left, top, low_x, low_y, high_x, high_y = self.page.evaluate(_SPOT, [x + 1 + off, y + 1 - off])
        while not (low_x + 4 < left < high_x - 4 and low_y + 4 < top < high_y - 4):
            assert self.swipes < 30, "lost on the cloth"
            self._swipe(left, top, low_x, low_y, high_x, high_y)
            left, top, low_x, low_y, high_x, high_y = self.page.evaluate(_SPOT, [x + 1 + off, y + 1 - off])
        self.guest.tap(left, top)
        self.taps += 1

    def _swipe(self, x: float, y: float, low_x: float, low_y: float, high_x: float, high_y: float) -> None:
        middle_x, middle_y = (low_x + high_x) / 2, (low_y + high_y) / 2
        far = max(1.0, abs(x - middle_x) / (high_x - low_x) * 2.2, abs(y - middle_y) / (high_y - low_y) * 2.2)
        self.page.mouse.move(middle_x, middle_y)
        self.page.mouse.down()
        self.page.mouse.move(middle_x - (x - middle_x) / far, middle_y - (y - middle_y) / far, steps=3)
        self.page.mouse.up()
        self.swipes += 1


def _looks(kind: str) -> list[str]:
    """The looks of a card as the palette has them: clockwise from the top left, a single piece in its corner."""
    letters = kind[:4]
    single = next((i for i, letter in enumerate(letters) if letters.count(letter) == 1), 0)
    start = single if len(set(letters)) == 2 else 0
    turned = [letters[4 - turn :] + letters[: 4 - turn] + kind[4:] for turn in range(4)]
    return [turned[(corner - start) % 4] for corner in range(4)]


def _walk(cards: list[re.Match[str]]) -> list[re.Match[str]]:
    """The cards in the order of somebody who goes along the field, from each to the nearest that is not laid yet."""
    left = sorted(cards, key=lambda card: (int(card[4]), int(card[3])))
    walked = [left.pop(0)]
    while left:
        x, y = int(walked[-1][3]), int(walked[-1][4])
        walked.append(min(left, key=lambda card: hypot(int(card[3]) - x, int(card[4]) - y)))
        left.remove(walked[-1])
    return walked


def lay(fingers: Fingers, text: str) -> None:
    """Lay a table card by card, the first tier before the second, as it lies there; then the smarties."""
    cards = [card for word in text.split() if (card := _CARD.fullmatch(word))]
    look = ""
    for tier in sorted({card[2] for card in cards}):
        for card in _walk([card for card in cards if card[2] == tier]):
            if card[1] != look:
                fingers.pick(card[1])
            look = card[1]
            fingers.tap(int(card[3]), int(card[4]), off=0.2)
    if any(card[5] for card in cards):
        fingers.press(".tools .sweet")
        for card in _walk([card for card in cards if card[5]]):
            fingers.tap(int(card[3]), int(card[4]))


def laid(page: Page) -> set[str]:
    """What the address says of the table."""
    text: str = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('table') ?? ''")
    return set(text.split())


def test_a_finished_field_is_laid_and_counted_with_few_taps(visit: Guest) -> None:
    guest = without_network(visit, width=360, height=740, touch=True)
    page = guest.page
    guest.press("nav [href='/count']")
    guest.press("main [href='/count/schokoly']")
    page.wait_for_selector(".palette button")
    fingers = Fingers(guest)
    lay(fingers, FINISHED)
    expect(page.locator(".hint b")).to_have_text("48 of 48")
    assert laid(page) == set(FINISHED.split())
    fingers.press(".tools .accent")
    fingers.press(".colours .btn >> nth=0")
    truth = tafelrunde.count("schokoly", f"M,W {FINISHED}")
    points = truth.outcome().points
    expect(page.locator(".won")).to_contain_text("Milk wins")
    expect(page.locator(".won")).to_contain_text(f"{max(points)} to {min(points)}")
    sentences = page.locator(".verdict li").all_inner_texts()
    assert sentences[:2] == ["Milk: the largest area has 7 pieces.", "White: the largest area has 9 pieces."]
    assert sentences[2] == "Neutral area of 25: Milk has the most contacts (24 : 21) and gets 25 points."
    assert sentences[-1] == f"Total: Milk {points[0]}, White {points[1]}."
    assert guest.frames == []
    # Every card takes one tap where it is; what else is tapped is to be little.
    assert fingers.taps - 48 <= 60, f"{fingers.taps} taps, {fingers.swipes} swipes"


def test_a_slip_is_undone_moved_changed_and_explained(visit: Guest) -> None:
    guest = visit(width=360, height=740, touch=True, language="de", place="device")
    page = guest.look("/count/schoko")
    page.wait_for_selector(".palette button")
    fingers = Fingers(guest)
    expect(page.locator(".tools .accent")).to_be_disabled()
    lay(fingers, "DDDW@0,0 DDDW@2,0 DDWWs^1,0 WWWD@8,0")
    fingers.tap(8, 4)
    # The last card is repeated, now in the first tier.
    assert laid(page) == {"DDDW@0,0", "DDDW@2,0", "DDWWs^1,0", "WWWD@8,0", "DDWWs@8,4"}
    fingers.press(".tools [aria-label='Zurück']")
    fingers.press(".tools .accent")
    # It touches nothing: said in words, and marked where it is.
    expect(page.locator("[role=alert]")).to_contain_text("So kann diese Karte nicht gelegt worden sein")
    assert page.locator(".flaw.under").count() == 1
    assert page.locator(".won").count() == 0
    check(page)
    # A tap on it, and it is dragged to where it belongs; then it is taken for what it is.
    fingers.tap(8, 0)
    fingers.press(".tools [aria-label='Drehen']")
    assert "DWWW@8,0" in laid(page)
    left, top, *_ = page.evaluate(_SPOT, [9, 1])
    there_x, there_y, *_ = page.evaluate(_SPOT, [5.2, 0.9])
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(there_x, there_y, steps=4)
    page.mouse.up()
    assert laid(page) == {"DDDW@0,0", "DDDW@2,0", "DDWWs^1,0", "DWWW@4,0"}
    assert page.locator("[role=alert]").count() == 0
    fingers.press(".tools .accent")
    truth = tafelrunde.count("schoko", "D,W DDDW@0,0 DDDW@2,0 DDWWs^1,0 DWWW@4,0").outcome()
    assert truth.winner == 0
    expect(page.locator(".won")).to_contain_text(f"Schwarz gewinnt {truth.points[0]} zu {truth.points[1]}")
    # Whoever looks at a sentence sees its area.
    fingers.press(".verdict button.step")
    assert page.locator(".area.lit").count() == 1
    page.reload()
    page.wait_for_selector(".palette button")
    assert len(laid(page)) == 4


def test_equal_points_are_decided_by_the_second_area_where_it_was_agreed(visit: Guest) -> None:
    guest = visit(place="device")
    table = "DDWW@0,0 DDWW@2,0 WDDW@0,2 DWWD@0,-2 DDDM@2,2"
    truth = [tafelrunde.count("schokoly", f"D,W {table}", ties=ties).outcome() for ties in ("draw", "second")]
    assert [(outcome.points, outcome.winner) for outcome in truth] == [((6, 6), None), ((6, 6), 0)]
    page = guest.go(f"/count/schokoly#table={table.replace(' ', '+')}")
    page.wait_for_selector(".palette button")
    guest.press(".tools .accent")
    guest.press(".colours .btn >> nth=1")
    expect(page.locator(".won")).to_contain_text("A draw")
    expect(page.locator(".verdict")).to_contain_text("Equal points: nobody wins.")
    guest.press("label:has([value=second])")
    expect(page.locator(".verdict")).to_contain_text("so the second largest areas decide: Dark 5, White 2.")
    expect(page.locator(".won")).to_contain_text("Dark wins 6 all")


def test_a_table_is_laid_with_the_keyboard_alone(visit: Guest) -> None:
    guest = visit(place="device")
    page = guest.look("/count/schokoly")
    page.wait_for_selector(".palette button")
    key = page.keyboard.press
    page.locator(".palette [data-kind=DDDW]").focus()
    key("Enter")
    page.locator(".field").focus()
    key("Enter")
    for pressed in ("ArrowRight", "ArrowRight", "r", "Enter", "ArrowLeft", "r", "Enter"):
        key(pressed)
    assert laid(page) == {"WDDD@0,0", "DWDD@2,0", "DDWD^1,0"}
    key("ArrowLeft")
    key("Enter")
    key("s")
    assert "WDDD@0,0*" in laid(page)
    key("Delete")
    key("u")
    key("u")
    assert laid(page) == {"WDDD@0,0", "DWDD@2,0", "DDWD^1,0"}
    page.locator(".tools .accent").focus()
    key("Enter")
    page.locator(".colours .btn").nth(1).focus()
    key("Enter")
    points = tafelrunde.count("schokoly", "D,W WDDD@0,0 DWDD@2,0 DDWD^1,0").outcome().points
    expect(page.locator(".won")).to_contain_text(f"Dark wins {points[0]} to {points[1]}")


def test_towers_are_laid_from_above_and_counted(visit: Guest) -> None:
    guest = visit(width=360, height=740, touch=True, place="device")
    page = guest.look("/count/tokan")
    page.wait_for_selector(".tray button")
    fingers = Fingers(guest)
    towers = {"a1": ("L", 9), "b1": ("L", 1), "f1": ("m", 8), "f5": ("j", 2), "d3": ("M", 10)}
    for cell, (top, height) in towers.items():
        if page.locator(f".tray [data-tile={top}]").get_attribute("aria-pressed") != "true":
            fingers.press(f".tray [data-tile={top}]")
        for _ in range(height):
            fingers.press(f"[data-cell={cell}]")
    assert fingers.taps == 30 + 4
    fingers.press("aside .accent")
    expect(page.locator(".won")).to_contain_text("Red wins")
    expect(page.locator(".won")).to_contain_text("Red 19 · Black 10")
    steps = page.locator("aside li").all_inner_texts()
    assert [step.strip() for step in steps] == [
        "Red, d3: a tower of 10.",
        "Red, a1: a tower of 9.",
        "Black, f1: a tower of 8.",
        "Black, f5: a tower of 2.",
    ]
    fingers.press("label:has([value=heads])")
    expect(page.locator(".won")).to_contain_text("Red 7 · Black 3")
    check_everywhere(page)


@pytest.mark.parametrize("link", ["schokoly#table=DDDX@0,0", "schoko#table=" + "DDDW@0,0+" * 60, "tokan#towers=L99"])
def test_a_broken_link_opens_an_empty_table_and_says_so(visit: Guest, link: str) -> None:
    guest = visit(place="device")
    page = guest.go(f"/count/{link}")
    expect(page.locator(".notices")).to_contain_text("This link does not contain a table.")
    expect(page.locator("aside .accent")).to_be_disabled()


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_the_page_fits_and_has_no_barriers(visit: Guest, language: str) -> None:
    guest = visit(language=language, place="device")
    page = guest.go(f"/count/schokoly#table={FINISHED.replace(' DDWD^8,12', '').replace(' ', '+')}")
    page.wait_for_selector(".palette button")
    check_everywhere(page)
    page.set_viewport_size({"width": 360, "height": 740})
    guest.press(".tools .accent")
    page.wait_for_selector(".colours")
    check(page)
    guest.press(".colours .btn >> nth=0")
    page.wait_for_selector(".won")
    check_everywhere(page)
    # Nothing that is said is left in another language or with an open gap.
    assert "{" not in page.locator("aside").inner_text()
