"""MaskablePPO learns TOKAN by playing against itself, on the native batch.

    pip install "tafelrunde[research]" sb3-contrib
    python examples/learners/ppo_tokan.py --minutes 10 --out ppo-tokan

The network looks at the field with two convolutions, then gives every move a score by the cell it starts from, the one
it ends on and the one behind it. What a move means is the same everywhere on the field, so it is learned only once.
"""

from __future__ import annotations

import numpy as np
import torch
from masked_ppo import Scorer, learn, read_arguments
from torch import nn

from tafelrunde.games.tokan.board import BACKWARD, CELLS, COLUMNS, RAYS, ROWS
from tafelrunde.research.envs.vector import TokanVectorEnv

FEATURES, CARRIED = 16, 3
OUTSIDE = CELLS


def make(matches: int) -> TokanVectorEnv:
    """Return matches side by side."""
    return TokanVectorEnv(matches=matches, threads=1)


def rays() -> torch.Tensor:
    """Return the cell behind and those one to three steps ahead, [direction, steps, cell]; OUTSIDE for none."""
    found = np.full((4, 4, CELLS), OUTSIDE)
    for cell, ways in enumerate(RAYS):
        for way, ahead in enumerate(ways):
            found[way, 1 : 1 + len(ahead[:3]), cell] = ahead[:3]
            found[way, 0, cell] = (*ways[BACKWARD[way]], OUTSIDE)[0]
    return torch.from_numpy(found)


class TokanScorer(Scorer):
    """Scores all 360 moves."""

    latent_dim_pi = CARRIED * 4 * CELLS
    latent_dim_vf = 64

    def __init__(self, width: int = 48) -> None:
        super().__init__()
        self.look = nn.Sequential(
            *(nn.Conv2d(FEATURES + 4, width, 3, padding=1), nn.ReLU()),
            *(nn.Conv2d(width, width, 3, padding=1), nn.ReLU()),
        )
        self.ends = nn.Linear(width + FEATURES + 4, 3 * width)
        self.carry = nn.Linear(width, CARRIED)
        self.worth = nn.Sequential(nn.Linear(2 * width, self.latent_dim_vf), nn.ReLU())
        nn.init.zeros_(self.carry.weight)
        self.register_buffer("rays", rays())

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the scores, [match, action], and the features of the value, [match, 64]."""
        cells = seen.view(-1, ROWS, COLUMNS, FEATURES)
        heights = cells[..., 6:7]
        tall = torch.cat([(heights >= height).float() for height in (2, 3, 4, 6)], dim=-1)
        cells = torch.cat([cells / 3, tall], dim=-1)
        looked = self.look(cells.permute(0, 3, 1, 2)).permute(0, 2, 3, 1).reshape(len(cells), CELLS, -1)
        known = torch.cat([looked, cells.reshape(len(cells), CELLS, -1)], dim=-1)
        start, end, behind = self.ends(known).chunk(3, dim=-1)
        reach = (seen.view(-1, CELLS, FEATURES)[..., :3] * torch.tensor([1.0, 2.0, 3.0])).sum(-1).long()
        # Where every own animal would end in each of the four directions; without one it is the cell behind.
        goal = self.rays[:, reach, torch.arange(CELLS)].transpose(0, 1)
        both = start[:, None] + taken(end, goal) + taken(behind, self.rays[:, 0].expand_as(goal))
        scores = self.carry(torch.relu(both)).permute(0, 3, 1, 2).flatten(1)
        pooled = torch.cat([looked.mean(1), looked.amax(1)], dim=-1)
        return scores, self.worth(pooled)


def taken(cells: torch.Tensor, which: torch.Tensor) -> torch.Tensor:
    """Return what is at some cells, [match, direction, cell, feature]; zeros outside."""
    padded = torch.cat([cells, torch.zeros_like(cells[:, :1])], dim=1)
    index = which.flatten(1)[..., None].expand(-1, -1, cells.shape[-1])
    return padded.gather(1, index).view(*which.shape, cells.shape[-1])


if __name__ == "__main__":
    learn(make, TokanScorer, read_arguments(__doc__, "ppo-tokan"))
