"""What others may see of somebody, and who follows and blocks whom.

An account that shows nothing is treated like one that does not exist, so nobody finds out names by asking.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial

import msgspec

from tafelrunde.players.engine import LEVELS
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.events import AccountKind
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.callers import Caller, still_there
from tafelrunde.server.people.names import fold
from tafelrunde.server.ratings import luck
from tafelrunde.server.ratings.model import computer
from tafelrunde.server.ratings.rating import Rating
from tafelrunde.server.wire import profiles as wire
from tafelrunde.server.wire.people import Outcome
from tafelrunde.server.wire.summaries import read_summary
from tafelrunde.store.people import profiles as kept
from tafelrunde.store.people.accounts import Account, find_account, find_by_name, save_settings
from tafelrunde.store.people.luck import nets_of
from tafelrunde.store.people.owners import owned_by
from tafelrunde.store.people.ratings import Place, Rated, board, curve, ratings_of
from tafelrunde.store.people.relations import relate, relation_to, relations_of, unrelate
from tafelrunde.store.script import Script

_PAGE, _RUNNING, _POINTS, _PLACES = 50, 50, 500, 100
_READ, _PAGES = 4 * _PLACES, 5
_AWAY_MS = 200 * 86_400_000
"""After this long without a match a rating is provisional again, so older ones need not be read."""
_OPPONENTS = 20
_MOST_RELATIONS = 500
_settings = msgspec.json.Decoder(dict[str, msgspec.Raw])
_public = msgspec.json.Decoder(wire.Public)


def public_of(account: Account) -> wire.Public:
    """Return what an account lets others see; nothing where its choice cannot be read."""
    try:
        return _public.decode(_settings.decode(bytes(account.settings)).get("public", msgspec.Raw(b"{}")))
    except (msgspec.MsgspecError, UnicodeError, TypeError):
        return wire.Public(profile=False, matches=False, board=False)


def _read_settings(account: Account) -> dict[str, msgspec.Raw]:
    """Return what an account has chosen; nothing where that cannot be read, so that it can be chosen again."""
    try:
        return _settings.decode(bytes(account.settings))
    except (msgspec.MsgspecError, UnicodeError, TypeError):
        return {}


def _kind(account: Account) -> AccountKind:
    return "bot" if account.kind == "bot" else "person"


class Profiles:
    """Answers for profile pages, leaderboards, follows and blocks."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._store = host.store

    async def _shown(self, name: str, caller: Caller | None) -> tuple[Account, list[Rated]]:
        """Return somebody whose page the caller may see; raise the same Refusal for those who hide and for nobody."""
        folded = fold(name)

        def read() -> Script[tuple[Account | None, list[Rated]]]:
            account = yield from find_by_name(folded)
            # Of a name that nobody has as much is asked, so that the time tells nothing either.
            return account, (yield from ratings_of(_id_of(account)))

        account, ratings = await self._store.ask(read)
        if account is not None:
            is_own = caller is not None and caller.account.id == account.id
            if is_own or (account.status == "active" and ratings and public_of(account).profile):
                return account, ratings
        raise _nobody()

    async def profile(self, name: str, caller: Caller | None) -> wire.ProfileShown:
        """Return somebody's page; raise Refusal."""
        account, ratings = await self._shown(name, caller)
        own = caller is not None and caller.account.id == account.id
        shows = own or public_of(account).matches
        tallies = await self._store.ask(partial(kept.tallies, account.id)) if shows else []
        nets = await self._store.ask(partial(nets_of, account.id)) if shows else []
        relation = (
            "" if caller is None or own else await self._store.ask(partial(relation_to, caller.account.id, account.id))
        )
        return wire.ProfileShown(
            account.name,
            _kind(account),
            account.created,
            [self._rating(rated) for rated in ratings],
            _by_pool(tallies),
            _by_level(tallies),
            await self._by_opponent(account.id) if own else [],
            own,
            _relation(relation),
            [luck.shown(net) for net in nets if net.games >= luck.LEAST],
        )

    def _rating(self, rated: Rated) -> wire.RatingShown:
        now = _aged(rated, self._host.now())
        return wire.RatingShown(
            rated.pool, round(now.rating), round(now.deviation), rated.games, not now.is_certain, rated.at
        )

    async def _by_opponent(self, own: str) -> list[wire.TallyShown]:
        def read() -> Script[list[wire.TallyShown]]:
            shown = []
            for met in (yield from kept.met_most(own, _OPPONENTS)):
                account = yield from find_account(met.opponent)
                if account is not None:
                    shown.append(_tally("", met, name=account.name))
            return shown

        return await self._store.ask(read)

    async def curve(self, name: str, pool: str, caller: Caller | None) -> wire.CurveShown:
        """Return how somebody's rating came about; raise Refusal."""
        account, _ = await self._shown(name, caller)
        steps = await self._store.ask(partial(curve, account.id, pool, None, _POINTS))
        points = [wire.PointShown(step.at, round(step.rating), round(step.deviation)) for step in reversed(steps)]
        return wire.CurveShown(pool, points)

    async def matches(self, name: str, pool: str, after: int | None, caller: Caller | None) -> wire.RatedPage:
        """Return somebody's rated matches in a pool; raise Refusal."""
        account, _ = await self._shown(name, caller)
        own = caller is not None and caller.account.id == account.id
        if not own and not public_of(account).matches:
            return wire.RatedPage([], [], None)
        before = kept.NEWEST if after is None else after
        found = await self._store.ask(partial(kept.rated_matches, account.id, pool, before, _PAGE))
        over = [
            wire.RatedMatchShown(
                each.owner.seat,
                _outcome(each.owner.outcome),
                summary,
                round(each.step.rating),
            )
            for each in found
            if (summary := read_summary(each.summary)) is not None
        ]
        running = [] if after is not None else await self._running(account.id, pool)
        return wire.RatedPage(running, over, found[-1].step.number if len(found) == _PAGE else None)

    async def _running(self, account: str, pool: str) -> list[wire.RatedMatchShown]:
        found = await self._store.ask(partial(owned_by, account, "running", None, _RUNNING))
        shown = [(each.owner, read_summary(each.summary)) for each in found if each.owner.pool == pool]
        return [
            wire.RatedMatchShown(owner.seat, "", summary, None)
            for owner, summary in shown
            if summary is not None and summary.rated
        ]

    async def board(self, pool: str) -> wire.BoardShown:
        """Return the leaderboard of a pool."""
        now = self._host.now()
        lines: list[wire.PlaceShown] = []
        before: Place | None = None
        for _ in range(_PAGES):
            found = await self._store.ask(partial(board, pool, now - _AWAY_MS, before, _READ))
            lines += self._places(found, now)
            if len(lines) >= _PLACES or len(found) < _READ:
                break
            # Those who hide are no reason to show fewer of the others.
            before = found[-1][0].rating, found[-1][0].account
        numbered = [msgspec.structs.replace(line, place=place) for place, line in enumerate(lines[:_PLACES], start=1)]
        levels = [computer(pool, level) for level in LEVELS]
        return wire.BoardShown(pool, numbered, [round(level.rating) for level in levels if level is not None])

    def _places(self, found: Iterable[tuple[Rated, Account]], now: int) -> Iterator[wire.PlaceShown]:
        for rated, account in found:
            try:
                current, public = _aged(rated, now), public_of(account)
            except (ArithmeticError, TypeError, ValueError):
                # A rating that cannot be read is missing here, and hides no other.
                continue
            if current.is_certain and account.status == "active" and public.profile and public.board:
                rating, deviation = round(current.rating), round(current.deviation)
                yield wire.PlaceShown(0, account.name, _kind(account), rating, deviation, rated.games)

    # One's own

    async def set_public(self, public: wire.Public, caller: Caller) -> wire.Public:
        """Set what others may see of somebody."""

        def save() -> Script[None]:
            account = yield from find_account(caller.account.id)
            if account is not None:
                settings = {**_read_settings(account), "public": public}
                yield from save_settings(account.id, msgspec.json.encode(settings))

        await self._store.transact(save)
        return public

    async def relations(self, caller: Caller) -> wire.RelationsShown:
        """Return whom somebody follows and blocks."""
        account = caller.account.id

        def read() -> Script[wire.RelationsShown]:
            lists = []
            for kind in ("follow", "block"):
                found = yield from relations_of(account, kind)
                lists.append([wire.RelationShown(each.other.name, _kind(each.other), each.at) for each in found])
            return wire.RelationsShown(*lists)

        return await self._store.ask(read)

    async def relate(self, asked: wire.RelationAsked, caller: Caller) -> wire.RelationsShown:
        """Follow or block somebody, or neither; raise Refusal.

        One follows those whose page one sees, and blocks those and everybody one has sat opposite of.
        """
        account, now, folded = caller.account.id, self._host.now(), fold(asked.name)

        def change() -> Script[None]:
            yield from still_there(account)
            other = yield from find_by_name(folded)
            known = yield from relation_to(account, _id_of(other))
            is_rated = bool((yield from ratings_of(_id_of(other))))
            has_met = yield from kept.have_met(account, _id_of(other))
            if other is None or other.id == account:
                raise _nobody()
            is_shown = is_rated and public_of(other).profile
            if not known and (other.status != "active" or not (is_shown or (has_met and asked.kind != "follow"))):
                raise _nobody()
            if asked.kind == "":
                yield from unrelate(account, other.id)
            elif not (yield from relate(account, asked.kind, other.id, now, _MOST_RELATIONS)):
                raise Refusal("too-many", f"at most {_MOST_RELATIONS} of them")

        await self._store.transact(change)
        return await self.relations(caller)


def _id_of(account: Account | None) -> str:
    """Return whose rows are looked for; those of nobody, where there is nobody."""
    return "" if account is None else account.id


def _nobody() -> Refusal:
    return Refusal("not-found", "nobody by this name shows a page")


def _aged(rated: Rated, now: int) -> Rating:
    return Rating(rated.rating, rated.deviation, rated.volatility).aged(now - rated.at)


def _outcome(text: str) -> Outcome:
    known: tuple[Outcome, ...] = ("won", "lost", "drawn")
    return next((outcome for outcome in known if outcome == text), "")


def _relation(text: str) -> wire.RelationKind:
    return "follow" if text == "follow" else "block" if text == "block" else ""


def _level(opponent: str) -> int:
    name, _, level = opponent.partition(":")
    return int(level) if name == "computer" and level.isdigit() else 0


def _tally(pool: str, counted: kept.Tally | kept.Met, level: int = 0, name: str = "") -> wire.TallyShown:
    return wire.TallyShown(pool, counted.won, counted.drawn, counted.lost, level, name)


def _by_pool(tallies: Iterable[kept.Tally]) -> list[wire.TallyShown]:
    by_pool: dict[str, list[kept.Tally]] = defaultdict(list)
    for tally in tallies:
        by_pool[tally.pool].append(tally)
    return [
        wire.TallyShown(pool, sum(one.won for one in of), sum(one.drawn for one in of), sum(one.lost for one in of))
        for pool, of in sorted(by_pool.items())
    ]


def _by_level(tallies: Iterable[kept.Tally]) -> list[wire.TallyShown]:
    shown = [_tally(tally.pool, tally, level) for tally in tallies if (level := _level(tally.computer))]
    return sorted(shown, key=lambda each: (each.pool, each.level))
