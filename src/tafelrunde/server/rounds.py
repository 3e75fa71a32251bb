"""Recurring tasks of a server process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from tafelrunde.store import StoreUnavailable

log = structlog.get_logger()


async def every(seconds: float, work: Callable[[], Awaitable[object]]) -> None:
    """Do some work every so many seconds until the server stops.

    What fails is tried again in the next round: a database that does not answer is known elsewhere, and anything else
    is logged as a bug, so that one bad round never ends those after it.
    """
    while True:
        await asyncio.sleep(seconds)
        await attempt(work)


async def attempt(work: Callable[[], Awaitable[object]]) -> None:
    """Do some work; a database that does not answer is passed over, and anything else that fails is logged as a bug."""
    try:
        await work()
    except StoreUnavailable:
        return
    except Exception:
        log.exception("bug")
