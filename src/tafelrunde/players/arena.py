"""The arena: two players meet over many deals, each deal with every seating, on all cores.

A round is one deal played once for every seating of the two players: with two sides both ways round, with three seats
the first player alone against two of the second in each seat. Finished matches are written to a file at once, and an
arena that finds some of its matches there plays the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from random import Random
from statistics import fmean

from tafelrunde.games.core import Game, Options, Outcome
from tafelrunde.games.errors import BadOptions, TafelrundeError
from tafelrunde.games.registry import find_game
from tafelrunde.players.base import Budget
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.rating import Sprt
from tafelrunde.players.registry import find_player
from tafelrunde.players.starts import start_of_round
from tafelrunde.records.record import Record, read_record, read_records
from tafelrunde.records.replay import replay

EVENT, ROUND = "Event", "Round"


@dataclass(frozen=True)
class Plan:
    """What to play; a plain value that can be sent to worker processes."""

    game: str
    options: str
    first: str
    second: str
    games: int
    seed: str
    budgets: tuple[Budget, Budget] = (Budget(), Budget())
    balanced: bool = False
    """Whether rounds begin with balanced starts instead of random deals."""

    def rules(self) -> tuple[Game, Options]:
        """Return the game and its options; raise UnknownGame or BadOptions."""
        game = find_game(self.game)
        return game, game.options_type.parse(self.options)

    def seatings(self) -> list[tuple[bool, ...]]:
        """List, for each match of a round, which seats the first player has."""
        game, options = self.rules()
        sides = [game.side(options, seat) for seat in range(game.seats(options))]
        return [tuple(side == mine for side in sides) for mine in range(max(sides) + 1)]

    @property
    def rivals(self) -> int:
        """How many sides the first player meets in a match, all of them played by the second."""
        return len(self.seatings()) - 1

    @property
    def rounds(self) -> int:
        """The number of whole rounds that hold this many games."""
        return -(-self.games // len(self.seatings()))

    @property
    def title(self) -> str:
        """The name of the arena in records: two arenas of the same title are the same."""
        limits = [f"{budget.seconds or ''}s{budget.nodes or ''}n" for budget in self.budgets]
        who = f"{self.first} ({limits[0]}) - {self.second} ({limits[1]})"
        starts = ", balanced" if self.balanced else ""
        return f"{who}, {self.game} {self.options}, seed {self.seed}{starts}"

    def deal(self, number: int) -> str:
        """Return the deal of a round; raise BadOptions where there are no balanced starts."""
        game, options = self.rules()
        if self.balanced:
            return start_of_round(game, options, self.seed, number)
        return game.deal(options, Random(f"{self.seed}/{number}"))


@dataclass
class Standing:
    """The scores of the first player so far, by round and match."""

    plan: Plan
    scores: dict[tuple[int, int], float] = field(default_factory=dict)
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, number: int, match: int, score: float) -> None:
        """Take in one match."""
        self.scores[number, match] = score
        self.wins += score == 1
        self.losses += score == 0
        self.draws += 0 < score < 1

    def rounds(self) -> list[float]:
        """List the mean scores of the finished rounds."""
        matches = range(len(self.plan.seatings()))
        return [
            fmean(self.scores[number, match] for match in matches)
            for number in range(self.plan.rounds)
            if all((number, match) in self.scores for match in matches)
        ]


def play_round_match(plan: Plan, number: int, match: int) -> Record:
    """Play one match of a round."""
    game, options = plan.rules()
    seats = plan.seatings()[match]
    first, second = find_player(plan.first), find_player(plan.second)
    seating = Seating(
        game,
        options,
        plan.deal(number),
        [first if mine else second for mine in seats],
        [plan.budgets[0] if mine else plan.budgets[1] for mine in seats],
    )
    record, _ = play_match(seating, f"{plan.seed}/{number}/{match}")
    return record.with_tags(**{EVENT: plan.title, ROUND: f"{number + 1}.{match + 1}"})


def score_of(plan: Plan, match: int, outcome: Outcome) -> float:
    """Return the score of the first player: 1 for a win, 0 for a loss, a share of 1 for a shared first place."""
    mine = next(side for side, has in enumerate(_sides(plan, match)) if has)
    return outcome.share(mine)


def _sides(plan: Plan, match: int) -> list[bool]:
    game, options = plan.rules()
    sides: dict[int, bool] = {}
    for seat, mine in enumerate(plan.seatings()[match]):
        sides[game.side(options, seat)] = mine
    return [sides[side] for side in sorted(sides)]


def run(
    plan: Plan,
    file: Path | None,
    workers: int,
    sprt: Sprt | None = None,
    show: Callable[[Standing], None] = lambda _: None,
    *,
    pool: Executor | None = None,
) -> Standing:
    """Play the matches of a plan that are not yet in the file; stop early when the test is decided.

    Matches are handed out in order, so a decided test leaves hardly any gaps. Stopping the program loses
    at most the matches under way. They are played by processes of this machine, or by a given pool, which stays
    open.
    """
    find_player(plan.first), find_player(plan.second)
    if plan.games < 1:
        raise BadOptions("games", "at least one")
    standing = Standing(plan)
    _mend(file)
    for number, match, outcome in _finished(plan, file):
        standing.add(number, match, score_of(plan, match, outcome))
    matches = len(plan.seatings())
    todo = [(n, m) for n in range(plan.rounds) for m in range(matches) if (n, m) not in standing.scores]
    show(standing)
    with nullcontext(pool) if pool is not None else ProcessPoolExecutor(max_workers=workers) as players:
        waiting: dict[Future[tuple[Record, Outcome]], tuple[int, int]] = {}
        # An interrupt while one waits for the futures themselves could keep them locked for good.
        ended: SimpleQueue[Future[tuple[Record, Outcome]]] = SimpleQueue()
        while todo or waiting:
            while todo and len(waiting) < 2 * workers:
                number, match = todo.pop(0)
                future = players.submit(_play, plan, number, match)
                waiting[future] = (number, match)
                future.add_done_callback(ended.put)
            done = ended.get()
            number, match = waiting.pop(done)
            record, outcome = done.result()
            if file is not None:
                with file.open("a", encoding="utf-8") as target:
                    target.write(f"{record}\n")
            standing.add(number, match, score_of(plan, match, outcome))
            show(standing)
            if sprt is not None and sprt.verdict(standing.rounds()):
                todo.clear()
    return standing


def _play(plan: Plan, number: int, match: int) -> tuple[Record, Outcome]:
    record = play_round_match(plan, number, match)
    return record, _outcome(record)


def _outcome(record: Record) -> Outcome:
    return replay(record).final.outcome()


def _mend(file: Path | None) -> None:
    """Make a file ready for more: cut off a last record that was not written to its end, and leave a blank line."""
    text = "" if file is None or not file.exists() else file.read_text(encoding="utf-8")
    if file is None or not text or text.endswith("\n\n"):
        return
    begin = text.rfind("\n\n[") + 2 if "\n\n[" in text else 0
    cut_short = not text.endswith("\n") and not _is_whole(text[begin:])
    unfinished = file.with_name(f"{file.name}.tmp")
    unfinished.write_text(text[:begin] if cut_short else text.rstrip("\n") + "\n\n", encoding="utf-8")
    unfinished.replace(file)


def _is_whole(text: str) -> bool:
    try:
        return _outcome(read_record(text)).over
    except TafelrundeError:
        return False


def _finished(plan: Plan, file: Path | None) -> Iterator[tuple[int, int, Outcome]]:
    """Iterate over the matches of this plan that a file holds already."""
    if file is None or not file.exists():
        return
    for record in read_records(file.read_text(encoding="utf-8")):
        if record.tags.get(EVENT) == plan.title and ROUND in record.tags:
            outcome = _outcome(record)
            if outcome.over:
                number, match = record.tags[ROUND].split(".")
                yield int(number) - 1, int(match) - 1, outcome
