from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tafelrunde.native._core.chocolate import Position, View
from tafelrunde.native.chocolate_search import StopSign

Settings: TypeAlias = tuple[int, int, int, int, int, bool, int, int, bool, bool, bool, bool]
Answer: TypeAlias = tuple[list[tuple[str, float, float, int]], bool, int]

def search(
    view: View,
    settings: Settings,
    weights: Sequence[float] | None,
    seed: int,
    nodes: int,
    seconds: float,
    stop: StopSign | None,
    asked: list[str],
    /,
) -> Answer: ...
def search_open(
    position: Position,
    settings: Settings,
    weights: Sequence[float] | None,
    seed: int,
    nodes: int,
    seconds: float,
    stop: StopSign | None,
    asked: list[str],
    /,
) -> Answer: ...
def uct(view: View, seed: int, nodes: int, seconds: float, stop: StopSign | None, worlds: int, /) -> Answer: ...
def weights(form: int, /) -> list[float]: ...
def observe(
    game: int, players: int, weights: Sequence[float], again: int, wild: int, seed: int, begin: int, end: int, /
) -> NDArray[np.float32]: ...
def duel(
    game: int,
    players: int,
    first: Sequence[float],
    second: Sequence[float],
    again: int,
    seed: int,
    begin: int,
    end: int,
    /,
) -> list[float]: ...
