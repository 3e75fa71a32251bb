"""The settings of a server, with defaults that suit one machine."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Limits:
    """How much one client, one address and all together may ask for."""

    sockets: int = 12_000
    """Connections of all kinds that may be open at once; fewer where there are not enough file handles."""
    sockets_per_address: int = 200
    """Of those, how many from one address; a trusted proxy may have more."""
    connections: int = 10_000
    """WebSockets."""
    connections_per_address: int = 100
    subscriptions: int = 64
    """Seats and matches that one connection follows."""
    followed_per_address: int = 300_000
    """Entries of all matches that are followed from one address: they are held in memory, half a kilobyte each."""
    waiting_per_address: int = 50
    """Requests that wait for the next event of a match, which is held in memory meanwhile."""
    messages_per_second: float = 50.0
    messages_burst: float = 200.0
    requests_per_second: float = 20.0
    requests_burst: float = 100.0
    work_per_second: float = 0.3
    """Seconds of processor time that an address may take each second, whatever it asks for."""
    work_burst: float = 3.0
    questions_waiting: int = 16
    """Records to be read and positions to be studied that an address may have waiting."""
    files_per_second: float = 200.0
    """Files of the web client; a first visit takes all of them at once, some hundred."""
    files_burst: float = 5_000.0
    matches_per_hour: float = 60.0
    """New matches from one address."""
    matches_burst: float = 30.0
    rematches_per_hour: float = 240.0
    """Rematches asked for or agreed to, each of which is a new match."""
    rematches_burst: float = 60.0
    joins_per_hour: float = 120.0
    """Seats taken from one address."""
    joins_burst: float = 30.0
    lines_per_hour: float = 240.0
    """Lines of chat by those who watch from one address, in whatever match; seats have a budget in each match."""
    lines_burst: float = 30.0
    registrations_per_hour: float = 20.0
    """New accounts from one address."""
    registrations_burst: float = 10.0
    proofs_per_hour: float = 240.0
    """Times that somebody from one address tries to show who they are."""
    proofs_burst: float = 60.0
    api_tokens_per_hour: float = 60.0
    """New API tokens from one address: of each that ends all processes remember that it has."""
    api_tokens_burst: float = 40.0
    seeks_per_hour: float = 600.0
    """Times that one person, or somebody from one address, looks for others to play with."""
    seeks_burst: float = 40.0
    seeks_per_address: int = 20
    """Of those, how many may wait at once from one address."""
    challenges_per_hour: float = 60.0
    """Challenges of one person."""
    challenges_burst: float = 20.0
    reports_per_hour: float = 20.0
    """Reports from one address."""
    reports_burst: float = 10.0
    attempts_per_hour: float = 1_200.0
    """Attempts at puzzles that one person tells of; each is kept."""
    attempts_burst: float = 2_000.0
    """More than a device keeps for times without a network."""
    shared_per_hour: float = 20.0
    """New studies from one address."""
    shared_burst: float = 10.0
    shared_bytes_per_second: float = 1_000.0
    """What is written into studies from one address."""
    shared_bytes_burst: float = 2_000_000.0
    head_bytes: int = 32_768
    """The longest that the address and the headers of a request may be."""
    head_seconds: float = 10.0
    """The longest that they may take to arrive."""
    body_seconds: float = 30.0
    """The longest that a body may take to arrive."""
    stalled_seconds: float = 60.0
    """How long a client may read nothing of an answer before its connection is cut off."""
    message_bytes: int = 16_384
    body_bytes: int = 131_072
    backlog_bytes: int = 8 << 20
    """What may wait for a slow reader before it is cut off."""
    backlog_total_bytes: int = 256 << 20
    """What may wait for all slow readers together before the slowest is cut off."""
    studies: int = 8
    """Analyses and solutions that are worked on or waited for, by all together."""
    studies_per_address: int = 1
    studies_per_hour: float = 120.0
    studies_burst: float = 20.0


@dataclass(frozen=True)
class Settings:
    """A server's settings."""

    host: str = "127.0.0.1"
    port: int = 8080
    database: str = "tafelrunde.db"
    redis: str | None = None
    web: Path | None = None
    """The folder of the built web client."""
    allowed_hosts: tuple[str, ...] = ()
    """Host names under which the server answers; none means all."""
    allowed_origins: tuple[str, ...] = ()
    """Foreign pages that may connect, as `https://name`; the server's own always may."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies whose word for the client's address counts."""
    metrics_token: str | None = None
    """Opens /metrics from anywhere; without one it is answered on this machine only."""
    engines: dict[str, str] = field(default_factory=dict)
    """External computer opponents: a name and the command that speaks the engine protocol."""
    heartbeat: int = 20
    """Seconds between signs of life that clients send."""
    think_seconds: float | None = None
    """Time that a computer has for a move; without it each level takes its own. A live clock may leave less."""
    study_seconds: float = 60.0
    """The longest that an analysis or a solution may take."""
    open_days: int = 30
    """Open matches in which nobody came or went for so many days are closed; 0 for never."""
    push_key: Path | None = None
    """The file of the key by which push services know the server; beside an SQLite database there is one by itself."""
    remote_computers: bool = False
    """Whether computers think in worker processes that take their questions from Redis."""
    limits: Limits = field(default_factory=Limits)
