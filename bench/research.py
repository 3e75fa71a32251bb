"""The environments beside those of other libraries, data sets beside replaying, and Ray with two workers beside one."""

from __future__ import annotations

import importlib
import random
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from bench.report import table
from tafelrunde.players.arena import Plan, run
from tafelrunde.records.replay import replay
from tafelrunde.research.dataset.rows import Played, as_part
from tafelrunde.research.dataset.selfplay import SelfPlay, play
from tafelrunde.research.envs.aec import env
from tafelrunde.research.envs.vector import ChocolateVectorEnv, TokanVectorEnv
from tafelrunde.research.spread import LOCAL, RayExecutor

ROUNDS = 4
SECONDS = 1.0
MATCHES = 1_024
RAY_MATCHES = 100
RAY_ROUNDS = 2
DATASET_MATCHES = 20
SEED = 1


class Row(NamedTuple):
    """One measurement beside another."""

    name: str
    rate: float
    yardstick: str
    other: float
    wanted: float | None = None

    def cells(self) -> tuple[str, ...]:
        """Return the row as texts."""
        wanted = "" if self.wanted is None else f"{self.wanted:g}"
        return self.name, number(self.rate), self.yardstick, number(self.other), f"{self.rate / self.other:.2f}", wanted


def number(rate: float) -> str:
    """Return a rate with as many digits as it is worth."""
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.2f}"


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


def zoo_rows() -> list[Row]:
    """PettingZoo steps a second with random agents, masks and observations included, one core."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo = importlib.import_module("pettingzoo")
        four = pettingzoo.make("aec", "classic/connect_four_v3")
        chess = pettingzoo.make("aec", "classic/chess_v6")
        rates = best(*(zoo_steps(it) for it in (four, chess, env("tokan"), env("schoko"), env("schokoly"))))
    return [
        Row("PettingZoo, TOKAN", rates[2], "PettingZoo, connect_four", rates[0], 2.0),
        Row("PettingZoo, Scho K.O.", rates[3], "PettingZoo, chess", rates[1]),
        Row("PettingZoo, Schokoly", rates[4], "PettingZoo, chess", rates[1], 5.0),
    ]


def pgx_steps(name: str) -> Callable[[], float]:
    """Measure pgx as its own documentation does: compiled, vectorised, random legal actions, dealt anew at the end."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    auto_reset = importlib.import_module("pgx.experimental").auto_reset
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


def vector_rows() -> list[Row]:
    """Vectorised steps a second with random actions and observations written, all cores."""
    yardsticks = [pgx_steps("othello"), pgx_steps("hex")]
    rates = best(
        vector_steps(TokanVectorEnv(matches=MATCHES)),
        vector_steps(ChocolateVectorEnv("schoko", matches=MATCHES)),
        vector_steps(ChocolateVectorEnv("schokoly", matches=MATCHES)),
        vector_steps(ChocolateVectorEnv("schokoly", matches=MATCHES, unpacked=True)),
        *yardsticks,
    )
    othello, hexes = rates[4:]
    return [
        Row(f"{MATCHES:,} at once, TOKAN", rates[0], "pgx, othello", othello, 4.0),
        Row(f"{MATCHES:,} at once, Scho K.O.", rates[1], "pgx, hex", hexes),
        Row(f"{MATCHES:,} at once, Schokoly", rates[2], "pgx, hex", hexes, 1.0),
        Row(f"{MATCHES:,} at once, Schokoly, planes in bytes", rates[3], "pgx, hex", hexes, 1.0),
    ]


def thread_rows() -> list[Row]:
    """Vectorised steps a second on two threads, beside one."""
    rows = []
    for title, made in (
        ("TOKAN", TokanVectorEnv),
        ("Scho K.O.", partial(ChocolateVectorEnv, "schoko")),
        ("Schokoly", partial(ChocolateVectorEnv, "schokoly")),
        ("Schokoly, four seats", partial(ChocolateVectorEnv, "schokoly", "players=4")),
    ):
        one, two = best(*(vector_steps(made(matches=MATCHES, threads=threads)) for threads in (1, 2)))
        rows.append(Row(f"{MATCHES:,} at once, {title}, two threads", two, "one thread", one, 1.4))
    return rows


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


def ray_rows() -> list[Row]:
    """Matches a second of an arena on a local Ray cluster."""
    one, two = best(ray_rate(1), ray_rate(2), rounds=RAY_ROUNDS)
    return [Row("Ray, arena of Schokoly, two workers", two, "one worker", one, 1.6)]


def dataset_rows() -> list[Row]:
    """Matches a second that become rows of a data set, beside replaying their records and nothing else."""
    rows = []
    for name, title in (("tokan", "TOKAN"), ("schokoly", "Schokoly")):
        plan = SelfPlay(name, "", ("random",), matches=DATASET_MATCHES)
        played = [play(plan, number) for number in range(plan.matches)]

        def made(plan: SelfPlay = plan, played: list[Played] = played) -> float:
            begin = time.perf_counter()
            as_part(*plan.rules(), played)
            return len(played) / (time.perf_counter() - begin)

        def replayed(played: list[Played] = played) -> float:
            begin = time.perf_counter()
            for match in played:
                replay(match.record)
            return len(played) / (time.perf_counter() - begin)

        ours, other = best(made, replayed)
        rows.append(Row(f"data set, {title}", ours, "replaying its records", other))
    return rows


PARTS: dict[str, Callable[[], list[Row]]] = {
    "zoo": zoo_rows,
    "vector": vector_rows,
    "threads": thread_rows,
    "dataset": dataset_rows,
    "ray": ray_rows,
}


def main() -> None:
    """Print one table; the words on the command line choose parts of it."""
    names = [word for word in sys.argv[1:] if word in PARTS] or list(PARTS)
    rows = [row for name in names for row in PARTS[name]()]
    table(("measured", "a second", "beside", "a second", "times", "wanted"), [row.cells() for row in rows])


if __name__ == "__main__":
    main()
