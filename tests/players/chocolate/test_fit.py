from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from scripts import fit_chocolate
from tafelrunde.native import AVAILABLE
from tafelrunde.native.chocolate_search import FORMS, fitted_weights

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")


def fit(path: Path, form: str, rounds: int) -> dict[str, list[float]]:
    fit_chocolate.main(["--forms", form, "--rounds", str(rounds), "--games", "40", "--state", str(path)])
    state = json.loads(path.read_text())
    assert len(state[form]["steps"]) == 2 * rounds
    weights: dict[str, list[float]] = state[form]
    return weights


@pytest.mark.parametrize("form", ["0", "2"], ids=["two sides", "three sides"])
def test_a_run_that_was_stopped_ends_like_one_that_was_not(tmp_path: Path, form: str) -> None:
    fit(tmp_path / "stopped.json", form, 1)
    assert fit(tmp_path / "stopped.json", form, 2) == fit(tmp_path / "whole.json", form, 2)


def test_first_places_are_explained_by_what_decides_them() -> None:
    rng = np.random.default_rng(1)
    traits = rng.normal(size=(4_000, 3, 3))
    traits[:, :, 2] = 0  # never seen
    strengths = traits @ [2.0, -1.0, 0.0] + rng.gumbel(size=(4_000, 3))
    pairs = ((0, 1), (0, 2), (1, 2))
    seen = np.stack([traits[:, a] - traits[:, b] for a, b in pairs], axis=1).reshape(-1, 3)
    leads = np.stack([strengths[:, a] - strengths[:, b] for a, b in pairs], axis=1).reshape(-1)
    assert fit_chocolate.first_places(seen, leads) == pytest.approx([2.0, -1.0, 0.0], abs=0.15)


def test_the_source_holds_what_the_players_use() -> None:
    weights = [fitted_weights(form) for form in range(len(FORMS))]
    assert fit_chocolate.source(weights) == fit_chocolate.TARGET.read_text(encoding="utf-8")
