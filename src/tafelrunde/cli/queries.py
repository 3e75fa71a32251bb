"""The commands that answer a question about every record of a file, in the order of the records."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from tafelrunde.cli.io import numbered_records, write
from tafelrunde.cli.observing import observer_of
from tafelrunde.cli.params import File
from tafelrunde.games.core import View
from tafelrunde.records.record import RecordError
from tafelrunde.records.replay import redact, replay


def moves(file: File) -> None:
    """List the legal moves after each record's last move.

    Prints one move per line, sorted; an empty line between two records; no line for a finished game. Swap actions are
    omitted.

    Example: tafelrunde moves game.txt
    """
    for number, record in numbered_records(file):
        table = replay(record, number).final
        lines = sorted(map(str, table.turns()))
        write("\n" * (number > 1) + "".join([f"{line}\n" for line in lines]))


def perft(
    file: File, depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help="The length of the sequences.")]
) -> None:
    """Count the move sequences of a given length that follow each record.

    Prints one number per line. Cards are drawn in the recorded order, swap actions are left out.

    Example: tafelrunde perft game.txt 3
    """
    for number, record in numbered_records(file):
        played = replay(record, number)
        if isinstance(played.final, View) and not played.final.is_over:
            raise RecordError(number, "it hides cards, and what is not known cannot be counted")
        write(f"{played.game.perft(played.final, depth)}\n")


def score(file: File) -> None:
    """Print the current score of each record, as JSON.

    Prints one object per line: over (true or false), points (one number per side), winner (a side, numbered from 0, or
    null).

    Example: tafelrunde score game.txt
    """
    for number, record in numbered_records(file):
        outcome = replay(record, number).final.outcome()
        write(json.dumps({"over": outcome.over, "points": outcome.points, "winner": outcome.winner}) + "\n")


def position(file: File) -> None:
    """Write the position after each record's last move, in games that have a notation for positions.

    One line per record, in the notation of its game (docs/notation.md).

    Example: tafelrunde position game.txt
    """
    for number, record in numbered_records(file):
        played = replay(record, number)
        text = played.final.notation()
        if text is None:
            raise RecordError(number, f"{played.game.title} has no notation of positions")
        write(f"{text}\n")


def view(
    file: File,
    seat: Annotated[int, typer.Option("--seat", min=0, metavar="N", help="The seat, from 1; 0 is a spectator.")],
) -> None:
    """Write each record as a seat may know it.

    Cards the seat has not seen are shown as ?, swap cards of which only the number is known as ?n; a finished
    game is open.

    Example: tafelrunde view game.txt --seat 2
    """
    for number, record in numbered_records(file):
        observer = observer_of(replay(record, number), seat, number)
        seen = redact(record, observer, number)
        write("\n" * (number > 1) + str(seen))
