"""Histories with what they come to, for the page, which folds the same: `python -m tests.server.studies.vectors`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec

from tafelrunde.server.studies.state import Study
from tests.server.studies.authors import grown, picture, something

FILE = Path(__file__).resolve().parents[3] / "web" / "tests" / "study" / "histories.json"


def histories() -> str:
    """Return some histories as JSON, the same in every run."""
    found = []
    for seed in range(12):
        chance = Random(seed)
        records = [grown(chance, game, 8) for game in ("tokan", "tokan", "schoko")]
        study = Study("Study")
        done = []
        for _ in range(60):
            # Also what the server would refuse: a page may have done it before it hears of that.
            op = something(chance, study, records)
            study.fold(op)
            done.append(op)
        found.append({"ops": msgspec.to_builtins(done), "comes_to": picture(study)})
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(histories())
