"""The mutation probe: what it changes, and that every file has tests that would notice."""

from __future__ import annotations

import ast
import os
from itertools import islice
from pathlib import Path

import pytest

from scripts.laboratory import ENGINE, NUMBERS, TESTS, covering, nearest, renewed, steps
from scripts.mutants import (
    PATTERNS,
    UNTESTED,
    Verdict,
    candidates,
    digest_of,
    folder_of,
    report,
    same_as_before,
    sample,
)
from scripts.mutating import mutants_of

ROOT = Path(__file__).parents[1]


def candidate_files(folder: str) -> list[str]:
    """The files below a folder that are changed."""
    files = [path.relative_to(ROOT).as_posix() for pattern in PATTERNS for path in ROOT.glob(pattern)]
    return [path for path in files if path.startswith(folder) and not path.startswith(UNTESTED)]


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
        ("class A(B, frozen=True):\n    x: int = 1", ["class A(B, frozen=True):\n    x: int = 2"]),
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


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("if (a < b && f(c)) d = 1;  // a < b", [
            "if (!(a < b && f(c))) d = 1;  // a < b",
            "if (a < b && f(c)) d = 2;  // a < b",
            "if (a < b || f(c)) d = 1;  // a < b",
            "if (a <= b && f(c)) d = 1;  // a < b",
        ]),
        ("#if A > 1\ntemplate <int N> bool f(T&& a) { return true; }", [
            "#if A > 1\ntemplate <int N> bool f(T&& a) { return false; }",
        ]),
        ("static_assert(sizeof(A) == 8);", []),
    ],
)  # fmt: skip
def test_cpp_is_changed_in_one_place(text: str, changed: list[str]) -> None:
    assert changes(text, "x.cpp") == changed


def test_only_the_script_of_a_component_is_changed() -> None:
    assert changes("<script>a < b</script>\n{#if a < b}", "X.svelte") == ["<script>a <= b</script>\n{#if a < b}"]


def test_every_mutant_reads_as_python_and_has_tests_that_exist() -> None:
    found = candidates(["src/tafelrunde/games/tokan", "src/tafelrunde/server/match"])
    assert set(found) == {"src/tafelrunde/games", "src/tafelrunde/server/match"}
    for mutant in [mutant for mutants in found.values() for mutant in mutants[::20]]:
        ast.parse(mutant.text)
        assert mutant.text != (ROOT / mutant.path).read_text(encoding="utf-8")
    programs = {file.stem for file in (ROOT / "native" / "tests").glob("*.cpp")}
    for prefix, tests in TESTS.items():
        assert (ROOT / prefix).exists()
        for test in tests:
            is_program = prefix.startswith("native/") and not test.startswith("tests/")
            assert test.split()[0] in programs if is_program else (ROOT / test).exists()
    assert covering("src/tafelrunde/server/match/state.py") == (*TESTS["src/tafelrunde/server/match"], NUMBERS)
    assert covering("src/tafelrunde/store/base.py") == (*TESTS["src/tafelrunde/store"], NUMBERS)
    assert covering("src/tafelrunde/records/tree.py") == TESTS["src/tafelrunde/records"]
    assert (ROOT / NUMBERS).exists()
    assert folder_of("src/tafelrunde/front.py") == "src/tafelrunde"
    assert folder_of("native/src/chocolate/search/net.cpp") == "native/src/chocolate/search"


def test_cpp_meets_the_tests_in_python_too() -> None:
    asked = {path: covering(path) for path in candidate_files("native")}
    assert len(asked) > 80
    for path, tests in asked.items():
        assert any(test.startswith("tests/") for test in tests), path
        # What only the engine of the page has cannot be noticed through the core.
        assert any(test.startswith("tests/engine/") for test in tests) is path.startswith(ENGINE), path


def test_every_folder_that_is_changed_has_tests() -> None:
    tried = candidate_files("")
    assert len(tried) > 300
    assert all(covering(path) for path in tried)


def test_a_sample_is_the_same_for_its_seed_and_takes_every_folder_in_turn() -> None:
    found = candidates(["src/tafelrunde/games/tokan", "src/tafelrunde/records", "web/src/app"])
    first, again, other = (list(map(str, sample(found, seed, 30))) for seed in (1, 1, 2))
    assert first == again != other
    assert len(set(first)) == 30
    folders = [folder_of(mutant.path) for mutant in islice(sample(found, 1, 30), 6)]
    assert folders == [*found, *found] == sorted(found) * 2


def test_tests_that_name_a_module_come_first_and_none_is_left_out() -> None:
    first, *others = steps("src/tafelrunde/games/chocolate/knowledge.py")
    assert first[0] == "tests/games/chocolate/test_knowledge.py"
    assert "tests/games/chocolate/test_rules.py" in set().union(*others)
    assert not set(first) & set().union(*others)
    named, *_ = steps("src/tafelrunde/records/__init__.py")
    assert all(test.startswith("tests/records/") for test in named)


def test_what_no_test_names_is_left_to_those_that_name_its_importers() -> None:
    near, *_ = steps("src/tafelrunde/native/_chocolate_batch.py")
    assert near[0] == "tests/native/test_chocolate_batch.py"
    assert len(near) < len(set().union(*steps("src/tafelrunde/native/_chocolate_batch.py")))


def test_the_nearest_tests_are_those_that_name_the_module_or_are_named_after_it() -> None:
    path = "src/tafelrunde/research/spaces/chocolate/actions.py"
    near = nearest(path, steps(path))
    assert {"tests/research/test_turns.py", "tests/research/test_spaces.py"} <= set(near)
    assert len(near) <= 5


def test_a_mutant_is_known_again_when_other_lines_change() -> None:
    text = "a < b\na < b"
    before = list(map(digest_of, mutants_of("x.py", text)))
    after = list(map(digest_of, mutants_of("x.py", f"'A docstring.'\n{text}")))
    assert before == after
    assert len(set(before)) == 2
    assert set(before).isdisjoint(map(digest_of, mutants_of("y.py", text)))


def test_only_what_is_listed_makes_no_difference() -> None:
    (mutant,) = mutants_of("x.py", "a < b")
    assert same_as_before(mutant, ["x.py | < → <= | a < b | they are never equal"]) == "they are never equal"
    assert same_as_before(mutant, ["y.py | < → <= | a < b | …", "x.py | < → <= | a < c | …"]) is None


def test_the_report_counts_by_folder() -> None:
    def verdict(path: str, outcome: str) -> Verdict:
        return Verdict(path, 1, "< → <=", "", outcome, "", 0.1)

    outcomes = ["killed", "killed", "survived", "equivalent", "invalid"]
    shown = report([*(verdict("src/a/b/x.py", outcome) for outcome in outcomes), verdict("src/c/d/y.py", "killed")])
    assert shown.splitlines()[2:] == [
        "| src/a/b | 4 | 2 | 1 | 1 | 67% |",
        "| src/c/d | 1 | 1 | 0 | 0 | 100% |",
        "| all | 5 | 3 | 1 | 1 | 75% |",
    ]


def test_a_copy_is_renewed_only_where_it_differs(tmp_path: Path) -> None:
    source, copy = tmp_path / "source.cpp", tmp_path / "copy.cpp"
    source.write_text("int a = 1;")
    renewed(source, copy)
    os.utime(copy, ns=(1, 1))
    renewed(source, copy)
    assert copy.stat().st_mtime_ns == 1
    source.write_text("int a = 2;")
    renewed(source, copy)
    assert copy.read_text() == "int a = 2;"
    assert copy.stat().st_mtime_ns != 1
