"""Challenging somebody by name.

A challenge is an open match in which a seat is kept for whoever has the name; accepting takes the seat, declining and
withdrawing close the match. Whether anybody has the name, or wants to be challenged by this person, the answer does
not tell: a challenge to nobody waits and expires like any other.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog

from tafelrunde.server.limits.token_bucket import Allowance, Seconds, Shared
from tafelrunde.server.live.host import Host
from tafelrunde.server.match import events as ev
from tafelrunde.server.match import setup
from tafelrunde.server.match.decide import Events, clean, close
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.people.callers import Caller
from tafelrunde.server.people.farewell import forget_seats, stay
from tafelrunde.server.people.names import fold
from tafelrunde.server.tokens import new_token, token_hash
from tafelrunde.server.wire import people as wire
from tafelrunde.server.wire import rest
from tafelrunde.server.wire.summaries import read_summaries
from tafelrunde.store import Script, StoreUnavailable
from tafelrunde.store.people import challenges as kept
from tafelrunde.store.people.owners import owned_by
from tafelrunde.store.people.relations import is_blocked

log = structlog.get_logger()

EXPIRES_MS = 3 * 86_400_000
_MOST = 20
_WORD_BYTES = 8
_AT_ONCE = 50


class Challenges:
    """What can be done with challenges."""

    def __init__(self, host: Host, shared: Shared | None = None, seconds: Seconds = time.monotonic) -> None:
        limits = host.settings.limits
        self._host = host
        self._store = host.store
        self._allowed = Allowance("challenge", limits.challenges_per_hour, limits.challenges_burst, seconds, shared)

    async def make(self, asked: wire.ChallengeAsked, caller: Caller) -> rest.CreatedShown:
        """Challenge somebody; raise Refusal."""
        if not await self._allowed.take(caller.account.id):
            raise Refusal("too-many", "too many challenges; try again later")
        name = clean(asked.name)
        if fold(name) == caller.account.folded:
            raise Refusal("not-allowed", "nobody challenges themselves")
        if len(await self._sent(caller)) >= _MOST:
            raise Refusal("too-many", f"at most {_MOST} challenges wait for an answer")
        terms = asked.terms
        seats = [rest.SeatAsked("local", caller.account.name), rest.SeatAsked("invited", name)]
        wish = rest.Create(
            game=terms.game,
            seats=seats,
            options=terms.options,
            draw_seats=True,
            clock=terms.clock,
            friendly=not terms.rated,
            rated=terms.rated,
        )
        made = await self._host.create(wish, owner=caller.owner)
        account, folded, now = caller.account.id, fold(name), self._host.now()
        await self._store.transact(lambda: kept.add_challenge(made.match, account, folded, now))
        await stay(self._host, account)
        # The seat is kept for a name: nobody gets its invitation.
        local = next(
            seat for seat, state in enumerate((await self._host.find(made.match)).match.seats) if state.kind == "local"
        )
        return rest.CreatedShown(made.match, [each for each in made.seats if each.seat == local], made.deal_hash)

    async def shown(self, caller: Caller) -> wire.ChallengesShown:
        """Return who challenges somebody, and whom they have challenged."""
        account = caller.account.id
        received = await self._store.ask(lambda: kept.challenges_to(account))
        return wire.ChallengesShown(read_summaries(each.summary for each in received), await self._sent(caller))

    async def _sent(self, caller: Caller) -> list[rest.SummaryShown]:
        account = caller.account.id
        owned = await self._store.ask(lambda: owned_by(account, "open", None, 100))
        names = [each.summary.match for each in owned]
        own = set(await self._store.ask(lambda: kept.challenges_by(account, names)))
        return read_summaries(each.summary for each in owned if each.summary.match in own)

    async def accept(self, match: str, caller: Caller) -> rest.SeatGiven:
        """Take the seat that is kept for somebody; raise Refusal."""
        await self._received(match, caller)
        live = await self._host.find_fresh(match)
        token = new_token(self._host.entropy)
        seat = -1

        def happen(match: Match) -> Events:
            nonlocal seat
            free = [index for index, state in enumerate(match.seats) if state.kind == "invited" and not state.taken]
            if not free:
                raise Refusal("seat-taken", "somebody sits there already")
            seat = free[0]
            word, owner = self._host.entropy(_WORD_BYTES).hex(), caller.owner
            joined = ev.Joined(
                seat,
                owner.name,
                token_hash(token),
                word,
                owner=owner.account,
                session=owner.session,
                account=owner.kind,
            )
            return setup.join(match, joined, match.seats[seat].token)

        await self._host.change(live, happen)
        await self._store.transact(lambda: kept.end_challenge(match))
        await stay(self._host, caller.account.id)
        return rest.SeatGiven(seat, token)

    async def decline(self, match: str, caller: Caller) -> None:
        """Decline a challenge, or take one's own back; raise Refusal."""
        challenge = await self._store.ask(lambda: kept.find_challenge(match))
        if challenge is None or caller.account.id not in (challenge.challenger, challenge.challenged):
            raise _none()
        if not await self._close(match):
            # It was accepted meanwhile.
            raise _none()

    async def expire(self) -> None:
        """Close challenges that nobody answered for long."""
        before = self._host.now() - EXPIRES_MS
        await self._close_all(lambda limit: kept.challenges_before(before, limit))

    async def leave(self, caller: Caller) -> None:
        """Close all challenges to and from somebody; raise Refusal."""
        account = caller.account.id
        await self._close_all(lambda limit: kept.challenges_with(account, limit))

    async def _close_all(self, waiting: Callable[[int], Script[list[str]]]) -> None:
        """Close challenges, those that cannot be closed apart; raise Refusal where nothing can be written."""
        failed = set[str]()

        async def left() -> list[str]:
            found = await self._store.ask(lambda: waiting(_AT_ONCE + len(failed)))
            return [each for each in found if each not in failed]

        while matches := await left():
            for match in matches:
                try:
                    await self._close(match)
                except (Refusal, StoreUnavailable):
                    raise
                except Exception:
                    log.exception("bug", match=match)
                    failed.add(match)

    async def _close(self, match: str) -> bool:
        """Close a challenge that nobody accepted; False where its match has begun, which then goes on.

        The name of whom it was for is forgotten: they never sat there.
        """
        seats: set[int] = set()
        has_begun = False

        def happen(match: Match) -> Events:
            nonlocal has_begun
            # Asked again where somebody else was faster: what was seen before may no longer be so.
            seats.clear()
            has_begun = match.start is not None
            if has_begun:
                return ()
            free = [index for index, state in enumerate(match.seats) if state.kind == "invited" and not state.taken]
            # Where this broke off before the match is closed already, and its entries still have the name.
            seats.update(free)
            if match.status != "open":
                return ()
            return (*(ev.Disowned(seat, "") for seat in free), *close(match))

        try:
            await self._host.change(await self._host.find_fresh(match), happen)
        except Refusal as refusal:
            if refusal.refusal in ("unavailable", "shutting-down"):
                raise
            # A match that is damaged or gone keeps nobody waiting; what is left of it stays as it is.
            log.warning("not-closed", match=match, code=refusal.refusal)
            seats.clear()

        def forget() -> Script[None]:
            if seats:
                yield from forget_seats(match, seats, "")
            yield from kept.end_challenge(match)

        await self._store.transact(forget)
        return not has_begun

    async def _received(self, match: str, caller: Caller) -> kept.Challenge:
        challenge = await self._store.ask(lambda: kept.find_challenge(match))
        if challenge is None or challenge.challenged != caller.account.id:
            raise _none()
        if await self._store.ask(lambda: is_blocked(caller.account.id, [challenge.challenger])):
            # One of them has blocked the other since.
            raise _none()
        return challenge


def _none() -> Refusal:
    return Refusal("not-found", "there is no such challenge")
