"""What is counted and measured, for Prometheus."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

ENTRIES = Counter("tafelrunde_entries", "Entries committed to the store")
MESSAGES = Counter("tafelrunde_messages", "Messages received over WebSockets")
REFUSALS = Counter("tafelrunde_refusals", "Refusals sent", ["code"])
CONNECTIONS = Gauge("tafelrunde_connections", "Open WebSockets")
MATCHES = Gauge("tafelrunde_matches", "Matches in memory")
REQUESTS = Counter("tafelrunde_requests", "HTTP requests", ["method", "status"])
ACT_SECONDS = Histogram(
    "tafelrunde_act_seconds",
    "From receiving an action to its commit",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0),
)
THINKING_SECONDS = Histogram("tafelrunde_thinking_seconds", "Time computers took for a move")
STUMBLES = Counter("tafelrunde_stumbles", "Computers that crashed, hung or answered nonsense")
SLOW_READERS = Counter("tafelrunde_slow_readers", "Connections cut off because they did not read")
