"""A bot that plays TOKAN with a model of ppo_tokan.py, for tournaments.

Try it: tafelrunde arena "cmd:python examples/learners/ppo_bot.py ppo-tokan/model.zip" 2 --game tokan -n 200
"""

import json
import sys

import numpy as np
from sb3_contrib import MaskablePPO

from tafelrunde.records.record import read_record
from tafelrunde.records.replay import view_of
from tafelrunde.research.spaces import space_of

model = MaskablePPO.load(sys.argv[1], device="cpu")
for line in sys.stdin:
    question = json.loads(line)
    view = view_of(read_record(question["record"]), question["seat"] - 1)
    space = space_of("tokan", view.options)
    mask = np.zeros(space.size, np.bool_)
    mask[space.legal(view)] = True
    action, _ = model.predict(space.observe(view)["observation"], action_masks=mask, deterministic=True)
    print(json.dumps({"move": str(space.decode(view, [int(action)]))}), flush=True)
