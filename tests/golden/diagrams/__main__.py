"""Draw the golden diagrams."""

from __future__ import annotations

from tests.golden.diagrams import FOLDER, NAMES, table

for name in NAMES:
    (FOLDER / f"{name}.txt").write_text(table(name).diagram(), encoding="utf-8")
