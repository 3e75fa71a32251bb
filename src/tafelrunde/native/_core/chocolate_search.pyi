from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tafelrunde.native._core.chocolate import Position, Rules, View
from tafelrunde.native.chocolate_search import StopSign

Answer: TypeAlias = tuple[list[tuple[str, float, float, int]], bool, int]

class Settings:
    def __init__(
        self,
        *,
        candidates: int,
        looks: int,
        depth: int,
        again: int,
        stages: int,
        worlds: int,
        endgame: bool,
        offers: bool,
        cards: int,
        recent: int,
        second: bool,
        groups: bool,
        others: bool,
        habits: bool,
    ) -> None: ...

class Net:
    @staticmethod
    def read(file: bytes, /) -> Net: ...
    @property
    def form(self) -> int: ...

def search(
    view: View,
    settings: Settings,
    weights: Sequence[float] | None,
    net: Net | None,
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
    net: Net | None,
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
    rules: Rules, weights: Sequence[float], again: int, wild: int, seed: int, begin: int, end: int, /
) -> NDArray[np.float32]: ...
def duel(
    rules: Rules,
    first: Sequence[float],
    second: Sequence[float],
    again: int,
    seed: int,
    begin: int,
    end: int,
    /,
) -> list[float]: ...
