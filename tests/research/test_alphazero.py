"""The AlphaZero example plays, learns, saves, goes on and meets others; small settings, on any processor."""

import json
from pathlib import Path

import numpy as np

from tests.research.needs import need, thorough
from tests.research.test_examples import asked, ran


@thorough
def test_alphazero_plays_learns_saves_and_goes_on(tmp_path: Path) -> None:
    need("jax")
    need("mctx")
    small = ("--matches", 8, "--steps", 4, "--simulations", 4, "--channels", 8, "--blocks", 1, "--batch", 16)
    ran("alphazero.py", "--minutes", 0.02, "--out", tmp_path, *small)
    rows = [json.loads(row) for row in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert rows
    assert all(np.isfinite([row["policy_loss"], row["value_loss"]]).all() for row in rows)
    first = rows[-1]["positions"]
    ran("alphazero.py", "--minutes", 0.02, "--out", tmp_path, "--resume", tmp_path / "weights.npz", *small)
    rows = [json.loads(row) for row in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert rows[-1]["positions"] > first
    asked("alphazero_bot.py", tmp_path / "weights.npz", 4)
    match = ran("alphazero_match.py", tmp_path / "weights.npz", "random", "--rounds", 4, "--simulations", 4)
    found = json.loads(match)
    assert (found["level"], found["matches"]) == ("random", 8)
    value, low, high = found["score"]
    assert 0 <= low <= value <= high <= 1
