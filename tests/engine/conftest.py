"""The engine, once a test module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engine.node import NodeEngine, missing


@pytest.fixture(scope="module")
def engine() -> Iterator[NodeEngine]:
    """The page's engine in Node."""
    if reason := missing():
        pytest.skip(reason)
    engine = NodeEngine()
    yield engine
    engine.close()
