"""Work that a server does again and again outlives every round that fails."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from tafelrunde.server.rounds import every
from tafelrunde.store import StoreUnavailable


async def rounds(*failures: Exception | None) -> list[str]:
    """Let rounds fail or succeed one after the other; return what was logged."""
    left = list(failures)
    done = asyncio.Event()

    async def work() -> None:
        failure = left.pop(0)
        if not left:
            done.set()
        if failure is not None:
            raise failure

    with capture_logs() as logged:
        task = asyncio.create_task(every(0, work))
        await done.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert not left
    return [entry["event"] for entry in logged]


def test_a_round_that_fails_does_not_end_those_after_it() -> None:
    assert asyncio.run(rounds(KeyError("a bug"), None, ValueError("another"), None)) == ["bug", "bug"]


def test_a_database_that_does_not_answer_is_no_bug() -> None:
    assert asyncio.run(rounds(StoreUnavailable("away"), None)) == []
