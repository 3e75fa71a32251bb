"""The command for tournaments."""

from __future__ import annotations

import math
import os
import sys
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Self

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table

from tafelrunde.cli.arena import Balanced, Ray, Workers
from tafelrunde.cli.io import Refused, write
from tafelrunde.cli.params import DEFAULT_GAME
from tafelrunde.extras import needs
from tafelrunde.games.errors import BadOptions
from tafelrunde.players.base import Budget

if TYPE_CHECKING:
    from tafelrunde.players.rating import Estimate
    from tafelrunde.research.tournament.report import Row
    from tafelrunde.research.tournament.results import Results

RESULTS = "results.jsonl"


def tournament(
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="Levels (1-8), random, greedy, uct, or cmd: and a command.")
    ],
    game: Annotated[str, typer.Option("--game", "-g", metavar="GAME")] = DEFAULT_GAME,
    option: Annotated[list[str] | None, typer.Option("--option", "-p", metavar="NAME=VALUE")] = None,
    form: Annotated[str, typer.Option("--format", "-f", help="round-robin, swiss or gauntlet.")] = "round-robin",
    deals: Annotated[
        int, typer.Option("--deals", "-n", min=1, help="Deals per pairing, each with every seating.")
    ] = 10,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Rounds in a Swiss tournament.")] = 5,
    seconds: Annotated[float | None, typer.Option("--seconds", min=0.001, help="Seconds per move.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", min=1, help="Nodes per move; reproducible.")] = None,
    seed: Annotated[str, typer.Option("--seed", help="Seed for deals and all randomness.")] = "1",
    balanced: Balanced = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Save results and reports in this folder, and resume from them.")
    ] = None,
    workers: Workers = None,
    ray: Ray = None,
) -> None:
    """Run a tournament between any number of players, with a live table, a crosstable and Elo ratings.

    In a gauntlet, the first player meets all others. With --out, the folder gets report.json, report.html,
    records.txt and the results as they come; after a stop or a kill, the same command resumes.

    Example: tafelrunde tournament 2 3 4 "cmd:python examples/bots/engine_bot.py" --game schoko -n 20 --out cup
    """
    from tafelrunde.research.spread import executor
    from tafelrunde.research.tournament.plan import Format, Tournament
    from tafelrunde.research.tournament.play import run

    with needs("research"):
        from tafelrunde.research.tournament import report

    if seconds is not None and nodes is not None:
        raise BadOptions("nodes", "give seconds or nodes, not both")
    if form not in list(Format):
        raise BadOptions("format", f"one of {', '.join(Format)}")
    options = " ".join(option or [])
    budget = Budget(seconds, nodes)
    plan = Tournament(game, options, tuple(players), Format(form), deals, rounds, seed, budget, balanced)
    plan.check()
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused(f"{out}: {error.strerror}") from None
    with executor(workers or os.cpu_count() or 1, ray) as (pool, size), LiveStandings() as show:
        results = run(plan, pool, size, None if out is None else out / RESULTS, show)
    rows = report.table(results)
    console = Console(file=sys.stdout, width=None if sys.stdout.isatty() else 120)
    console.print(standings(rows))
    console.print(crosstable(results, rows))
    for reason, matches in Counter(result.forfeit for result in results.ordered() if result.forfeit).items():
        typer.echo(f"forfeited {matches} of {len(results.matches)} matches: {reason}", err=True)
    if out is not None:
        (out / "report.json").write_text(report.as_json(results, rows), encoding="utf-8")
        (out / "report.html").write_text(report.as_html(results, rows), encoding="utf-8")
        records = "\n".join(result.record for result in results.ordered() if result.record)
        (out / "records.txt").write_text(records, encoding="utf-8")
        write(f"{out / 'report.html'}\n")


class LiveStandings:
    """Shows the table on a terminal while matches are played."""

    def __init__(self) -> None:
        self._on = sys.stderr.isatty()
        self._live = Live(console=Console(file=sys.stderr), refresh_per_second=4, transient=True)

    def __enter__(self) -> Self:
        if self._on:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._on:
            self._live.stop()

    def __call__(self, results: Results) -> None:
        """Update the table; intervals, which take a moment, come at the end."""
        if self._on:
            from tafelrunde.research.tournament.ratings import ratings
            from tafelrunde.research.tournament.report import table

            rows = table(results, ratings(results, samples=1))
            done = f"{len(results.matches)} of {results.tournament.total()} matches"
            self._live.update(Group(standings(rows, intervals=False), done))


def standings(rows: list[Row], *, intervals: bool = True) -> Table:
    """Return the table."""
    drawn = Table(box=None)
    for head in ("", "player", "games", "score", "Elo", *(["95%"] if intervals else [])):
        drawn.add_column(head, justify="left" if head == "player" else "right", overflow="fold")
    for row in rows:
        cells = [str(row.place), row.name, str(row.games), f"{row.score:g}", f"{row.elo.value:+.0f}"]
        drawn.add_row(*cells, *([_interval(row.elo)] if intervals else []))
    return drawn


def crosstable(results: Results, rows: list[Row]) -> Table:
    """Return who scored what against whom, in percent."""
    drawn = Table(box=None)
    drawn.add_column("score in %")
    for row in rows:
        drawn.add_column(str(row.place), justify="right")
    for row in rows:
        pairs = [results.against(row.entrant, other.entrant) for other in rows]
        drawn.add_row(f"{row.place} {row.name}", *(f"{100 * score:.0f}" if games else "·" for score, games in pairs))
    return drawn


def _interval(elo: Estimate) -> str:
    if not (math.isfinite(elo.low) and math.isfinite(elo.high)):
        return "?"
    return f"{elo.low:+.0f} … {elo.high:+.0f}"
