"""The terms of a seek, and the match that it becomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
import structlog

from tafelrunde.games.core import Game, Options, shuffled
from tafelrunde.records.deals import SECRET_BYTES, DealStream
from tafelrunde.server.live.appending import append_of
from tafelrunde.server.match import events as ev
from tafelrunde.server.match import setup
from tafelrunde.server.match.pool import pool_of
from tafelrunde.server.match.state import Match
from tafelrunde.server.pool.pairing import Waiting
from tafelrunde.server.tokens import Entropy, derived_id, token_hash
from tafelrunde.server.wire import pool as wire
from tafelrunde.server.wire import rest
from tafelrunde.store import Append
from tafelrunde.store.people.seeks import Seek

log = structlog.get_logger()

START = 1500.0
"""Whoever has no rating is taken for this strong."""
_WORD_BYTES = 8


class Wish(msgspec.Struct, frozen=True):
    """What is kept of a seek: its terms, and who looks."""

    game: str
    options: dict[str, str]
    """All of them, so that the same wish reads the same."""
    clock: ev.ClockPlan | None
    rated: bool
    seats: int
    name: str
    token: str
    """Its hash."""
    session: str
    kind: ev.AccountKind | None
    known: bool
    """Whether the rating is one's own."""
    through: str
    """The connection that speaks for it, by a word of its own."""

    @property
    def terms(self) -> str:
        """What others have to wish for as well."""
        clock = self.clock
        time = "" if clock is None else f"{clock.kind} {clock.seconds} {clock.increment}"
        return f"{self.game} {sorted(self.options.items())} {time} {self.rated}"


_wishes = msgspec.json.Decoder(Wish)


def wish_of(seek: Seek) -> Wish:
    """Return what a seek wishes for."""
    return _read(seek.body)


@lru_cache(maxsize=4000)
def _read(body: bytes) -> Wish:
    # Those who wait are looked at again and again.
    return _wishes.decode(body)


def readable(seeks: Iterable[Seek]) -> list[Seek]:
    """Return those seeks whose wish can be read: one that cannot keeps nobody else from a table."""
    return [seek for seek in seeks if _is_readable(seek)]


def _is_readable(seek: Seek) -> bool:
    try:
        wish_of(seek)
        msgspec.convert((seek.rating, seek.range, seek.since), tuple[float, int, int])
    except (msgspec.MsgspecError, UnicodeError) as error:
        _log_once(seek.id, str(error)[:200])
        return False
    return True


@lru_cache(maxsize=1000)
def _log_once(seek: str, reason: str) -> None:
    # Those who wait are looked at every second.
    log.error("unreadable-seek", seek=seek, reason=reason)


def seek_name(token: str) -> str:
    """Return the name of the seek that a token stands for; it is no secret, and the token cannot be derived from it."""
    return derived_id("seek", token_hash(token))


def read_terms(terms: rest.Terms) -> tuple[Game, Options, ev.ClockPlan | None]:
    """Return the game, its options and the clock; raise Refusal for what cannot be played."""
    game, options = setup.read_terms(terms.game, terms.options)
    clock = terms.clock
    return game, options, None if clock is None else ev.ClockPlan(clock.kind, clock.seconds, clock.increment)


def pool_for(terms: rest.Terms) -> str:
    """Return the pool in which such matches are compared; raise Refusal."""
    return pool_of(*read_terms(terms))


def waiting_of(seek: Seek) -> Waiting:
    """Return a seek as those who pair see it."""
    wish = wish_of(seek)
    return Waiting(seek.id, seek.account, wish.terms, wish.seats, seek.rating, seek.range, seek.since)


def shown(seek: Seek) -> wire.SeekShown:
    """Return a seek as everybody sees it."""
    wish = wish_of(seek)
    rating = round(seek.rating) if wish.known else None
    return wire.SeekShown(
        seek.id,
        wish.game,
        wish.options,
        wish.clock,
        wish.rated,
        wish.seats,
        wish.name,
        wish.kind,
        rating,
        seek.since,
    )


def created_of(group: Sequence[Seek], entropy: Entropy) -> ev.Created:
    """Return the match of those who were put together; chance decides who sits where."""
    wishes = [wish_of(seek) for seek in group]
    order = shuffled(list(range(len(group))), DealStream(entropy(SECRET_BYTES)))
    plans = tuple(
        ev.SeatPlan(
            "open",
            wishes[index].name,
            token=wishes[index].token,
            word=entropy(_WORD_BYTES).hex(),
            owner=group[index].account,
            session=wishes[index].session,
            account=wishes[index].kind,
        )
        for index in order
    )
    return ev.Created(
        game=wishes[0].game,
        options=wishes[0].options,
        seats=plans,
        clock=wishes[0].clock,
        listed=True,
        friendly=not wishes[0].rated,
        rated=wishes[0].rated,
        secret=entropy(SECRET_BYTES).hex(),
        next_secret=entropy(SECRET_BYTES).hex(),
    )


def match_of(group: Sequence[Seek], name: str, at: int, entropy: Entropy) -> Append:
    """Return the first entry of the match of those who were put together."""
    return append_of(Match(name), 1, at, None, setup.creation(created_of(group, entropy)))
