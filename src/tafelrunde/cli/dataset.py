"""The command for data sets."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from tafelrunde.cli.arena import Ray, Workers
from tafelrunde.cli.io import numbered_records, write
from tafelrunde.cli.params import DEFAULT_GAME
from tafelrunde.extras import needs
from tafelrunde.games.errors import BadOptions


def dataset(
    out: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The folder to write; an existing data set is resumed.")
    ],
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="PLAYER", help="Level, random, greedy or uct; may be repeated."),
    ] = None,
    records: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="Read finished records instead of playing.")
    ] = None,
    game: Annotated[str, typer.Option("--game", "-g", metavar="GAME")] = DEFAULT_GAME,
    option: Annotated[list[str] | None, typer.Option("--option", "-p", metavar="NAME=VALUE")] = None,
    matches: Annotated[int, typer.Option("--matches", "-n", min=1, help="Number of matches to play.")] = 100,
    seconds: Annotated[float | None, typer.Option("--seconds", min=0.001, help="Seconds per move.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", min=1, help="Nodes per move; reproducible.")] = None,
    seed: Annotated[str, typer.Option("--seed", help="Seed for deals and all randomness.")] = "1",
    window: Annotated[
        int,
        typer.Option(
            "--window", help="Width of the observed window in games with an unbounded field: 32 or 128 cells."
        ),
    ] = 32,
    judge: Annotated[
        str | None,
        typer.Option("--judge", metavar="PLAYER", help="Who evaluates moves that their own player did not."),
    ] = None,
    workers: Workers = None,
    ray: Ray = None,
) -> None:
    """Write matches and every decision in them as Parquet, for learners.

    Players meet in random seatings. The same seed gives the same files. Each match is saved when it ends: after a
    stop or a kill the same command resumes, and with a larger -n it adds matches. The columns are explained in
    docs/research.md.

    Example: tafelrunde dataset games --game schokoly --player 3 --player 4 -n 500
    """
    with needs("research"):
        from tafelrunde.research.dataset.selfplay import SelfPlay, run

    from tafelrunde.research.spread import executor

    if seconds is not None and nodes is not None:
        raise BadOptions("nodes", "give seconds or nodes, not both")
    if records is not None:
        _from_records(out, records, window)
        return
    words = " ".join(option or [])
    plan = SelfPlay(game, words, tuple(player or ["3"]), matches, seed, nodes, seconds, window, judge=judge)
    plan.check()
    console = Console(file=sys.stderr)
    with (
        executor(workers or os.cpu_count() or 1, ray) as (pool, size),
        Progress(console=console, disable=not sys.stderr.isatty()) as bar,
    ):
        task = bar.add_task("matches", total=plan.matches)
        kept = run(plan, out, pool, size, lambda done: bar.update(task, completed=done))
    write(f"{out}: {kept} matches\n")


def _from_records(out: Path, file: str, window: int) -> None:
    from tafelrunde.records.replay import replay
    from tafelrunde.research.dataset.files import claim, write_part
    from tafelrunde.research.dataset.rows import Played, as_part

    found = [record for _, record in numbered_records(file)]
    if not found:
        raise BadOptions("from", "there is no record in it")
    first = replay(found[0])
    played = [Played(str(number), record) for number, record in enumerate(found, start=1)]
    made = as_part(first.game, first.options, played, window)
    claim(out, {"from": file, "game": first.game.name, "options": str(first.options), "window": window})
    write_part(out, 0, made)
    write(f"{out}: {len(found)} matches\n")
