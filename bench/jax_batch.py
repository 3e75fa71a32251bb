"""Random play in pure JAX on whatever accelerator there is: our games beside pgx's, over several batch sizes.

    PYTHONPATH=src python3 bench/jax_batch.py --out table.json

needs JAX and NumPy alone; pgx is measured in the same run where it can be imported. Every step makes an observation and
a legal mask for every match and keeps them, draws one of the legal actions and deals a new match where one ended.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from tafelrunde.research.jaxgames import make
from tafelrunde.research.jaxgames.base import auto_reset, random_action

SEED = 1
STEPS = 64


class Game(NamedTuple):
    """What is measured."""

    name: str
    init: Any
    step: Any
    choose: Any
    """Draws an action from a state, its mask and a key."""


def sampled(env: Any, state: Any, _mask: Any, key: Any) -> Any:
    """Draw an action by the game's own sampler, which reads packed words."""
    return env.sample(state, key)


def masked(_state: Any, mask: Any, key: Any) -> Any:
    """Draw an action from a mask, which any game has."""
    return random_action(key, mask)


def rollout(game: Game, batch: int) -> tuple[Any, Any]:
    """Return a compiled function that plays `STEPS` random steps in every match, and its first argument."""

    def one(carry: Any, key: Any) -> tuple[Any, Any]:
        state, _, mask, ended = carry
        # One key a match and step, by counting: to split keys would cost as much as to play.
        words = jax.random.bits(key, (batch, 2), jnp.uint32)
        actions = jax.vmap(game.choose)(state, mask, words)
        state = jax.vmap(game.step)(state, actions, words ^ jnp.uint32(0x5BD1E995))
        ended = ended + jnp.sum(state.terminated | state.truncated, dtype=jnp.int32)
        return (state, state.observation, state.legal_action_mask, ended), None

    @partial(jax.jit, donate_argnums=0)
    def play(carry: Any, key: Any) -> Any:
        return jax.lax.scan(one, carry, jax.random.split(key, STEPS))[0]

    def begin(key: Any) -> Any:
        state = jax.vmap(game.init)(jax.random.split(key, batch))
        return state, state.observation, state.legal_action_mask, jnp.zeros((), jnp.int32)

    return play, jax.jit(begin)(jax.random.PRNGKey(SEED))


def measure(game: Game, batch: int, seconds: float) -> dict[str, float]:
    """Return steps a second with a batch, after compiling and one call to warm up."""
    begin = time.perf_counter()
    play, carry = rollout(game, batch)
    carry = jax.block_until_ready(play(carry, jax.random.PRNGKey(2)))
    compiled = time.perf_counter() - begin
    ended = int(carry[-1])
    calls, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        carry = jax.block_until_ready(play(carry, jax.random.PRNGKey(3 + calls)))
        calls += 1
    passed = time.perf_counter() - begin
    matches = int(carry[-1]) - ended
    return {
        "steps_per_s": calls * STEPS * batch / passed,
        "matches_per_s": matches / passed,
        "steps_per_match": calls * STEPS * batch / max(matches, 1),
        "compile_s": compiled,
    }


def rows(game: Game, batches: list[int], seconds: float) -> list[dict[str, Any]]:
    """Measure a game with every batch until one does not fit."""
    table = []
    for batch in batches:
        try:
            row = {"game": game.name, "batch": batch, **measure(game, batch, seconds)}
        except (RuntimeError, ValueError) as error:  # out of memory
            print(json.dumps({"game": game.name, "batch": batch, "error": str(error)[:200]}), flush=True)
            break
        table.append(row)
        print(json.dumps({key: round(it, 1) if isinstance(it, float) else it for key, it in row.items()}), flush=True)
    return table


def main() -> None:
    """Measure everything, print a line each, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=["tokan", "schoko"])
    parser.add_argument("--pgx", nargs="*", default=["othello", "hex", "connect_four", "animal_shogi"])
    parser.add_argument("--small", type=int, nargs="*", default=[65536, 1048576], help="batches of board games")
    parser.add_argument("--large", type=int, nargs="*", default=[16384, 131072], help="batches of card games")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    parser.add_argument("--out", type=Path, help="a file for the table")
    args = parser.parse_args()
    device = jax.devices()[0]
    head = {"device": device.device_kind, "platform": device.platform, "jax": jax.__version__}
    print(json.dumps(head), flush=True)
    table: list[dict[str, Any]] = []

    def add(found: list[dict[str, Any]]) -> None:
        table.extend(found)
        if args.out:
            args.out.write_text(json.dumps({**head, "rows": table}, indent=1) + "\n")

    for name in args.games:
        env = make(name)
        batches = args.small if name == "tokan" else args.large
        for way, choose in (("", partial(sampled, env)), (", from the mask", masked)):
            game = Game(name + way, env.init, auto_reset(env), choose)
            add(rows(game, batches[-1:] if way else batches, args.seconds))
    if importlib.util.find_spec("pgx"):
        pgx, experimental = importlib.import_module("pgx"), importlib.import_module("pgx.experimental")
        for name in args.pgx:
            rival = pgx.make(name)
            game = Game(f"pgx {name}", rival.init, experimental.auto_reset(rival.step, rival.init), masked)
            add(rows(game, args.small[-1:], args.seconds))


if __name__ == "__main__":
    main()
