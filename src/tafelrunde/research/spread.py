"""Work spread over processes or machines: tasks that know their own seeds go out, results come back in any order.

The work is the same wherever it runs: a task is a function and plain values, all chance comes from seeds among them.
Ray retries a task when its worker dies; saving finished work is up to the caller.
"""

from __future__ import annotations

import importlib
import os
import signal
import socket
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any, ClassVar, TypeVar

from tafelrunde.extras import needs
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.native import PurePythonWarning, prefer

LOCAL = "local"
"""The address that means: a cluster on this machine, for as long as the work takes."""
RETRIES = 5
PATIENCE = 10.0
"""Seconds that a cluster may take to answer at its address."""

Task = TypeVar("Task")
Result = TypeVar("Result")


class RayMissing(TafelrundeError):
    """No cluster answers at its address."""

    code: ClassVar[str] = "ray-missing"


class RayExecutor(Executor):
    """Runs functions on a Ray cluster; one whose worker died is retried."""

    def __init__(self, address: str, workers: int) -> None:
        with needs("ray"):
            ray = importlib.import_module("ray")
        _reach(address)
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        # Ray is polite to whatever else a machine does, so much that the work would hardly go on beside it.
        os.environ.setdefault("RAY_worker_niceness", "0")
        # Nothing is told to anybody whom the user did not name.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        own = {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {}
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
        except (ConnectionError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
            raise RayMissing(f"no cluster at {address}: {error}") from None
        self._ray = ray
        self._functions: dict[Any, Any] = {}

    @property
    def workers(self) -> int:
        """How many tasks the cluster runs at once."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand out a task."""
        remote = self._functions.get(fn)
        if remote is None:
            remote = self._functions[fn] = self._ray.remote(num_cpus=1, max_retries=RETRIES)(fn)
        future: Future[Any] = remote.remote(*args, **kwargs).future()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster."""
        self._ray.shutdown()


def _reach(address: str) -> None:
    """Make sure that somebody listens at an address; raise RayMissing. Ray itself would try for minutes."""
    listed = Path(tempfile.gettempdir(), "ray", "ray_current_cluster")
    # Where Ray itself looks for the cluster of this machine, even when that is long gone.
    known = listed.read_text() if address == "auto" and listed.exists() else address
    host, _, port = known.strip().removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()
        except (OSError, OverflowError) as error:
            raise RayMissing(f"no cluster at {address}: {error}") from None


@contextmanager
def executor(workers: int, ray: str | None = None) -> Iterator[tuple[Executor, int]]:
    """Open processes of this machine, or a Ray cluster at an address; yield it and how many tasks it runs at once."""
    if ray is None:
        prefer()
        pool = ProcessPoolExecutor(max_workers=workers, initializer=_leave_to_the_parent)
        try:
            yield pool, workers
        except BaseException:
            _end_at_once(pool)
            raise
        pool.shutdown()
    else:
        with RayExecutor(ray, workers) as cluster:
            yield cluster, cluster.workers


def _leave_to_the_parent() -> None:
    """Say nothing that it has said, and let Ctrl-C, which a terminal sends to all, end the work as it says."""
    warnings.simplefilter("ignore", PurePythonWarning)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end_at_once(pool: ProcessPoolExecutor) -> None:
    """End a pool without waiting for what its processes are at."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001  # `terminate_workers` came with Python 3.14
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


def spread(
    pool: Executor, workers: int, work: Callable[[Task], Result], tasks: Iterable[Task]
) -> Iterator[tuple[Task, Result]]:
    """Run a function over tasks and yield each with its result as soon as it is there.

    Tasks are submitted in order and a few ahead. A caller that stops iterating loses the tasks under way.
    """
    todo = iter(tasks)
    waiting: dict[Future[Result], Task] = {}
    # Waiting for the futures themselves would hold their locks for moments, and an interrupt in such a moment would
    # keep them locked for good.
    ended: SimpleQueue[Future[Result]] = SimpleQueue()
    while True:
        while len(waiting) < 2 * workers and (task := next(todo, None)) is not None:
            future = pool.submit(work, task)
            waiting[future] = task
            future.add_done_callback(ended.put)
        if not waiting:
            return
        done = ended.get()
        yield waiting.pop(done), done.result()
