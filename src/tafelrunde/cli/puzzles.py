"""The commands for puzzles: finding them, proving them again, and handing some out."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from tafelrunde.cli.arena import Ray, Workers
from tafelrunde.cli.io import Refused, numbered_records, write
from tafelrunde.cli.params import DEFAULT_GAME
from tafelrunde.games.errors import BadOptions, quoted

if TYPE_CHECKING:
    from tafelrunde.research.puzzles.puzzle import Puzzle

puzzles = typer.Typer(help="Find, prove, sample and export puzzles.", no_args_is_help=True)

GameName = Annotated[str, typer.Option("--game", "-g", metavar="GAME", help="Which game.")]
NOT_VERIFIED = 1


@puzzles.command()
def mine(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, or to resume.")],
    game: GameName = DEFAULT_GAME,
    tasks: Annotated[int, typer.Option("--tasks", "-n", min=1, help="Number of tasks, of eight matches each.")] = 100,
    seed: Annotated[str, typer.Option("--seed", help="Seed for matches and all randomness.")] = "1",
    hard: Annotated[bool, typer.Option("--hard", help="Only hard puzzles, from matches of stronger levels.")] = False,
    records: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="Search these open records instead of playing.")
    ] = None,
    workers: Workers = None,
    ray: Ray = None,
) -> None:
    """Look for puzzles in matches between levels, or in records.

    Results are saved after each task, and the same command resumes from them. The same seed finds the same puzzles.

    Example: tafelrunde puzzles mine build/tokan.jsonl --game tokan --seed 1 -n 1600
    """
    from tafelrunde.research.puzzles import mining
    from tafelrunde.research.spread import executor

    console = Console(file=sys.stderr)
    with (
        executor(workers or os.cpu_count() or 1, ray) as (pool, size),
        Progress(console=console, disable=not sys.stderr.isatty()) as bar,
    ):
        if records is None:
            shown = bar.add_task("tasks", total=tasks)
            plan = mining.Plan(game, seed, range(tasks), hard)
            mining.run(mining.Work(pool, size, out, lambda done: bar.update(shown, completed=done)), plan)
        else:
            texts = [str(record) for _, record in numbered_records(records)]
            shown = bar.add_task("records", total=len(texts))
            mining.run_records(mining.Work(pool, size, out, lambda done: bar.update(shown, completed=done)), texts)
    found = list(mining.read_found(out))
    dropped = sum((task.dropped for task in found), Counter[str]())
    write(f"{sum(len(task.puzzles) for task in found)} puzzles, {sum(task.seconds for task in found):.0f} s of work\n")
    for rule, number in dropped.most_common():
        write(f"{number:9} {rule}\n")


@puzzles.command()
def collect(
    found: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Output of `mine`, or tables of puzzles.")],
    folder: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="The folder to write.")],
    game: GameName = DEFAULT_GAME,
    most: Annotated[int, typer.Option("--most", min=1, help="Maximum number of proved puzzles.")] = 3000,
    tasks: Annotated[int, typer.Option("--tasks", min=0, help="Maximum number of each other kind.")] = 100,
) -> None:
    """Choose puzzles as evenly over the difficulties as possible, and write the files of the package.

    Example: tafelrunde puzzles collect build/tokan.jsonl --game tokan --out corpus
    """
    from tafelrunde.research.puzzles import corpus, mining

    tables = [file for file in found if file.suffix in {".csv", ".gz"}]
    mined = (file for file in found if file not in tables)
    lines = sorted((task for file in mined for task in mining.read_found(file)), key=lambda task: task.task)
    chosen = corpus.choose(
        (
            puzzle
            for puzzles in (*map(_read, tables), *(task.puzzles for task in lines))
            for puzzle in puzzles
            if puzzle.game == game
        ),
        {"proved": most, "most": tasks, "chance": tasks},
    )
    corpus.write_parts(folder, game, chosen)
    corpus.write_index(folder)
    bands = Counter((puzzle.kind, corpus.band_of(puzzle.rating)) for puzzle in chosen)
    for (kind, band), number in sorted(bands.items()):
        write(f"{kind:7} band {band}: {number}\n")


@puzzles.command()
def verify(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A table of puzzles. Default: those of the package.")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", metavar="GAME", help="Only puzzles of this game.")] = None,
    every: Annotated[int, typer.Option("--every", min=1, metavar="N", help="Only every Nth puzzle.")] = 1,
    workers: Workers = None,
    ray: Ray = None,
) -> None:
    """Prove puzzles a second way, trying every turn to the end; exit status 1 if one fails."""
    from tafelrunde.research.puzzles.verifying import objection
    from tafelrunde.research.spread import executor, spread

    asked = [puzzle for puzzle in _read(file) if game is None or puzzle.game == game][::every]
    console = Console(file=sys.stderr)
    failed = 0
    with (
        executor(workers or os.cpu_count() or 1, ray) as (pool, size),
        Progress(console=console, disable=not sys.stderr.isatty()) as bar,
    ):
        shown = bar.add_task("puzzles", total=len(asked))
        for puzzle, reason in spread(pool, size, objection, asked):
            bar.advance(shown)
            if reason is not None:
                failed += 1
                write(f"{puzzle.id} {puzzle.game} {puzzle.kind}: {reason}\n")
    write(f"{len(asked)} puzzles checked, {failed} contradicted\n")
    if failed:
        raise typer.Exit(NOT_VERIFIED)


@puzzles.command()
def sample(
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="Number of puzzles.")],
    game: GameName = DEFAULT_GAME,
    seed: Annotated[str, typer.Option("--seed", help="Seed of the draw.")] = "1",
    kind: Annotated[
        str, typer.Option("--kind", help="proved (the only move that keeps the result), most, chance or all.")
    ] = "proved",
) -> None:
    """Print random puzzles, one JSON object per line.

    Example: tafelrunde puzzles sample 20 --game schoko --seed 7
    """
    from tafelrunde.games.registry import find_game
    from tafelrunde.research.puzzles.corpus import corpus
    from tafelrunde.research.puzzles.puzzle import KINDS, PROVED

    kinds: tuple[str, ...] = PROVED if kind == "proved" else KINDS if kind == "all" else (kind,)
    if not set(kinds) <= set(KINDS):
        raise BadOptions("kind", "choose proved, most, chance or all")
    there = [puzzle for puzzle in corpus(find_game(game).name) if puzzle.kind in kinds]
    for puzzle in Random(seed).sample(there, min(number, len(there))):
        write(json.dumps(_told(puzzle), ensure_ascii=False) + "\n")


@puzzles.command()
def show(
    name: Annotated[str, typer.Argument(metavar="ID", help="The id of a puzzle.")],
    solution: Annotated[bool, typer.Option("--solution", help="Show the solution as well.")] = False,
) -> None:
    """Draw a puzzle of the package."""
    from tafelrunde.records.record import read_record
    from tafelrunde.records.replay import replay
    from tafelrunde.research.puzzles.corpus import by_id

    puzzle = by_id().get(name)
    if puzzle is None:
        raise Refused(f"there is no puzzle {quoted(name)}")
    table = replay(read_record(puzzle.record)).final
    write(table.diagram(sys.stdout.isatty()).rstrip("\n") + "\n")
    write(f"{puzzle.game} {puzzle.kind}, rating {puzzle.rating}, seat {table.seat + 1}: {', '.join(puzzle.themes)}\n")
    if solution:
        write(" ".join(puzzle.solution) + "\n")


@puzzles.command()
def measure(
    game: GameName = DEFAULT_GAME,
    each: Annotated[int, typer.Option("--each", "-n", min=1, help="Puzzles per band.")] = 40,
    seed: Annotated[str, typer.Option("--seed", help="Seed for the choice of puzzles and all randomness.")] = "measure",
    workers: Workers = None,
    ray: Ray = None,
) -> None:
    """Measure which share of each band of difficulty every level solves, in percent with 95% intervals."""
    from tafelrunde.games.registry import find_game
    from tafelrunde.research.puzzles.corpus import corpus
    from tafelrunde.research.puzzles.measuring import measure as measured
    from tafelrunde.research.spread import executor

    there = corpus(find_game(game).name)
    with executor(workers or os.cpu_count() or 1, ray) as (pool, size):
        for share in measured(pool, size, there, each, seed):
            low, high = share.interval
            if share.level == 1:
                write(f"{chr(10) if share.band > 1 else ''}band {share.band} ({share.tried}):")
            write(f"  {100 * share.solved / share.tried:.0f} [{100 * low:.0f}, {100 * high:.0f}]")
    write("\n")


@puzzles.command()
def export(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Ends with .csv or .parquet.")],
    game: Annotated[str | None, typer.Option("--game", "-g", metavar="GAME", help="Only puzzles of this game.")] = None,
) -> None:
    """Write the puzzles of the package as one table, CSV or Parquet."""
    from tafelrunde.research.puzzles import puzzle as table

    rows = [puzzle for puzzle in _read(None) if game is None or puzzle.game == game]
    if out.suffix == ".parquet":
        table.write_parquet(rows, out)
    elif out.suffix == ".csv":
        out.write_text(table.write_csv(rows), encoding="utf-8", newline="")
    else:
        raise BadOptions("file", "its name must end with .csv or .parquet")
    write(f"{out}: {len(rows)} puzzles\n")


def _read(file: Path | None) -> Iterable[Puzzle]:
    from tafelrunde.research.puzzles.corpus import by_id, unpack
    from tafelrunde.research.puzzles.puzzle import read_csv

    if file is None:
        return list(by_id().values())
    try:
        data = file.read_bytes()
    except OSError as error:
        raise Refused(f"cannot read {quoted(str(file))}: {error.strerror}") from error
    return unpack(data) if file.suffix == ".gz" else read_csv(data.decode())


def _told(puzzle: Puzzle) -> dict[str, object]:
    """Return what others check us by; the other columns are in the table."""
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "kind": puzzle.kind,
        "record": puzzle.record,
        "solution": list(puzzle.solution),
        "rating": puzzle.rating,
        "themes": list(puzzle.themes),
    }
