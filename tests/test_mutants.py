"""The mutation probe: what it changes, and that every file has tests that would notice."""

from __future__ import annotations

import ast
from itertools import islice
from pathlib import Path

import pytest

from scripts.mutants import TESTS, candidates, covering, folder_of, report, sample
from scripts.mutating import mutants_of

ROOT = Path(__file__).parents[1]


def changes(text: str, path: str = "x.py") -> list[str]:
    return sorted(mutant.text for mutant in mutants_of(path, text))


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("a < b", ["a <= b"]),
        ("a not in b", ["a in b"]),
        ("1 <= x != y", ["1 < x != y", "1 <= x == y", "2 <= x != y"]),
        ("a and b or c", ["a and b and c", "a or b or c"]),
        ("x = y - 2", ["x = y + 2", "x = y - 3"]),
        ("x: Literal[3] = True", ["x: Literal[3] = False"]),
        ("while é > z: break", ["while not (é > z): break", "while é > z: pass", "while é >= z: break"]),
        ("def f(a: int = 1): return a", ["def f(a: int = 1): return None", "def f(a: int = 2): return a"]),
        ("def f():\n    return None", []),
        ("'a' + b", []),
        ("assert a < 1\nraise Error(f'{n - 1}')", []),
        ("if TYPE_CHECKING:\n    x = 1", ["if not (TYPE_CHECKING):\n    x = 1"]),
    ],
)  # fmt: skip
def test_python_is_changed_in_one_place(text: str, changed: list[str]) -> None:
    assert changes(text) == changed


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("const a = b === 'x < y' ? 1 : c;", ["const a = b !== 'x < y' ? 1 : c;", "const a = b === 'x < y' ? 2 : c;"]),
        ("if (f(a) && b) g(); // a < b", ["if (!(f(a) && b)) g(); // a < b", "if (f(a) || b) g(); // a < b"]),
        ("return x ?? y;", ["return undefined as never;", "return x && y;"]),
        ("import { a } from './a2';\ntype T = 1 | 2;", []),
    ],
)
def test_typescript_is_changed_in_one_place(text: str, changed: list[str]) -> None:
    assert changes(text, "x.ts") == changed


def test_only_the_script_of_a_component_is_changed() -> None:
    assert changes("<script>a < b</script>\n{#if a < b}", "X.svelte") == ["<script>a <= b</script>\n{#if a < b}"]


def test_every_mutant_reads_as_python_and_has_tests_that_exist() -> None:
    found = candidates(["src/tafelrunde/games/tokan", "src/tafelrunde/server/match"])
    assert set(found) == {"src/tafelrunde/games", "src/tafelrunde/server/match"}
    for mutant in [mutant for mutants in found.values() for mutant in mutants[::20]]:
        ast.parse(mutant.text)
        assert mutant.text != (ROOT / mutant.path).read_text(encoding="utf-8")
    assert all((ROOT / test).exists() for tests in TESTS.values() for test in tests)
    assert covering("src/tafelrunde/server/match/state.py") == TESTS["src/tafelrunde/server/match"]
    assert covering("src/tafelrunde/server/doors/websocket.py") == TESTS["src/tafelrunde/server"]
    assert folder_of("src/tafelrunde/front.py") == "src/tafelrunde"


def test_a_sample_is_the_same_for_its_seed_and_takes_every_folder_in_turn() -> None:
    found = candidates(["src/tafelrunde/games/tokan", "src/tafelrunde/records", "web/src/app"])
    first, again, other = (list(map(str, sample(found, seed, 30))) for seed in (1, 1, 2))
    assert first == again != other
    assert len(set(first)) == 30
    folders = [folder_of(mutant.path) for mutant in islice(sample(found, 1, 30), 6)]
    assert folders == [*found, *found] == sorted(found) * 2


def test_the_report_counts_by_folder() -> None:
    shown = report({"src/a": [True, True, False], "src/b": [True]}).splitlines()
    assert [line.split() for line in shown[1:]] == [
        ["src/a", "3", "2", "1", "67%"],
        ["src/b", "1", "1", "0", "100%"],
        ["all", "4", "3", "1", "75%"],
    ]
