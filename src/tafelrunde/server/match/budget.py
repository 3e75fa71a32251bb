"""How much may happen in a match beside its moves.

Every kind of event that can be repeated at will has a budget of its own, so that no seat can fill a match up and so
freeze it. Moves need none: the rules bound them, and take-backs, which repeat them, have a budget. Whatever ends a
match, or brings somebody back to it, always has room.
"""

from __future__ import annotations

from typing import Literal

from tafelrunde.server.match import events as ev

Budget = Literal["chat", "mute", "proposal", "coming", "joining", "takeback"]

MOST: dict[Budget, int] = {
    "chat": 500,
    "mute": 100,
    "proposal": 200,
    "coming": 100,
    "joining": 300,
    "takeback": 100,
}
"""How many events of a kind one seat may cause; joining and take-backs are counted for the whole match."""

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


def account_of(event: ev.Stored) -> tuple[Budget, int] | None:
    """Return the budget an event is paid from, and whose; None where it needs none."""
    budget = _BUDGETS.get(type(event))
    if budget is None:
        return None
    return budget, EVERYBODY if budget in _SHARED else getattr(event, "seat", EVERYBODY)
