"""`tafelrunde admin`: reports and roles, names that have to change."""

from __future__ import annotations

from typing import Annotated

import typer

from tafelrunde.cli.admin import DEFAULT, AccountName, Database, Who, Why, admin, charge_of, run_on, tell, time_of

__all__ = ["admin"]


@admin.command()
def reports(database: Database = DEFAULT) -> None:
    """List open reports: number, time, who, about whom, where, and what."""
    from tafelrunde.store.people.reports import open_reports

    for report, reporter, reported in run_on(database, lambda store: store.ask(open_reports)):
        line = f"{report.id} {time_of(report.at)} {reporter or '-'} {reported or '-'} {report.match} {report.text}"
        typer.echo("".join(character if character.isprintable() else "?" for character in line))


@admin.command()
def resolve(
    number: Annotated[int, typer.Argument(min=1, help="The number of a report.")],
    who: Who = "",
    why: Why = "",
    database: Database = DEFAULT,
) -> None:
    """Take a report off the list; use other commands to act on it."""
    from tafelrunde.store.people.reports import resolve as work

    act = charge_of(who, why).act("resolve", target=f"report {number}")
    if not run_on(database, lambda store: store.transact(lambda: work(number, act))):
        typer.echo("there is no such report, or it has been resolved", err=True)
        raise typer.Exit(1)


@admin.command()
def role(
    name: AccountName,
    role: Annotated[str, typer.Argument(help="moderator, or none.")],
    who: Who = "",
    why: Why = "",
    database: Database = DEFAULT,
) -> None:
    """Make somebody a moderator, or revoke that."""
    from tafelrunde.server.administration import people as work

    if role not in ("moderator", "none"):
        raise typer.BadParameter("there are the roles moderator and none")
    kept = "" if role == "none" else role
    run_on(database, lambda store: work.set_role(store, charge_of(who, why), name, kept))


@admin.command()
def rename(
    name: AccountName,
    new: Annotated[str, typer.Argument(help="The new name.")],
    who: Who = "",
    why: Why = "",
    database: Database = DEFAULT,
) -> None:
    """Rename an account, in its matches as well."""
    from tafelrunde.server.administration import people as work

    tell(run_on(database, lambda store: work.rename(store, charge_of(who, why), name, new)))
