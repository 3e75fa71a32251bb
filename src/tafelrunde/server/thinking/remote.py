"""Computers that think in other processes: questions go through a queue in Redis, each is taken once.

A question carries only what its seat may know. When a worker dies its question is given to another; when nobody
answers in time the server's own player does.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import replace
from typing import Any

import structlog
from redis.exceptions import RedisError
from saq import Job, Queue, Worker
from saq.types import PartialTimersDict

from tafelrunde.players import engine
from tafelrunde.players.registry import PERFECT
from tafelrunde.server import metrics
from tafelrunde.server.thinking.computers import Answer, Computers, LocalComputers, Nonsense, Question, checked_move

log = structlog.get_logger()

_QUEUE = "tafelrunde-computers"
_RETRIES = 3
_SWEEP_SECONDS = 2
_BEAT_SECONDS = 1.0
_SILENT_SECONDS = 5
"""A worker that shows no sign of life for so long is dead, and its question is given to another."""
_KEPT_SECONDS = 60
_LOOK_SECONDS = 0.2


async def think(context: Any, *, line: str) -> str:
    """Answer a question in the engine protocol, with a sign of life every second."""
    thinking = asyncio.create_task(asyncio.to_thread(engine.answer, line))
    while not thinking.done():
        await asyncio.wait([thinking], timeout=_BEAT_SECONDS)
        if not thinking.done():
            await context["job"].update()
    return json.dumps(thinking.result())


_LONGEST_SECONDS = 1.0
"""How long workers, which everybody shares, think about a move for one who thinks until it knows: nobody there sees who
else waits, and a few such matches would stop all computers for minutes."""


def held(question: Question) -> Question:
    """Return a question as workers are asked it."""
    seconds = question.seconds
    if question.level != PERFECT or (seconds is not None and seconds <= _LONGEST_SECONDS):
        return question
    return replace(question, seconds=_LONGEST_SECONDS)


class RemoteComputers(Computers):
    """Our own players in worker processes; external engines stay with the server that was configured with them."""

    def __init__(self, url: str, local: LocalComputers, silence: int = _SILENT_SECONDS) -> None:
        self._queue = Queue.from_url(url, name=_QUEUE)
        self._local = local
        self._silence = silence

    def needs_record(self, engine: str) -> bool:
        """Tell that every question goes to another process."""
        return True

    async def ask(self, question: Question) -> Answer:
        """Wait for a worker's answer, and answer here when none comes."""
        if question.engine:
            return await self._local.ask(question)
        question = held(question)
        patience = question.patience * _RETRIES
        try:
            async with asyncio.timeout(patience):
                reply = await self._reply(question)
            return Answer(checked_move(question.view, reply))
        except (OSError, RedisError, TimeoutError, Nonsense) as error:
            metrics.STUMBLES.inc()
            log.warning("no-worker", match=question.match, reason=str(error)[:200])
            answer = await self._local.ask(question)
            return Answer(answer.move, stumbled=True)

    async def _reply(self, question: Question) -> str:
        key = f"{question.match}:{question.number}"
        # Two servers may ask for the same seat: the second one finds the question there and waits with the first.
        timeout = int(question.patience) + 1
        job: Job | None = await self._queue.enqueue(
            "think",
            key=key,
            timeout=timeout,
            heartbeat=self._silence,
            retries=_RETRIES,
            ttl=_KEPT_SECONDS,
            line=question.line(),
        )
        if job is None:
            job = await self._queue.job(key)
        if job is None:
            raise Nonsense("the question is gone")
        try:
            while not job.completed:
                # The news that it is done may come before anybody listens for it: look again from time to time.
                with contextlib.suppress(TimeoutError):
                    await job.refresh(until_complete=_LOOK_SECONDS)
        except RuntimeError as error:
            raise Nonsense(f"the question is gone: {error}") from error
        if not isinstance(job.result, str):
            raise Nonsense(f"a worker failed: {(job.error or '')[-200:]}")
        return job.result

    async def stop(self) -> None:
        """Disconnect."""
        await self._queue.disconnect()
        await self._local.stop()


def work(url: str, threads: int) -> None:
    """Answer questions until interrupted; what has begun is finished first."""

    async def run() -> None:
        queue = Queue.from_url(url, name=_QUEUE)
        timers: PartialTimersDict = {"schedule": 1, "worker_info": 10, "sweep": _SWEEP_SECONDS, "abort": 1}
        worker: Worker[Any] = Worker(
            queue, [("think", think)], concurrency=threads, timers=timers, shutdown_grace_period_s=30
        )
        log.info("working", threads=threads)
        try:
            await worker.start()
        finally:
            await queue.disconnect()

    asyncio.run(run())
