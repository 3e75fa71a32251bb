"""The best level of every game against random, greedy and plain UCT players, over mirrored deals.

Matches are played one after the other, so that each player has the machine for itself:

    python -m bench.players [--games 40] [--seconds 1.0 | --nodes N] [--seed 1] [--against random greedy uct]
                            [--forms tokan:standard schokoly:three …] [--state FILE]

With `--state` every match is kept in a file of records at once, and a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.report import table
from tafelrunde.games.registry import find_game
from tafelrunde.players.arena import Plan, Standing, run
from tafelrunde.players.base import Budget
from tafelrunde.players.rating import elo_difference, mean_score

TOKAN_FORMS = ("tokan:standard", "tokan:scoring=heads", "tokan:setup=draft")
CHOCOLATE_FORMS = ("schoko:standard", "schokoly:standard", "schokoly:three", "schokoly:teams")
FORMS = (*TOKAN_FORMS, *CHOCOLATE_FORMS)
OPPONENTS = ("random", "greedy", "uct")
GLANCE = ("--games", "4", "--nodes", "1000", "--against", "greedy", "uct")

UCT_NODES = {"tokan": 1 / 16, "schoko": 1.5, "schokoly": 1.5}
"""Random games of UCT for a node of the search: at least what it plays in the same time."""

TARGETS = {
    ("tokan", 2): {"uct": 0.95},
    ("schoko", 2): {"random": 0.97, "greedy": 0.9, "uct": 0.75},
    ("schokoly", 2): {"random": 0.97, "greedy": 0.9, "uct": 0.75},
    ("schokoly", 3): {"greedy": 0.55},
}
"""What the best level must reach at a second a move, by game and sides; with three it sits with two of the others."""


def show(standing: Standing) -> None:
    """Say how a meeting stands."""
    print(f"\r{standing.plan.title}: {mean_score(standing.rounds())}", end="", file=sys.stderr, flush=True)


def meet(plan: Plan, state: Path | None) -> list[str]:
    """Play the matches of a plan one after the other and return a row for the table."""
    standing = run(plan, state, workers=1, show=show)
    print(file=sys.stderr)
    rounds = standing.rounds()
    aim = TARGETS.get((plan.game, len(plan.seatings())), {}).get(plan.second)
    return [
        f"{find_game(plan.game).title}, {plan.options}",
        plan.second,
        f"+{standing.wins} ={standing.draws} -{standing.losses}",
        str(mean_score(rounds)),
        f"{aim:.2f}" if aim else "",
        str(elo_difference(rounds, rivals=plan.rivals)),
    ]


def main(words: Sequence[str] = GLANCE) -> None:
    """Play the matches and print a table; without arguments, just a few."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--level", default="8")
    parser.add_argument("--against", nargs="+", choices=OPPONENTS, default=OPPONENTS)
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=FORMS)
    parser.add_argument("--state", type=Path)
    arguments = parser.parse_args(words)
    rows = []
    for form in arguments.forms:
        game, options = form.split(":")
        for opponent in arguments.against:
            budgets = Budget(arguments.seconds), Budget(arguments.seconds)
            if arguments.nodes:
                share = UCT_NODES[game] if opponent == "uct" else 1
                budgets = Budget(nodes=arguments.nodes), Budget(nodes=max(1, int(arguments.nodes * share)))
            plan = Plan(game, options, arguments.level, opponent, arguments.games, arguments.seed, budgets)
            rows.append(meet(plan, arguments.state))
    table(["form", "against", "games", "score", "target", "Elo"], rows)


if __name__ == "__main__":
    main(sys.argv[1:])
