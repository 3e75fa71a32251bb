"""The results of a tournament, kept in a file line by line, so that a stopped tournament can resume."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean

from tafelrunde.research.tournament.plan import Meeting, Tournament


@dataclass(frozen=True)
class Result:
    """One match: what the first entrant scored, the points of the sides, the record; or why somebody gave up."""

    first: int
    second: int
    deal: int
    match: int
    score: float
    points: tuple[int, ...] = ()
    record: str = ""
    forfeit: str | None = None

    @property
    def key(self) -> tuple[Meeting, int]:
        """Which match it is."""
        return Meeting(self.first, self.second, self.deal), self.match


@dataclass
class Results:
    """All matches so far."""

    tournament: Tournament
    matches: dict[tuple[Meeting, int], Result] = field(default_factory=dict)
    byes: dict[int, int] = field(default_factory=dict)
    """How often an entrant had no opponent in a Swiss round."""

    def add(self, result: Result) -> None:
        """Take in a match."""
        self.matches[result.key] = result

    def has(self, meeting: Meeting) -> bool:
        """Return whether all matches of a meeting are there."""
        return all((meeting, match) in self.matches for match in range(self.tournament.matches_a_deal))

    def ordered(self) -> list[Result]:
        """List the matches in an order that does not depend on who finished first."""
        return [self.matches[key] for key in sorted(self.matches, key=lambda key: (key[0].deal, key[0], key[1]))]

    def scores(self) -> list[float]:
        """List what every entrant scored, one a match; a bye counts as won."""
        scores = [0.0] * len(self.tournament.entrants)
        for result in self.matches.values():
            scores[result.first] += result.score
            scores[result.second] += 1 - result.score
        won = self.tournament.deals * self.tournament.matches_a_deal
        return [score + won * self.byes.get(entrant, 0) for entrant, score in enumerate(scores)]

    def games(self, entrant: int) -> int:
        """Count the matches of an entrant."""
        return sum(entrant in (result.first, result.second) for result in self.matches.values())

    def against(self, entrant: int, opponent: int) -> tuple[float, int]:
        """Return the mean score of an entrant against another, and the number of matches."""
        own = [result.score for result in self.matches.values() if (result.first, result.second) == (entrant, opponent)]
        own += [1 - r.score for r in self.matches.values() if (r.first, r.second) == (opponent, entrant)]
        return (fmean(own), len(own)) if own else (0.0, 0)


def read(tournament: Tournament, file: Path) -> Iterator[Result]:
    """Iterate over the results of this tournament that a file holds; a last line cut short is left out."""
    if not file.exists():
        return
    title = describe(tournament)
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            words = json.loads(line)
        except ValueError:
            continue
        if words.pop("tournament", None) == title:
            yield Result(**{**words, "points": tuple(words["points"])})


def write(tournament: Tournament, file: Path, result: Result) -> None:
    """Add a result to a file, on a line of its own even if the last one was cut short."""
    line = json.dumps({"tournament": describe(tournament), **asdict(result)}) + "\n"
    with file.open("a+b") as target:
        target.seek(max(0, target.tell() - 1))
        cut_short = target.read() not in (b"", b"\n")
        target.write(b"\n" * cut_short + line.encode())


def describe(tournament: Tournament) -> str:
    """Name everything that decides what a match will be: two tournaments of the same name share their results."""
    budget = f"{tournament.budget.seconds or ''}s{tournament.budget.nodes or ''}n"
    names = ", ".join(tournament.entrants)
    starts = " | balanced" if tournament.balanced else ""
    return f"{tournament.game} {tournament.options} | {names} | {budget} | seed {tournament.seed}{starts}"
