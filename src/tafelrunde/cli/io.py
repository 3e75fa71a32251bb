"""Reading records from files and standard input, writing answers to standard output."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path

from tafelrunde.games.errors import TafelrundeError, quoted
from tafelrunde.records.record import Record, RecordError, read_records

MAX_FILE = 1 << 28
"""A longer file is refused: it would not fit beside other programs, and no collection of records is that long."""


class Refused(TafelrundeError):
    """A command cannot do what it was asked to; the message is one line."""

    code = "refused"


def use_utf8() -> None:
    """Write UTF-8 and plain line feeds, whatever the platform would do: answers are files for other programs."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def write(text: str) -> None:
    """Write to standard output."""
    sys.stdout.write(text)


def write_to(file: str | None, text: str) -> None:
    """Write a file, or standard output for None and `-`; raise Refused."""
    if file is None or file == "-":
        write(text)
        return
    try:
        Path(file).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Refused(f"cannot write {quoted(file)}: {error.strerror}") from error


def forget_output() -> None:
    """Send the rest of the output nowhere once its reader is gone, so that nothing fails when the program ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _read(file: str) -> bytes:
    try:
        if file == "-":
            data = sys.stdin.buffer.read(MAX_FILE + 1)
        else:
            with Path(file).open("rb") as source:
                data = source.read(MAX_FILE + 1)
    except OSError as error:
        raise Refused(f"cannot read {quoted(file)}: {error.strerror}") from error
    if len(data) > MAX_FILE:
        raise Refused(f"cannot read {quoted(file)}: it is longer than {MAX_FILE >> 20} MiB")
    return data


def numbered_records(file: str) -> Iterator[tuple[int, Record]]:
    """Iterate over the records of a file with their numbers; raise Refused or RecordError."""
    data = _read(file)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        yield from _records_before(data, error.start)
    else:
        yield from enumerate(read_records(text), start=1)


def _records_before(data: bytes, broken: int) -> Iterator[tuple[int, Record]]:
    """Iterate over the records before a byte that is no UTF-8; then raise RecordError for the one that holds it."""
    number = 1
    waiting: Record | None = None
    try:
        for number, record in enumerate(read_records(data[:broken].decode("utf-8")), start=1):
            if waiting is not None:
                yield number - 1, waiting
            waiting = record
    except RecordError as error:
        number = error.record
        if waiting is not None:
            yield number - 1, waiting
    raise RecordError(number, f"byte {broken + 1} of the file is not UTF-8 text")


def one_record(file: str, number: int = 1) -> Record:
    """Return one record of a file, by its number; raise Refused or RecordError."""
    last = 0
    for last, record in numbered_records(file):
        if last == number:
            return record
    raise RecordError(number, "there is no record" if last == 0 else f"the file ends with record {last}")
