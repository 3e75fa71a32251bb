"""The spaces of Gymnasium for the spaces of the games."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces

from tafelrunde.research.spaces import Box, Space


def box(shape: Box) -> spaces.Box:
    """Return the space of one array, with the shape and dtype of its box."""
    return spaces.Box(shape.low, shape.high, shape.shape, shape.dtype)


def observation_space(space: Space, *, mask: bool) -> spaces.Dict:
    """Return the space of an observation; on request with `action_mask`, int8 [action]."""
    parts: dict[str, spaces.Space[Any]] = {name: box(shape) for name, shape in space.boxes.items()}
    if mask:
        parts["action_mask"] = spaces.MultiBinary(space.size)
    return spaces.Dict(parts)
