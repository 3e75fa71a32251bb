"""Metrics for Prometheus.

What happens with every move is counted in plain numbers that are put into Prometheus's form when somebody looks: its
own counters take a lock each time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector


class Moments:
    """How often what took how long, by buckets; for one thread."""

    def __init__(self, *bounds: float) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def show(self, name: str, about: str) -> HistogramMetricFamily:
        """Return them in Prometheus's form, where a bucket holds the smaller ones too."""
        total, buckets = 0, []
        for bound, count in zip((*map(str, self._bounds), "+Inf"), self._counts, strict=True):
            total += count
            buckets.append((bound, total))
        return HistogramMetricFamily(name, about, buckets, self._sum)


class Hot(Collector):
    """What is counted with every move, by the one thread that serves."""

    def __init__(self) -> None:
        self.entries = 0
        self.messages = 0
        self.act_seconds = Moments(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)

    def collect(self) -> Iterator[Metric]:
        """Return everything in Prometheus's form."""
        yield CounterMetricFamily("tafelrunde_entries", "Entries committed to the store", self.entries)
        yield CounterMetricFamily("tafelrunde_messages", "Messages received over WebSockets", self.messages)
        yield self.act_seconds.show("tafelrunde_act_seconds", "From receiving an action to its commit")


HOT = Hot()
REGISTRY.register(HOT)
REFUSALS = Counter("tafelrunde_refusals", "Refusals sent", ["code"])
CONNECTIONS = Gauge("tafelrunde_connections", "Open WebSockets")
MATCHES = Gauge("tafelrunde_matches", "Matches in memory")
REQUESTS = Counter("tafelrunde_requests", "HTTP requests", ["method", "status"])
THINKING_SECONDS = Histogram("tafelrunde_thinking_seconds", "Time computers took for a move")
STUMBLES = Counter("tafelrunde_stumbles", "Computers that crashed, hung or answered nonsense")
SLOW_READERS = Counter("tafelrunde_slow_readers", "Connections cut off because they did not read")
