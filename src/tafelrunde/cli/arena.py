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
    int, typer.Option("--games", "-n", min=1, metavar="N", help="How many games, rounded up to whole rounds.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, metavar="N", help="How many games at once; all cores.")
]

Balanced = Annotated[
    bool, typer.Option("--balanced", help="Begin with balanced starts instead of random deals, where they are known.")
]
Ray = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Spread over a Ray cluster; local for one on this machine."),
]


def engine() -> None:
    """Answer questions of other programs: one JSON object a line in, one out.

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
    seconds: Annotated[float | None, typer.Option("--seconds", min=0.001, help="Seconds a move, for both.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", min=1, help="Nodes a move, for both: reproducible.")] = None,
    seed: Annotated[str, typer.Option("--seed", help="Fixes the deals and all chance.")] = "1",
    balanced: Balanced = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Keep the records here, and go on from them.")] = None,
    sprt: Annotated[str | None, typer.Option("--sprt", metavar="LOW,HIGH", help="Stop early, Elo bounds.")] = None,
    workers: Workers = None,
    ray: Ray = None,
) -> None:
    """Let two players meet over mirrored deals and tell who is better.

    Every deal is played with the seats exchanged; of three, A sits in each of them once, with B in the two others. The
    interval is a 95 % one. Stop it with Ctrl-C; with --out it goes on where it was.

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
