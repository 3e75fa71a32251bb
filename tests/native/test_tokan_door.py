"""The door to the native core where the core is missing."""

from __future__ import annotations

import pytest

from tafelrunde import native
from tafelrunde.native.tokan import NativePosition, random_games


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "_core", None)
    monkeypatch.setattr(native, "_reason", "nobody compiled it")
    monkeypatch.setattr(native, "_warned", False)
    monkeypatch.setattr(native, "AVAILABLE", False)


@pytest.mark.usefixtures("missing")
def test_whoever_needs_the_core_is_told_why_it_is_missing() -> None:
    with pytest.raises(native.NativeMissing, match="nobody compiled it") as caught:
        native.require()
    assert caught.value.code == "native-missing"
    with pytest.raises(native.NativeMissing):
        NativePosition.deal(1)
    with pytest.raises(native.NativeMissing):
        random_games(1, seed=1)


@pytest.mark.usefixtures("missing")
def test_whoever_goes_on_without_it_is_warned_once() -> None:
    with pytest.warns(native.PurePythonWarning, match="nobody compiled it"):
        assert not native.prefer()
    assert not native.prefer()  # a second warning would be an error


@pytest.mark.skipif(not native.AVAILABLE, reason="the native core is not compiled")
def test_nothing_is_said_where_it_is_there() -> None:
    assert native.prefer()
    assert native.require().tokan.ACTIONS == 510
