"""MaskablePPO learns Scho K.O. by playing against itself, on the native batch, choosing from a list of turns.

    pip install "tafelrunde[research]" sb3-contrib scipy
    python examples/learners/ppo_schoko.py --minutes 10 --out ppo-schoko

The network judges every line of the list (shortlist.py) alike, and a position by the best and the mean of its lines.
"""

from __future__ import annotations

import torch
from masked_ppo import Scorer, learn, read_arguments
from shortlist import NUMBERS, TURNS, Line, ShortlistEnv
from torch import nn


def make(matches: int) -> ShortlistEnv:
    """Return matches side by side."""
    return ShortlistEnv(matches)


class SchokoScorer(Scorer):
    """Scores all turns of a list."""

    latent_dim_pi = TURNS
    latent_dim_vf = 64

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.judge = nn.Sequential(nn.Linear(NUMBERS, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.like = nn.Linear(width, 1)
        self.worth = nn.Sequential(nn.Linear(2 * width, self.latent_dim_vf), nn.ReLU())
        nn.init.zeros_(self.like.weight)
        scale = torch.ones(NUMBERS)
        scale[Line.STACK] = scale[Line.GROUP : Line.JOINED] = scale[Line.LARGEST : Line.GROWN] = 1 / 16
        scale[Line.OWN : Line.GROUP] = scale[Line.JOINED : Line.LARGEST] = scale[Line.GROWN :] = 1 / 4
        self.register_buffer("scale", scale)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the scores, [match, line], and the features of the value, [match, 64]."""
        lines = seen.view(-1, TURNS, NUMBERS)
        judged = self.judge(lines * self.scale)
        legal = lines[..., :1]
        mean = (judged * legal).sum(1) / legal.sum(1).clamp(min=1)
        return self.like(judged)[..., 0], self.worth(torch.cat([mean, (judged * legal).amax(1)], dim=-1))


if __name__ == "__main__":
    learn(make, SchokoScorer, read_arguments(__doc__, "ppo-schoko"))
