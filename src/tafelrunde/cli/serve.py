"""`tafelrunde serve`: matches over the network from one process, or from several with PostgreSQL and Redis."""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal

import typer

from tafelrunde.extras import needs
from tafelrunde.games.errors import BadOptions

Texts = list[str] | None

_CHECKOUT = Path(__file__).resolve().parents[3]


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8080,
    database: Annotated[
        str, typer.Option(metavar="URL", envvar="TAFELRUNDE_DATABASE", help="sqlite:FILE or postgresql://….")
    ] = "sqlite:tafelrunde.db",
    redis: Annotated[
        str | None,
        typer.Option(metavar="URL", envvar="TAFELRUNDE_REDIS", help="redis://…, needed for several processes."),
    ] = None,
    workers: Annotated[
        bool, typer.Option("--remote-computers", help="Let `tafelrunde worker` processes compute the computers' moves.")
    ] = False,
    web: Annotated[Path | None, typer.Option(help="The folder of the built web client.")] = None,
    allowed_host: Annotated[
        Texts, typer.Option(metavar="NAME", help="A host name to answer to; may be repeated. Default: all.")
    ] = None,
    allowed_origin: Annotated[
        Texts, typer.Option(metavar="ORIGIN", help="Another site that may connect; may be repeated.")
    ] = None,
    trusted_proxy: Annotated[
        Texts, typer.Option(metavar="ADDRESS", help="A proxy trusted to report the client's address; may be repeated.")
    ] = None,
    metrics_token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar="TAFELRUNDE_METRICS_TOKEN",
            help="Serve /metrics to requests with this token. Default: to this machine only.",
        ),
    ] = None,
    engine: Annotated[
        Texts, typer.Option(metavar="NAME=COMMAND", help="A program that speaks the bot protocol, as an opponent.")
    ] = None,
    think: Annotated[
        float | None, typer.Option(min=0.02, max=600, help="Seconds per computer move. Default: set by its level.")
    ] = None,
    open_days: Annotated[
        int, typer.Option(min=0, help="Days until an open match that nobody joins is closed; 0 for never.")
    ] = 30,
    push_key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="TAFELRUNDE_PUSH_KEY",
            help="The key for push notifications, created if missing. Default: beside an SQLite database.",
        ),
    ] = None,
    rate: Annotated[float, typer.Option(min=1, help="Messages per second that one connection may send.")] = 50.0,
    unlimited: Annotated[bool, typer.Option("--unlimited", help="No limits per address, for benchmarks.")] = False,
    log_level: Annotated[Literal["debug", "info", "warning", "error"], typer.Option(help="What to log.")] = "info",
    show: Annotated[bool, typer.Option("--open", help="Open the table in the browser.")] = False,
) -> None:
    """Serve matches until interrupted: open the address, play, send links to friends.

    Example: tafelrunde serve --port 8000 --database sqlite:matches.db
    """
    from tafelrunde.cli.table import check_port, url_of, welcome
    from tafelrunde.server.logs import set_up_logs
    from tafelrunde.server.run import serve as run
    from tafelrunde.server.settings import Limits, Settings

    much = 1e9
    limits = Limits(messages_per_second=rate, messages_burst=4 * rate)
    if unlimited:
        limits = Limits(
            sockets_per_address=100_000,
            connections_per_address=100_000,
            messages_per_second=much,
            messages_burst=much,
            requests_per_second=much,
            requests_burst=much,
            work_per_second=much,
            work_burst=much,
            questions_waiting=10_000,
            files_per_second=much,
            files_burst=much,
            matches_per_hour=much,
            matches_burst=much,
            rematches_per_hour=much,
            rematches_burst=much,
            joins_per_hour=much,
            joins_burst=much,
            seeks_per_hour=much,
            seeks_burst=much,
            seeks_per_address=100_000,
            followed_per_address=1_000_000_000,
            waiting_per_address=100_000,
            challenges_per_hour=much,
            challenges_burst=much,
            registrations_per_hour=much,
            registrations_burst=much,
            api_tokens_per_hour=much,
            api_tokens_burst=much,
            proofs_per_hour=much,
            proofs_burst=much,
            lines_per_hour=much,
            lines_burst=much,
            studies_per_address=8,
            studies_per_hour=much,
            studies_burst=much,
        )
    _check_extras(database, redis)
    check_port(host, port)
    set_up_logs(log_level, plain=sys.stderr.isatty())
    run(
        Settings(
            host=host,
            port=port,
            database=database,
            redis=redis,
            web=find_page(web),
            allowed_hosts=tuple(allowed_host or ()),
            allowed_origins=tuple(allowed_origin or ()),
            trusted_proxies=tuple(trusted_proxy or ()),
            metrics_token=metrics_token,
            engines=_engines(engine or []),
            think_seconds=think,
            open_days=open_days,
            push_key=push_key,
            remote_computers=workers,
            limits=limits,
        ),
        lambda: welcome(url_of(host, port), qr=False, browser=show),
    )


def _check_extras(database: str, redis: str | None) -> None:
    """Raise MissingExtra where a database or several processes are asked for without their packages."""
    from tafelrunde.store import sqlite_file

    if sqlite_file(database) is None:
        with needs("postgres"):
            import asyncpg  # type: ignore[import-untyped]  # noqa: F401
    if redis is not None:
        with needs("cluster"):
            import redis as _  # noqa: F401
            import saq  # noqa: F401


def worker(
    redis: Annotated[str, typer.Option(metavar="URL", envvar="TAFELRUNDE_REDIS", help="redis://….")],
    threads: Annotated[int, typer.Option(min=1, max=256, help="Questions to work on at once.")] = 2,
    log_level: Annotated[Literal["debug", "info", "warning", "error"], typer.Option(help="What to log.")] = "info",
) -> None:
    """Compute moves for servers that run with --remote-computers, until interrupted.

    Example: tafelrunde worker --redis redis://127.0.0.1:6379
    """
    from tafelrunde.server.logs import set_up_logs

    with needs("cluster"):
        from tafelrunde.server.thinking.remote import work

    set_up_logs(log_level, plain=sys.stderr.isatty())
    work(redis, threads)


def find_page(folder: Path | None) -> Path | None:
    """Return the web client's folder: the one named, the one built in this checkout, or the one in the package.

    Where there is none, say so and return None. Raise BadOptions for a folder without a page.
    """
    if folder is not None:
        if not (folder / "index.html").is_file():
            raise BadOptions("web", f"there is no index.html in {folder}")
        return folder
    places = [Path(str(resources.files("tafelrunde") / "web" / "dist"))]
    if (_CHECKOUT / "web" / "package.json").is_file():
        places.insert(0, _CHECKOUT / "web" / "dist")
    for place in places:
        if (place / "index.html").is_file():
            return place
    typer.echo(
        "This installation has no web page, only the interface for programs (it was built without Node.js).", err=True
    )
    return None


def _engines(words: list[str]) -> dict[str, str]:
    engines = {}
    for word in words:
        name, equals, command = word.partition("=")
        if not (name and equals and command):
            raise BadOptions("engine", "write NAME=COMMAND")
        engines[name] = command
    return engines
