"""A first visit over a slow line: how long until the page, a game's set-up and its table can be used, and what came.

    python -m bench.first_visit [--kilobits 400] [--latency 100] [--game tokan]

Everything goes through one line that is as slow for the page as for its workers and its service worker, which the
browser's own throttling leaves out. The visitor taps on as soon as there is something to tap.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.report import table
from tests.web.browsing import browsing
from tests.web.conftest import RunningServer
from tests.web.visitor import Visitor

CHUNK = 1_460


class Line:
    """A line to a server that brings so many bytes a second, however many connections share it."""

    def __init__(self, port: int, rate: float, latency: float) -> None:
        self._to = port
        self._rate = rate
        self._latency = latency
        self._free = 0.0
        self.brought = 0
        """Bytes that came over it."""

    async def serve(self, ready: asyncio.Future[int]) -> None:
        server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        ready.set_result(server.sockets[0].getsockname()[1])
        async with server:
            await server.serve_forever()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            answers, asking = await asyncio.open_connection("127.0.0.1", self._to)
            await asyncio.gather(self._carry(reader, asking, False), self._carry(answers, writer, True))

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, slowly: bool) -> None:
        with suppress(OSError):
            while data := await source.read(CHUNK):
                if slowly:
                    now = time.monotonic()
                    # Its turn comes after everything that is on the line already.
                    self._free = max(self._free, now) + len(data) / self._rate
                    await asyncio.sleep(self._free - now)
                    self.brought += len(data)
                else:
                    await asyncio.sleep(self._latency)
                target.write(data)
                await target.drain()
            target.close()


@contextmanager
def slow_line(port: int, kilobits: float, latency: float) -> Iterator[tuple[str, Line]]:
    """Give an address at which a server answers over a slow line."""
    loop = asyncio.new_event_loop()
    line = Line(port, kilobits * 125, latency)
    ready = loop.create_future()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    asyncio.run_coroutine_threadsafe(line.serve(ready), loop)
    while not ready.done():
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{ready.result()}", line
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def visit(kilobits: float, latency: float, game: str) -> list[tuple[str, float, float]]:
    """Return for each step how many seconds it took after the tap, and how many kilobytes had come by then."""
    found: list[tuple[str, float, float]] = []
    with tempfile.TemporaryDirectory() as folder, browsing() as browser:
        server = RunningServer(Path(folder), "--unlimited")
        server.start()
        with slow_line(server.port, kilobits, latency) as (address, line):
            visitor = Visitor(browser, address, place="device", width=360, height=740, touch=True)
            page = visitor.page
            page.set_default_timeout(120_000)
            begin = time.monotonic()

            def note(name: str) -> None:
                nonlocal begin
                found.append((name, time.monotonic() - begin, line.brought / 1e3))
                print(name, f"{found[-1][1]:.1f} s", file=sys.stderr, flush=True)
                begin = time.monotonic()

            page.goto(address, wait_until="commit")
            page.wait_for_selector(f".games a[href='/play/{game}']")
            note("the first page")
            page.locator(f".games a[href='/play/{game}']").tap()
            page.wait_for_selector(".start .btn:enabled")
            note("the set-up page")
            page.locator(".start .btn").tap()
            page.wait_for_selector("main[data-ply] .tb")
            note("the table")
            page.wait_for_function("() => document.querySelector('main').dataset.mover !== undefined")
            note("one's turn")
            page.evaluate("navigator.serviceWorker.ready.then(() => null)")
            note("kept for flights")
            visitor.leave()
        server.stop()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kilobits", type=float, default=400)
    parser.add_argument("--latency", type=float, default=100, help="in milliseconds, for every request")
    parser.add_argument("--game", default="tokan")
    wish = parser.parse_args()
    rows = [
        (name, f"{seconds:.1f} s", f"{kilobytes:.0f} kB")
        for name, seconds, kilobytes in visit(wish.kilobits, wish.latency / 1000, wish.game)
    ]
    print(f"A first visit at {wish.kilobits:.0f} kbit/s, {wish.latency:.0f} ms")
    table(("until there is", "after the tap", "brought so far"), rows)


if __name__ == "__main__":
    main()
