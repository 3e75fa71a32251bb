"""The best level of TOKAN against random, greedy and plain UCT players, over mirrored starts.

Matches are played one after the other in one process, so that each player has the machine for itself:

    python -m bench.tokan_players [--games 200] [--seconds 1.0 | --nodes N] [--seed 1] [--against random greedy uct]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random

from bench.report import table
from tafelrunde.games.core import View
from tafelrunde.games.tokan import TokanView
from tafelrunde.native.tokan_search import Limits, plain_uct
from tafelrunde.players.arena import Plan, Standing, score_of
from tafelrunde.players.base import NEVER, Budget, Choice, History, Player, Stop
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.rating import elo_difference, mean_score
from tafelrunde.players.registry import find_player

FORMS = ("standard", "scoring=heads", "setup=draft")
OPPONENTS = ("random", "greedy", "uct")
GLANCE = ("--games", "4", "--nodes", "20000", "--forms", "0", "--against", "greedy", "uct")
UCT_NODES = 1 / 16
"""Random games of UCT for a node of the search: about what takes the same time."""


class UctPlayer(Player):
    """Plays by UCT with random games, and nothing else."""

    name = "uct"

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        assert isinstance(view, TokanView)
        nodes = max(1, int(budget.nodes * UCT_NODES)) if budget.nodes else 0
        visits = plain_uct(view, rng.getrandbits(63), Limits(nodes, budget.seconds or 0.0, stop))
        return Choice(view.parse(visits.moves[0].move), nodes=visits.nodes)


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
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--level", default="8")
    parser.add_argument("--against", nargs="+", choices=OPPONENTS, default=OPPONENTS)
    parser.add_argument("--forms", nargs="+", type=int, choices=range(len(FORMS)), default=range(len(FORMS)))
    arguments = parser.parse_args(words)
    budget = Budget(nodes=arguments.nodes) if arguments.nodes else Budget(seconds=arguments.seconds)
    rows = []
    for options in (FORMS[form] for form in arguments.forms):
        for opponent in arguments.against:
            plan = Plan("tokan", options, arguments.level, opponent, arguments.games, arguments.seed, (budget, budget))
            standing = meet(plan)
            rounds = standing.rounds()
            won = f"+{standing.wins} ={standing.draws} -{standing.losses}"
            rows.append([options, opponent, won, str(mean_score(rounds)), str(elo_difference(rounds))])
    table(["form", "against", "games", "score", "Elo"], rows)


if __name__ == "__main__":
    main(sys.argv[1:])
