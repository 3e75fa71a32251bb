"""The actions of a seat."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tafelrunde.games.core import MOST_SEATS
from tafelrunde.server.match.events import Proposal

MAX_CHAT = 500
MAX_MOVE = 40
MAX_NAME = 40

Level = Annotated[int, msgspec.Meta(ge=1, le=8)]
Seat = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
Listened = Annotated[int, msgspec.Meta(ge=-1, lt=MOST_SEATS)]
"""A seat, or -1 for all who watch."""
Ply = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Word = Annotated[str, msgspec.Meta(max_length=100)]


class Action(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """The base of all actions, told apart by the field `type`."""


class Move(Action, frozen=True, tag="move"):
    """Make a move, written in the game's notation; `ply` is the number of moves it answers to."""

    move: Annotated[str, msgspec.Meta(max_length=MAX_MOVE)]
    ply: Ply | None = None


class Resign(Action, frozen=True, tag="resign"):
    """Give up."""


class Propose(Action, frozen=True, tag="propose"):
    """Ask all others to agree to something."""

    what: Proposal
    ply: Ply | None = None
    word: Word | None = None
    """For a rematch: a word of one's own for its deal, whose hash is `next_deal_hash`."""


class Agree(Action, frozen=True, tag="agree"):
    """Agree to what was proposed."""

    word: Word | None = None


class Decline(Action, frozen=True, tag="decline"):
    """Decline what was proposed, or take one's own proposal back."""


class Resume(Action, frozen=True, tag="resume"):
    """End a pause."""


class Chat(Action, frozen=True, tag="chat"):
    """Say something; whoever watches may say by which name."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CHAT)]
    name: Annotated[str, msgspec.Meta(max_length=MAX_NAME)] = ""


class Mute(Action, frozen=True, tag="mute"):
    """Stop or start hearing what another seat says, or all who watch."""

    other: Listened
    on: bool = True


class Leave(Action, frozen=True, tag="leave"):
    """Leave the seat."""


class Return(Action, frozen=True, tag="return"):
    """Come back to the seat one has left."""


class TakeOver(Action, frozen=True, tag="take-over"):
    """Let a computer decide for one's own seat, or for one whose owner has left."""

    seat: Seat
    level: Level


AnyAction = Move | Resign | Propose | Agree | Decline | Resume | Chat | Mute | Leave | Return | TakeOver
