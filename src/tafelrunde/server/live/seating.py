"""Who sits where: what a client asks for when it makes a match, joins one, or takes a new token for its seat."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from tafelrunde.games.core import SPECTATOR, Position, shuffled
from tafelrunde.records.deals import SECRET_BYTES, DealStream
from tafelrunde.records.replay import Replay
from tafelrunde.server.live.live_match import Actor
from tafelrunde.server.match import events as ev
from tafelrunde.server.match import setup
from tafelrunde.server.match.decide import Events, check_budget, checked_word, clean
from tafelrunde.server.match.parts import session_of
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.tokens import Entropy, keyed_token, new_token, token_hash
from tafelrunde.server.wire import rest

_WORD_BYTES = 8


class Owner(NamedTuple):
    """Somebody with a name who sits down: their account, and the session or API token through which they do."""

    account: str
    name: str
    kind: ev.AccountKind
    session: str


def created(
    asked: rest.Create, engines: Container[str], entropy: Entropy, owner: Owner | None = None
) -> tuple[ev.Created, list[rest.SeatGiven]]:
    """Return a new match as it is written, and the tokens that open its seats; raise Refusal."""
    order = list(range(len(asked.seats)))
    if asked.draw_seats:
        order = shuffled(order, DealStream(entropy(SECRET_BYTES)))
    tokens = [_token(asked, index, order.index(index), entropy) for index in range(len(order))]
    plans = [_plan(plan, token, engines, entropy) for plan, token in zip(asked.seats, tokens, strict=True)]
    if owner is not None:
        plans = _owned(plans, owner)
    clock = asked.clock
    event = ev.Created(
        game=asked.game,
        options=asked.options,
        seats=tuple(plans[index] for index in order),
        clock=None if clock is None else ev.ClockPlan(clock.kind, clock.seconds, clock.increment),
        listed=asked.listed,
        friendly=asked.friendly and not asked.rated,
        rated=asked.rated,
        secret=entropy(SECRET_BYTES).hex(),
        next_secret=entropy(SECRET_BYTES).hex(),
        # Whoever plays goes by their own time.
        pace=asked.pace if all(plan.kind == "computer" for plan in plans) else 0,
    )
    return event, [rest.SeatGiven(seat, tokens[index]) for seat, index in enumerate(order) if tokens[index]]


def _token(asked: rest.Create, index: int, seat: int, entropy: Entropy) -> str:
    """Return the token that opens a seat that was asked for; empty for one that none opens yet."""
    if asked.seats[index].kind not in {"local", "invited"}:
        return ""
    return new_token(entropy) if asked.key is None else keyed_token(asked.key, seat)


def given_again(created: ev.Created, key: str) -> list[rest.SeatGiven]:
    """Return the tokens that were given when a match was made with a key."""
    tokens = [keyed_token(key, seat) for seat in range(len(created.seats))]
    return [
        rest.SeatGiven(seat, token)
        for seat, (plan, token) in enumerate(zip(created.seats, tokens, strict=True))
        if plan.token == token_hash(token)
    ]


def continued(created: ev.Created, played: Replay) -> ev.Created:
    """Return a new match that goes on where a record ends; raise Refusal.

    Whoever sends a record knows its deal. Where that hides something, nobody else can sit down to it: they would play
    against somebody who has seen their cards.
    """
    if created.rated:
        raise Refusal("bad-setup", "what goes on from a record is not rated")
    if not isinstance(played.final, Position):
        raise Refusal("not-over", "the record hides cards: it is one of a match that is still being played")
    if played.final.is_over:
        raise Refusal("match-over", "the record ends with the end of its game: there is nothing to go on with")
    game, options, deal = played.game, played.options, played.deal
    has_secrets = game.redact(options, deal, [], SPECTATOR)[0] != deal
    if has_secrets and any(plan.kind not in ("local", "computer") for plan in created.seats):
        raise Refusal("bad-setup", "whoever has this record knows its cards: nobody else can go on from it")
    moves = tuple(map(str, played.moves))
    tags = {game.deal_tag: deal}
    # A stranger in the lobby cannot see where it begins; whoever gets the link was told.
    listed = created.listed and all(plan.kind != "open" for plan in created.seats)
    return replace(created, game=game.name, options=options.words(), listed=listed, secret="", tags=tags, moves=moves)


def _owned(plans: list[ev.SeatPlan], owner: Owner) -> list[ev.SeatPlan]:
    """Return the plans with the creator's own seats made theirs; further ones at the same screen keep their names."""
    local = [index for index, plan in enumerate(plans) if plan.kind == "local"]
    for index in local:
        plans[index] = replace(plans[index], owner=owner.account, session=owner.session)
    if local:
        plans[local[0]] = replace(plans[local[0]], name=owner.name, account=owner.kind)
    return plans


def claimed(match: Match, seat: int, owner: Owner, held: Container[int]) -> Events:
    """Return what happens when somebody with a name claims a seat, one of those they hold; nothing if it is theirs.

    Raise Refusal for one that is somebody else's. Where whoever made the match knows its cards, somebody else may have
    been handed a seat of it: only one who holds all of them owns any.
    """
    state = match.seats[seat]
    if state.owner == owner.account:
        return ()
    if state.owner:
        raise Refusal("forbidden", "the seat belongs to somebody else")
    if match.is_known and any(
        other.kind != "computer" and other.owner != owner.account and (other.owner or index not in held)
        for index, other in enumerate(match.seats)
    ):
        raise Refusal("forbidden", "whoever made this match knows its cards: nobody else can go on with it")
    if any(other.owner == owner.account and other.account for other in match.seats):
        return (ev.Claimed(seat, state.name, owner.account, owner.session),)
    return (ev.Claimed(seat, owner.name, owner.account, owner.session, owner.kind),)


def _plan(asked: rest.SeatAsked, token: str, engines: Container[str], entropy: Entropy) -> ev.SeatPlan:
    if asked.kind == "computer":
        engine = asked.engine or ""
        if engine and engine not in engines:
            raise Refusal("bad-setup", "there is no such engine here")
        level = asked.level or 1
        name = engine or (f"Computer {level}" if asked.name is None else clean(asked.name))
        return ev.SeatPlan("computer", name, level, engine, word="computer")
    if asked.level is not None or asked.engine is not None:
        raise Refusal("bad-setup", "only a computer has a level")
    word = _word(asked.word, entropy) if asked.kind == "local" else ""
    name = "" if asked.name is None else clean(asked.name)
    return ev.SeatPlan(asked.kind, name, token=token_hash(token) if token else "", word=word)


def _word(word: str | None, entropy: Entropy) -> str:
    return entropy(_WORD_BYTES).hex() if word is None else checked_word(word)


@dataclass
class Joining:
    """Somebody who takes a seat: always with a fresh token, so a copy of an invitation opens nothing."""

    asked: rest.Join
    entropy: Entropy
    owner: Owner | None = None
    ended: Container[str] = ()
    """Sessions and API tokens that have ended: what was kept for a device that was signed out it cannot take."""
    token: str = field(init=False)
    seat: int = field(init=False, default=-1)

    def __post_init__(self) -> None:
        self.token = self.asked.new_token or new_token(self.entropy)
        self._hash = token_hash(self.token)
        self._name = clean(self.asked.name) if self.owner is None else self.owner.name
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
        joined = ev.Joined(self.seat, self._name, self._hash, self._word, follows)
        if self.owner is not None:
            if any(seat.owner == self.owner.account and seat.account for seat in match.seats):
                raise Refusal("not-allowed", "you sit at this table already")
            account, session, kind = self.owner.account, self.owner.session, self.owner.kind
            joined = replace(joined, owner=account, session=session, account=kind)
        return setup.join(match, joined, invitation)

    def _free_seat(self, match: Match, invitation: str | None) -> int:
        if invitation is not None:
            seat = match.invitation_of(invitation)
            if seat is None:
                raise Refusal("forbidden", "the token invites to no free seat of this match")
            if match.seats[seat].session in self.ended:
                raise Refusal("signed-out", "you were signed out")
            return seat
        if self.asked.seat is not None:
            return self.asked.seat
        free = [index for index, seat in enumerate(match.seats) if seat.kind == "open" and not seat.taken]
        if not free:
            raise Refusal("seat-taken", "no seat is free")
        return free[0]


def rotated(match: Match, actor: Actor, token: str) -> Events:
    """Return what happens when a seat's owner takes a new token; raise Refusal."""
    hashed = token_hash(token)
    if any(other.token == hashed for other in match.seats):
        raise Refusal("not-allowed", "a new token is another one")
    happening = (ev.Rotated(actor.seat, hashed, session_of(actor.holder or "")),)
    check_budget(match, happening)
    return happening
