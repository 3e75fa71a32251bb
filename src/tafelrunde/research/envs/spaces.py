"""The spaces of Gymnasium for the spaces of the games, and the names of environments."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces

from tafelrunde.research.spaces import Box, Space

IDS = {"tafelrunde/Tokan-v1": "tokan", "tafelrunde/Schoko-v1": "schoko", "tafelrunde/Schokoly-v1": "schokoly"}
"""The games by the name that libraries know their environments by."""


def box(shape: Box) -> spaces.Box:
    """Return the space of one array."""
    return spaces.Box(shape.low, shape.high, shape.shape, shape.dtype)


def observation_space(space: Space, *, mask: bool) -> spaces.Dict:
    """Return the space of an observation, with the mask of legal actions on request."""
    parts: dict[str, spaces.Space[Any]] = {name: box(shape) for name, shape in space.boxes.items()}
    if mask:
        parts["action_mask"] = spaces.MultiBinary(space.size)
    return spaces.Dict(parts)
