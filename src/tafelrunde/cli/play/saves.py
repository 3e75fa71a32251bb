"""Where matches are kept: a file of records each, written after every move."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from tafelrunde.cli.io import numbered_records
from tafelrunde.cli.play.match import RESULT_TAG, LocalMatch
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.records.record import Record, write_records


class Save:
    """A file whose last record is the match that is played; earlier ones, a first game before its Revanche, stay."""

    def __init__(self, file: Path, records: list[Record]) -> None:
        self.file = file
        self.records = records

    @classmethod
    def load(cls, file: Path) -> Save:
        """Read a file, which need not exist yet; raise Refused or RecordError."""
        return cls(file, [record for _, record in numbered_records(str(file))] if file.exists() else [])

    @property
    def is_running(self) -> bool:
        """Whether the last match has no result yet."""
        return bool(self.records) and RESULT_TAG not in self.records[-1].tags

    def begin(self, record: Record) -> None:
        """Put a new match behind the others."""
        self.records.append(record)

    def write(self, record: Record) -> None:
        """Write the match that is played; the old file stays whole until the new one is. Raise OSError."""
        self.records[-1] = record
        target = self.file.resolve()
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = target.with_name(f"{target.name}.part")
        # The file tells every hand, so it is for its owner alone.
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as output:
            output.write(write_records(self.records).encode("utf-8"))
            output.flush()
            os.fsync(output.fileno())
        part.replace(target)


def matches_folder(environ: Mapping[str, str]) -> Path:
    """Return the folder of saved matches: in XDG_STATE_HOME, or in the place that has by default."""
    state = environ.get("XDG_STATE_HOME", "")
    base = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "tafelrunde" / "matches"


def new_save(folder: Path, game: str, now: datetime) -> Save:
    """Return an empty save under a name that no other match has."""
    stem = f"{now:%Y-%m-%d-%H%M%S}-{game}"
    names = (stem if number == 1 else f"{stem}-{number}" for number in range(1, 1_000_000))
    return Save(next(file for name in names if not (file := folder / f"{name}.txt").exists()), [])


def running_matches(folder: Path) -> tuple[list[tuple[Save, LocalMatch]], list[tuple[Path, TafelrundeError]]]:
    """Return the saves that can be played on, the latest first, and the files that are damaged."""
    found: list[tuple[Save, LocalMatch]] = []
    damaged: list[tuple[Path, TafelrundeError]] = []
    for file in sorted(folder.glob("*.txt"), reverse=True):
        try:
            save = Save.load(file)
            if save.is_running:
                found.append((save, LocalMatch(save.records[-1])))
        except TafelrundeError as error:
            damaged.append((file, error))
    return found, damaged
