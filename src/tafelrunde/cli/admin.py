"""`tafelrunde admin`: what a person in charge may do to the matches of a store."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

Database = Annotated[
    str,
    typer.Option("--database", metavar="URL", envvar="TAFELRUNDE_DATABASE", help="sqlite:FILE or postgresql://…."),
]
_DEFAULT = "sqlite:tafelrunde.db"

admin = typer.Typer(no_args_is_help=True, help="Look after the matches of a server, running or not.")


@admin.command("close")
def close_match(
    match: Annotated[str, typer.Argument(help="The name of the match.")], database: Database = _DEFAULT
) -> None:
    """End a match without a winner."""
    from tafelrunde.server import admin as work

    asyncio.run(work.close_match(database, match))


@admin.command()
def ban(
    token: Annotated[str, typer.Argument(help="A seat's token or its hash; - reads it from standard input.")],
    database: Database = _DEFAULT,
) -> None:
    """Shut a token out for good."""
    from tafelrunde.server import admin as work

    asyncio.run(work.ban(database, sys.stdin.readline().strip() if token == "-" else token))  # noqa: S105


@admin.command()
def export(database: Database = _DEFAULT) -> None:
    """Write every match to standard output, one a line, for `restore`."""
    from tafelrunde.server import admin as work

    count = asyncio.run(work.export(database, sys.stdout.buffer))
    typer.echo(f"{count} matches", err=True)


@admin.command()
def restore(
    file: Annotated[typer.FileBinaryRead, typer.Argument(help="An export, or - for standard input.")],
    database: Database = _DEFAULT,
) -> None:
    """Put exported matches into a database, of either kind; what is there already stays."""
    from tafelrunde.server import admin as work

    new, known = asyncio.run(work.restore(database, file))
    typer.echo(f"{new} matches restored, {known} were there already", err=True)


@admin.command()
def backup(target: Annotated[Path, typer.Argument(help="The file to make.")], database: Database = _DEFAULT) -> None:
    """Copy an SQLite database as it stands at one moment, while the server runs."""
    from tafelrunde.server import admin as work

    asyncio.run(work.backup(database, target))


@admin.command()
def records(database: Database = _DEFAULT) -> None:
    """Write the records of all finished matches to standard output."""
    from tafelrunde.server import admin as work

    count = asyncio.run(work.records(database, sys.stdout))
    typer.echo(f"{count} records", err=True)
