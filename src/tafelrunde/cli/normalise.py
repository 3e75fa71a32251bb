"""The command that writes records in their normal form."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from tafelrunde.cli.io import numbered_records, write
from tafelrunde.cli.params import File
from tafelrunde.records.record import BRANCHED, PLAIN
from tafelrunde.records.tree import read_tree


class Notation(StrEnum):
    """A version of the notation."""

    PLAIN = PLAIN
    BRANCHED = BRANCHED


def normalise(
    file: File,
    *,
    notation: Annotated[
        Notation, typer.Option("--notation", help="1 keeps only the main line, for programs that know only version 1.")
    ] = Notation.BRANCHED,
) -> None:
    """Write each record in its normal form, with every variation checked against the rules.

    Move numbers go, comments to one move become one, glyphs are signs where they have one. A record without variations
    and glyphs is written in notation 1.

    Example: tafelrunde normalise study.txt --notation 1
    """
    for number, record in numbered_records(file):
        tree = read_tree(record, number)
        made = tree.plain_record() if notation is Notation.PLAIN else tree.record()
        write("\n" * (number > 1) + str(made))
