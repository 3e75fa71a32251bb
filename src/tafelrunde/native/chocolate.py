"""Scho K.O. and Schokoly at the speed of the machine: positions, views, random games and batches of matches.

The rules are those of `tafelrunde.games.chocolate`; positions and views convert in both directions. Everything
random takes a seed and gives the same answer on every machine, whatever the number of threads (0 means all
cores).

An action of a batch is three numbers, said in full in native/src/chocolate/actions.hpp. The first is
``((slot * 4 + rotation) * 2 + tier - 1) * window**2 + row * window + column`` for a card of the hand at a place of the
window; pass and swap actions follow. The second says which card gets a smartie (0 none, 1 the card itself, 2 + k the
k-th target), the third which colour is announced (3 none). What an observation holds is said in batch.hpp there.
"""

from __future__ import annotations

from tafelrunde.games.core import Options
from tafelrunde.native import require
from tafelrunde.native._chocolate_batch import (
    FINISHED,
    NO_ACTION,
    NO_COLOUR,
    PLANES,
    RANDOM,
    RUNNING,
    TRUNCATED,
    Batch,
    Masks,
    unpacked,
)
from tafelrunde.native._chocolate_parts import native_rules, rules_of
from tafelrunde.native._chocolate_position import NativePosition, NativeView, Places, Totals

__all__ = [
    "FINISHED",
    "NO_ACTION",
    "NO_COLOUR",
    "PLANES",
    "RANDOM",
    "RUNNING",
    "TRUNCATED",
    "Batch",
    "Masks",
    "NativePosition",
    "NativeView",
    "Places",
    "Totals",
    "playouts",
    "unpacked",
]


def playouts(game: str, options: Options, games: int, seed: int, threads: int = 1) -> Totals:
    """Play random games from fresh deals; no cards are swapped in them."""
    return Totals.of(require().chocolate.playouts(native_rules(rules_of(game, options)), games, seed, threads))
