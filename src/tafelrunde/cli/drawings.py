"""The commands that draw: show, replay, svg."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import typer

from tafelrunde.cli.io import numbered_records, one_record, write, write_to
from tafelrunde.cli.observing import Observed, observe, seat_name
from tafelrunde.cli.params import Colour, ColourMode, Everything, File, MoveNumber, Seat
from tafelrunde.cli.screen import Screen
from tafelrunde.records.record import RecordError

RecordNumber = Annotated[int | None, typer.Option("--record", min=1, metavar="K", help="Only record K of the file.")]


def show(
    file: File,
    *,
    seat: Seat = None,
    everything: Everything = False,
    record: RecordNumber = None,
    move: MoveNumber = None,
    colour: Colour = ColourMode.AUTO,
) -> None:
    """Draw the table of each record in the terminal.

    A game in progress is drawn as a spectator sees it, unless --seat or --all says otherwise; a finished one is open.

    Example: tafelrunde show game.txt --seat 1
    """
    in_colour = colour.resolve()
    for place, observed in enumerate(_observed(file, record, seat, everything)):
        index = observed.at(move)
        write("\n" * (place > 0) + _step(observed, index, in_colour))


def svg(
    file: File,
    *,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="OUT", help="The file to write.")] = None,
    seat: Seat = None,
    everything: Everything = False,
    record: Annotated[int, typer.Option("--record", min=1, metavar="K", help="Record K of the file.")] = 1,
    move: MoveNumber = None,
) -> None:
    """Draw the table of one record as an SVG picture.

    Hands are shown as in `show`.

    Example: tafelrunde svg game.txt -o game.svg --move 12
    """
    observed = observe(one_record(file, record), record, seat, everything)
    write_to(output, observed.tables[observed.at(move)].svg().rstrip("\n") + "\n")


def replay(
    file: File,
    *,
    seat: Seat = None,
    everything: Everything = False,
    record: RecordNumber = None,
    colour: Colour = ColourMode.AUTO,
) -> None:
    """Step through a record in the terminal, or print every step if there is no terminal.

    Enter or n shows the next move, p the previous one, a number that move, first and last the ends; q quits.

    Example: tafelrunde replay game.txt
    """
    in_colour = colour.resolve()
    if Screen.is_possible() and file != "-":
        _step_through(observe(one_record(file, record or 1), record or 1, seat, everything), in_colour)
        return
    for place, observed in enumerate(_observed(file, record, seat, everything)):
        steps = (_step(observed, index, in_colour) for index in range(len(observed.tables)))
        write("\n" * (place > 0) + "\n".join(steps))


def _observed(file: str, only: int | None, seat: int | None, everything: bool) -> Iterator[Observed]:
    """Iterate over the records of a file, or the one that was asked for; raise RecordError where there is none."""
    if only is not None:
        yield observe(one_record(file, only), only, seat, everything)
        return
    number = 0
    for number, record in numbered_records(file):
        yield observe(record, number, seat, everything)
    if number == 0:
        raise RecordError(1, "there is no record")


def _step(observed: Observed, index: int, colour: bool) -> str:
    """Draw one table under a line that tells where in the record it stands."""
    played, tags = observed.played, observed.played.record.tags
    parts = [f"record {observed.number}", str(played.options), f"move {index} of {len(observed.moves)}"]
    if index:
        parts[-1] += f": {seat_name(tags, observed.tables[index - 1].seat)} {observed.moves[index - 1]}"
    if "Seat1" in tags:
        parts.insert(1, ", ".join(seat_name(tags, seat) for seat in range(played.game.seats(played.options))))
    heading = " · ".join(part for part in parts if part)
    return f"{heading}\n{observed.tables[index].diagram(colour).rstrip()}\n"


def _step_through(observed: Observed, colour: bool) -> None:
    last = len(observed.moves)
    index = 0
    with Screen.of_terminal() as screen:
        while True:
            screen.wipe()
            screen.say(_step(observed, index, colour))
            try:
                answer = screen.ask("Enter next, p back, a number, first, last, q:")
            except EOFError:
                return
            if answer in ("q", "quit"):
                return
            target = {"": index + 1, "n": index + 1, "p": index - 1, "first": 0, "last": last}.get(answer)
            if target is None:
                target = int(answer) if re.fullmatch(r"[0-9]{1,6}", answer) else index
            index = min(max(target, 0), last)
