"""The environments beside those of other libraries, and Ray with two workers beside one."""

from __future__ import annotations

import importlib
import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.report import table
from tafelrunde.players.arena import Plan, run
from tafelrunde.research.envs.aec import env
from tafelrunde.research.envs.vector import ChocolateVectorEnv, TokanVectorEnv
from tafelrunde.research.spread import LOCAL, RayExecutor, RayMissing

ROUNDS = 5
SECONDS = 1.0
MATCHES = 1_024
RAY_MATCHES = 24
RAY_ROUNDS = 2
SEED = 1


def best(*works: Callable[[], float], rounds: int = ROUNDS) -> list[float]:
    """Return the best rate of each work; they take turns, so that a noisy moment hits all of them."""
    rates = [0.0] * len(works)
    for _ in range(rounds):
        rates = [max(rate, work()) for rate, work in zip(rates, works, strict=True)]
    return rates


def zoo_steps(environment: Any) -> Callable[[], float]:
    """Measure as PettingZoo's performance_benchmark does, with a choice of its own length."""

    def rate() -> float:
        environment.reset(seed=SEED)
        steps, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < SECONDS:
            for agent in environment.agent_iter(environment.num_agents):
                observation, _, terminated, truncated, _ = environment.last()
                action = None
                if not (terminated or truncated):
                    if isinstance(observation, dict):
                        action = random.choice(np.flatnonzero(observation["action_mask"]).tolist())
                    else:
                        action = environment.action_space(agent).sample()
                environment.step(action)
                steps += 1
                if all(environment.terminations.values()) or all(environment.truncations.values()):
                    environment.reset()
        return steps / (time.perf_counter() - begin)

    return rate


def zoo_table() -> None:
    """PettingZoo steps a second with random agents."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo = importlib.import_module("pettingzoo")
        four = pettingzoo.make("aec", "classic/connect_four_v3")
        chess = pettingzoo.make("aec", "classic/chess_v6")
        rates = best(*(zoo_steps(it) for it in (four, chess, env("tokan"), env("schoko"), env("schokoly"))))
    names = ("connect_four (PettingZoo)", "chess (PettingZoo)", "TOKAN", "Scho K.O.", "Schokoly")
    print("PettingZoo steps a second with random agents, masks and observations included, one core")
    table(
        ("environment", "steps/s", "times connect_four", "times chess"),
        [
            (name, f"{rate:,.0f}", f"{rate / rates[0]:.1f}", f"{rate / rates[1]:.1f}")
            for name, rate in zip(names, rates, strict=True)
        ],
    )


def pgx_steps(name: str) -> Callable[[], float] | None:
    """Measure pgx as its own documentation does: compiled, vectorised, random legal actions, dealt anew at the end."""
    try:
        jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
        auto_reset = importlib.import_module("pgx.experimental").auto_reset
    except ImportError:
        return None
    environment = pgx.make(name)
    step = auto_reset(environment.step, environment.init)

    def one(state: Any, key: Any) -> Any:
        key, choice = jax.random.split(key)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        return step(state, jax.random.categorical(choice, logits), key)

    many = jax.jit(jax.vmap(one))
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(SEED), MATCHES))
    keys = jax.random.split(jax.random.PRNGKey(SEED + 1), MATCHES)
    state = jax.block_until_ready(many(state, keys))

    def rate() -> float:
        current, steps, begin = state, 0, time.perf_counter()
        while time.perf_counter() - begin < SECONDS:
            current = many(current, jax.random.split(jax.random.PRNGKey(steps), MATCHES))
            jax.block_until_ready(current.observation)
            steps += MATCHES
        return steps / (time.perf_counter() - begin)

    return rate


def vector_steps(environment: TokanVectorEnv | ChocolateVectorEnv) -> Callable[[], float]:
    """Measure random steps with observations written."""
    environment.reset(seed=SEED)

    def rate() -> float:
        steps, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < SECONDS:
            environment.step_randomly()
            steps += MATCHES
        return steps / (time.perf_counter() - begin)

    return rate


def vector_table() -> None:
    """Vectorised steps a second, all cores."""
    names = ["TOKAN", "Scho K.O.", "Schokoly", "Schokoly, planes unpacked"]
    works = [
        vector_steps(TokanVectorEnv(matches=MATCHES)),
        vector_steps(ChocolateVectorEnv("schoko", matches=MATCHES)),
        vector_steps(ChocolateVectorEnv("schokoly", matches=MATCHES)),
        vector_steps(ChocolateVectorEnv("schokoly", matches=MATCHES, unpacked=True)),
    ]
    for name in ("othello", "hex"):
        work = pgx_steps(name)
        if work is not None:
            names.append(f"{name} (pgx)")
            works.append(work)
    rates = dict(zip(names, best(*works), strict=True))
    yardsticks = [rates.get("othello (pgx)"), rates.get("hex (pgx)")]
    print(f"Vectorised steps a second, batch of {MATCHES:,}, random actions, observations written, all cores")
    table(
        ("environment", "steps/s", "times othello", "times hex"),
        [
            (name, f"{rate:,.0f}", *(f"{rate / other:.1f}" if other else "-" for other in yardsticks))
            for name, rate in rates.items()
        ],
    )


def ray_rate(workers: int) -> Callable[[], float]:
    """Measure matches a second of an arena on a local cluster, the cluster and its workers being warm."""
    plan = Plan("schokoly", "", "7", "6", RAY_MATCHES, str(SEED))
    warm_up = Plan("schokoly", "", "2", "2", 4 * workers, str(SEED))

    def rate() -> float:
        with RayExecutor(LOCAL, workers) as pool:
            run(warm_up, None, workers, pool=pool)
            begin = time.perf_counter()
            run(plan, None, workers, pool=pool)
            return RAY_MATCHES / (time.perf_counter() - begin)

    return rate


def ray_table() -> None:
    """Print how an arena on Ray gains by a second worker."""
    try:
        one, two = best(ray_rate(1), ray_rate(2), rounds=RAY_ROUNDS)
    except RayMissing as error:
        print(error)
        return
    print(f"An arena of {RAY_MATCHES} matches of Schokoly on a local Ray cluster")
    table(
        ("workers", "matches/s", "times one worker"),
        [("1", f"{one:.2f}", "1.0"), ("2", f"{two:.2f}", f"{two / one:.2f}")],
    )


def main() -> None:
    """Print all tables."""
    zoo_table()
    print()
    vector_table()
    print()
    ray_table()


if __name__ == "__main__":
    main()
