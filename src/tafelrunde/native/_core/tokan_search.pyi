from collections.abc import Sequence
from typing import TypeAlias

from tafelrunde.native._core.tokan import Position
from tafelrunde.native.tokan_search import StopSign

Findings: TypeAlias = tuple[list[tuple[str, int, float]], list[str], int, int]
Visits: TypeAlias = tuple[list[tuple[str, float, int]], int]

def search(
    position: Position,
    /,
    *,
    depth: int,
    near: int,
    sight: int,
    weights: Sequence[float] | None,
    nodes: int,
    seconds: float,
    stop: StopSign | None,
) -> Findings: ...
def uct(
    position: Position,
    /,
    *,
    seed: int,
    nodes: int,
    seconds: float,
    stop: StopSign | None,
) -> Visits: ...
def draft(
    position: Position,
    /,
    *,
    sight: int,
    weights: Sequence[float] | None,
    seed: int,
    nodes: int,
    seconds: float,
    stop: StopSign | None,
) -> Visits: ...
def traits(position: Position, /) -> list[float]: ...
def weights(heads: bool, /) -> list[float]: ...
