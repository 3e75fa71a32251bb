"""The native Scho K.O. and Schokoly beside OpenSpiel's C++ rollouts and beside the Python rules."""

from __future__ import annotations

import importlib
import os
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bench.rates import best, per_second
from bench.report import table
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import Game, Options
from tafelrunde.games.registry import GAMES
from tafelrunde.native.chocolate import Batch, NativePosition, playouts

GAMES_A_ROUND = 4_000
ROLLOUTS = 500
MATCHES = 1_024
STEPS = 400
SEED = 1

Form = tuple[Game, Options]


def forms() -> list[Form]:
    """Every game with every number of players."""
    words = [("schoko", ""), *(("schokoly", f"players={players}") for players in (2, 3, 4))]
    return [(GAMES[name], GAMES[name].options_type.parse(options)) for name, options in words]


def label(form: Form) -> str:
    """Name a form in a table."""
    game, options = form
    return f"{game.title}, {game.seats(options)} players"


def middle(form: Form, seed: int, moves: int) -> ChocolatePosition:
    """Play some random turns from a random deal."""
    game, options = form
    rng = random.Random(seed)
    start = game.start(options, game.deal(options, rng))
    assert isinstance(start, ChocolatePosition)
    native = NativePosition(start)
    for _ in range(moves):
        text = native.random_turn(rng.randrange(2**63))
        assert text is not None
        native = native.play(text)
    return native.to_python()


def othello_plies() -> Callable[[], float] | None:
    """OpenSpiel's random plies of othello a second: one simulation of its search is so many rollouts."""
    try:
        spiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = spiel.load_game("othello")
    rng = random.Random(SEED)
    plies = 0
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
    bot = spiel.MCTSBot(game, spiel.RandomRolloutEvaluator(ROLLOUTS, SEED), 1.0, 1, 10, False, SEED, False)
    state = game.new_initial_state()
    return per_second(lambda: bot.step(state), ROLLOUTS * plies / 20)


def random_turns(form: Form) -> Callable[[], float]:
    """Random turns a second on one core, deals and scores included."""
    game, options = form
    turns = playouts(game.name, options, GAMES_A_ROUND, SEED).turns
    return per_second(partial(playouts, game.name, options, GAMES_A_ROUND, SEED), turns)


def games_table() -> None:
    """Random games of every form, one core."""
    spiel = othello_plies()
    rates = best(*map(random_turns, forms()), *([spiel] if spiel else []))
    yardstick = rates.pop() if spiel else None
    rows = []
    for form, rate in zip(forms(), rates, strict=True):
        positions = [NativePosition(middle(form, seed, seed % 28)) for seed in range(56)]
        legal = sum(position.count_turns() for position in positions)
        (listed,) = best(per_second(lambda some=positions: [position.turns() for position in some], legal))  # type: ignore[misc]
        rows.append(
            (
                label(form),
                f"{rate:,.0f}",
                f"{1e9 / rate:.0f}",
                f"{legal / len(positions):.0f}",
                f"{1e9 / listed:.0f}",
                f"{rate / yardstick:.1f}" if yardstick else "-",
            )
        )
    rows.append(("othello (OpenSpiel)", f"{yardstick:,.0f}" if yardstick else "not installed", "", "", "", "1.0"))
    print("Random turns on one core, each drawn uniformly from all legal ones")
    table(("game", "turns/s", "ns a turn", "legal turns", "ns to list one as text", "times OpenSpiel"), rows)


def count_rates(form: Form) -> list[float]:
    """Sequences of two turns counted a second from five positions, in Python and by the core."""
    game = form[0]
    positions = [middle(form, seed, moves) for seed, moves in enumerate((2, 6, 12, 18, 24))]
    natives = [NativePosition(position) for position in positions]
    sequences = sum(native.perft(2) for native in natives)
    return best(
        per_second(lambda: [game.perft(position, 2) for position in positions], sequences),
        per_second(lambda: [native.perft(2) for _ in range(20) for native in natives], 20 * sequences),
    )


def counts_table() -> None:
    """Turn sequences of length two, native and in Python."""
    rows = []
    for form in forms():
        python_rate, rate = count_rates(form)
        rows.append((label(form), f"{python_rate:,.0f}", f"{rate:,.0f}", f"{rate / python_rate:,.0f}"))
    print("Turn sequences counted a second on one core, two turns deep from five positions")
    table(("game", "Python", "native", "ratio"), rows)


def new_batch(form: Form, threads: int) -> Batch:
    """Make a batch of a form."""
    game, options = form
    return Batch(game.name, options, MATCHES, SEED, threads=threads)


def drawn_steps(batch: Batch) -> Callable[[], float]:
    """Random turns a second of a batch that writes observations."""

    def work() -> None:
        for _ in range(STEPS):
            batch.step_randomly()

    return per_second(work, STEPS * MATCHES)


def batch_rows(form: Form, threads: int) -> list[tuple[str, ...]]:
    """Measure batches beside random games without any arrays."""
    batch = new_batch(form, threads)
    actions = np.empty((MATCHES, 3), np.int32)

    def given() -> float:
        spent = 0.0
        for _ in range(STEPS):
            actions[:] = batch.sample()
            begin = time.perf_counter()
            batch.step(actions)
            spent += time.perf_counter() - begin
        return STEPS * MATCHES / spent

    def masked() -> None:
        for _ in range(STEPS // 4):
            batch.step_randomly()
            batch.masks()

    single, *rates = best(
        random_turns(form),
        drawn_steps(batch),
        given,
        per_second(masked, STEPS // 4 * MATCHES),
    )
    return [
        (f"{label(form)}, {name}", str(threads), f"{rate:,.0f}", f"{rate / single / threads:.2f}")
        for name, rate in zip(("turns drawn", "actions given", "turns drawn, masks"), rates, strict=True)
    ]


def batch_table() -> None:
    """Batches with observations written, on one core and on all."""
    cores = sorted({1, os.cpu_count() or 1})
    rows = [row for form in forms() for threads in cores for row in batch_rows(form, threads)]
    print(f"Batches of {MATCHES} matches, observations written; ratio to random turns on one core without arrays")
    table(("step", "threads", "turns/s", "ratio per core"), rows)


def answer_rates(form: Form) -> list[float]:
    """Questions answered a second: places for a hand, the same of a Python position, a deal that fits a view."""
    positions = [middle(form, seed, seed % 28) for seed in range(56)]
    natives = [NativePosition(position) for position in positions]
    return best(
        per_second(lambda: [native.places() for native in natives], len(natives)),
        per_second(lambda: [NativePosition(position).places() for position in positions], len(positions)),
        per_second(lambda: [native.view(0).resample(SEED) for native in natives], len(natives)),
    )


def answers_table() -> None:
    """One question from Python: the legal places for a hand."""
    rows = [(label(form), *(f"{1e6 / rate:.1f}" for rate in answer_rates(form))) for form in forms()]
    print("Answers about one position, asked from Python, in microseconds")
    table(("game", "places for a hand", "position crossed over, then places", "a deal that fits a view"), rows)


def main() -> None:
    """Print the tables."""
    for part in (games_table, counts_table, batch_table, answers_table):
        part()
        print()


if __name__ == "__main__":
    main()
