"""A bot for tournaments: it answers one JSON object a line, with the best lead it sees among fifty turns.

Try it: tafelrunde tournament random greedy "cmd:python examples/bots/engine_bot.py" --game schoko -n 5
"""

import json
import random
import sys

from tafelrunde.records.record import read_record
from tafelrunde.records.replay import view_of

for line in sys.stdin:
    question = json.loads(line)
    seat, chance = question["seat"] - 1, random.Random(question.get("seed"))
    view = view_of(read_record(question["record"]), seat)
    side = view.game.side(view.options, seat)
    turns = list(view.turns()) or list(view.legal_moves())[:1]  # a swap is refused: refusals are listed first
    tried = chance.sample(turns, min(len(turns), 50))
    leads = [2 * points[side] - sum(points) for points in (view.apply(turn).outcome().points for turn in tried)]
    best = max(range(len(tried)), key=leads.__getitem__)
    print(json.dumps({"move": str(tried[best]), "value": leads[best]}), flush=True)
