"""The commands for players: the engine that answers other programs, and the arena."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from tafelrunde.cli.io import write
from tafelrunde.cli.params import DEFAULT_GAME
from tafelrunde.games.errors import BadOptions
from tafelrunde.players.base import Budget

Games = Annotated[
    int, typer.Option("--games", "-n", min=1, metavar="N", help="Number of games, rounded up to whole rounds.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, metavar="N", help="Games at once. Default: one per core.")
]

Balanced = Annotated[
    bool, typer.Option("--balanced", help="Use balanced starts instead of random deals, if the game has them.")
]
Ray = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Run on a Ray cluster; local for one on this machine."),
]


def engine() -> None:
    """Answer questions from other programs: one JSON object per line in, one out.

    A question names a record, a seat, a level and a limit; the answer is a move, or an error. The protocol is in
    docs/bots.md.

    Example: echo '{"record": "…", "seat": 1, "level": 8, "seconds": 1}' | tafelrunde engine
    """
    from tafelrunde.players.engine import serve

    with suppress(KeyboardInterrupt):
        for answer in serve(sys.stdin):
            write(answer + "\n")
            sys.stdout.flush()


def arena(
    first: Annotated[
        str,
        typer.Argument(metavar="A", help="A level (1-8), perfect, linear, random, greedy, uct, or cmd: and a command."),
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="The other player.")],
    game: Annotated[str, typer.Option("--game", "-g", metavar="GAME")] = DEFAULT_GAME,
    option: Annotated[list[str] | None, typer.Option("--option", "-p", metavar="NAME=VALUE")] = None,
    games: Games = 100,
    seconds: Annotated[float | None, typer.Option("--seconds", min=0.001, help="Seconds per move, for both.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", min=1, help="Nodes per move, for both; reproducible.")] = None,
    seed: Annotated[str, typer.Option("--seed", help="Seed for deals and all randomness.")] = "1",
    balanced: Balanced = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Save the records here, and resume from them.")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt", metavar="LOW,HIGH", help="Stop early by a sequential test (SPRT) with these Elo bounds."
        ),
    ] = None,
    workers: Workers = None,
    ray: Ray = None,
) -> None:
    """Play two players against each other over mirrored deals and say which is stronger.

    Every deal is played with the seats swapped; with three seats, A takes each of them once, with B in the other
    two. Intervals are 95% intervals. Stop with Ctrl-C; with --out, the same command resumes.

    Example: tafelrunde arena 5 4 --game schokoly -n 200 --seconds 0.2 --out 5-4.txt
    """
    from tafelrunde.cli.standing import StandingShow
    from tafelrunde.players.arena import Plan, run
    from tafelrunde.players.rating import Sprt
    from tafelrunde.research.spread import executor

    if seconds is not None and nodes is not None:
        raise BadOptions("nodes", "give seconds or nodes, not both")
    budget = Budget(seconds, nodes)
    plan = Plan(game, " ".join(option or []), first, second, games, seed, (budget, budget), balanced)
    plan.deal(0)
    test = None
    if sprt is not None:
        try:
            low, high = map(float, sprt.split(","))
        except ValueError:
            raise BadOptions("sprt", "two Elo differences, like 0,30") from None
        test = Sprt(low, high, rivals=plan.rivals)
    with executor(workers or os.cpu_count() or 1, ray) as (pool, size), StandingShow(plan, test) as show:
        standing = run(plan, out, size, test, show, pool=pool)
    write(show.result(standing) + "\n")
