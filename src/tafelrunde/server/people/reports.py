"""Reports and moderation: people report, and somebody with the role `moderator` looks and decides.

Nothing follows from a report alone. Moderators act by the same means as administrators, and every action has a line in
the audit log.
"""

from __future__ import annotations

import asyncio
import time

import structlog

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.administration import admin
from tafelrunde.server.administration.people import rename, suspend
from tafelrunde.server.limits.token_bucket import Allowance, Seconds, Shared
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.decide import clean
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.accounts import MODERATOR
from tafelrunde.server.people.callers import Caller
from tafelrunde.server.people.names import fold
from tafelrunde.server.ratings.fair_play import FairPlay
from tafelrunde.server.wire import people as wire
from tafelrunde.store import Script
from tafelrunde.store.people import reports as kept
from tafelrunde.store.people.accounts import Account, find_account, find_by_name
from tafelrunde.store.people.leavers import times_left

log = structlog.get_logger()

_ACTS = 100
_HOUR_MS = 3_600_000
_MONTH_MS = 30 * 86_400_000


class Reports:
    """Takes reports, lists them for moderators, and carries out what they decide."""

    def __init__(self, host: Host, shared: Shared | None = None, seconds: Seconds = time.monotonic) -> None:
        limits = host.settings.limits
        self._fair_play = FairPlay(host)
        self._deciding = asyncio.Lock()
        self._looked: dict[tuple[str, str], int] = {}
        """By moderator and account: when it was last written down that one looks at the other's play."""
        self._host = host
        self._store = host.store
        self._allowed = Allowance("report", limits.reports_per_hour, limits.reports_burst, seconds, shared)

    async def make(self, asked: wire.ReportAsked, caller: Caller | None, address: str) -> None:
        """Report a player, or what somebody said; raise Refusal."""
        if not await self._allowed.take(address):
            raise Refusal("too-many", "too many reports; try again later")
        match = (await self._host.find_fresh(asked.match)).match
        if asked.seat >= len(match.seats) or (asked.seat != SPECTATOR and not match.seats[asked.seat].taken):
            raise Refusal("no-such-seat", "nobody sits there")
        words = [asked.reason, f"seat {asked.seat + 1}" if asked.seat != SPECTATOR else "who watches"]
        reported = ""
        if asked.seat != SPECTATOR:
            reported = match.seats[asked.seat].owner
            words.append(f'"{match.seats[asked.seat].name}"')
        if asked.line is not None:
            said = next((line for line in match.chat if line.number == asked.line and line.seat == asked.seat), None)
            if said is None:
                raise Refusal("not-found", "nothing was said there")
            words.append(f'entry {asked.line} "{said.text}"')
        if asked.text.strip():
            words.append(f"({clean(asked.text)})")
        reporter = "" if caller is None else caller.account.id
        text, now = " ".join(words), self._host.now()
        await self._store.transact(
            lambda: kept.add_report(now, reporter, reported, asked.match, text, seat=asked.seat, line=asked.line)
        )

    async def queue(self, caller: Caller) -> wire.ReportsShown:
        """Return the reports that nobody has looked at yet, for moderators; raise Refusal."""
        _check(caller)
        since = self._host.now() - _MONTH_MS

        def read() -> Script[list[wire.ReportShown]]:
            shown = []
            for each, one, two in (yield from kept.open_reports()):
                if each.reported == caller.account.id:
                    # Nobody judges themselves, or learns who said something of them.
                    continue
                left = (yield from times_left(each.reported, since)) if each.reported else 0
                shown.append(
                    wire.ReportShown(each.id, each.at, one, two, each.match, each.text, left, each.seat, each.line)
                )
            return shown

        return wire.ReportsShown(await self._store.ask(read))

    async def resolve(self, number: int, asked: wire.ResolveAsked, caller: Caller) -> None:
        """Do what a moderator decides about a report, and close it; raise Refusal.

        One after the other: of two moderators who decide at once the second one hears that somebody has looked at it.
        """
        _check(caller)
        async with self._deciding:
            report = await self._store.ask(lambda: kept.find_report(number))
            if report is None or report.state != "open" or report.reported == caller.account.id:
                raise _looked_at()
            charge = self._charge(caller, asked.why, asked.decision != "dismiss")
            await self._decide(report, asked, charge)
            act = charge.act("resolve", report.match, f"report {number}: {asked.decision}")
            if not await self._store.transact(lambda: kept.resolve(number, act)):
                raise _looked_at()

    async def _decide(self, report: kept.Report, asked: wire.ResolveAsked, charge: admin.Charge) -> None:
        if asked.decision == "mute":
            if asked.seat is None:
                raise Refusal("bad-message", "say which seat")
            await admin.mute(self._store, charge, report.match, asked.seat)
        elif asked.decision == "remove-line":
            if asked.line is None:
                raise Refusal("bad-message", "say which line")
            await admin.remove_line(self._store, charge, report.match, asked.line)
        elif asked.decision in ("suspend", "rename"):
            account = await self._store.ask(lambda: find_account(report.reported)) if report.reported else None
            await self._treat(account, asked.decision, charge, asked.new)
        live = self._host.lives.get(report.match)
        if live is not None:
            await self._host.refresh(live)

    async def act(self, asked: wire.PersonActAsked, caller: Caller) -> None:
        """Act on the account of that name, without a report; raise Refusal."""
        _check(caller)
        charge = self._charge(caller, asked.why, True)
        account = await self._store.ask(lambda: find_by_name(fold(asked.name)))
        await self._treat(account, asked.act, charge, asked.new)

    async def acts(self, caller: Caller) -> wire.ActsShown:
        """Return the audit log: what moderators and administrators did, for moderators; raise Refusal."""
        _check(caller)
        last = await self._store.last_act()
        found = await self._store.acts(max(0, last - _ACTS), _ACTS)
        lines = [wire.ActShown(n, act.at, act.who, act.what, act.match, act.target, act.why) for n, act in found]
        return wire.ActsShown(lines[::-1])

    async def play(self, asked: wire.PlayAsked, caller: Caller) -> wire.PlayShown:
        """Return how somebody plays beside their opponents, as far as it is known; raise Refusal.

        That a moderator looks is written down, once an hour.
        """
        _check(caller)
        account = await self._store.ask(lambda: find_by_name(fold(asked.name)))
        if account is None or account.id == caller.account.id:
            raise Refusal("not-found", "nobody else has that name")
        now, pair = self._host.now(), (caller.account.id, account.id)
        if now - self._looked.get(pair, 0) >= _HOUR_MS:
            charge = admin.Charge(caller.account.name, "", now)
            await self._store.note([charge.act("look-at-play", target=account.name)])
            self._looked = {one: at for one, at in self._looked.items() if now - at < _HOUR_MS} | {pair: now}
        return await self._fair_play.look(account.name, account.id)

    async def close(self) -> None:
        """Stop the work that is under way."""
        await self._fair_play.close()

    def _charge(self, caller: Caller, why: str, is_needed: bool) -> admin.Charge:
        if is_needed and not why.strip():
            raise Refusal("bad-message", "write a reason: it is kept with what you do")
        return admin.Charge(caller.account.name, clean(why) if why.strip() else "", self._host.now())

    async def _treat(self, account: Account | None, what: str, charge: admin.Charge, new: str | None) -> None:
        """Suspend somebody, let them in again, or change their name; nobody does that to another moderator."""
        if account is None or account.role == MODERATOR:
            raise Refusal("not-allowed", "this is nobody about whom a moderator decides")
        if what == "rename":
            if new is None:
                raise Refusal("bad-message", "say which name")
            for problem in await rename(self._store, charge, account.name, new):
                log.warning("not-renamed", reason=problem)
        elif not await suspend(self._store, charge, account.name, what == "suspend"):
            raise Refusal("not-allowed", "that is so already")
        await self._host.end_revoked()


def _check(caller: Caller) -> None:
    if caller.account.role != MODERATOR:
        raise Refusal("forbidden", "only moderators may do this")


def _looked_at() -> Refusal:
    return Refusal("not-found", "there is no such report, or somebody has looked at it")
