"""The door to the native core: the right file for the processor, and the true reason where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from tafelrunde import __version__, native

needs_core = pytest.mark.skipif(not native.AVAILABLE, reason="the native core is not compiled")
FILES = {native.FAST: "fast.so", native.NAME: "portable.so"}


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[ModuleType | None, str]]:
    """A door behind which files lie, on a processor that is new or old; files are only named."""

    def load(*there: str, v3: bool, version: str = __version__) -> tuple[ModuleType | None, str]:
        monkeypatch.setattr(native, "_file_of", lambda name: FILES[name] if name in there else None)
        monkeypatch.setattr(native, "_has_v3", lambda: v3)
        monkeypatch.setattr(native, "_load_file", lambda file: SimpleNamespace(file=file, version=version))
        return native._load()

    return load


def test_newer_code_is_loaded_only_where_it_runs(door: Callable[..., tuple[SimpleNamespace | None, str]]) -> None:
    both = (native.FAST, native.NAME)
    assert door(*both, v3=True) == (SimpleNamespace(file="fast.so", version=__version__), "")
    assert door(*both, v3=False) == (SimpleNamespace(file="portable.so", version=__version__), "")
    assert door(native.NAME, v3=True) == (SimpleNamespace(file="portable.so", version=__version__), "")
    module, reason = door(native.FAST, v3=False)
    assert module is None
    assert "newer processor" in reason


def test_a_core_of_another_version_is_not_used(door: Callable[..., tuple[SimpleNamespace | None, str]]) -> None:
    module, reason = door(native.NAME, v3=True, version="0.0.1")
    assert module is None
    assert "0.0.1" in reason
    assert __version__ in reason


def test_a_core_for_another_python_is_told_from_none(
    door: Callable[..., tuple[SimpleNamespace | None, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "__path__", [str(tmp_path)])
    (tmp_path / "_core").mkdir()
    assert door(v3=True)[1] == "it was not compiled when this package was installed"
    (tmp_path / "_core.cpython-299-x86_64-linux-gnu.so").touch()
    assert "_core.cpython-299-x86_64-linux-gnu.so was compiled for another Python" in door(v3=True)[1]


def test_it_is_said_truly_whether_there_is_a_core() -> None:
    assert native.AVAILABLE is ("tafelrunde.native._core" in sys.modules)
    if native.AVAILABLE:
        assert native.require() is sys.modules["tafelrunde.native._core"]


@needs_core
def test_the_environment_can_ask_for_portable_code() -> None:
    program = "import tafelrunde.native as n; print(n.AVAILABLE, n._core, n._reason)"
    environ = {**os.environ, "TAFELRUNDE_CORE": "portable"}
    done = subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=True)
    assert "_core_v3" not in done.stdout
