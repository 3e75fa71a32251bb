"""The command `tafelrunde`, put together from its parts."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tafelrunde import __version__
from tafelrunde.cli import (
    admin_people,
    analyse,
    arena,
    count,
    dataset,
    dealing,
    drawings,
    normalise,
    puzzles,
    queries,
    serve,
    solve,
    table,
    tournament,
)
from tafelrunde.cli.io import forget_output, use_utf8
from tafelrunde.cli.play import play
from tafelrunde.cli.tokan import check, drill, layouts
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.games.registry import GAMES

BROKEN = 2
"""The exit status for a broken record, a file that cannot be read, an invalid argument."""
PIPE_CLOSED = 141
"""The exit status when the reader of the output has gone: what a shell reports for other programs then."""


class Commands(TyperGroup):
    """The commands, with one way to fail: the answers so far, then one line on standard error."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command and turn its errors into exit statuses."""
        use_utf8()
        try:
            try:
                result = super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except TafelrundeError as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(BROKEN) from error
        except BrokenPipeError as error:
            forget_output()
            raise typer.Exit(PIPE_CLOSED) from error
        return result


app = typer.Typer(
    cls=Commands,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="FILE may be - for standard input. Exit status: 0 done, 1 not verified, 2 broken record or wrong use.",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tafelrunde {__version__}")
        raise typer.Exit


*_FIRST, _LAST = (game.title for game in GAMES.values())


@app.callback(
    help=f"""Play, study and check {", ".join(_FIRST)} and {_LAST}.

    Without a command, the table opens in the browser; matches are saved in your own folder."""
)
def tafelrunde(
    ctx: typer.Context,
    version: Annotated[  # noqa: ARG001  # its callback answers
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    phones: Annotated[
        bool | None,
        typer.Option(
            "--phones/--no-phones", help="Let phones in the same network play. Default: ask.", show_default=False
        ),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    port: Annotated[
        int | None, typer.Option(metavar="N", help="The port to listen on. Default: 8080, or the next free one.")
    ] = None,
) -> None:
    """Open the table if there is no command."""
    if ctx.invoked_subcommand is None:
        table.set_table(phones, not no_browser, port)


PANELS: dict[str, list[Callable[..., None]]] = {
    "Play": [play, drill.drill, dealing.new],
    "View records": [drawings.show, drawings.replay, drawings.svg, dealing.verify],
    "Query records": [
        queries.moves,
        queries.perft,
        queries.score,
        queries.position,
        queries.view,
        normalise.normalise,
    ],
    "Solve and analyse": [solve.solve, check.check, analyse.analyse],
    "Study the games": [count.count, layouts.layouts],
    "Computer players": [arena.engine, arena.arena, tournament.tournament, dataset.dataset],
    "Serve": [serve.serve, serve.worker],
}
for panel, commands in PANELS.items():
    for command in commands:
        app.command(rich_help_panel=panel)(command)
app.add_typer(puzzles.puzzles, name="puzzles", rich_help_panel="Study the games")
app.add_typer(admin_people.admin, name="admin", rich_help_panel="Serve")
