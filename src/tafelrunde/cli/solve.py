"""The command that solves positions, of games that can be solved."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tafelrunde.cli.io import Refused, numbered_records, write
from tafelrunde.cli.params import File
from tafelrunde.games.errors import quoted
from tafelrunde.records.record import RecordError
from tafelrunde.records.replay import replay

if TYPE_CHECKING:
    from tafelrunde.games.core import Table
    from tafelrunde.players.room import Solution, Solver

MIB = 1 << 20
_ERASE = "\r\x1b[K"


def solve(
    file: File,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0, metavar="S", help="Time limit per record.")
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(
            "--memory", min=1, metavar="MIB", help="MiB for the table. Default: a quarter of memory, at most 1024."
        ),
    ] = None,
    threads: Annotated[int, typer.Option("--threads", min=0, metavar="N", help="Threads; 0 means all cores.")] = 0,
    margin: Annotated[bool, typer.Option("--margin", help="Also find the exact margin.")] = False,
    proof: Annotated[
        Path | None, typer.Option("--proof", metavar="FILE", help="Write a proof of the result, for a single record.")
    ] = None,
) -> None:
    """Find out who wins with best play from the end of each record, in games that can be solved.

    Prints one JSON object per line, for the side to move: value (win, draw, loss, or unknown if time ran out),
    margin if known exactly, best (a move that keeps the value), nodes, seconds. A draft is unknown. Stop with
    Ctrl-C. Proofs can be verified with tafelrunde check.

    Example: tafelrunde solve game.txt --seconds 60
    """
    from tafelrunde.players.rooms import room_of

    solvers: dict[str, Solver] = {}
    for number, record in numbered_records(file):
        if proof is not None and number > 1:
            raise RecordError(number, "a proof is written of one record only")
        played = replay(record, number)
        name, solving = played.game.name, room_of(played.game).solving
        if solving is None:
            raise RecordError(number, f"{played.game.title} cannot be solved")
        if solving.objection(played.final) is not None:
            write(json.dumps({"value": "unknown", "margin": None, "best": None, "nodes": 0, "seconds": 0.0}) + "\n")
            continue
        if name not in solvers:
            solvers[name] = solving.open(None if memory is None else memory * MIB, threads)
        progress = Progress(number) if sys.stderr.isatty() else None
        try:
            tick = progress.tick if progress else None
            solution = solvers[name].solve(played.final, seconds, tick=tick, margin=margin)
        finally:
            if progress:
                progress.end()
        write(json.dumps(answer(solution)) + "\n")
        sys.stdout.flush()
        if proof is not None:
            write_proof(solvers[name], played.final, solution, proof, number)


def write_proof(solver: Solver, table: Table, solution: Solution, file: Path, number: int) -> None:
    """Write down why a solution holds; raise Refused if it is unknown, or if the file cannot be written."""
    if not solution.exact:
        raise Refused("an unknown result cannot be proved: try more --seconds")
    progress = Progress(number) if sys.stderr.isatty() else None
    try:
        data = solver.prove(table, solution, tick=progress.tick if progress else None)
    finally:
        if progress:
            progress.end()
    if data is None:
        raise Refused("the proof is too large to be written")
    try:
        file.write_bytes(data)
    except OSError as error:
        raise Refused(f"cannot write {quoted(str(file))}: {error.strerror}") from error


def answer(solution: Solution) -> dict[str, object]:
    """Return a solution as the notation wants it."""
    return {
        "value": solution.result,
        "margin": solution.margin,
        "best": solution.best,
        "nodes": solution.positions,
        "seconds": round(solution.seconds, 3),
    }


class Progress:
    """A line on the terminal that tells how the search goes."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._start = self._shown = time.monotonic()

    def tick(self, positions: int) -> bool:
        """Show the number of positions, a few times a second; the search goes on."""
        now = time.monotonic()
        if now - self._shown >= 0.25:
            self._shown = now
            passed = now - self._start
            rate = positions / passed / 1e6
            sys.stderr.write(
                f"{_ERASE}record {self._number}: {passed:.0f} s, {positions / 1e6:.1f} M positions, {rate:.1f} M/s"
            )
            sys.stderr.flush()
        return True

    def end(self) -> None:
        """Wipe the line."""
        sys.stderr.write(_ERASE)
        sys.stderr.flush()
