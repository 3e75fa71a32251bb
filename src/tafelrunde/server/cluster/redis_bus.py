"""The bus over Redis, with Litestar's channels."""

from __future__ import annotations

import asyncio
import contextlib
from secrets import token_hex

import structlog
from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tafelrunde.server.cluster.bus import Bus, Hear, HearPresence

log = structlog.get_logger()

_CHANNEL = "tafelrunde-entries"
_PAUSE = 0.5
_LOST = (OSError, RedisError, TimeoutError)
_FAREWELL, _CANCELLATIONS = 1.0, 3
"""How many seconds the end may take, and how often it is asked for."""


class RedisBus(Bus):
    """Tells all processes on one Redis of new entries, many in one message when there are many."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url)
        self._channels = RedisChannelsPubSubBackend(redis=self._redis)
        self._name = token_hex(8)
        self._waiting: dict[str, int] = {}
        self._presences: dict[str, tuple[int, int, bool]] = {}
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    async def start(self, hear: Hear, hear_presence: HearPresence) -> None:
        """Subscribe and begin to speak."""
        await self._channels.on_startup()
        await self._channels.subscribe([_CHANNEL])
        self._tasks = [asyncio.create_task(self._listen(hear, hear_presence)), asyncio.create_task(self._speak())]

    def publish(self, match: str, number: int) -> None:
        """Tell of an entry with the next message; nobody waits for it."""
        self._waiting[match] = number
        self._wake.set()

    def publish_presence(self, match: str, seats: int, watching: int, asks: bool) -> None:
        """Tell who is here with the next message."""
        asked_before = match in self._presences and self._presences[match][2]
        self._presences[match] = seats, watching, asks or asked_before
        self._wake.set()

    async def _speak(self) -> None:
        while not self._stopping:
            await self._wake.wait()
            self._wake.clear()
            news = self._waiting
            text = self._gathered()
            try:
                await self._channels.publish(text, [_CHANNEL])
            except _LOST as error:
                log.warning("bus-lost", reason=str(error)[:200])
                self._waiting = {**news, **self._waiting}
                self._wake.set()
                await asyncio.sleep(_PAUSE)

    def _gathered(self) -> bytes:
        """Return everything there is to say as one message, and forget it."""
        words = [f"{match}:{number}" for match, number in self._waiting.items()]
        for match, (seats, watching, asks) in self._presences.items():
            words.append(f"{match}!{self._name}!{seats}!{watching}!{int(asks)}")
        self._waiting, self._presences = {}, {}
        return " ".join(words).encode()

    async def _listen(self, hear: Hear, hear_presence: HearPresence) -> None:
        while not self._stopping:
            try:
                async for _, data in self._channels.stream_events():
                    for word in data.decode("ascii", "replace").split():
                        try:
                            await self._tell(word, hear, hear_presence)
                        except _LOST:
                            raise
                        except Exception:
                            # Whatever is wrong with one match, the news of all others is heard.
                            log.exception("bug")
            except _LOST as error:
                log.warning("bus-lost", reason=str(error)[:200])
                # What was said meanwhile is found by the regular look at all matches.
                await asyncio.sleep(_PAUSE)

    async def _tell(self, word: str, hear: Hear, hear_presence: HearPresence) -> None:
        """Hand on one piece of news."""
        if "!" in word:
            match, process, seats, watching, asks = word.split("!")
            if process != self._name:
                hear_presence(match, process, int(seats), int(watching), asks == "1")
            return
        match, _, number = word.partition(":")
        await hear(match, int(number))

    async def stop(self) -> None:
        """Say what is left to say and stop."""
        self._stopping = True
        if self._waiting or self._presences:
            with contextlib.suppress(*_LOST):
                async with asyncio.timeout(_FAREWELL):
                    await self._channels.publish(self._gathered(), [_CHANNEL])
        for _ in range(_CANCELLATIONS):
            # The client of Redis may swallow a cancellation.
            for task in self._tasks:
                task.cancel()
            if self._tasks and (await asyncio.wait(self._tasks, timeout=_FAREWELL))[1]:
                continue
            break
        with contextlib.suppress(*_LOST):
            await self._channels.on_shutdown()
            await self._redis.aclose()
