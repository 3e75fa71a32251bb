"""Budgets for everything in a match besides its moves.

Every kind of event that can be repeated at will has a budget of its own, so that no seat can fill a match up and so
freeze it. Moves need none: the rules bound them, and take-backs, which repeat them, have a budget. Whatever ends a
match, or brings somebody back to it, always has room.

A match is held in memory with all its entries while somebody follows it. So what an entry may hold is counted besides:
the text of what is said, and the moves that are taken back, for all of them can be made again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tafelrunde.server.match import events as ev

Budget = Literal["chat", "mute", "proposal", "coming", "joining", "takeback", "text", "undone"]

MOST: dict[Budget, int] = {
    "chat": 500,
    "mute": 100,
    "proposal": 200,
    "coming": 100,
    "joining": 300,
    "takeback": 100,
    "text": 20_000,
    "undone": 400,
}
"""How many events of a kind one seat may cause, how many characters it may say, and how many moves may be taken back;
joining and what is about take-backs is counted for the whole match."""

EVERYBODY = -1
"""The account of what is counted for the whole match."""


_BUDGETS: dict[type[ev.Event], Budget] = {
    ev.Chatted: "chat",
    ev.Muted: "mute",
    ev.Proposed: "proposal",
    ev.Left: "coming",
    ev.TakenOver: "coming",
    ev.Rotated: "coming",
    ev.Joined: "joining",
    ev.TakenBack: "takeback",
}
_SHARED: frozenset[Budget] = frozenset(("joining", "takeback"))


class Cost(NamedTuple):
    """What an event takes out of a budget."""

    account: tuple[Budget, int]
    """Which budget, and whose."""
    amount: int = 1


def costs_of(event: ev.Stored, made: int) -> Iterator[Cost]:
    """Iterate over what an event costs after so many moves; nothing where it needs no budget."""
    budget = _BUDGETS.get(type(event))
    if budget is None:
        return
    yield Cost((budget, EVERYBODY if budget in _SHARED else getattr(event, "seat", EVERYBODY)))
    if isinstance(event, ev.Chatted):
        yield Cost(("text", event.seat), len(event.text) + len(event.name))
    elif isinstance(event, ev.TakenBack):
        yield Cost(("undone", EVERYBODY), made - event.ply)
