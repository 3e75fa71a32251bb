"""Limits that count over all processes on one Redis.

Every process also counts for itself, so that a Redis that is away makes limits wider and refuses nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable
from secrets import token_hex
from typing import Any

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

log = structlog.get_logger()

_LOST = (OSError, RedisError, TimeoutError)
_PATIENCE = 0.5
"""Seconds to wait for an answer, and then not to ask again."""
_AT_ONCE = 16
_BEAT_SECONDS = 10.0
_ALIVE_SECONDS = 35
"""A process that has not been heard of for so long is gone, and its connections with it."""
_KEPT_SECONDS = 900
_REPEATED = 30
"""Every so many beats all counts are told again, long before they would be forgotten."""

_TAKE = """
local clock = redis.call('TIME')
local now = tonumber(clock[1]) + tonumber(clock[2]) / 1000000
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'left', 'since')
local left = burst
if kept[1] and kept[2] then
  left = math.min(burst, tonumber(kept[1]) + math.max(0, now - tonumber(kept[2])) * rate)
end
local taken = 0
if left >= 1 then
  left = left - 1
  taken = 1
end
redis.call('HSET', KEYS[1], 'left', string.format('%.6f', left), 'since', string.format('%.6f', now))
redis.call('EXPIRE', KEYS[1], math.ceil(burst / rate) + 1)
return taken
"""
_ENTER = """
local total = tonumber(ARGV[2])
local counts = redis.call('HGETALL', KEYS[1])
for index = 1, #counts, 2 do
  if counts[index] ~= ARGV[1] then
    if redis.call('EXISTS', ARGV[4] .. counts[index]) == 1 then
      total = total + tonumber(counts[index + 1])
    else
      redis.call('HDEL', KEYS[1], counts[index])
    end
  end
end
if total > tonumber(ARGV[3]) then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[5])
return 1
"""


class RedisLimits:
    """Counts what addresses do on all processes."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE)
        self._take = self._redis.register_script(_TAKE)
        self._enter = self._redis.register_script(_ENTER)
        self._name = token_hex(8)
        self._here: dict[str, int] = {}
        """By address: the connections to this process."""
        self._untold: set[str] = set()
        self._is_telling = False
        self._rounds = 0
        """How often something was told."""
        self._wake = asyncio.Event()
        self._places = asyncio.Semaphore(_AT_ONCE)
        self._away_until = 0.0
        self._beating: asyncio.Task[None] | None = None
        self._stopping = False

    async def start(self) -> None:
        """Begin to tell the others that this process is alive."""
        await self._ask(self._redis.set(_alive(self._name), 1, ex=_ALIVE_SECONDS))
        self._beating = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        """Take back everything that was told."""
        self._stopping = True
        self._wake.set()
        if self._beating is not None:
            # It ends by itself: the client of Redis may swallow a cancellation.
            await asyncio.wait([self._beating], timeout=2 * _PATIENCE)
            self._beating.cancel()
            await asyncio.wait([self._beating], timeout=_PATIENCE)
        with contextlib.suppress(*_LOST):
            await self._redis.delete(_alive(self._name))
        with contextlib.suppress(*_LOST):
            await self._redis.aclose()

    async def take(self, name: str, address: str, rate: float, burst: float) -> bool:
        """Take one out of the bucket that an address has everywhere; True as well when that cannot be told."""
        return await self._ask(self._take(keys=[f"tafelrunde:rate:{name}:{address}"], args=[rate, burst]))

    async def enter(self, address: str, here: int, most: int) -> bool:
        """Count a connection as the last of so many to this process; False if there are more than `most` everywhere."""
        arguments: list[str | int] = [self._name, here, most, _alive(""), _KEPT_SECONDS]
        rounds = self._rounds
        if not await self._ask(self._enter(keys=[_open(address)], args=arguments)):
            return False
        self._here[address] = here
        if self._is_telling or self._rounds != rounds:
            # What was told meanwhile may have been the number from before, and may arrive last.
            self.count(address, here)
        return True

    def count(self, address: str, here: int) -> None:
        """Note how many connections an address has to this process; the others hear of it soon."""
        if here:
            self._here[address] = here
        else:
            self._here.pop(address, None)
        self._untold.add(address)
        self._wake.set()

    async def _ask(self, question: Awaitable[object]) -> bool:
        """Return an answer, or True without one."""
        async with self._places:
            if time.monotonic() < self._away_until:
                # A question is a coroutine, and one that nobody awaits is a warning.
                getattr(question, "close", lambda: None)()
                return True
            try:
                async with asyncio.timeout(_PATIENCE):
                    return bool(await question)
            except _LOST as error:
                self._lose(error)
                return True

    def _lose(self, error: Exception) -> None:
        if time.monotonic() >= self._away_until:
            log.warning("shared-limits-lost", reason=str(error)[:200])
        self._away_until = time.monotonic() + 1.0

    async def _beat(self) -> None:
        """Tell that this process is alive and how many connections have ended."""
        beats, last = 0, -_BEAT_SECONDS
        while not self._stopping:
            try:
                if time.monotonic() - last >= _BEAT_SECONDS:
                    await self._redis.set(_alive(self._name), 1, ex=_ALIVE_SECONDS)
                    last = time.monotonic()
                    beats += 1
                    if beats % _REPEATED == 0:
                        self._untold.update(self._here)
                await self._tell()
            except _LOST as error:
                self._lose(error)
                await asyncio.sleep(1.0)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_BEAT_SECONDS):
                    await self._wake.wait()

    async def _tell(self) -> None:
        if not self._untold:
            return
        untold, self._untold = self._untold, set()
        self._wake.clear()
        self._rounds += 1
        pipeline: Any = self._redis.pipeline(transaction=False)
        for address in untold:
            here = self._here.get(address, 0)
            if here:
                pipeline.hset(_open(address), self._name, str(here))
                pipeline.expire(_open(address), _KEPT_SECONDS)
            else:
                pipeline.hdel(_open(address), self._name)
        self._is_telling = True
        try:
            await pipeline.execute()
        except _LOST:
            self._untold |= untold
            self._wake.set()
            raise
        finally:
            self._is_telling = False


def _open(address: str) -> str:
    return f"tafelrunde:open:{address}"


def _alive(process: str) -> str:
    return f"tafelrunde:alive:{process}"
