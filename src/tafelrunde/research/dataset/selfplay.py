"""Matches that players play against each other for a data set, part by part."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import pyarrow.parquet as pq

from tafelrunde.games.core import Game, Options
from tafelrunde.games.errors import BadOptions
from tafelrunde.games.registry import find_game
from tafelrunde.players.base import Budget, Choice
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.registry import find_player
from tafelrunde.research.dataset.rows import Played, Tables, tables
from tafelrunde.research.dataset.schema import VERSION
from tafelrunde.research.spread import spread

ABOUT = "dataset.json"


@dataclass(frozen=True)
class SelfPlay:
    """What is to be played; the same value gives the same files, however many workers there are.

    In every match each seat is taken by one of the players, drawn anew.
    """

    game: str
    options: str
    players: tuple[str, ...]
    matches: int
    seed: str = "1"
    nodes: int | None = None
    seconds: float | None = None
    window: int = 32
    part: int = 50
    """How many matches a file has."""

    def rules(self) -> tuple[Game, Options]:
        """Return the game and its options; raise UnknownGame or BadOptions."""
        game = find_game(self.game)
        return game, game.options_type.parse(self.options)

    def check(self) -> None:
        """Raise UnknownGame, UnknownPlayer or BadOptions where it cannot be played."""
        self.rules()
        if not self.players:
            raise BadOptions("players", "at least one")
        for player in self.players:
            find_player(player)
        if self.matches < 1 or self.part < 1:
            raise BadOptions("matches", "at least one, and at least one a part")

    @property
    def parts(self) -> int:
        """How many pairs of files there will be."""
        return -(-self.matches // self.part)


def play(plan: SelfPlay, number: int) -> Played:
    """Play one match of a plan."""
    game, options = plan.rules()
    chance = Random(f"{plan.seed}/{number}")
    players = [find_player(chance.choice(plan.players)) for _ in range(game.seats(options))]
    budgets = [Budget(plan.seconds, plan.nodes)] * len(players)
    thoughts: list[Choice] = []
    seating = Seating(game, options, game.deal(options, chance), players, budgets)
    record, _ = play_match(seating, f"{plan.seed}/{number}", notice=thoughts.append)
    return Played(f"{plan.seed}/{number}", record, thoughts)


def play_part(task: tuple[SelfPlay, int]) -> Tables:
    """Play the matches of one pair of files."""
    plan, part = task
    numbers = range(part * plan.part, min((part + 1) * plan.part, plan.matches))
    return tables(*plan.rules(), [play(plan, number) for number in numbers], plan.window)


def run(
    plan: SelfPlay, folder: Path, pool: Executor, workers: int, show: Callable[[int], None] = lambda _: None
) -> None:
    """Write the parts that the folder does not have yet; raise BadOptions for a folder of another plan."""
    plan.check()
    claim(folder, asdict(plan))
    missing = [part for part in range(plan.parts) if not has_part(folder, part)]
    show(plan.parts - len(missing))
    tasks = [(plan, part) for part in missing]
    for done, ((_, part), made) in enumerate(spread(pool, workers, play_part, tasks), start=1):
        write_part(folder, part, made)
        show(plan.parts - len(missing) + done)


def claim(folder: Path, about: dict[str, object]) -> None:
    """Note how a data set is made, in a new folder or one that was made so; raise BadOptions for any other."""
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / ABOUT
    text = json.dumps({"schema": VERSION, **about}, indent=1, default=str) + "\n"
    if not note.exists() and any(folder.glob("*.parquet")):
        raise BadOptions("out", f"{folder} holds other files")
    if note.exists() and note.read_text(encoding="utf-8") != text:
        raise BadOptions("out", f"{folder} holds a data set that was made in another way")
    note.write_text(text, encoding="utf-8")


def has_part(folder: Path, part: int) -> bool:
    """Tell whether both files of a part are there."""
    return (folder / f"matches-{part:05}.parquet").exists() and (folder / f"decisions-{part:05}.parquet").exists()


def write_part(folder: Path, part: int, made: Tables) -> None:
    """Write both files of a part, each at once or not at all."""
    for kind, table in (("matches", made.matches), ("decisions", made.decisions)):
        file = folder / f"{kind}-{part:05}.parquet"
        unfinished = file.with_suffix(".tmp")
        pq.write_table(table, unfinished, compression="zstd")
        unfinished.replace(file)
