"""A bot of OpenSpiel's making: its tree search in C++ over the games of Tafelrunde, with random games at the leaves.

Try it: tafelrunde arena 8 "cmd:python examples/bots/spiel_bot.py" --game tokan --games 20 --seconds 1

OpenSpiel counts simulations, not seconds: the bot searches anew, with more of them, until a search took as long as it
may think, and says how many those were. Exploration is 2 and proved results count, as in OpenSpiel's own example.
"""

import json
import sys
import time

import pyspiel

from tafelrunde.research.spiel import register

EXPLORATION, MEGABYTES, FIRST, SPARE = 2.0, 1000, 200, 1.1


def search(game, state, simulations, seed):
    """Return the tree and the seconds it took; `step` would crash, since it lets go of Python's lock."""
    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, rollouts, EXPLORATION, simulations, MEGABYTES, True, seed, False)
    begin = time.perf_counter()
    return bot.mcts_search(state), time.perf_counter() - begin


register()
for line in sys.stdin:
    question = json.loads(line)
    seconds, seed = question.get("seconds", 0.0), question.get("seed", 0) % 2**31
    game = pyspiel.load_game("tafelrunde_tokan", {"record": question["record"]})
    state = game.new_initial_state()
    simulations = FIRST
    root, took = search(game, state, simulations, seed)
    while took < seconds and root.explore_count >= simulations:  # fewer: the result is proved
        simulations = int(simulations * SPARE * seconds / took) + 1
        root, took = search(game, state, simulations, seed)
    move = state.action_to_string(root.best_child().action)
    print(json.dumps({"move": move, "nodes": root.explore_count}), flush=True)
