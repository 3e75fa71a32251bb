"""The interface of vector environments."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from tafelrunde.games.core import Move, View
from tafelrunde.games.errors import BadSetup
from tafelrunde.research.envs.rendering import FRAMES_A_SECOND, Frame, pixels
from tafelrunde.research.spaces import Observation

Stepped = tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]
"""Observations, rewards float32 [match], terminations bool [match], truncations bool [match], and the info."""

NO_ACTION = -2
"""The action that leaves a match as it is; where an action has several parts, it is the first."""


MODES = ("ansi", "rgb_array")
"""How many matches can be drawn; Gymnasium's `HumanRendering` shows pixels in a window."""

Seeds = int | Sequence[int | None] | NDArray[np.integer] | None
"""One seed for all matches, or one for each; None draws one."""

MOST_MATCHES = 1 << 20
MOST_THREADS = 1024


def _check(name: str, number: object, least: int, most: int) -> None:
    if not isinstance(number, int | np.integer) or not least <= number <= most:
        raise BadSetup(f"{name} is a number from {least} to {most:,}, not {number!r}")


def chosen_matches(options: dict[str, Any] | None, matches: int) -> NDArray[np.bool_]:
    """Return which matches the options of a reset choose by `reset_mask`, by default all; raise BadSetup."""
    mask = (options or {}).get("reset_mask")
    if mask is None:
        return np.ones(matches, np.bool_)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (matches,) or not mask.any():
        raise BadSetup(f"reset_mask is an array of {matches} truth values, of which one at least is true, not {mask!r}")
    return mask


class MatchesEnv(VectorEnv[Any, Any, Any]):
    """Matches side by side, redealt when they end; the arrays of an observation have a first axis for the match.

    The info of every step has `seat` [match], who decides next, and `rewards` float32 [match, seat]. After a step in
    which matches ended, `final_obs` [match] has what was seen at the end of each, and `_final_obs` says of which, as
    Gymnasium wants it of environments that redeal within the step. A copy, also one by `pickle`, goes on as the
    environment itself would. With a `render_mode`, `ansi` or `rgb_array`, `render` draws every match. Raise BadSetup
    for numbers of matches or threads that cannot be.
    """

    def __init__(self, matches: int, threads: int = 1) -> None:
        _check("matches", matches, 1, MOST_MATCHES)
        _check("threads", threads, 0, MOST_THREADS)
        self.num_envs = matches
        self.metadata = {
            "autoreset_mode": AutoresetMode.SAME_STEP,
            "render_modes": list(MODES),
            "render_fps": FRAMES_A_SECOND,
        }

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Redeal every match, from one seed or from a list with a seed for each (None draws one).

        The option `reset_mask`, bool [match], says which matches are redealt; the others go on. Raise BadSetup for a
        list of another length, what are no seeds, and what is no mask.
        """
        chosen = chosen_matches(options, self.num_envs)
        if not isinstance(seed, Sequence | np.ndarray):
            super().reset(seed=seed)
            if chosen.all():
                self._deal(int(self.np_random.integers(1 << 62)))
                return self._seen(), self._info()
            seeds = self._seeds([None] * self.num_envs)
        else:
            seeds = self._seeds(seed)
            self._np_random = np.random.default_rng(seeds)
        (which,) = chosen.nonzero()
        self._deal_each(which, seeds[which])
        return self._seen(), self._info()

    def _seeds(self, seeds: Sequence[int | None] | NDArray[np.integer]) -> NDArray[np.uint64]:
        if len(seeds) != self.num_envs:
            raise BadSetup(f"there are {self.num_envs} matches and {len(seeds)} seeds")
        for seed in seeds:
            if seed is not None and not (isinstance(seed, int | np.integer) and 0 <= seed < 1 << 64):
                raise BadSetup(f"a seed is a whole number from 0, below 2 to the power of 64, not {seed!r}")
        drawn = self.np_random.integers(1 << 62, size=self.num_envs)
        return np.array([new if seed is None else seed for seed, new in zip(seeds, drawn, strict=True)], np.uint64)

    def render(self) -> tuple[str | Frame, ...] | None:
        """Draw every match as the seat that decides next sees it; pixels are uint8 [row, column, 3]."""
        if self.render_mode is None:
            return None
        tables = [self.view(match) for match in range(self.num_envs)]
        return tuple(pixels(table) if self.render_mode == "rgb_array" else table.diagram() for table in tables)

    def _numbers(self, actions: Any) -> NDArray[np.int32]:
        """Return actions as the batch takes them; raise BadSetup where they have another shape or are no integers."""
        given = np.asarray(actions)
        shape = self.action_space.shape
        if given.shape != shape or given.dtype.kind not in "iu":
            raise BadSetup(f"actions are integers of shape {shape}, not {given.dtype} of shape {given.shape}")
        if not np.can_cast(given.dtype, np.int32):
            # A number that does not fit would come out as another one, which may be legal.
            fits = np.iinfo(np.int32)
            given = given.clip(0 if given.dtype.kind == "u" else fits.min, fits.max)
        numbers: NDArray[np.int32] = given.astype(np.int32, copy=False)
        return numbers

    @abstractmethod
    def step_randomly(self) -> Stepped:
        """Play a legal action in every match, all equally likely."""

    @abstractmethod
    def action_masks(self) -> Any:
        """Return which actions are legal now, for every match."""

    @abstractmethod
    def view(self, match: int) -> View:
        """Return what the seat that decides next in a match may know, as the rules' value."""

    @abstractmethod
    def encode(self, match: int, move: Move) -> NDArray[np.int32]:
        """Return a legal move of a match as actions of `step`, [number, ...], to be taken one after the other.

        Raise BadSetup where they cannot say it.
        """

    @abstractmethod
    def _deal(self, seed: int) -> None:
        """Redeal every match from its own stream of a seed."""

    @abstractmethod
    def _deal_each(self, which: NDArray[np.intp], seeds: NDArray[np.uint64]) -> None:
        """Redeal some matches, each from its own seed."""

    @abstractmethod
    def _seen(self) -> Observation:
        """Return what the seats that decide see."""

    @abstractmethod
    def _info(self) -> dict[str, Any]:
        """Return who decides, and every seat's reward."""

    @abstractmethod
    def _finals(self, ended: NDArray[np.intp]) -> Observation:
        """Return what was seen at the end of matches that ended in this step, as new arrays."""

    def _told(self, actors: NDArray[np.integer], over: NDArray[np.bool_], truncated: NDArray[np.bool_]) -> Stepped:
        """Return what a step by these seats gives, with the ends of matches that ended in it."""
        # All threads wait for what is done here, so only matches that ended are looked at: there are no other rewards.
        info = self._info()
        ended = over | truncated
        (which,) = ended.nonzero()
        rewards = np.zeros(self.num_envs, np.float32)
        if which.size:
            rewards[which] = info["rewards"][which, actors[which]]
            told: list[Observation] = [{} for _ in range(which.size)]
            for name, array in self._finals(which).items():
                for seen, row in zip(told, array, strict=True):
                    seen[name] = row
            info["final_obs"] = final_obs = np.empty(self.num_envs, object)
            final_obs[which] = np.fromiter(told, object, which.size)
            info["_final_obs"] = ended
        return self._seen(), rewards, over, truncated, info
