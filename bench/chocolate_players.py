"""The best level of Scho K.O. and Schokoly against random, greedy and plain UCT players, over mirrored deals.

Matches are played one after the other in one process, so that each player has a core for itself:

    python -m bench.chocolate_players [--games 40] [--seconds 1.0 | --nodes N] [--seed 1] [--against random greedy uct]
                                      [--forms 0 1 2 3] [--state FILE]

With `--state` every score is kept in a file at once, and a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bench.report import table
from tafelrunde.games.chocolate.position import ChocolateView
from tafelrunde.games.core import View
from tafelrunde.games.registry import find_game
from tafelrunde.native.chocolate_search import Limits, plain_uct
from tafelrunde.players.arena import Plan, Standing, score_of
from tafelrunde.players.base import NEVER, Budget, Choice, History, Player, Stop
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.rating import elo_difference, mean_score
from tafelrunde.players.registry import find_player

FORMS = (("schoko", "standard"), ("schokoly", "standard"), ("schokoly", "three"), ("schokoly", "teams"))
OPPONENTS = ("random", "greedy", "uct")
GLANCE = ("--games", "4", "--nodes", "1000", "--against", "greedy", "uct")
UCT_NODES = 1.5
"""Random games of UCT for a node of the search: at least what it plays in the same time (0.4 to 1.4 were seen)."""

TARGETS = {"random": 0.97, "greedy": 0.9, "uct": 0.75}
THREE_TARGETS = {"greedy": 0.55}
"""What the best level must reach at a second a turn; with three it sits with two of the others."""


class UctPlayer(Player):
    """Plays by UCT with random games in some drawn worlds, and nothing else."""

    name = "uct"

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        assert isinstance(view, ChocolateView)
        nodes = max(1, int((budget.nodes or 0) * UCT_NODES)) if budget.nodes else 0
        answer = plain_uct(view, rng.getrandbits(63), Limits(nodes, budget.seconds or 0.0, stop))
        return Choice(view.parse(answer.judged[0].move), nodes=answer.nodes)


class Notebook:
    """The scores of matches played before, in a file with one JSON list a line; without a file it keeps nothing."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._scores: dict[tuple[str, int, int], float] = {}
        if file is not None and file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                title, number, match, score = json.loads(line)
                self._scores[title, number, match] = score

    def find(self, plan: Plan, number: int, match: int) -> float | None:
        return self._scores.get((plan.title, number, match))

    def add(self, plan: Plan, number: int, match: int, score: float) -> None:
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as target:
                target.write(json.dumps([plan.title, number, match, score]) + "\n")


def meet(plan: Plan, notebook: Notebook) -> Standing:
    """Play the matches of a plan one after the other."""
    standing = Standing(plan)
    for number in range(plan.rounds):
        for match in range(len(plan.seatings())):
            score = notebook.find(plan, number, match)
            if score is None:
                score = play(plan, number, match)
                notebook.add(plan, number, match, score)
            standing.add(number, match, score)
        print(f"\r{plan.title}: {mean_score(standing.rounds())}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return standing


def play(plan: Plan, number: int, match: int) -> float:
    """Return the score of the first player in one match of a plan."""
    game, options = plan.rules()
    first = find_player(plan.first)
    second = UctPlayer() if plan.second == UctPlayer.name else find_player(plan.second)
    seats = plan.seatings()[match]
    players = [first if mine else second for mine in seats]
    budgets = [plan.budgets[0] if mine else plan.budgets[1] for mine in seats]
    deal = game.deal(options, Random(f"{plan.seed}/{number}"))
    _, final = play_match(Seating(game, options, deal, players, budgets), f"{plan.seed}/{number}/{match}")
    return score_of(plan, match, final.outcome())


def main(words: Sequence[str] = GLANCE) -> None:
    """Play the matches and print a table; without arguments, just a few."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--level", default="8")
    parser.add_argument("--against", nargs="+", choices=OPPONENTS, default=OPPONENTS)
    parser.add_argument("--forms", nargs="+", type=int, default=range(len(FORMS)))
    parser.add_argument("--state", type=Path)
    arguments = parser.parse_args(words)
    budget = Budget(nodes=arguments.nodes) if arguments.nodes else Budget(seconds=arguments.seconds)
    notebook = Notebook(arguments.state)
    rows = []
    for name, options in (FORMS[form] for form in arguments.forms):
        for opponent in arguments.against:
            plan = Plan(name, options, arguments.level, opponent, arguments.games, arguments.seed, (budget, budget))
            standing = meet(plan, notebook)
            rounds = standing.rounds()
            aim = (THREE_TARGETS if len(plan.seatings()) == 3 else TARGETS).get(opponent)
            title = find_game(name).title
            rows.append(
                [
                    f"{title}, {options}",
                    opponent,
                    str(len(standing.scores)),
                    str(mean_score(rounds)),
                    f"{aim:.2f}" if aim else "",
                    str(elo_difference(rounds)),
                ]
            )
    table(["form", "against", "games", "score", "target", "Elo"], rows)


if __name__ == "__main__":
    main(sys.argv[1:])
