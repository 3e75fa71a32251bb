"""External engines: separate programs that speak the bot protocol, within limits of time and memory."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import shlex

from tafelrunde.games.errors import TafelrundeError

MEMORY_BYTES = 2 << 30
LONGEST_LINE = 1 << 20


class EngineFailed(TafelrundeError):
    """An engine crashed, hung or answered nothing."""

    code = "engine-failed"


def _limit() -> None:
    """Hold a new process to its memory, and let it yield to the server."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(5)


class EngineProcess:
    """One program, asked one question at a time; it is started when needed and again after it failed."""

    def __init__(self, name: str, command: str) -> None:
        self.name = name
        self._arguments = shlex.split(command)
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()

    async def ask(self, question: str, patience: float) -> str:
        """Return the answer line; raise EngineFailed and end the program when none comes in time."""
        async with self._lock:
            try:
                return await asyncio.wait_for(self._ask(question), patience)
            except (OSError, ValueError, TimeoutError) as error:
                await self.stop()
                raise EngineFailed(f"{self.name}: {type(error).__name__} {error}") from error
            except asyncio.CancelledError:
                # The answer to this question must not become the answer to the next.
                await self.stop()
                raise

    async def _ask(self, question: str) -> str:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await asyncio.create_subprocess_exec(
                *self._arguments,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                preexec_fn=_limit,
                limit=LONGEST_LINE,
                env={"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"},
            )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(question.encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise OSError("it has ended")
        return line.decode()

    async def stop(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
