"""The games as pure JAX, with the interface of pgx: whole batches on a CPU, GPU or TPU (the extra `jax`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tafelrunde.extras import bring
from tafelrunde.games.errors import UnknownGame

bring("jax", "jax")

from tafelrunde.research.jaxgames.base import Env, State, auto_reset, random_action  # noqa: E402  # only with JAX
from tafelrunde.research.jaxgames.chocolate import chocolate  # noqa: E402
from tafelrunde.research.jaxgames.tokan import Tokan  # noqa: E402

__all__ = ["ENVS", "Env", "State", "auto_reset", "make", "random_action"]

ENVS: dict[str, Callable[[str], Env[Any]]] = {
    "tokan": Tokan,
    "schoko": partial(chocolate, "schoko"),
    "schokoly": partial(chocolate, "schokoly"),
}
"""What plays a game, by its name, made from the text of the options."""


def make(game: str, options: str = "") -> Env[Any]:
    """Return a game; raise UnknownGame, BadOptions, or BadSetup for options that are not played here."""
    if game not in ENVS:
        raise UnknownGame(game, tuple(ENVS))
    return ENVS[game](options)
