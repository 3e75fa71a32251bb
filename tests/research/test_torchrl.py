"""TorchRL takes the environments as they are: its own checks pass, and masked rollouts end."""

import pytest

from tafelrunde.research.envs.aec import env as aec_env
from tafelrunde.research.envs.solo import SoloEnv
from tests.research.needs import need

torch = need("torch")
need("torchrl")

pytestmark = pytest.mark.filterwarnings("ignore")
"""TorchRL and tensordict warn of their own future."""


@pytest.mark.parametrize("game", ["tokan", "schoko", "schokoly"])
def test_torchrl_accepts_an_agent_against_a_level(game: str) -> None:
    from torchrl.envs import GymWrapper
    from torchrl.envs.utils import check_env_specs

    check_env_specs(GymWrapper(SoloEnv(game, opponent="random")))


@pytest.mark.parametrize("game", ["tokan", "schoko"])
def test_torchrl_plays_all_seats_by_their_masks(game: str) -> None:
    from torchrl.envs import MarlGroupMapType, PettingZooWrapper

    inside = aec_env(game)
    env = PettingZooWrapper(inside, use_mask=True, group_map=MarlGroupMapType.ONE_GROUP_PER_AGENT, seed=1)
    played = env.rollout(200, break_when_any_done=True)
    assert played["next", "done"][-1].all()
    assert not played["next", "done"][:-1].any()
    assert inside.match.position.is_over
    rewards = [float(played["next", agent, "reward"].sum()) for agent in inside.possible_agents]
    assert sum(rewards) == 0
