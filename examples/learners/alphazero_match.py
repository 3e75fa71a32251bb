"""Weights of alphazero.py against our levels of TOKAN: mirrored deals, the share of points with its 95% interval.

    python examples/learners/alphazero_match.py weights/weights.npz 5 6 7 --rounds 100

All matches are played at once, so that the search always has a batch.
"""

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from random import Random

import jax
import jax.numpy as jnp
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from alphazero import ENV, load, search

from tafelrunde.games.registry import find_game
from tafelrunde.players.base import Budget
from tafelrunde.players.rating import mean_score
from tafelrunde.players.registry import find_player
from tafelrunde.research.spaces import space_of

GAME = find_game("tokan")
OPTIONS = GAME.options_type.parse("")
SPACE = space_of("tokan", OPTIONS)
STEP = jax.jit(jax.vmap(ENV.step))


def match(think, rival, rounds, seed):
    """Play every deal from both sides, all at once, and return the score of each round of two."""
    deals = [GAME.deal(OPTIONS, Random(f"{seed}/{number}")) for number in range(rounds)]
    tables = [GAME.start(OPTIONS, deal) for deal in deals for _ in (0, 1)]
    states = jax.tree.map(lambda *arrays: jnp.stack(arrays), *map(ENV.from_table, tables))
    chance = Random(seed)
    while running := [number for number, table in enumerate(tables) if not table.is_over]:
        # Of the two matches with one deal, one is the network's turn. A batch of the same size is compiled once.
        ours = [number for number in running if tables[number].seat == number % 2]
        batch = np.resize(np.array(ours or running), rounds)
        found = np.asarray(think(jax.random.PRNGKey(seed), jax.tree.map(lambda array, rows=batch: array[rows], states)))
        chosen = dict(zip(batch.tolist(), found.tolist(), strict=True))
        actions = np.zeros(len(tables), np.int32)
        for number in running:
            table = tables[number]
            if number in ours:
                move = SPACE.decode(table, [chosen[number]])
            else:
                move = rival.choose(table.view(table.seat), Budget(), chance).move
            (actions[number],) = SPACE.encode(table, move)
            tables[number] = table.apply(move)
        states = STEP(states, actions)
    winners = [table.outcome().winner for table in tables]
    points = [0.5 if winner is None else float(winner == number % 2) for number, winner in enumerate(winners)]
    return [(one + other) / 2 for one, other in zip(points[::2], points[1::2], strict=True)]


def main():
    """Play against one level after the other and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("levels", nargs="+", help="or other names of players")
    parser.add_argument("--rounds", type=int, default=100, help="of two matches with one deal")
    parser.add_argument("--simulations", type=int, default=128, help="a move")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    weights, numbers = load(args.weights)
    searched = jax.jit(partial(search, weights, simulations=args.simulations, noise=0.0))
    for level in args.levels:
        scores = match(lambda key, state: searched(key, state).action, find_player(level), args.rounds, args.seed)
        found = mean_score(scores)
        row = {"weights": args.weights.name, **numbers, "level": level, "simulations": args.simulations}
        row |= {"matches": 2 * args.rounds, "score": [round(x, 3) for x in (found.value, found.low, found.high)]}
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
