"""What the two scripts beside this one share: MaskablePPO in self-play on the native batch, and what it is worth.

Every match is played by one policy in all its seats. The value of a position changes its sign from one seat to the
next, so the discount is -1: then what Stable-Baselines3 computes for one agent is right for two who take turns, and
every decision of a match is learned from.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from torch import nn

from tafelrunde.players.rating import Estimate, mean_score
from tafelrunde.research.envs.stable import StableVecEnv
from tafelrunde.research.envs.vector.rivals import PlayerRival, RivalsEnv


class ScoringPolicy(MaskableActorCriticPolicy):
    """A policy whose network gives every action a score by itself, and the value's features beside it."""

    def __init__(self, *args: Any, network: type[nn.Module], **settings: Any) -> None:
        self._network = network
        super().__init__(*args, ortho_init=False, **settings)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = self._network()

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()


class Scorer(nn.Module):
    """A network for `ScoringPolicy`: `forward` returns the scores of all actions and features of the value."""

    latent_dim_pi: int
    latent_dim_vf: int

    def forward_actor(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the scores alone."""
        return self(seen)[0]

    def forward_critic(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the features of the value alone."""
        return self(seen)[1]


def score(model: MaskablePPO, make: Callable[[int], Any], rival: str, rounds: int, seed: int) -> Estimate:
    """Return how a model scores against a player: deals that it plays from either seat, two matches a round."""
    env = RivalsEnv(make(2 * rounds), PlayerRival(rival, seed), [0, 1] * rounds)
    seen, _ = env.reset(seed=[seed * 1_000_003 + match // 2 for match in range(2 * rounds)])
    results = np.full(2 * rounds, np.nan)
    only = next(iter(seen)) if len(seen) == 1 else None
    while np.isnan(results).any():
        shown = seen[only] if only else seen
        actions, _ = model.predict(shown, action_masks=np.array(env.action_masks()), deterministic=True)
        seen, rewards, over, truncated, _ = env.step(actions)
        first = (over | truncated) & np.isnan(results)
        results[first] = (1 + rewards[first]) / 2
    return mean_score(results.reshape(rounds, 2).mean(axis=1).tolist())


class Curve(BaseCallback):
    """Measures the model now and then, and ends learning when its processor time is used up.

    Measuring is not counted. `curve.jsonl` in the folder gets a line each time.
    """

    def __init__(self, folder: Path, make: Callable[[int], Any], minutes: float, points: int, rounds: int) -> None:
        super().__init__()
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "curve.jsonl"
        self._file.unlink(missing_ok=True)
        self._make, self._minutes, self._points, self._rounds = make, minutes, points, rounds
        self._begin, self._wall, self._done = time.process_time(), time.perf_counter(), 0

    @property
    def used(self) -> float:
        """The share of the processor time that is used up."""
        return (time.process_time() - self._begin) / 60 / self._minutes

    def _on_step(self) -> bool:
        return self.used < 1

    def _on_rollout_start(self) -> None:
        if self.used * self._points >= self._done:
            self.measure()
            self._done += 1

    def measure(self) -> None:
        """Let the model play, and note how it scored."""
        began, used = time.process_time(), self.used
        row: dict[str, Any] = {"minutes": round(used * self._minutes, 2), "decisions": self.num_timesteps}
        row["wall_minutes"] = round((time.perf_counter() - self._wall) / 60, 2)
        for rival in ("random", "1", "2", "3"):
            found = score(self.model, self._make, rival, self._rounds, self._done + 1)
            row[rival] = [round(number, 3) for number in (found.value, found.low, found.high)]
        print(json.dumps(row), flush=True)
        with self._file.open("a") as file:
            print(json.dumps(row), file=file)
        self._begin += time.process_time() - began


def read_arguments(about: str | None, out: str, given: list[str] | None = None) -> argparse.Namespace:
    """Read the command line of a script."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="of processor time, measuring not counted")
    parser.add_argument("--out", type=Path, default=Path(out), help="a folder")
    parser.add_argument("--matches", type=int, default=256, help="played at once")
    parser.add_argument("--steps", type=int, default=32, help="of every match between two rounds of learning")
    parser.add_argument("--batch", type=int, default=1024, help="decisions a step of learning")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, falls to a twentieth")
    parser.add_argument("--points", type=int, default=8, help="of the curve")
    parser.add_argument("--rounds", type=int, default=100, help="of two matches, for each point of the curve")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(given)


def learn(make: Callable[[int], Any], network: type[nn.Module], args: argparse.Namespace) -> MaskablePPO:
    """Learn for so many minutes of processor time, and return the model, which is saved as `model.zip`."""
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    curve = Curve(args.out, make, args.minutes, args.points, args.rounds)
    model = MaskablePPO(
        ScoringPolicy,
        StableVecEnv(make(args.matches)),
        policy_kwargs={"network": network},
        gamma=-1.0,
        gae_lambda=0.9,
        n_steps=args.steps,
        batch_size=args.batch,
        n_epochs=args.epochs,
        learning_rate=lambda _: args.rate * max(0.05, 1 - curve.used),
        ent_coef=0.01,
        seed=args.seed,
        device="cpu",
    )
    model.learn(10**9, callback=curve)
    curve.measure()
    # The rate of learning follows the clock, which is no part of what was learned.
    model.save(args.out / "model.zip", exclude=["learning_rate", "lr_schedule"])
    return model
