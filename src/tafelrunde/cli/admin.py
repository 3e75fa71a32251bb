"""`tafelrunde admin`: what a person in charge may do to the matches of a store."""

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
Who = Annotated[str, typer.Option("--who", help="On whose word, for the audit log. Default: who is logged in.")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the audit log.")]
MatchName = Annotated[str, typer.Argument(metavar="MATCH", help="The name of the match.")]
SeatNumber = Annotated[
    int, typer.Argument(metavar="SEAT", min=0, max=4, help="The seat, counted from 1; 0 for all who watch.")
]
AccountName = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]
Token = Annotated[str, typer.Argument(help="A seat's token or its hash; - reads it from standard input.")]
DEFAULT = "sqlite:tafelrunde.db"
_DAY_MS = 86_400_000

admin = typer.Typer(no_args_is_help=True, help="Look after the matches of a server, running or not.")


def run_on(database: str, work: Callable[[Store], Awaitable[T]], create: bool = False) -> T:
    """Do something with a store; raise BadSetup for a file that is not there, which only few should create."""
    from tafelrunde.server.administration.admin import opened
    from tafelrunde.store import existing_file

    if not create:
        existing_file(database)

    async def run() -> T:
        async with opened(database) as store:
            return await work(store)

    return asyncio.run(run())


def charge_of(who: str, why: str) -> Charge:
    """Return on whose word something is done, and why."""
    from tafelrunde.server.administration.admin import Charge

    return Charge(who or _user(), why)


def _read(token: str) -> str:
    return sys.stdin.readline().strip() if token == "-" else token  # noqa: S105


def time_of(milliseconds: int) -> str:
    """Return a moment as text."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@admin.command("close")
def close_match(match: MatchName, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """End a match without a winner."""
    from tafelrunde.server.administration import admin as work

    run_on(database, lambda store: work.close_match(store, charge_of(who, why), match))


@admin.command()
def delete(match: MatchName, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Delete a match with everything that belongs to it, for good."""
    from tafelrunde.server.administration import admin as work

    run_on(database, lambda store: work.delete(store, charge_of(who, why), match))


@admin.command()
def expire(
    days: Annotated[int, typer.Option(min=0, help="Days in which nobody came or went.")],
    who: Who = "",
    why: Why = "",
    database: Database = DEFAULT,
) -> None:
    """Close open matches that nobody completed."""
    from tafelrunde.server.administration import admin as work

    charge = charge_of(who, why)
    count = run_on(database, lambda store: work.expire_all(store, charge, charge.at - days * _DAY_MS))
    typer.echo(f"{count} matches closed", err=True)


@admin.command()
def ban(token: Token, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Shut a token out."""
    from tafelrunde.server.administration import admin as work

    if not run_on(database, lambda store: work.ban(store, charge_of(who, why), _read(token))):
        typer.echo("it was shut out already", err=True)


@admin.command()
def unban(token: Token, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Let a token in again."""
    from tafelrunde.server.administration import admin as work

    if not run_on(database, lambda store: work.unban(store, charge_of(who, why), _read(token))):
        typer.echo("it was not shut out", err=True)


@admin.command()
def bans(database: Database = DEFAULT) -> None:
    """List the tokens that are shut out, as hashes, with the moment it happened."""
    for hash_, at in run_on(database, lambda store: store.bans()):
        typer.echo(f"{time_of(at)} {hash_}")


@admin.command()
def suspend(name: AccountName, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Shut an account out: it is signed out everywhere."""
    from tafelrunde.server.administration import people as work

    if not run_on(database, lambda store: work.suspend(store, charge_of(who, why), name)):
        typer.echo("it was shut out already", err=True)


@admin.command()
def unsuspend(name: AccountName, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Let an account in again."""
    from tafelrunde.server.administration import people as work

    if not run_on(database, lambda store: work.suspend(store, charge_of(who, why), name, on=False)):
        typer.echo("it was not shut out", err=True)


@admin.command()
def ratings(
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Compute all ratings again, from every result.")] = False,
    database: Database = DEFAULT,
) -> None:
    """Count the results that wait; with --rebuild compute all ratings again, which gives the same to the last bit."""
    from tafelrunde.server.ratings import counting

    waited = run_on(database, counting.count_waiting)
    typer.echo(f"{waited} results counted that were waiting")
    if rebuild:
        count, changed = run_on(database, lambda store: store.transact(counting.rebuild))
        typer.echo(f"{count} results counted again: {'ratings changed' if changed else 'every rating is the same'}")


@admin.command()
def mute(match: MatchName, seat: SeatNumber, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Carry a seat's chat no longer."""
    from tafelrunde.server.administration import admin as work

    run_on(database, lambda store: work.mute(store, charge_of(who, why), match, seat - 1))


@admin.command()
def unmute(match: MatchName, seat: SeatNumber, who: Who = "", why: Why = "", database: Database = DEFAULT) -> None:
    """Carry a seat's chat again."""
    from tafelrunde.server.administration import admin as work

    run_on(database, lambda store: work.mute(store, charge_of(who, why), match, seat - 1, on=False))


@admin.command("remove-line")
def remove_line(
    match: MatchName,
    number: Annotated[int, typer.Argument(min=1, help="The number of the entry in which something was said.")],
    who: Who = "",
    why: Why = "",
    database: Database = DEFAULT,
) -> None:
    """Take a line of chat away from everybody."""
    from tafelrunde.server.administration import admin as work

    run_on(database, lambda store: work.remove_line(store, charge_of(who, why), match, number))


@admin.command()
def audit(database: Database = DEFAULT) -> None:
    """Print what people in charge did: when, who, what, to which match and whom, and why."""
    from tafelrunde.server.administration.exports import all_acts

    for act in run_on(database, all_acts):
        words = [act.who, act.what, act.match, act.target, f"({act.why})" if act.why else ""]
        line = " ".join([time_of(act.at), *filter(None, words)])
        # A log that was restored may hold anything.
        typer.echo("".join(character if character.isprintable() else "?" for character in line))


@admin.command()
def export(database: Database = DEFAULT) -> None:
    """Write everything to standard output, a line each, for `restore`: matches, accounts, bans and the audit log."""
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
    """Put an export into a database, of either kind; what is there already stays, what is damaged is left out."""
    from tafelrunde.server.administration import exports

    try:
        done = run_on(database, lambda store: exports.restore(store, charge_of(who, why), file), create=True)
    except exports.BadExport as error:
        done = error.restored
    counts = f"{done.new} matches restored, {done.known} were there already; "
    counts += f"{done.people} accounts, {done.bans} bans, {done.acts} acts"
    typer.echo(counts, err=True)
    tell(done.problems)


@admin.command()
def backup(target: Annotated[Path, typer.Argument(help="The file to make.")], database: Database = DEFAULT) -> None:
    """Copy an SQLite database as it stands at one moment, while the server runs."""
    from tafelrunde.server.administration import exports

    exports.backup(database, target)


@admin.command()
def verify(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="A backup, or a database by its address.")
    ] = None,
    database: Database = DEFAULT,
) -> None:
    """Check a database or a backup: its file, and every match by replaying it."""
    from tafelrunde.server.administration.verify import verify as work

    report = asyncio.run(work(file or database))
    typer.echo(f"{report.matches} matches, {len(report.problems)} problems")
    tell(report.problems)


def tell(problems: list[str]) -> None:
    """Tell what is wrong, and leave with status 1 if anything is."""
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
