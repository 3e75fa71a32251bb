"""Write the golden games."""

from __future__ import annotations

import json

from tafelrunde.records.deals import deal
from tests.golden.playthrough import FOLDER, SECRET, golden_file, playthrough, words
from tests.strategies import HOUSE

for of in HOUSE:
    file = golden_file(of)
    file.parent.mkdir(exist_ok=True)
    file.write_text(playthrough(of), encoding="utf-8")

dealt = {str(of): deal(of.game, of.options, SECRET, words(of)) for of in HOUSE}
(FOLDER / "deals.json").write_text(json.dumps(dealt, indent=1) + "\n", encoding="utf-8")
