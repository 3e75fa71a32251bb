"""Asks the page's engine one question of every kind about a form; what it answers is compared by others."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from tafelrunde.games.core import SPECTATOR
from tafelrunde.records.replay import redact
from tests.engine.compare import TRIED, laid_text, mislaid, record_of, seats_of
from tests.engine.node import Engine, Refused
from tests.engine.plays import form, random_play

TOKAN_NODES, CHOCOLATE_NODES = 800, 30
"""Enough for every level to search; programs with sanitizers are slow."""
LEVELS = (1, 5, 8)
ANALYSED = 6


def ask_everything(engine: Engine, name: str, options: str, seed: int) -> None:
    """Ask about a moment of a random game: early, in the middle or shortly before its end, by the seed."""
    game, chosen = form(name, options)
    chance = Random(seed)
    plays = list(random_play(game, chosen, seed))
    nodes = TOKAN_NODES if name == "tokan" else CHOCOLATE_NODES
    words = chosen.words()

    def ask(op: str, **asked: Any) -> None:
        # What is refused is an answer too.
        with suppress(Refused):
            engine.ask(op, **asked)

    observers = [SPECTATOR, *seats_of(game, chosen)]
    at = (1, len(plays) // 2, len(plays) - 3)[seed % 3]
    deal, moves, position = plays[at]
    record = str(record_of(game, chosen, deal, moves))
    ask("standing", game=name, options=words, deal=deal, moves=moves, observers=observers)
    ask("standing", game=name, options=words, deal=deal, moves=moves, observers=observers, act=False)
    for move in (*chance.sample(TRIED, 6), plays[-1][1][at]):
        ask("study", record=record, move=move, seat=position.seat)
    for observer in observers:
        ask("read", record=record, observer=observer)
    own = str(redact(record_of(game, chosen, deal, moves), position.seat))
    for level in LEVELS:
        ask("think", record=own, seat=position.seat, level=level, nodes=nodes, seed=chance.randrange(1 << 53))
    for is_open in (True, False):
        ask("judge", record=record, open=is_open, nodes=nodes, lines=0)
    ask("believe", record=record, deals=100)
    ask("solve", record=record, positions=2_000)
    text = laid_text(position, chance)
    for laid in (text, mislaid(text, chance), mislaid(text, chance)):
        ask("count", game=name, options=words, table=laid)
    deal, moves, _ = plays[-1]
    whole = str(record_of(game, chosen, deal, moves))
    ask("replay", record=whole)
    ask("analyse", record=str(record_of(game, chosen, deal, moves[:ANALYSED])), nodes=nodes // 10)
    # A move is taken back for a variation, and made again.
    head, _, line = whole.partition("\n\n")
    first, second, *others = line.split()
    ask("tree", record=f'{head}\n[Notation "2"]\n\n{first} {second} ({second}) {" ".join(others)}\n')
    ask("tree", record=whole)
