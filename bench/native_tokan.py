"""The native TOKAN beside OpenSpiel's C++ rollouts and beside the Python rules."""

from __future__ import annotations

import importlib
import os
import time
from collections.abc import Callable
from random import Random

import numpy as np

from bench.rates import best, per_second
from bench.report import table
from tafelrunde.games.registry import GAMES
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native.tokan import Batch, NativePosition, random_games

GAMES_A_ROUND = 60_000
ROLLOUTS = 2_000
MATCHES = 1_024
STEPS_GIVEN = 60
STEPS_DRAWN = 4_000
SEED = 1


def rollouts() -> Callable[[], float] | None:
    """OpenSpiel's random games of breakthrough a second: one simulation of its search is so many rollouts."""
    try:
        spiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = spiel.load_game("breakthrough")
    bot = spiel.MCTSBot(game, spiel.RandomRolloutEvaluator(ROLLOUTS, SEED), 1.0, 1, 10, False, SEED, False)
    state = game.new_initial_state()
    return per_second(lambda: bot.step(state), ROLLOUTS)


def games(options: TokanOptions) -> Callable[[], float]:
    """Random games a second on one core, deals and scores included."""
    return per_second(lambda: random_games(GAMES_A_ROUND, SEED, options), GAMES_A_ROUND)


def games_table() -> None:
    """Random games of every kind, one core."""
    kinds = [
        ("towers", TokanOptions()),
        ("heads", TokanOptions(scoring="heads")),
        ("line", TokanOptions(gaps="line")),
        ("draft", TokanOptions(setup="draft")),
    ]
    spiel = rollouts()
    rates = best(*(games(options) for _, options in kinds), *([spiel] if spiel else []))
    yardstick = rates.pop() if spiel else None
    rows = []
    for (name, options), rate in zip(kinds, rates, strict=True):
        moves = random_games(GAMES_A_ROUND, SEED, options).moves / GAMES_A_ROUND
        rows.append(
            (
                f"TOKAN {name}",
                f"{rate:,.0f}",
                f"{moves:.1f}",
                f"{1e9 / rate / moves:.1f}",
                f"{rate / yardstick:.1f}" if yardstick else "-",
            )
        )
    rows.append(("breakthrough (OpenSpiel)", f"{yardstick:,.0f}" if yardstick else "not installed", "", "", "1.0"))
    print("Random games on one core, every move drawn uniformly from all legal ones")
    table(("game", "games/s", "moves", "ns a move", "times OpenSpiel"), rows)


def count_rates(options: TokanOptions, python_depth: int, depth: int) -> list[float]:
    """Sequences counted a second from one start: in Python, less deeply, and by the core."""
    game = GAMES["tokan"]
    start = game.start(options, game.deal(options, Random(SEED)))
    assert isinstance(start, TokanPosition)
    native = NativePosition(start)
    return best(
        per_second(lambda: game.perft(start, python_depth), native.perft(python_depth)),
        per_second(lambda: native.perft(depth), native.perft(depth)),
    )


def counts_row(name: str, options: TokanOptions, python_depth: int, depth: int) -> tuple[str, ...]:
    """Say how fast sequences are counted."""
    python_rate, rate = count_rates(options, python_depth, depth)
    return f"TOKAN {name}", f"{python_rate:,.0f}", f"{rate:,.0f}", f"{rate / python_rate:,.0f}"


def counts_table() -> None:
    """Move sequences, native and in Python."""
    rows = [
        counts_row("towers", TokanOptions(), 3, 5),
        counts_row("line", TokanOptions(gaps="line"), 3, 5),
        counts_row("draft", TokanOptions(setup="draft"), 2, 4),
    ]
    print("Move sequences counted a second on one core")
    table(("game", "Python", "native", "ratio"), rows)


def random_moves() -> Callable[[], float]:
    """Moves of random games a second on one core, without any arrays."""
    return per_second(lambda: random_games(GAMES_A_ROUND, SEED), random_games(GAMES_A_ROUND, SEED).moves)


def drawn_steps(batch: Batch) -> Callable[[], float]:
    """Random moves a second of a batch that writes observations."""

    def work() -> None:
        for _ in range(STEPS_DRAWN):
            batch.step_randomly()

    return per_second(work, STEPS_DRAWN * MATCHES)


def batch_rows(threads: int) -> list[tuple[str, ...]]:
    """Measure batches beside random games without any arrays."""
    batch = Batch(MATCHES, SEED, threads=threads)
    weights = np.random.default_rng(SEED).random(batch.masks.shape, dtype=np.float32)

    def given() -> float:
        spent = 0.0
        for step in range(STEPS_GIVEN):
            actions = (batch.masks * np.roll(weights, step)).argmax(axis=1).astype(np.int32)
            begin = time.perf_counter()
            batch.step(actions)
            spent += time.perf_counter() - begin
        return STEPS_GIVEN * MATCHES / spent

    def masked() -> None:
        for _ in range(STEPS_DRAWN):
            batch.step_randomly()
            _ = batch.masks

    single, *rates = best(random_moves(), given, drawn_steps(batch), per_second(masked, STEPS_DRAWN * MATCHES))
    return [
        (name, str(threads), f"{rate:,.0f}", f"{single:,.0f}", f"{rate / single / threads:.2f}")
        for name, rate in zip(("actions given", "actions drawn", "actions drawn, masks"), rates, strict=True)
    ]


def batch_table() -> None:
    """Batches with observations written, on one core and on all."""
    rows = [row for threads in sorted({1, os.cpu_count() or 1}) for row in batch_rows(threads)]
    print(f"Batches of {MATCHES} matches, observations written")
    table(("step", "threads", "moves/s", "random games on one core, moves/s", "ratio per core"), rows)


def answer_rates() -> list[float]:
    """Legal moves of positions asked for a second: of the rules, of the core, of the core by texts."""
    game = GAMES["tokan"]
    tables = []
    for seed in range(200):
        position = NativePosition.deal(seed)
        for _ in range(seed % 20):
            if position.is_over:
                break
            position = position.play(position.actions()[seed % position.count_turns()])
        tables.append(position.to_python())
    texts = [str(position) for position in tables]
    return best(
        per_second(lambda: [game.start(position.options, str(position)).turns() for position in tables], len(tables)),
        per_second(lambda: [NativePosition(position).turns() for position in tables], len(tables)),
        per_second(lambda: [NativePosition.from_text(text).turns() for text in texts], len(tables)),
    )


def answers_table() -> None:
    """One question from Python: a position crosses over, its moves come back."""
    ways = ("Python rules, from text", "native, from a Python position", "native, from text")
    rows = [(way, f"{1e6 / rate:.1f}") for way, rate in zip(ways, answer_rates(), strict=True)]
    print("Legal moves of one position, asked from Python")
    table(("way", "microseconds"), rows)


def main() -> None:
    """Print the tables."""
    for part in (games_table, counts_table, batch_table, answers_table):
        part()
        print()


if __name__ == "__main__":
    main()
