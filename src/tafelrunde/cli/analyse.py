"""The command that judges the moves of a record."""

from __future__ import annotations

import json
import sys
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Self

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tafelrunde.cli.drawings import RecordNumber
from tafelrunde.cli.io import numbered_records, write
from tafelrunde.cli.params import File, MoveNumber
from tafelrunde.games.errors import BadOptions
from tafelrunde.players.base import Budget
from tafelrunde.records.record import Record, RecordError
from tafelrunde.records.replay import replay

if TYPE_CHECKING:
    from tafelrunde.players.judgement import Analysis, PositionAnalysis


def analyse(
    file: File,
    *,
    record: RecordNumber = None,
    move: MoveNumber = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per record, each on its own line.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0.001, metavar="S", help="Time limit per record.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, metavar="N", help="Nodes per turn; reproducible.")
    ] = None,
) -> None:
    """Analyse the moves of each record: what they were worth, what would have been better, which changed the result.

    With --move, the position after that many moves is analysed instead, with every move that could be made there.

    Example: tafelrunde analyse game.txt --seconds 30
    """
    if seconds is not None and nodes is not None:
        raise BadOptions("nodes", "give seconds or nodes, not both")
    budget = Budget(seconds, nodes)
    first = True
    for number, one in numbered_records(file):
        if record not in (None, number):
            continue
        played = replay(one, number)
        if move is not None and move > len(played.moves):
            raise RecordError(number, f"there is no move {move}: the last one is {len(played.moves)}")
        judged = _judge(one, number, move, budget)
        if as_json:
            write(json.dumps(judged.to_json(), ensure_ascii=False) + "\n")
        else:
            write("\n" * (not first) + judged.table() + "\n")
        sys.stdout.flush()
        first = False
    if record is not None and first:
        raise RecordError(record, "there is no such record in the file")


def _judge(record: Record, number: int, move: int | None, budget: Budget) -> Analysis | PositionAnalysis:
    from tafelrunde.players import analysis

    with _Bar(number, len(record.moves), hidden=move is not None) as bar:
        if move is not None:
            return analysis.analyse_position(record, move, budget=budget)
        return analysis.analyse(record, budget=budget, show=bar.show)


class _Bar:
    """A progress bar on the terminal."""

    def __init__(self, number: int, turns: int, *, hidden: bool) -> None:
        self._bar = Progress(
            TextColumn(f"record {number}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=Console(file=sys.stderr),
            transient=True,
            disable=hidden or not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task("turns", total=turns)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def show(self, done: int, total: int) -> None:
        """Update the bar."""
        self._bar.update(self._task, completed=done, total=total)
