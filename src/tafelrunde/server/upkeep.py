"""What a host does all the time: show that it is alive, forget what nobody needs, look for what others did."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from tafelrunde.server.match.refusal import Refusal
from tafelrunde.store import StoreUnavailable

if TYPE_CHECKING:
    from tafelrunde.server.host import Host

_BEAT_SECONDS = 1.0
_SWEEP_SECONDS = 10.0
_IDLE_SECONDS = 120.0


async def beat(host: Host, seen: int) -> None:
    """Note every second that the server is alive, and look whether somebody else changed the database since `seen`."""
    while True:
        await asyncio.sleep(_BEAT_SECONDS)
        with contextlib.suppress(StoreUnavailable):
            await host.beat()
            changes = await host.store.changes()
            if changes != seen:
                seen = changes
                host.banned = await host.store.banned()
                for live in list(host.lives.values()):
                    await host.refresh(live)


async def sweep(host: Host) -> None:
    """Forget matches that nobody needs, and take up those that other processes may have left behind."""
    while True:
        await asyncio.sleep(_SWEEP_SECONDS)
        oldest = asyncio.get_running_loop().time() - _IDLE_SECONDS
        for name in [name for name, live in host.lives.items() if live.is_idle and live.used < oldest]:
            del host.lives[name]
        host.presence.repeat()
        with contextlib.suppress(StoreUnavailable, Refusal):
            host.banned = await host.store.banned()
            if host.bus.is_shared:
                for name in await host.store.waking():
                    await host.find(name)
                for live in [live for live in host.lives.values() if not live.is_idle]:
                    await host.refresh(live)
