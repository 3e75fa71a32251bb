"""The command that checks proofs of results of TOKAN."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from tafelrunde.cli.io import Refused, write
from tafelrunde.games.errors import quoted
from tafelrunde.games.tokan.proof import BadProof
from tafelrunde.games.tokan.proof import check as check_proof

NOT_VERIFIED = 1
_ERASE = "\r\x1b[K"


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A proof, as tafelrunde solve --proof writes it.")],
) -> None:
    """Verify a proof of who wins a position of TOKAN, using only the rules.

    Prints one JSON object: verified, the position, the value for the side to move, the positions visited, the
    choices of the proof, seconds. If the proof fails, the position at which it does is named, and the exit status
    is 1.

    Example: tafelrunde check proof.gz
    """
    try:
        packed = file.read_bytes()
    except OSError as error:
        raise Refused(f"cannot read {quoted(str(file))}: {error.strerror}") from error
    start = time.monotonic()
    shown = sys.stderr.isatty()

    def tick(positions: int) -> None:
        if shown:
            sys.stderr.write(f"{_ERASE}{positions} positions, {time.monotonic() - start:.0f} s")
            sys.stderr.flush()

    try:
        checked = check_proof(packed, tick)
    except BadProof as problem:
        at = None if problem.position is None else str(problem.position)
        write(json.dumps({"verified": False, "reason": problem.reason, "position": at}) + "\n")
        raise typer.Exit(NOT_VERIFIED) from problem
    finally:
        if shown:
            sys.stderr.write(_ERASE)
    answer = {
        "verified": True,
        "position": str(checked.position),
        "value": checked.result,
        "positions": checked.positions,
        "choices": checked.choices,
        "seconds": round(time.monotonic() - start, 3),
    }
    write(json.dumps(answer) + "\n")
