"""The fourth game, registered for as long as a test runs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tafelrunde.games.core import Game
from tafelrunde.games.registry import register
from tests.fourth import DOMINEERING
from tests.server.inside import Inside, inside


@pytest.fixture(autouse=True)
def domineering() -> Iterator[Game]:
    undo = register(DOMINEERING)
    yield DOMINEERING
    undo()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Inside]:
    async with inside(tmp_path / "matches.db") as running:
        yield running
