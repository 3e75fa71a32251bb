"""What needs an extra says so in one line, and says how to get it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tafelrunde.extras import MissingExtra, needs

# Every command that needs an extra, the package it lacks, and the extra that brings it.
LACKING = {
    "postgres": (["serve", "--database", "postgresql://nobody@127.0.0.1:1/none"], "asyncpg"),
    "cluster": (["serve", "--redis", "redis://127.0.0.1:1"], "redis"),
    "worker": (["worker", "--redis", "redis://127.0.0.1:1"], "redis"),
    "admin": (["admin", "bans", "--database", "postgresql://nobody@127.0.0.1:1/none"], "asyncpg"),
    "dataset": (["dataset", "nowhere"], "pyarrow"),
    "tournament": (["tournament", "1", "2"], "evalica"),
    "ray": (["arena", "1", "2", "--ray", "local"], "ray"),
}
EXTRAS = {"asyncpg": "postgres", "redis": "cluster", "pyarrow": "research", "evalica": "research", "ray": "ray"}

# Every package of the library that needs an extra, by what it lacks.
IMPORTS = {
    "tafelrunde.research.envs": ("gymnasium", "research"),
    "tafelrunde.research.envs.aec": ("pettingzoo", "research"),
    "tafelrunde.research.envs.vector": ("gymnasium", "research"),
    "tafelrunde.research.spiel": ("pyspiel", "research"),
    "tafelrunde.research.dataset.load": ("pyarrow", "research"),
    "tafelrunde.research.tournament.ratings": ("evalica", "research"),
    "tafelrunde.research.jaxgames": ("jax", "jax"),
}


@pytest.mark.parametrize("module", IMPORTS)
def test_a_library_without_its_extra_says_so_and_is_an_error_of_imports_for_others(module: str) -> None:
    package, extra = IMPORTS[module]
    program = f"""
import importlib, sys
sys.modules[{package!r}] = None
from tafelrunde.extras import MissingExtra
try:
    importlib.import_module({module!r})
except ImportError as error:
    print(type(error) is MissingExtra, error.package, error.extra, error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    said = f'True {package} {extra} {package} is not installed: pip install "tafelrunde[{extra}]"\n'
    assert (done.returncode, done.stdout) == (0, said), done.stderr


@pytest.mark.parametrize("case", LACKING)
def test_a_missing_extra_is_named_in_one_line(case: str) -> None:
    arguments, package = LACKING[case]
    program = f"import sys; sys.modules[{package!r}] = None; from tafelrunde.cli import main; main()"
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f'{package} is not installed: pip install "tafelrunde[{EXTRAS[package]}]"\n'


def test_a_fault_of_our_own_is_not_taken_for_a_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError), needs("cluster"):
        import tafelrunde.no_such_module  # type: ignore[import-untyped,import-not-found,unused-ignore]  # noqa: F401
    with pytest.raises(MissingExtra) as caught, needs("cluster"):
        raise ModuleNotFoundError("No module named 'redis.asyncio'", name="redis.asyncio")
    assert (caught.value.package, caught.value.extra, caught.value.code) == ("redis", "cluster", "missing-extra")
