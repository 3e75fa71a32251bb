"""Proofs made by the solver: checked by the rules, by a program in another language, and refused when tampered with."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.games.tokan.proof import BadProof, check
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan import NativePosition
from tafelrunde.native.tokan_solver import Solver
from tests.cli.running import run

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

CHECKER = Path(__file__).parents[2] / "examples" / "check_tokan_proof.mjs"
PLIES = 9


def position(options: TokanOptions, seed: int) -> TokanPosition:
    """A position some random moves after a random start."""
    here = NativePosition.deal(seed, options).to_python()
    for ply in range(PLIES):
        moves = here.turns()
        if moves:
            here = here.apply(moves[(seed * 31 + ply * 7) % len(moves)])
    return here


def written(tmp_path: Path, start: TokanPosition) -> Path:
    """The proof of a position's value, by the command."""
    record, proof = tmp_path / "record.txt", tmp_path / "proof.gz"
    record.write_text(f'[Game "tokan"]\n[Options "{start.options}"]\n[Start "{start}"]\n', encoding="utf-8")
    answer = run("solve", str(record), "--memory", "16", "--proof", str(proof))
    assert answer.status == 0, answer.err
    assert json.loads(answer.out)["value"] == check(proof.read_bytes()).result
    return proof


@pytest.mark.parametrize("scoring", ["towers", "heads"])
@pytest.mark.parametrize("gaps", ["contiguous", "line"])
def test_what_is_solved_can_be_proved_and_checked_twice(tmp_path: Path, scoring: str, gaps: str) -> None:
    options = TokanOptions.read({"scoring": scoring, "gaps": gaps})
    node = shutil.which("node")
    for seed in range(3):
        start = position(options, seed)
        proof = written(tmp_path, start)
        answer = run("check", str(proof))
        assert answer.status == 0
        told = json.loads(answer.out)
        assert told["verified"] is True
        assert told["position"] == str(start)
        if node is not None:
            second = json.loads(subprocess.run([node, CHECKER, proof], capture_output=True, check=True).stdout)
            assert {name: second[name] for name in ("verified", "value", "positions")} == {
                name: told[name] for name in ("verified", "value", "positions")
            }


def test_a_tampered_proof_is_refused_with_the_position(tmp_path: Path) -> None:
    proof = written(tmp_path, position(TokanOptions.read({}), 5))
    head, _, choices = gzip.decompress(proof.read_bytes()).partition(b"\n")
    middle = len(choices) // 2
    proof.write_bytes(gzip.compress(head + b"\n" + choices[:middle] + b"\xff" + choices[middle + 1 :]))
    answer = run("check", str(proof))
    assert answer.status == 1
    told = json.loads(answer.out)
    assert told["verified"] is False
    assert told["position"].split()[1] in ("r", "b")
    if node := shutil.which("node"):
        second = subprocess.run([node, CHECKER, proof], capture_output=True, check=False)
        assert second.returncode == 1
        assert told["position"] in json.loads(second.stdout)["reason"]


def test_what_is_unknown_is_not_proved(tmp_path: Path) -> None:
    record, proof = tmp_path / "record.txt", tmp_path / "proof.gz"
    start = NativePosition.deal(1, TokanOptions.read({})).to_python()
    record.write_text(f'[Game "tokan"]\n[Start "{start}"]\n', encoding="utf-8")
    answer = run("solve", str(record), "--seconds", "0", "--memory", "1", "--proof", str(proof))
    assert answer.status == 2
    assert not proof.exists()
    assert run("check", str(tmp_path / "missing.gz")).status == 2


def test_nobody_shows_more_than_there_is() -> None:
    start = position(TokanOptions.read({}), 2)
    solver = Solver(16 << 20, 1)
    value = solver.solve(start).value
    assert value.exact
    loser = start.side if value.high < 1 else 1 - start.side
    assert solver.certificate(start, loser, 1) is None
    assert solver.certificate(start, 1 - loser, 0, most=0) is None
    with pytest.raises(BadProof):
        check(b"nothing")
