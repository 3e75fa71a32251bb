"""Playing a tournament: matches go out to workers, results are kept as they come."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

from tafelrunde.players.arena import play_round_match
from tafelrunde.players.external import EngineFailed
from tafelrunde.records.replay import replay
from tafelrunde.research.spread import spread
from tafelrunde.research.tournament import results
from tafelrunde.research.tournament.plan import Format, Meeting, Tournament, comparison
from tafelrunde.research.tournament.results import Result, Results
from tafelrunde.research.tournament.swiss import pair_up

Task = tuple[Tournament, Meeting, int]


def play_task(task: Task) -> Result:
    """Play one match; an external engine that fails loses it."""
    tournament, meeting, match = task
    plan = tournament.plan(meeting.first, meeting.second)
    try:
        record = play_round_match(plan, meeting.deal, match)
    except EngineFailed as error:
        failed = str(error)
        lost = failed.startswith(f"{plan.first.removeprefix('cmd:')}:")
        return Result(*meeting, match, score=0.0 if lost else 1.0, forfeit=failed)
    outcome = replay(record).final.outcome()
    return Result(*meeting, match, comparison(plan, match, outcome), outcome.points, str(record))


def run(
    tournament: Tournament,
    pool: Executor,
    workers: int,
    file: Path | None = None,
    show: Callable[[Results], None] = lambda _: None,
) -> Results:
    """Play what is not in the file yet; raise UnknownGame, UnknownPlayer or BadOptions."""
    tournament.check()
    standing = Results(tournament)
    known = {} if file is None else {result.key: result for result in results.read(tournament, file)}
    rounds = tournament.rounds if tournament.format is Format.SWISS else 1
    for number in range(rounds):
        pairs = tournament.pairs()
        if tournament.format is Format.SWISS:
            pairs = _swiss_pairs(standing)
        tasks = []
        for meeting in tournament.meetings(pairs, number):
            for match in range(tournament.matches_a_deal):
                if (meeting, match) in known:
                    standing.add(known[meeting, match])
                else:
                    tasks.append((tournament, meeting, match))
        show(standing)
        for _, result in spread(pool, workers, play_task, tasks):
            if file is not None:
                results.write(tournament, file, result)
            standing.add(result)
            show(standing)
    return standing


def _swiss_pairs(standing: Results) -> list[tuple[int, int]]:
    met: dict[tuple[int, int], int] = {}
    for first, second, _ in {meeting for meeting, _ in standing.matches}:
        met[first, second] = met.get((first, second), 0) + 1
    pairs, resting = pair_up(standing.scores(), met, standing.byes)
    if resting is not None:
        standing.byes[resting] = standing.byes.get(resting, 0) + 1
    return pairs
