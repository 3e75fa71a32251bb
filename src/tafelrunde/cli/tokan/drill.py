"""The command that lets somebody win a won start of TOKAN against a player that makes no mistake."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from tafelrunde.cli.io import Refused, numbered_records, write
from tafelrunde.games.errors import IllegalMove, InvalidNotation, quoted
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.games.tokan.position import parse_position
from tafelrunde.records.replay import replay

if TYPE_CHECKING:
    from tafelrunde.players.base import Budget, Player

HELP = "Type a move like c3f3 or b2b4+1; ? lists the legal moves, quit leaves."
SIDES = ("red", "black")


def drill(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="A record, whose last position is played. Default: a solved start."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Which solved start to play.")] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0.1, metavar="S", help="Seconds per reply, at most a minute.")
    ] = None,
) -> None:
    """Practise winning a won position of TOKAN against a perfect player.

    You play the side to move, which has a proved win. If you give it away, you are told and may take the move back.
    Without FILE, a solved start that the first player wins is chosen from the atlas.

    Example: tafelrunde drill --seed 3
    """
    from tafelrunde.native.tokan_solver import Solver
    from tafelrunde.players.base import Budget
    from tafelrunde.players.registry import find_player

    position = _from_record(file) if file is not None else _from_atlas(seed)
    _play(position, Solver(), find_player("perfect"), Budget(seconds=seconds))


def _from_record(file: Path) -> TokanPosition:
    for number, record in numbered_records(str(file)):
        final = replay(record, number).final
        if not isinstance(final, TokanPosition) or final.draft is not None or final.is_over:
            raise Refused("a drill begins with a position of TOKAN in which somebody is to move")
        return final
    raise Refused(f"{quoted(str(file))} holds no record")


def _from_atlas(seed: int | None) -> TokanPosition:
    from tafelrunde.research.tokan.atlas import read

    won = [start for start in read() if start.result == "win"]
    start = Random(seed).choice(won)
    return parse_position(TokanOptions.read({"scoring": start.scoring, "gaps": start.gaps}), start.start)


def _play(position: TokanPosition, solver: object, opponent: Player, budget: Budget) -> None:
    from tafelrunde.native.tokan_solver import Limits, Solver

    assert isinstance(solver, Solver)
    side, won = position.side, True
    write(f"You play {SIDES[side]}, and you can win. {HELP}\n")
    while not position.is_over:
        if position.side != side:
            view = position.view(position.side)
            reply = opponent.choose(view, budget, Random(0)).move
            write(f"{SIDES[position.side].capitalize()} plays {reply}.\n")
            position = position.play(reply)
            continue
        write(f"\n{position.diagram().rstrip()}\n")
        move = _ask(position)
        if move is None:
            return
        after = position.play(position.parse(move))
        value = -solver.solve(after, Limits(seconds=60)).value
        if won and value.exact and value.result != "win":
            write(f"{move} gives the win away: with best play of both it is a {value.result}. Try again.\n")
            continue
        won = won and value.result != "loss"
        position = after
    winner = position.outcome().winner
    points = " to ".join(map(str, position.outcome().points))
    word = "You have won" if winner == side else "It is a draw" if winner is None else "You have lost"
    write(f"\n{position.diagram().rstrip()}\n{word}: {points}, red first.\n")


def _ask(position: TokanPosition) -> str | None:
    """Read until a legal move is typed; None to leave."""
    while True:
        write("> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        text = line.strip()
        if not line or text in ("quit", "exit", "q"):
            write("\n")
            return None
        if text in ("?", "help", ""):
            write(" ".join(map(str, position.turns())) + "\n")
            continue
        try:
            return str(position.parse(text))
        except (InvalidNotation, IllegalMove) as error:
            write(f"{error}\n")
