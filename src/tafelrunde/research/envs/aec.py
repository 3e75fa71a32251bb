"""PettingZoo's AEC environment for every game and number of players.

`env` is what most people want: it refuses calls in the wrong order. `raw_env` is the same without that check.
`pettingzoo.make("aec", "tafelrunde/Tokan-v1")` works once `tafelrunde.research.envs` is imported.
"""

from __future__ import annotations

from random import Random
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.errors import IllegalMove
from tafelrunde.games.registry import FIRST
from tafelrunde.research.envs.episode import new_episode
from tafelrunde.research.envs.rendering import FRAMES_A_SECOND, MODES, Frame, Renderer
from tafelrunde.research.envs.spaces import observation_space
from tafelrunde.research.spaces import Observation


class MatchEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A match in which every seat is an agent, `player_0` being the first.

    Observations are dictionaries: the arrays of the game's space and `action_mask`, int8 [action]. An illegal action
    loses the match: its agent gets -1, everybody else 0. A field that outgrows the window of a chocolate game truncates
    the match.
    """

    def __init__(self, game: str = FIRST, options: str = "", window: int = 32, render_mode: str | None = None) -> None:
        super().__init__()
        self.match = new_episode(game, options, window)
        self.metadata = {
            "name": f"tafelrunde_{game}_v1",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": FRAMES_A_SECOND,
        }
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode, self.match.game.title)
        self._chance = Random()  # seeded by reset
        self.possible_agents = [f"player_{seat}" for seat in range(self.match.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_spaces = {agent: spaces.Discrete(self.match.space.size) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: observation_space(self.match.space, mask=True) for agent in self.possible_agents
        }
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent: the shape and dtype of every array."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the numbers an agent may choose from."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match; without a seed the next one of a stream."""
        if seed is not None:
            self._chance = Random(seed)
        self.match.reset(self._chance.getrandbits(63))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self.agents[self.match.seat]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, as new arrays: those of the game's space, and `action_mask`, int8 [action].

        Only the agent that decides has legal actions.
        """
        match, seat = self.match, self._seat_of[agent]
        observation = match.observe(seat)
        mask = match.mask()
        if seat != match.seat:
            mask[:] = 0
        observation["action_mask"] = mask
        return observation

    def step(self, action: int | None) -> None:
        """Take the action of the agent that is selected; None for one that is out.

        Raise IllegalMove for None from an agent that is not: that is a mistake of the program and loses nothing. So is
        what is no number, for which BadSetup is raised.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove(None, f"{agent} is to act; None is for agents that are out")
        match = self.match
        number = match.number(action)
        self._cumulative_rewards[agent] = 0.0
        try:
            match.step(number)
        except IllegalMove:
            self._end({other: -1.0 if other == agent else 0.0 for other in self.agents}, truncated=False)
        else:
            if match.over:
                self._end(dict(zip(self.possible_agents, match.rewards, strict=True)), truncated=match.truncated)
            else:
                self.agent_selection = self.possible_agents[match.seat]
        if self.render_mode == "human":
            self.render()

    def _end(self, rewards: dict[str, float], *, truncated: bool) -> None:
        self.rewards = rewards
        (self.truncations if truncated else self.terminations).update(dict.fromkeys(self.agents, True))
        self._accumulate_rewards()
        following = (self._seat_of[self.agent_selection] + 1) % len(self.agents)
        self.agent_selection = self.agents[following]

    def render(self) -> str | Frame | None:
        """Draw the table as the agent that decides sees it; at the end everything is open.

        Pixels are uint8 [row, column, 3].
        """
        match = self.match
        return self._renderer.render(match.position.view(SPECTATOR if match.over else match.seat))

    def close(self) -> None:
        """Close the window if there is one."""
        self._renderer.close()


def raw_env(game: str = FIRST, options: str = "", window: int = 32, render_mode: str | None = None) -> MatchEnv:
    """Return the environment of a game without wrappers, for callers that keep the order themselves; see `env`."""
    return MatchEnv(game, options, window, render_mode)


def env(game: str = FIRST, options: str = "", window: int = 32, render_mode: str | None = None) -> AECEnv:
    """Return the environment of a game, with options like `players=3 swap=off`.

    Calls in the wrong order, such as `step` before `reset`, are refused. Raise UnknownGame, BadOptions,
    NativeMissing, or BadSetup for an invalid window or a game that lists no moves.
    """
    return OrderEnforcingWrapper(raw_env(game, options, window, render_mode))
