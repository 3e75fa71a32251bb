"""Settings that every test shares.

Hypothesis profiles, chosen with ``pytest --hypothesis-profile=NAME``: ``dev`` (the default) looks at a few new random
examples on every run, ``quick`` at hardly any, for `make check`, ``ci`` looks at the same moderate number on every
machine, ``long`` searches for hours.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from importlib import metadata
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tafelrunde.games import registry

if TYPE_CHECKING:
    from playwright.sync_api import Browser

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whoever runs the tests in the background may have Ctrl-C ignored, and programs that tests start would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("dev", max_examples=25, deadline=None)
settings.register_profile("quick", max_examples=5, deadline=None, derandomize=True, database=None)
settings.register_profile("ci", max_examples=50, deadline=None, derandomize=True, database=None)
settings.register_profile("long", max_examples=20_000, deadline=None, print_blob=True)
settings.load_profile("dev")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one browser of a worker: Playwright cannot be started twice in a thread."""
    pytest.importorskip("playwright.sync_api")
    from tests.web.browsing import browsing

    with browsing("--disable-gpu") as started:
        yield started


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A list of objects that installed packages offer, each the fourth game or none."""
    offered: list[str] = []

    def entry_points(group: str) -> list[EntryPoint]:
        return [EntryPoint("domineering", value, group) for value in offered if group == registry.ENTRY_POINTS]

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    registry._discover.cache_clear()
    yield offered
    registry._discover.cache_clear()
    registry.GAMES.pop("domineering", None)
