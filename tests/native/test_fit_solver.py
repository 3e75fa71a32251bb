from __future__ import annotations

import re
from random import Random

import numpy as np
import pytest

from scripts import fit_solver
from tafelrunde.games.errors import BadSetup
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan_solver import Solver

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")

WEIGHTS = fit_solver.FEW + 22


def samples(number: int, rate: float = 0.2) -> fit_solver.Rows:
    solver = Solver(1 << 20, threads=1)
    start = fit_solver.start("towers", number, seed=7)
    rows = solver.samples(start, search=20_000, rate=rate, each=20_000)
    return np.insert(rows, 0, number, axis=1).astype(np.float64)


def test_the_same_start_gives_the_same_samples() -> None:
    first = samples(4)
    assert len(first) > 50
    assert np.array_equal(first, samples(4))
    assert len(samples(4, rate=0.01)) < len(first)


def test_weights_foresee_what_they_were_fitted_to() -> None:
    rows = np.concatenate([samples(number) for number in (3, 4)])
    fits = fit_solver.fit(rows)
    assert [len(weights) for weights in fits] == [WEIGHTS] * 3 + [fit_solver.FEW] * 2
    known = rows[rows[:, 1] >= 0]
    foreseen = fit_solver.seen(known) @ fits.chance > 0
    assert (foreseen == (known[:, 1] == 1)).mean() > 0.75
    assert "held out" in fit_solver.report(rows, fits)


def test_the_source_is_what_the_script_writes() -> None:
    text = fit_solver.TARGET.read_text(encoding="utf-8")
    numbers = [float(word) for word in re.findall(r"-?\d+\.\d+", text)]
    lengths = [WEIGHTS] * 3 + [fit_solver.FEW] * 2
    rows = np.split(np.array(numbers), np.cumsum(lengths * 2)[:-1])
    assert fit_solver.source([fit_solver.Fits(*rows[:5]), fit_solver.Fits(*rows[5:])]) == text


def test_a_game_that_is_over_has_no_samples() -> None:
    position = fit_solver.start("towers", 0, seed=7)
    rng = Random(1)
    while not position.is_over:
        position = position.play(rng.choice(position.turns()))
    with pytest.raises(BadSetup, match="over"):
        Solver(1 << 20, threads=1).samples(position, search=1000, rate=1.0, each=1000)
