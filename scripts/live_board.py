"""A board on the front page of the documentation site: a match to look at move by move, or the table itself.

Where the static site was built into build/web-site, it is laid into the folder `play` and shown in a frame. Otherwise
the drawings of a real match, the same every time, are stepped through.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "build" / "web-site"
PLAYED = "play"
DRAWN = "live"
SEED, LEVEL, NODES = 4, 3, 300

FRAME = """\
<iframe class="live" src="play/index.html" title="The table" loading="lazy"></iframe>
<style>iframe.live { width: 100%; height: 46rem; max-height: 90vh; border: 0; border-radius: 0.5rem }</style>
"""

STEPPED = """\
<figure class="live">
  <img src="live/00.svg" alt="A match of TOKAN">
  <figcaption>
    <button type="button" data-step="-1" aria-label="Back">◀</button>
    <input type="range" min="0" max="0" value="0" aria-label="Move">
    <button type="button" data-step="1" aria-label="Forward">▶</button>
    <output aria-live="polite"></output>
  </figcaption>
</figure>
<style>
  figure.live { width: 100%; max-width: 30rem }
  figure.live img { width: 100% }
  figure.live figcaption { display: flex; gap: 0.5rem; align-items: center; max-width: none }
  figure.live input { flex: 1; min-width: 4rem }
  figure.live button { min-width: 2.4rem; min-height: 2.4rem; border: 1px solid; border-radius: 0.3rem }
  figure.live output { min-width: 6rem; text-align: left }
</style>
<script>
  (() => {
    const moves = MOVES;
    const live = document.querySelector("figure.live");
    const [picture, slider, said] = ["img", "input", "output"].map((name) => live.querySelector(name));
    slider.max = moves.length;
    const show = (number) => {
      slider.value = Math.min(Math.max(number, 0), moves.length);
      picture.src = `live/${slider.value.padStart(2, "0")}.svg`;
      const move = slider.value > 0 ? moves[slider.value - 1] : "the start";
      said.textContent = `${slider.value}. ${move}`;
      picture.alt = `A match of TOKAN after ${said.textContent}`;
    };
    slider.addEventListener("input", () => show(Number(slider.value)));
    for (const button of live.querySelectorAll("button"))
      button.addEventListener("click", () => show(Number(slider.value) + Number(button.dataset.step)));
    show(0);
  })();
</script>
"""


def files() -> Iterator[tuple[str, bytes]]:
    """Iterate over the files the board needs on the site, each with its name."""
    if (STATIC / "index.html").is_file():
        for file in sorted(STATIC.rglob("*")):
            if file.is_file():
                yield f"{PLAYED}/{file.relative_to(STATIC).as_posix()}", file.read_bytes()
        return
    for number, (drawing, _) in enumerate(match()):
        yield f"{DRAWN}/{number:02}.svg", drawing.encode()


def match() -> list[tuple[str, str]]:
    """Return the drawings of a match, each with the move that led to it."""
    import tafelrunde
    from tafelrunde.games.core import SPECTATOR

    position = tafelrunde.new("tokan", seed=SEED)
    chance = Random(SEED)
    shown = [(position.view(SPECTATOR).svg(), "")]
    while not position.is_over:
        move = tafelrunde.ask(position, level=LEVEL, nodes=NODES, seed=chance.getrandbits(32)).move
        position = position.play(move)
        shown.append((position.view(SPECTATOR).svg(), str(move)))
    return shown


def html() -> str:
    """Return the board for the front page."""
    if (STATIC / "index.html").is_file():
        return FRAME
    _, *moves = (move for _, move in match())
    return STEPPED.replace("MOVES", json.dumps(moves))
