"""A bot that plays TOKAN with the weights of alphazero.py: the same Gumbel search, on one position at a time.

Try it: tafelrunde arena "cmd:python examples/learners/alphazero_bot.py weights/weights.npz" 5 --game tokan -n 100
"""

import json
import sys
from functools import partial
from pathlib import Path
from random import Random

import jax
import jax.numpy as jnp

sys.path.insert(0, str(Path(__file__).parent))
from alphazero import ENV, load, search

from tafelrunde.records.record import read_record
from tafelrunde.records.replay import view_of
from tafelrunde.research.spaces import space_of

SIMULATIONS = int(sys.argv[2]) if len(sys.argv) > 2 else 128

weights, _ = load(sys.argv[1])
think = jax.jit(partial(search, simulations=SIMULATIONS, noise=0.0))
for line in sys.stdin:
    question = json.loads(line)
    view = view_of(read_record(question["record"]), question["seat"] - 1)
    batch = jax.tree.map(lambda array: jnp.asarray(array)[None], ENV.from_table(view))
    found = think(weights, jax.random.PRNGKey(Random(question.get("seed")).getrandbits(31)), batch)
    move = space_of("tokan", view.options).decode(view, [int(found.action[0])])
    answer = {"move": str(move), "value": float(found.search_tree.summary().value[0]), "nodes": SIMULATIONS}
    print(json.dumps(answer), flush=True)
