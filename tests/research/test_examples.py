"""The example learners run, and learn; small settings, so that nobody waits long."""

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tafelrunde.games.errors import IllegalMove
from tafelrunde.records.replay import new_record
from tests.research.matches import positions
from tests.research.needs import need, thorough

LEARNERS = Path(__file__).parents[2] / "examples" / "learners"
LEARNING = LEARNERS.parents[1] / "docs" / "learning.md"
LONGEST = 400
"""What a reader may be asked to read."""


def ran(script: str, *words: object, given: str = "") -> str:
    """Run an example, and return what it printed."""
    command = [sys.executable, str(LEARNERS / script), *map(str, words)]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.fixture
def shortlist(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The list of turns of Scho K.O."""
    monkeypatch.syspath_prepend(str(LEARNERS))
    return importlib.import_module("shortlist")


def test_every_example_can_be_read_at_a_sitting() -> None:
    lengths = {file.name: len(file.read_text().splitlines()) for file in LEARNERS.glob("*.py")}
    assert {"alphazero.py", "masked_ppo.py", "ppo_tokan.py", "ppo_schoko.py"} <= lengths.keys()
    assert max(lengths.values()) <= LONGEST


def test_lists_hold_every_turn_and_what_it_does_to_the_points(shortlist: ModuleType) -> None:
    env, chance = shortlist.ShortlistEnv(3), np.random.default_rng(1)
    line = shortlist.Line
    seen, _ = env.reset(seed=3)
    compared = 0
    for _ in range(28):
        masks = env.action_masks()
        assert env.observation_space.contains(seen)
        for match in range(3):
            position = env._batch.position(match).to_python()
            moves = list(position.legal_moves())
            assert masks[match].sum() == min(len(moves), shortlist.TURNS)
            for number in chance.integers(len(moves), size=4).tolist():
                if len(moves) > shortlist.TURNS:
                    continue
                (place,) = env.encode(match, moves[number])
                told = seen["observation"][match, place].astype(int)
                assert told[line.LEGAL]
                if told[line.SECOND_TIER] or not told[line.OWN]:
                    continue
                own, other = (told[line.LARGEST + side] + told[line.GROWN + side] for side in (0, 1))
                points = position.apply(moves[number]).outcome().points
                assert (own, other) == (points[position.seat], points[1 - position.seat])
                compared += 1
        seen, *_ = env.step(np.array([chance.choice(np.flatnonzero(mask)) for mask in masks]))
    assert compared > 100
    for wrong in (-1, shortlist.TURNS):
        with pytest.raises(IllegalMove, match="no line"):
            env.step(np.full(3, wrong))


def asked(script: str, *words: object) -> None:
    """Ask a bot for a move of TOKAN, which has to be legal; a seed may be a number, a text or nothing."""
    table = next(positions("tokan", "", 3))
    question = {"record": str(new_record(table.game, table.options, str(table))), "seat": table.seat + 1}
    given = "".join(json.dumps(question | more) + "\n" for more in ({"seed": 1}, {"seed": "one"}, {}))
    answers = [json.loads(line) for line in ran(script, *words, given=given).splitlines()]
    assert len(answers) == 3
    for answer in answers:
        table.parse(answer["move"])
        assert -1 <= answer.get("value", 0) <= 1


@thorough
@pytest.mark.parametrize(
    ("script", "minutes", "rounds", "gained"),
    [("ppo_tokan.py", 0.9, 40, 0.15), ("ppo_schoko.py", 0.9, 40, 0.15)],
)
def test_masked_ppo_learns_to_beat_random_play(
    script: str, minutes: float, rounds: int, gained: float, tmp_path: Path
) -> None:
    need("sb3_contrib")
    words = ("--minutes", minutes, "--points", 1, "--rounds", rounds, "--out", tmp_path)
    told = [json.loads(row) for row in ran(script, *words).splitlines() if row.startswith("{")]
    assert told == [json.loads(row) for row in (tmp_path / "curve.jsonl").read_text().splitlines()]
    before, after = told[0]["random"], told[-1]["random"]
    assert after[0] > before[0] + gained
    assert after[1] > 0.5
    assert (tmp_path / "model.zip").exists()


@thorough
def test_the_page_from_zero_to_a_trained_agent_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need("sb3_contrib")
    code = "\n".join(re.findall(r"^```py\n(.*?)^```$", LEARNING.read_text(), re.MULTILINE | re.DOTALL))
    assert "minutes = 10\n" in code
    assert "rounds=100" in code
    code = code.replace("minutes = 10\n", "minutes = 0.9\n").replace("rounds=100", "rounds=20")
    (tmp_path / "examples").symlink_to(LEARNERS.parent)
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "of 360 actions are legal" in done.stdout
    measured = {rival: float(score) for rival, score in re.findall(r"^(\w+) (\d\.\d+) \[", done.stdout, re.MULTILINE)}
    assert list(measured) == ["random", "1", "2", "3"]
    assert measured["random"] > 0.6
    asked("ppo_bot.py", tmp_path / "ppo-tokan" / "model.zip")
