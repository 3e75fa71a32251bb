"""`tafelrunde admin`: reports and roles, names that have to change."""

from __future__ import annotations

from typing import Annotated

import typer

from tafelrunde.cli.admin import DEFAULT, AccountName, Database, Who, Why, admin, charge_of, run_on, tell, time_of

__all__ = ["admin"]


@admin.command()
def reports(database: Database = DEFAULT) -> None:
    """List what people have reported and nobody has looked at: number, time, who, about whom, where, and what."""
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
    """Take a report off the list; what is to be done about it is done by other commands."""
    from tafelrunde.store.people.reports import resolve as work

    act = charge_of(who, why).act("resolve", target=f"report {number}")
    if not run_on(database, lambda store: store.transact(lambda: work(number, act))):
        typer.echo("there is no such report, or somebody has looked at it", err=True)
        raise typer.Exit(1)


@admin.command()
def role(
    name: AccountName,
    role: Annotated[str, typer.Argument(help="moderator, or none.")],
    who: Who = "",
    why: Why = "",
    database: Database = DEFAULT,
) -> None:
    """Let somebody moderate, or no more."""
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
    """Give an account another name, in its matches as well."""
    from tafelrunde.server.administration import people as work

    tell(run_on(database, lambda store: work.rename(store, charge_of(who, why), name, new)))
