"""Who may act and hear in the matches of a process: asked at every act, because seats change hands."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.live.barred import Barred
from tafelrunde.server.live.live_match import Actor, LiveMatch
from tafelrunde.server.match.refusal import Code, Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.tokens import token_hash
from tafelrunde.store import Store
from tafelrunde.store.people.sessions import revocations_after

_AGAINST: dict[Code, str] = {
    "banned": "this token has been shut out",
    "forbidden": "the seat is not yours any more",
    "signed-out": "you were signed out",
}


class Authority(ABC):
    """Knows whom a seat is open to, and sends those away to whom it is not any more."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.barred = Barred()

    @property
    @abstractmethod
    def lives(self) -> dict[str, LiveMatch]:
        """The matches in memory, by their names."""

    @property
    def banned(self) -> frozenset[str]:
        """The hashes of the tokens that are shut out."""
        return self.barred.tokens

    def seat_of(self, match: Match, token: str | None) -> Actor:
        """Return who sits where a token opens a seat, a spectator without one; raise Refusal."""
        if token is None:
            return Actor(SPECTATOR, None)
        hashed = token_hash(token)
        self.refuse_banned(hashed)
        seat = match.seat_of(hashed)
        if seat is None:
            if match.invitation_of(hashed) is not None:
                raise Refusal("not-seated", "this is an invitation: take the seat with it first")
            raise Refusal("forbidden", "the token opens no seat of this match")
        actor = Actor(seat, hashed)
        self.authorise(match, actor)
        return actor

    def own_seat(self, match: Match, holder: str, seat: int) -> Actor:
        """Return somebody who is signed in at a seat that belongs to their account; raise Refusal."""
        if seat >= len(match.seats):
            raise Refusal("no-such-seat", "there is no such seat")
        actor = Actor(seat, holder)
        self.authorise(match, actor)
        return actor

    def authorise(self, match: Match, actor: Actor) -> None:
        """Raise Refusal unless somebody may act for a seat now."""
        if actor.holder is None or actor.seat == SPECTATOR:
            raise Refusal("not-seated", "only seats may act")
        against = self.barred.against(match, actor.seat, actor.holder)
        if against is not None:
            raise Refusal(against, _AGAINST[against])

    def refuse_banned(self, *hashes: str) -> None:
        """Raise Refusal if one of some tokens is shut out."""
        if not self.banned.isdisjoint(hashes):
            raise Refusal("banned", _AGAINST["banned"])

    def ban(self, banned: frozenset[str]) -> None:
        """Take in which tokens are shut out, and send those away who follow a match with one."""
        if banned != self.banned:
            self.barred.tokens = banned
            self._dismiss_strangers()

    async def end_revoked(self) -> None:
        """Take in which sessions and API tokens have ended, here or elsewhere, and send those away who came so."""
        revoked = await self.store.ask(lambda: revocations_after(self.barred.seen))
        if revoked:
            self.barred.seen = revoked[-1][0]
            self.barred.ended.update(key for _, key in revoked)
            self._dismiss_strangers()

    def _dismiss_strangers(self) -> None:
        for live in self.lives.values():
            live.dismiss_strangers(self.barred)
