"""Environments in the tools people use: PettingZoo, Gymnasium, and arrays of matches.

Needs the extra `research` and the native core. Hidden cards never leave a match: what an agent gets, its observation
and its action mask, is made from the view of its seat, and so a function of its information set. Gymnasium's spaces say
the shapes and dtypes: `observation_space` those of the arrays, `action_space` how many actions there are.

Importing this package makes the environments known to Gymnasium and PettingZoo. `gymnasium.make` does it by itself
where the id names the package: `gymnasium.make("tafelrunde.research.envs:tafelrunde/Tokan-v1")`.
"""

from __future__ import annotations

from tafelrunde.extras import bring

bring("research", "gymnasium", "pettingzoo")

from tafelrunde.research.envs.registration import register  # noqa: E402  # only with what it needs

__all__ = ["register"]

register()
