"""Who plays the seats that the agent does not play."""

from __future__ import annotations

from tafelrunde.games.errors import BadOptions
from tafelrunde.players.base import Budget, Player
from tafelrunde.players.registry import COMMAND, find_player


def find_opponent(name: str | int, nodes: int | None) -> tuple[Player, Budget]:
    """Return a player of ours by its name, a level, `random` or `greedy`, and what it may think a move.

    Raise UnknownPlayer, or BadOptions for another program or a number of nodes that cannot be.
    """
    if str(name).startswith(COMMAND):
        raise BadOptions("opponent", "a level, random or greedy: other programs play in tournaments")
    if nodes is not None and not _is_positive(nodes):
        raise BadOptions("nodes", "a whole number from 1")
    return find_player(str(name)), Budget(nodes=nodes)


def _is_positive(number: object) -> bool:
    return isinstance(number, int) and number > 0
