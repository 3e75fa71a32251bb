from collections.abc import Callable

from tafelrunde.native._core.tokan import Position

SAMPLE_SIZE: int

class Solver:
    def __init__(self, memory: int, threads: int) -> None: ...
    def solve(
        self,
        position: Position,
        margin: bool,
        line: bool,
        seconds: float | None,
        positions: int | None,
        tick: Callable[[int], bool] | None,
    ) -> tuple[int, int, str | None, list[str], int]: ...
    def values(
        self,
        position: Position,
        margin: bool,
        seconds: float | None,
        positions: int | None,
        tick: Callable[[int], bool] | None,
    ) -> list[tuple[str, int, int]]: ...
    def certificate(
        self, position: Position, player: int, goal: int, most: int, tick: Callable[[int], bool] | None
    ) -> bytes | None: ...
    def samples(self, position: Position, search: int, rate: float, each: int) -> bytes: ...
    def clear(self) -> None: ...
