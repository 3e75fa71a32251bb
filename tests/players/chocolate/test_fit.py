from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts import fit_chocolate
from tafelrunde.native import AVAILABLE
from tafelrunde.native.chocolate_search import FORMS, fitted_weights

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")


def fit(path: Path, rounds: int) -> dict[str, list[float]]:
    fit_chocolate.main(["--forms", "0", "--rounds", str(rounds), "--games", "40", "--state", str(path)])
    state = json.loads(path.read_text())
    assert len(state["0"]["steps"]) == 2 * rounds
    weights: dict[str, list[float]] = state["0"]
    return weights


def test_a_run_that_was_stopped_ends_like_one_that_was_not(tmp_path: Path) -> None:
    fit(tmp_path / "stopped.json", 1)
    assert fit(tmp_path / "stopped.json", 2) == fit(tmp_path / "whole.json", 2)


def test_the_source_holds_what_the_players_use() -> None:
    weights = [fitted_weights(form) for form in range(len(FORMS))]
    assert fit_chocolate.source(weights) == fit_chocolate.TARGET.read_text(encoding="utf-8")
