"""The running score of an arena: a progress bar on a terminal, one line at the end."""

from __future__ import annotations

import math
import sys
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tafelrunde.players.arena import Plan, Standing
from tafelrunde.players.rating import Estimate, Sprt, elo_difference, mean_score


class StandingShow:
    """Shows a standing whenever it changes."""

    def __init__(self, plan: Plan, sprt: Sprt | None) -> None:
        self._plan = plan
        self._sprt = sprt
        self._bar = Progress(
            TextColumn(f"{plan.first} - {plan.second}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[score]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=Console(file=sys.stderr),
            disable=not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task("games", total=plan.rounds * len(plan.seatings()), score="")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def __call__(self, standing: Standing) -> None:
        """Update the bar."""
        score = mean_score(standing.rounds())
        text = f"+{standing.wins} ={standing.draws} -{standing.losses}  {100 * score.value:.1f}%"
        self._bar.update(self._task, completed=len(standing.scores), score=text)

    def result(self, standing: Standing) -> str:
        """Return the final line."""
        rounds = standing.rounds()
        score, difference = mean_score(rounds), elo_difference(rounds, rivals=self._plan.rivals)
        text = (
            f"{self._plan.first} - {self._plan.second}: {len(standing.scores)} games "
            f"+{standing.wins} ={standing.draws} -{standing.losses}, score {_percent(score)}, Elo {_elo(difference)}"
        )
        if self._plan.rivals > 1:
            text += f", one against {self._plan.rivals}: equals score {100 / (self._plan.rivals + 1):.1f}%"
        if self._sprt is None:
            return text
        verdict = self._sprt.verdict(rounds) or "open"
        return f"{text}, test {self._sprt.low:g}..{self._sprt.high:g}: {verdict} ({self._sprt.ratio(rounds):.2f})"


def _percent(score: Estimate) -> str:
    return f"{100 * score.value:.1f}% [{100 * score.low:.1f}, {100 * score.high:.1f}]"


def _elo(difference: Estimate) -> str:
    return f"{_number(difference.value)} [{_number(difference.low)}, {_number(difference.high)}]"


def _number(value: float) -> str:
    return f"{value:+.0f}" if math.isfinite(value) else ("+∞" if value > 0 else "-∞")
