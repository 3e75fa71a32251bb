"""Who sits where: what a client asks for when it makes a match, joins one, or takes a new token for its seat."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from tafelrunde.games.core import shuffled
from tafelrunde.records.deals import SECRET_BYTES, DealStream
from tafelrunde.server.match import events as ev
from tafelrunde.server.match import setup
from tafelrunde.server.match.decide import Events, check_budget, checked_word, clean
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.tokens import Entropy, new_token, token_hash
from tafelrunde.server.wire import messages as wire

_WORD_BYTES = 8


def created(asked: wire.Create, engines: Container[str], entropy: Entropy) -> tuple[ev.Created, list[wire.SeatGiven]]:
    """Return a new match as it is written, and the tokens that open its seats; raise Refusal."""
    tokens = [new_token(entropy) if plan.kind in ("local", "invited") else "" for plan in asked.seats]
    plans = [_plan(plan, token, engines, entropy) for plan, token in zip(asked.seats, tokens, strict=True)]
    order = list(range(len(plans)))
    if asked.draw_seats:
        order = shuffled(order, DealStream(entropy(SECRET_BYTES)))
    clock = asked.clock
    event = ev.Created(
        game=asked.game,
        options=asked.options,
        seats=tuple(plans[index] for index in order),
        clock=None if clock is None else ev.ClockPlan(clock.kind, clock.seconds, clock.increment),
        listed=asked.listed,
        friendly=asked.friendly,
        secret=entropy(SECRET_BYTES).hex(),
        next_secret=entropy(SECRET_BYTES).hex(),
    )
    return event, [wire.SeatGiven(seat, tokens[index]) for seat, index in enumerate(order) if tokens[index]]


def _plan(asked: wire.SeatAsked, token: str, engines: Container[str], entropy: Entropy) -> ev.SeatPlan:
    if asked.kind == "computer":
        engine = asked.engine or ""
        if engine and engine not in engines:
            raise Refusal("bad-setup", "there is no such engine here")
        level = asked.level or 1
        return ev.SeatPlan("computer", engine or f"Computer {level}", level, engine, word="computer")
    if asked.level is not None or asked.engine is not None:
        raise Refusal("bad-setup", "only a computer has a level")
    word = _word(asked.word, entropy) if asked.kind == "local" else ""
    name = "" if asked.name is None else clean(asked.name)
    return ev.SeatPlan(asked.kind, name, token=token_hash(token) if token else "", word=word)


def _word(word: str | None, entropy: Entropy) -> str:
    return entropy(_WORD_BYTES).hex() if word is None else checked_word(word)


@dataclass
class Joining:
    """Somebody who takes a seat: always with a fresh token, so that a copy of an invitation opens nothing."""

    asked: wire.Join
    entropy: Entropy
    token: str = field(init=False)
    seat: int = field(init=False, default=-1)

    def __post_init__(self) -> None:
        self.token = self.asked.new_token or new_token(self.entropy)
        self._hash = token_hash(self.token)
        self._name = clean(self.asked.name)
        self._word = _word(self.asked.word, self.entropy)

    @property
    def hashes(self) -> set[str]:
        """The hashes of all tokens that are shown."""
        shown = {self._hash}
        return shown if self.asked.token is None else shown | {token_hash(self.asked.token)}

    def __call__(self, match: Match) -> Events:
        """Return what happens; nothing if this very token has the seat already. Raise Refusal."""
        held = match.seat_of(self._hash)
        if held is not None:
            self.seat = held
            return ()
        if any(seat.token == self._hash for seat in match.seats):
            raise Refusal("not-allowed", "a new token is another one")
        invitation = None if self.asked.token is None else token_hash(self.asked.token)
        self.seat = self._free_seat(match, invitation)
        follows = self.asked.word is not None
        return setup.join(match, ev.Joined(self.seat, self._name, self._hash, self._word, follows), invitation)

    def _free_seat(self, match: Match, invitation: str | None) -> int:
        if invitation is not None:
            seat = match.invitation_of(invitation)
            if seat is None:
                raise Refusal("forbidden", "the token invites to no free seat of this match")
            return seat
        if self.asked.seat is not None:
            return self.asked.seat
        free = [index for index, seat in enumerate(match.seats) if seat.kind == "open" and not seat.taken]
        if not free:
            raise Refusal("seat-taken", "no seat is free")
        return free[0]


def rotated(match: Match, seat: int, token: str) -> Events:
    """Return what happens when a seat's owner takes a new token; raise Refusal."""
    hashed = token_hash(token)
    if any(other.token == hashed for other in match.seats):
        raise Refusal("not-allowed", "a new token is another one")
    happening = (ev.Rotated(seat, hashed),)
    check_budget(match, happening)
    return happening
