"""Self-play matches for a data set, saved one by one as they end."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from tafelrunde.games.core import Game, Options, Position
from tafelrunde.games.errors import BadOptions
from tafelrunde.games.registry import find_game
from tafelrunde.players.base import Budget, Choice
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.registry import find_player
from tafelrunde.records.record import Record
from tafelrunde.records.replay import replay
from tafelrunde.research.dataset.files import Folder
from tafelrunde.research.dataset.rows import Part, Played, Thought, as_part
from tafelrunde.research.spaces import space_of
from tafelrunde.research.spread import spread


@dataclass(frozen=True)
class SelfPlay:
    """What to play; the same value gives the same files, whatever the number of workers.

    In every match each seat is taken by one of the players, drawn again.
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
    judge: str | None = None
    """Who says what a move was worth where its player says nothing."""

    def rules(self) -> tuple[Game, Options]:
        """Return the game and its options; raise UnknownGame or BadOptions."""
        game = find_game(self.game)
        return game, game.options_type.parse(self.options)

    def check(self) -> None:
        """Raise UnknownGame, UnknownPlayer, BadOptions or BadSetup if it cannot be played, or not be written down."""
        game, options = self.rules()
        space_of(game.name, options, self.window)
        if not self.players:
            raise BadOptions("players", "at least one")
        for player in (*self.players, *([self.judge] if self.judge else [])):
            find_player(player)
        if self.matches < 1 or self.part < 1:
            raise BadOptions("matches", "at least one, and at least one a part")

    @property
    def about(self) -> dict[str, object]:
        """How the data set is made, however large it is to become."""
        return {name: word for name, word in asdict(self).items() if name != "matches"}

    def numbers(self, part: int) -> range:
        """Return the matches of a part."""
        return range(part * self.part, min((part + 1) * self.part, self.matches))

    @property
    def parts(self) -> int:
        """How many files of decisions there will be."""
        return -(-self.matches // self.part)


def play(plan: SelfPlay, number: int) -> Played:
    """Play one match of a plan."""
    game, options = plan.rules()
    seed = f"{plan.seed}/{number}"
    chance = Random(seed)
    players = [find_player(chance.choice(plan.players)) for _ in range(game.seats(options))]
    budgets = [Budget(plan.seconds, plan.nodes)] * len(players)
    choices: list[Choice] = []
    seating = Seating(game, options, game.deal(options, chance), players, budgets)
    record, _ = play_match(seating, seed, notice=choices.append)
    thoughts = [Thought(choice) for choice in choices]
    if plan.judge is not None:
        thoughts = _judged(thoughts, record, plan.judge, seed)
    return Played(seed, record, thoughts, seed)


def _judged(thoughts: list[Thought], record: Record, judge: str, seed: str) -> list[Thought]:
    """Ask a judge about the decisions of which their player said nothing, by what the seat knew."""
    player = find_player(judge)
    found: list[Thought] = []
    for thought, table in zip(thoughts, replay(record).tables(), strict=False):
        assert isinstance(table, Position)
        if thought.choice.value is None:
            chance = Random(f"{seed}/judge/{len(found)}")
            found.append(Thought(player.choose(table.view(table.seat), Budget(), chance), judge))
        else:
            found.append(thought)
    return found


def play_one(task: tuple[SelfPlay, int]) -> Part:
    """Play a match, and write it as rows."""
    plan, number = task
    return as_part(*plan.rules(), [play(plan, number)], plan.window)


def run(
    plan: SelfPlay, folder: Path, pool: Executor, workers: int, show: Callable[[int], None] = lambda _: None
) -> int:
    """Write the matches that the folder does not have yet, each as it ends, and return how many it has then.

    An interrupted run keeps every finished match, even if it was killed. A later one resumes from there, to the same
    number of matches or a larger one. Raise BadOptions for a foreign folder.
    """
    plan.check()
    kept = Folder(folder, plan.about, plan.part)
    missing = [number for number in range(plan.matches) if number not in kept]
    done = plan.matches - len(missing)
    show(done)
    try:
        for (_, number), made in spread(pool, workers, play_one, [(plan, number) for number in missing]):
            kept.add(number, made)
            if all(one in kept for one in plan.numbers(number // plan.part)):
                kept.close(number // plan.part)
            done += 1
            show(done)
    finally:
        kept.close_all()
    return len(kept)
