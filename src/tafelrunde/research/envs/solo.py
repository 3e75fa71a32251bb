"""Gymnasium's environment: one agent against computer players of a level.

`gymnasium.make("tafelrunde/Tokan-v1", opponent=3)` works once `tafelrunde.research.envs` is imported.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from tafelrunde.games.core import View
from tafelrunde.games.errors import BadOptions, IllegalMove
from tafelrunde.games.registry import FIRST
from tafelrunde.research.envs.episode import Mask, new_episode
from tafelrunde.research.envs.opponents import find_opponent
from tafelrunde.research.envs.rendering import FRAMES_A_SECOND, MODES, Frame, Renderer
from tafelrunde.research.envs.spaces import observation_space
from tafelrunde.research.spaces import Observation


class SoloEnv(gymnasium.Env[Any, Any]):
    """The agent has one seat, players of a level have the others.

    `seat` is the agent's, from 0; None draws one for every match. `opponent` is a level from 1 to 8, `random` or
    `greedy`; `nodes` is its budget per move. An observation has the arrays of the game's space. The legal actions
    are in `info["action_mask"]`, int8 [action], and in `action_masks()`, where learners with masks look for them; the
    agent's seat is in `info["seat"]`. An illegal action loses the match. The reward comes at the end: 1, 0 or -1 (with
    three seats -0.5).
    """

    metadata = {"render_modes": list(MODES), "render_fps": FRAMES_A_SECOND}  # noqa: RUF012  # Gymnasium's own form

    def __init__(
        self,
        game: str = FIRST,
        options: str = "",
        opponent: str | int = 1,
        *,
        seat: int | None = None,
        nodes: int | None = None,
        window: int = 32,
        render_mode: str | None = None,
    ) -> None:
        self.match = new_episode(game, options, window)
        if seat is not None and not 0 <= seat < self.match.seats:
            raise BadOptions("seat", f"a number from 0 to {self.match.seats - 1}")
        self._opponent, self._budget = find_opponent(opponent, nodes)
        self._wanted_seat = seat
        self.seat = seat or 0
        """The agent's seat in this match."""
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode, self.match.game.title)
        self._chance = Random()  # seeded by reset
        self.action_space = spaces.Discrete(self.match.space.size)
        self.observation_space = observation_space(self.match.space, mask=False)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new match and let the others play until the agent decides."""
        super().reset(seed=seed)
        self._chance = Random(int(self.np_random.integers(1 << 62)))
        self.seat = self._chance.randrange(self.match.seats) if self._wanted_seat is None else self._wanted_seat
        self._start()
        while self.match.over:  # the others have ended it without the agent
            self._start()
        if self.render_mode == "human":
            self.render()
        return self._seen()

    def _start(self) -> None:
        self.match.reset(self._chance.getrandbits(63))
        self._let_others_play()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, then let the others play; an illegal one loses. Raise BadSetup for anything but a number."""
        reward, lost = 0.0, False
        number = self.match.number(action)
        try:
            self.match.step(number)
        except IllegalMove:
            reward, lost = -1.0, True
        else:
            self._let_others_play()
        over = self.match.over
        if over and not lost:
            reward = self.match.rewards[self.seat]
        observation, info = self._seen()
        if self.render_mode == "human":
            self.render()
        truncated = over and self.match.truncated
        return observation, reward, (over and not truncated) or lost, truncated, info

    def _let_others_play(self) -> None:
        match = self.match
        while not match.over and match.seat != self.seat:
            seat = match.seat
            view = match.position.view(seat)
            choice = self._opponent.choose(view, self._budget, self._chance)
            match.play(choice.move)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        mask: Mask = self.match.mask()
        return self.match.observe(self.seat), {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, bool [action]; the name is that of sb3-contrib's convention."""
        return self.match.mask().astype(np.bool_)

    @property
    def view(self) -> View:
        """What the agent may know, as the rules' value."""
        return self.match.position.view(self.seat)

    def render(self) -> Any:
        """Draw the table as the agent sees it; pixels are uint8 [row, column, 3]."""
        frame: str | Frame | None = self._renderer.render(self.view)
        return frame

    def close(self) -> None:
        """Close the window if there is one."""
        self._renderer.close()


def solo_vector(
    num_envs: int = 1, *, autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, **arguments: Any
) -> SyncVectorEnv:
    """Return what `gymnasium.make_vec("tafelrunde/Tokan-v1", num_envs=…)` makes: agents, each with its own match."""
    return SyncVectorEnv([partial(SoloEnv, **arguments)] * num_envs, autoreset_mode=autoreset_mode)
