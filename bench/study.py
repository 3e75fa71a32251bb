"""How smooth the study room is: a tree of thousands of moves, and how soon there are values.

    python -m bench.study [--game GAME] [--nodes 5000] [--slower 4] [--solved N]

Everything is measured in Chromium with its processor slowed down, against a server on this machine, with a tree of each
game or of the named one. Workers are slowed down by Chromium as well. With `--solved` so many positions of TOKAN, six
moves after the start, are judged until every legal move is certain, in one worker and in two by turns, at full speed.
Run from the root of the source tree.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.report import table
from bench.tokan_solver import position_after
from tafelrunde.games.tokan import TokanOptions
from tafelrunde.records.tree import read_tree
from tests.engine.browser import engine_page
from tests.records.growing import spread
from tests.strategies import HOUSE, play, variant
from tests.web.browsing import browsing
from tests.web.conftest import RunningServer
from tests.web.visitor import Visitor

STEPS = 40
PLIES, SECONDS = 6, 60

# Milliseconds from a press until both board and list are there and laid out, and until they are painted. Told by the
# page itself: whoever drives it from outside presses and looks through a page that is slowed down as well.
_OPENING = """async () => {
  const begun = performance.now();
  const there = new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('main .tb') || !document.querySelector('.tree button')) return;
      watch.disconnect();
      document.body.getBoundingClientRect();
      const taken = performance.now() - begun;
      requestAnimationFrame(() => setTimeout(() => done([taken, performance.now() - begun])));
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  document.querySelector('form .accent').click();
  return await there;
}"""

# Milliseconds until the table after each of some moves is shown, which nobody has looked at before.
_WAY = """async (count) => {
  const main = document.querySelector('main');
  const taken = [];
  for (let ply = 1; ply <= count; ply++) {
    const start = performance.now();
    const shown = new Promise((done) => {
      const watch = new MutationObserver(() => {
        if (main.dataset.ply !== `${ply}`) return;
        watch.disconnect();
        document.body.getBoundingClientRect();
        done(performance.now() - start);
      });
      watch.observe(main, { attributeFilter: ['data-ply'] });
    });
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    taken.push(await shown);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
  return taken;
}"""

# Milliseconds of script and layout of each of some steps back along this way and forth again, of all that the page does
# until it is painted, and of the frame after that, in which the list of moves follows.
_STEPS = """async (count) => {
  const taken = [];
  // How long a frame takes, from the first thing that is done in it.
  const frame = (next) => new Promise((done) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      const begun = performance.now();
      const following = next?.();
      port1.onmessage = () => done([performance.now() - begun, following]);
      port2.postMessage(0);
    });
  });
  for (let step = 0; step < count; step++) {
    const key = step * 2 < count ? 'ArrowLeft' : 'ArrowRight';
    let second;
    const first = frame(() => (second = frame()));
    const start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await Promise.resolve();
    document.body.getBoundingClientRect();
    const script = performance.now() - start;
    const [painted] = await first;
    const [followed] = await second;
    taken.push([script, script + painted, followed]);
  }
  return taken;
}"""


# Seconds until every legal move is certain, null where that took too long; and how many there are.
_JUDGED = """async ([record, threads, seconds]) => {
  const begin = performance.now();
  const enough = new AbortController();
  let [known, legal] = [null, 0];
  const hear = ({ found }) => {
    legal = found.legal;
    if (!found.exact || known !== null) return;
    known = (performance.now() - begin) / 1000;
    enough.abort();
  };
  const asked = { op: 'judge', record, seconds, memory: 512 * 2 ** 20, threads };
  await window.engine.ask(asked, { tell: hear, signal: enough.signal }).catch(() => null);
  return [known, legal];
}"""


def certain(count: int) -> Iterator[list[str]]:
    """Yield rows of how long it takes until all moves of positions are certain."""
    with browsing("--disable-gpu") as browser, engine_page(isolated=True) as address:
        page = browser.new_page()
        page.goto(address)
        for seed in range(count):
            record = f'[Game "tokan"]\n[Start "{position_after(PLIES, seed, TokanOptions())}"]\n\n'
            (one, legal), (two, _) = (page.evaluate(_JUDGED, [record, threads, SECONDS]) for threads in (1, 2))
            taken = [f"{each:.1f}" if each is not None else f"> {SECONDS}" for each in (one, two)]
            yield [str(seed), str(legal), *taken, f"{one / two:.2f}" if one and two else ""]


def grown(game: str, nodes: int) -> str:
    """Return a tree with so many moves."""
    rng = Random(22)
    tree = read_tree(play(variant(game), rng).record())
    while (have := sum(1 for _ in tree.root.all_nodes()) - 1) < nodes:
        spread(tree.root, rng, nodes - have)
    return str(tree)


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    games = list(dict.fromkeys(each.game.name for each in HOUSE))
    parser.add_argument("--game", choices=games, help="of which game the tree is; of each in turn unless it is said")
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--solved", type=int, default=0, help="how many positions are to be judged, and nothing else")
    wish = parser.parse_args()
    if wish.solved:
        table(["seed", "legal", "s, 1 worker", "s, 2 workers", "gain"], list(certain(wish.solved)))
        return
    for game in [wish.game] if wish.game else games:
        record = grown(game, wish.nodes)
        with tempfile.TemporaryDirectory() as folder, browsing("--disable-gpu") as browser:
            server = RunningServer(Path(folder))
            server.start()
            try:
                # The hundreds of files that are kept on a first visit would come in between.
                visitor = Visitor(browser, server.address, width=1440, height=900, kept=False)
                rows = measured(visitor, record, wish.slower)
            finally:
                server.stop()
        table([game, "ms", "95% below", "longest"], rows)


def measured(guest: Visitor, record: str, slower: float) -> list[list[str]]:
    """Return rows of what was measured, its milliseconds (the median of many), and how long it took at worst."""
    page = guest.go("/study")
    page.fill("textarea", record)
    page.evaluate("localStorage.setItem('tafelrunde.judge.on', 'false')")
    guest.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    opening, painted = page.evaluate(_OPENING)
    way: list[float] = page.evaluate(_WAY, STEPS // 2)
    steps: list[list[float]] = page.evaluate(_STEPS, STEPS)
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
        ["opening the tree", f"{opening:.0f}", "", ""],
        ["opening the tree until it is painted", f"{painted:.0f}", "", ""],
        _told("a step to a table not seen before, until it is shown", way),
        _told("a step", [script for script, _, _ in steps]),
        _told("a step until it is painted", [painted for _, painted, _ in steps]),
        _told("the frame after it, with the list", [followed for _, _, followed in steps]),
        ["first values, engine not loaded", f"{first:.0f}", "", ""],
    ]


def _told(what: str, taken: list[float]) -> list[str]:
    """Return a row of the median, of what all but a twentieth took less than, and of the longest."""
    inside = sorted(taken)[-(len(taken) // 20) - 1]
    return [what, f"{statistics.median(taken):.1f}", f"{inside:.1f}", f"{max(taken):.1f}"]


if __name__ == "__main__":
    main()
