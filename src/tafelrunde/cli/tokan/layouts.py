"""The command that studies how fair the starts of TOKAN are."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tafelrunde.cli.arena import Ray
from tafelrunde.cli.io import write
from tafelrunde.games.tokan import TokanOptions

if TYPE_CHECKING:
    from tafelrunde.research.tokan.layouts import Layout, Progress

MIB = 1 << 20
_ERASE = "\r\x1b[K"
_SECONDS_UNASKED = 60.0


def layouts(
    count: Annotated[int, typer.Argument(metavar="N", min=1, help="Number of starts.")],
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="S", help="Seed of the random starts.")] = 1,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0, metavar="S", help="Time limit per start. Default: 60.")
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option("--positions", min=0, metavar="N", help="Positions per start; reproducible."),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(
            "--memory", min=1, metavar="MIB", help="MiB for all tables. Default: a quarter of memory, at most 1024."
        ),
    ] = None,
    threads: Annotated[int, typer.Option("--threads", min=0, metavar="N", help="Threads; 0 means all cores.")] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Save the results here, and resume from them.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-p", metavar="NAME=VALUE")] = None,
    ray: Ray = None,
) -> None:
    """Estimate how often the first player wins TOKAN, over N random starts, or drafted ones (-p setup=draft).

    Each start is solved, or estimated by playing on if the limit is too small; the two are counted separately, with
    95% intervals. Every thread has its own start and its share of the memory. Stop with Ctrl-C; with --out, the
    same command resumes.

    Example: tafelrunde layouts 100 --positions 1000000000 --memory 8192 --out layouts.jsonl
    """
    from tafelrunde.native.tokan_solver import default_memory
    from tafelrunde.research.spread import executor
    from tafelrunde.research.tokan.layouts import Study, run, run_spread

    options = TokanOptions.parse(" ".join(option or []))
    if seconds is None and positions is None:
        seconds = _SECONDS_UNASKED
    words = options.words()
    study = Study(seed, words["scoring"], words["gaps"], positions, seconds, setup=words["setup"])
    size = default_memory() if memory is None else memory * MIB
    show = _Show() if sys.stderr.isatty() else None
    try:
        if ray is None:
            done = run(study, count, out, memory=size, threads=threads, show=show)
        else:
            workers = threads or os.cpu_count() or 1
            with executor(workers, ray) as pool:
                done = run_spread(study, count, out, pool, memory=size // workers, show=show)
    finally:
        if show:
            show.end()
    write(report(done) + "\n")


def report(done: list[Layout]) -> str:
    """Return the table of a study."""
    from tafelrunde.research.tokan.layouts import RESULTS, Tally

    tally = Tally(done)
    lines = [f"{'first player':14}{'solved':26}{'estimated':26}together"]
    lines += [
        f"{result:14}{tally.proved(result)!s:26}{tally.estimated(result)!s:26}{tally.together(result)}"
        for result in RESULTS
    ]
    solved = tally.solved
    lines.append(f"estimates of solved layouts that were right: {tally.agreement}")
    if solved:
        looked_at = sorted(layout.positions for layout in solved)
        lines.append(
            f"positions of solved layouts, millions: median {looked_at[len(looked_at) // 2] / 1e6:.1f}, "
            f"most {looked_at[-1] / 1e6:.1f}"
        )
    return "\n".join(lines)


class _Show:
    """A line on the terminal that tells how the study goes."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        """Bring the line up to date."""
        counts = {word: sum(layout.result == word for layout in progress.done) for word in ("win", "draw", "loss")}
        solved = sum(counts.values())
        sys.stderr.write(
            f"{_ERASE}{len(progress.done)}/{progress.wanted} layouts, {solved} solved "
            f"(+{counts['win']} ={counts['draw']} -{counts['loss']}), "
            f"{progress.positions / 1e6:.0f} M positions at work, {time.monotonic() - self._start:.0f} s"
        )
        sys.stderr.flush()

    def end(self) -> None:
        """Wipe the line."""
        sys.stderr.write(_ERASE)
        sys.stderr.flush()
