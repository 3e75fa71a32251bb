"""`tafelrunde admin`: what an administrator may do to the matches of a store."""

from __future__ import annotations

import asyncio
import getpass
import os
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from tafelrunde.server.administration.admin import Charge
    from tafelrunde.store import Store

T = TypeVar("T")


def _user() -> str:
    """Return who is logged in; the number of a user without a name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"


Database = Annotated[
    str,
    typer.Option("--database", metavar="URL", envvar="TAFELRUNDE_DATABASE", help="sqlite:FILE or postgresql://…."),
]
Who = Annotated[str, typer.Option("--who", help="On whose authority, for the audit log. Default: the logged-in user.")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the audit log.")]
MatchName = Annotated[str, typer.Argument(metavar="MATCH", help="The name of the match.")]
SeatNumber = Annotated[
    int, typer.Argument(metavar="SEAT", min=0, max=4, help="The seat, numbered from 1; 0 for all spectators.")
]
AccountName = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]
Token = Annotated[str, typer.Argument(help="A seat's token or its hash; - reads it from standard input.")]
DEFAULT = "sqlite:tafelrunde.db"
_DAY_MS = 86_400_000

admin = typer.Typer(no_args_is_help=True, help="Manage the matches of a server, running or not.")


def run_on(database: str, work: Callable[[Store], Awaitable[T]], create: bool = False) -> T:
    """Run something on a store; raise BadSetup for a missing file, which only a few commands should create."""
    from tafelrunde.server.administration.admin import opened
    from tafelrunde.store import existing_file

    if not create:
        existing_file(database)

    async def run() -> T:
        async with opened(database) as store:
            return await work(store)

    return asyncio.run(run())


def charge_of(who: str, why: str) -> Charge:
    """Return on whose authority something is done, and why."""
    from tafelrunde.server.administration.admin import Charge

    return Charge(who or _user(), why)


def _read(token: str) -> str:
    return sys.stdin.readline().strip() if token == "-" else token  # noqa: S105


def time_of(milliseconds: int) -> str:
    """Return a time as text."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@admin.command("close")
def close_match(match: MatchName, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """End a match without a winner."""
    from tafelrunde.server.administration import admin as work

    run_on(database, lambda store: work.close_match(store, charge_of(who, why), match))


@admin.command()
def delete(match: MatchName, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Delete a match permanently, with everything that belongs to it."""
    from tafelrunde.server.administration import admin as work

    run_on(database, lambda store: work.delete(store, charge_of(who, why), match))


@admin.command()
def expire(
    days: Annotated[int, typer.Option(min=0, help="Days without anybody joining or leaving.")],
    who: Who = "",
    why: Why = "",
    database: Database = DEFAULT,
) -> None:
    """Close open matches that were never filled."""
    from tafelrunde.server.administration import admin as work

    charge = charge_of(who, why)
    count = run_on(database, lambda store: work.expire_all(store, charge, charge.at - days * _DAY_MS))
    typer.echo(f"{count} matches closed", err=True)


@admin.command()
def ban(token: Token, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Ban a token."""
    from tafelrunde.server.administration import admin as work

    if not run_on(database, lambda store: work.ban(store, charge_of(who, why), _read(token))):
        typer.echo("it is already banned", err=True)


@admin.command()
def unban(token: Token, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Lift the ban on a token."""
    from tafelrunde.server.administration import admin as work

    if not run_on(database, lambda store: work.unban(store, charge_of(who, why), _read(token))):
        typer.echo("it is not banned", err=True)


@admin.command()
def bans(database: Database = DEFAULT) -> None:
    """List the banned tokens, as hashes, with the time of each ban."""
    for hash_, at in run_on(database, lambda store: store.bans()):
        typer.echo(f"{time_of(at)} {hash_}")


@admin.command()
def suspend(name: AccountName, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Suspend an account; it is signed out everywhere."""
    from tafelrunde.server.administration import people as work

    if not run_on(database, lambda store: work.suspend(store, charge_of(who, why), name)):
        typer.echo("it is already suspended", err=True)


@admin.command()
def unsuspend(name: AccountName, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Lift the suspension of an account."""
    from tafelrunde.server.administration import people as work

    if not run_on(database, lambda store: work.suspend(store, charge_of(who, why), name, on=False)):
        typer.echo("it is not suspended", err=True)


@admin.command()
def ratings(
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Recompute all ratings from every result.")] = False,
    database: Database = DEFAULT,
) -> None:
    """Count the pending results; with --rebuild, recompute all ratings, which gives bit-identical results."""
    from tafelrunde.server.ratings import counting

    waited = run_on(database, counting.count_waiting)
    typer.echo(f"pending results counted: {waited}")
    if rebuild:
        count, changed = run_on(database, lambda store: store.transact(counting.rebuild))
        typer.echo(f"results recomputed: {count}; {'ratings changed' if changed else 'every rating is the same'}")


@admin.command()
def mute(match: MatchName, seat: SeatNumber, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Mute a seat's chat."""
    from tafelrunde.server.administration import admin as work

    run_on(database, lambda store: work.mute(store, charge_of(who, why), match, seat - 1))


@admin.command()
def unmute(match: MatchName, seat: SeatNumber, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Unmute a seat's chat."""
    from tafelrunde.server.administration import admin as work

    run_on(database, lambda store: work.mute(store, charge_of(who, why), match, seat - 1, on=False))


@admin.command("remove-line")
def remove_line(
    match: MatchName,
    number: Annotated[int, typer.Argument(min=1, help="The number of the entry that contains the line.")],
    who: Who = "",
    why: Why = "",
    database: Database = DEFAULT,
) -> None:
    """Remove a chat line for everybody."""
    from tafelrunde.server.administration import admin as work

    run_on(database, lambda store: work.remove_line(store, charge_of(who, why), match, number))


@admin.command()
def audit(database: Database = DEFAULT) -> None:
    """Print the audit log: when, who, what, to which match and whom, and why."""
    from tafelrunde.server.administration.exports import all_acts

    for act in run_on(database, all_acts):
        words = [act.who, act.what, act.match, act.target, f"({act.why})" if act.why else ""]
        line = " ".join([time_of(act.at), *filter(None, words)])
        # A log that was restored may hold anything.
        typer.echo("".join(character if character.isprintable() else "?" for character in line))


@admin.command()
def export(database: Database = DEFAULT) -> None:
    """Write matches, accounts, bans and the audit log to standard output, one entry per line, for `restore`."""
    from tafelrunde.server.administration import exports

    count = run_on(database, lambda store: exports.export(store, sys.stdout.buffer))
    typer.echo(f"{count} matches", err=True)


@admin.command()
def restore(
    file: Annotated[typer.FileBinaryRead, typer.Argument(help="An export, or - for standard input.")],
    who: Who = "",
    why: Why = "",
    database: Database = DEFAULT,
) -> None:
    """Restore an export into a database of either kind; existing data stays, damaged data is skipped."""
    from tafelrunde.server.administration import exports

    try:
        done = run_on(database, lambda store: exports.restore(store, charge_of(who, why), file), create=True)
    except exports.BadExport as error:
        done = error.restored
    counts = f"{done.new} matches restored, {done.known} were already there; "
    counts += f"{done.people} accounts, {done.bans} bans, {done.acts} acts"
    typer.echo(counts, err=True)
    tell(done.problems)


@admin.command()
def backup(target: Annotated[Path, typer.Argument(help="The file to create.")], database: Database = DEFAULT) -> None:
    """Make a consistent copy of an SQLite database, while the server runs."""
    from tafelrunde.server.administration import exports

    exports.backup(database, target)


@admin.command()
def verify(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="A backup, or a database by its address.")
    ] = None,
    database: Database = DEFAULT,
) -> None:
    """Check a database or a backup: its file, and every match, by replaying it."""
    from tafelrunde.server.administration.verify import verify as work

    report = asyncio.run(work(file or database))
    typer.echo(f"{report.matches} matches, {len(report.problems)} problems")
    tell(report.problems)


def tell(problems: list[str]) -> None:
    """Print what is wrong, and exit with status 1 if anything is."""
    for problem in problems:
        typer.echo(problem, err=True)
    if problems:
        raise typer.Exit(1)


@admin.command()
def records(database: Database = DEFAULT) -> None:
    """Write the records of all finished matches to standard output."""
    from tafelrunde.server.administration import exports

    count, problems = run_on(database, lambda store: exports.records(store, sys.stdout))
    typer.echo(f"{count} records", err=True)
    tell(problems)
