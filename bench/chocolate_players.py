"""The best level of Scho K.O. and Schokoly against random, greedy and plain UCT players, over mirrored deals.

Matches are played one after the other in one process, so that each player has a core for itself:

    python -m bench.chocolate_players [--games 40] [--seconds 1.0 | --nodes N] [--seed 1] [--against random greedy uct]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
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
UCT_NODES = 1 / 8
"""Random games of UCT for a node of the search: about what takes the same time."""


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


def meet(plan: Plan) -> Standing:
    """Play the matches of a plan one after the other."""
    game, options = plan.rules()
    first = find_player(plan.first)
    second = UctPlayer() if plan.second == UctPlayer.name else find_player(plan.second)
    standing = Standing(plan)
    for number in range(plan.rounds):
        deal = game.deal(options, Random(f"{plan.seed}/{number}"))
        for match, seats in enumerate(plan.seatings()):
            players = [first if mine else second for mine in seats]
            budgets = [plan.budgets[0] if mine else plan.budgets[1] for mine in seats]
            _, final = play_match(Seating(game, options, deal, players, budgets), f"{plan.seed}/{number}/{match}")
            standing.add(number, match, score_of(plan, match, final.outcome()))
        print(f"\r{plan.title}: {mean_score(standing.rounds())}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return standing


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
    arguments = parser.parse_args(words)
    budget = Budget(nodes=arguments.nodes) if arguments.nodes else Budget(seconds=arguments.seconds)
    rows = []
    for name, options in (FORMS[form] for form in arguments.forms):
        for opponent in arguments.against:
            plan = Plan(name, options, arguments.level, opponent, arguments.games, arguments.seed, (budget, budget))
            rounds = meet(plan).rounds()
            title = find_game(name).title
            rows.append(
                [
                    f"{title}, {options}",
                    opponent,
                    str(len(rounds)),
                    str(mean_score(rounds)),
                    str(elo_difference(rounds)),
                ]
            )
    table(["form", "against", "rounds", "score", "Elo"], rows)


if __name__ == "__main__":
    main(sys.argv[1:])
