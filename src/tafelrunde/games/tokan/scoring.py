"""How a field of TOKAN is scored."""

from __future__ import annotations

from tafelrunde.games.tokan.board import BLACK, REACH, RED, SIDE, Towers


def tower_points(towers: Towers) -> tuple[int, int]:
    """Count the heights of towers of two and more for the owner of the top tile."""
    points = [0, 0]
    for tower in towers:
        if len(tower) > 1:
            points[SIDE[tower[-1]]] += len(tower)
    return points[RED], points[BLACK]


def head_points(towers: Towers) -> tuple[int, int]:
    """Count the reach of every visible tile for its owner."""
    points = [0, 0]
    for tower in towers:
        if tower:
            points[SIDE[tower[-1]]] += REACH[tower[-1]]
    return points[RED], points[BLACK]


def heights(towers: Towers, side: int) -> list[int]:
    """List the heights of a side's towers, single tiles included, the highest first."""
    return sorted((len(tower) for tower in towers if tower and SIDE[tower[-1]] == side), reverse=True)


def winner(towers: Towers, points: tuple[int, int], by_heads: bool) -> int | None:
    """Return the side with more points; with every head counting, ties go to the higher towers in turn."""
    red: list[int] = [points[RED]]
    black: list[int] = [points[BLACK]]
    if by_heads:
        red += heights(towers, RED)
        black += heights(towers, BLACK)
    if red == black:
        return None
    # A missing tower counts 0: of two lists that agree as far as the shorter one goes, the longer one is greater.
    return RED if red > black else BLACK
