"""How smooth the study room is: a tree of thousands of moves, and how soon there are values.

    python -m bench.study [--nodes 5000] [--slower 4]

Everything is measured in Chromium with its processor slowed down, against a server on this machine. Workers are slowed
down by Chromium as well. Run from the root of the source tree.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path
from random import Random

from bench.report import table
from tafelrunde.records.tree import read_tree
from tests.records.growing import spread
from tests.strategies import play, variant
from tests.web.browsing import browsing
from tests.web.conftest import RunningServer
from tests.web.visitor import Visitor

STEPS = 40

# Milliseconds of script and layout of each of some steps through a tree.
_STEPS = """async (count) => {
  const taken = [];
  for (let step = 0; step < count; step++) {
    const start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await Promise.resolve();
    document.body.getBoundingClientRect();
    taken.push(performance.now() - start);
    await new Promise(requestAnimationFrame);
  }
  return taken;
}"""


def grown(nodes: int) -> str:
    """Return a tree of TOKAN with so many moves."""
    rng = Random(22)
    tree = read_tree(play(variant("tokan"), rng).record())
    while (have := sum(1 for _ in tree.root.all_nodes()) - 1) < nodes:
        spread(tree.root, rng, nodes - have)
    return str(tree)


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--slower", type=float, default=4)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, browsing("--disable-gpu") as browser:
        server = RunningServer(Path(folder))
        server.start()
        try:
            rows = measured(Visitor(browser, server.address, width=1440, height=900), grown(wish.nodes), wish.slower)
        finally:
            server.stop()
    table(["what", "ms"], rows)


def measured(guest: Visitor, record: str, slower: float) -> list[list[str]]:
    """Return rows of what was measured and its milliseconds."""
    page = guest.go("/study")
    page.fill("textarea", record)
    page.evaluate("localStorage.setItem('tafelrunde.judge.on', 'false')")
    guest.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.evaluate("window.begun = performance.now()")
    page.locator("form .accent").click()
    page.wait_for_selector("main .tb")
    page.wait_for_selector(".tree button")
    opening: float = page.evaluate("performance.now() - window.begun")
    steps: list[float] = page.evaluate(_STEPS, STEPS)
    # Where the game is over there is nothing to judge.
    page.locator("body").press("Home")
    page.locator("body").press("ArrowRight")
    page.wait_for_selector("main[data-ply='1']")
    page.evaluate("window.begun = performance.now()")
    page.locator("[role=switch]").first.click()
    page.wait_for_selector("section ol li")
    first: float = page.evaluate("performance.now() - window.begun")
    guest.leave()
    return [
        ["opening the tree", f"{opening:.0f}"],
        ["a step, median", f"{statistics.median(steps):.1f}"],
        ["a step, the slowest", f"{max(steps):.1f}"],
        ["first values, engine not loaded", f"{first:.0f}"],
    ]


if __name__ == "__main__":
    main()
