"""Order at the table: people report, and somebody with the role `moderator` looks and decides.

Nothing follows from a report alone. What a moderator does is done as by anybody in charge, with a line in the audit
log each.
"""

from __future__ import annotations

import time

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.administration import admin
from tafelrunde.server.administration.people import suspend
from tafelrunde.server.limits.token_bucket import Allowance, Seconds, Shared
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.decide import clean
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.callers import Caller
from tafelrunde.server.wire import people as wire
from tafelrunde.store import Script
from tafelrunde.store.people import reports as kept
from tafelrunde.store.people.accounts import find_account
from tafelrunde.store.people.standing import times_left

MODERATOR = "moderator"
_MONTH_MS = 30 * 86_400_000


class Reports:
    """What can be done with reports."""

    def __init__(self, host: Host, shared: Shared | None = None, seconds: Seconds = time.monotonic) -> None:
        limits = host.settings.limits
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
        await self._store.transact(lambda: kept.add_report(now, reporter, reported, asked.match, text))

    async def queue(self, caller: Caller) -> wire.ReportsShown:
        """Return what nobody has looked at, for moderators; raise Refusal."""
        _check(caller)
        since = self._host.now() - _MONTH_MS

        def read() -> Script[list[wire.ReportShown]]:
            shown = []
            for each, one, two in (yield from kept.open_reports()):
                left = (yield from times_left(each.reported, since)) if each.reported else 0
                shown.append(wire.ReportShown(each.id, each.at, one, two, each.match, each.text, left))
            return shown

        return wire.ReportsShown(await self._store.ask(read))

    async def resolve(self, number: int, asked: wire.ResolveAsked, caller: Caller) -> None:
        """Do what a moderator decides about a report, and close it; raise Refusal."""
        _check(caller)
        report = await self._store.ask(lambda: kept.find_report(number))
        if report is None or report.state != "open":
            raise Refusal("not-found", "there is no such report, or somebody has looked at it")
        charge = admin.Charge(caller.account.name, clean(asked.why) if asked.why.strip() else "", self._host.now())
        if asked.decision == "mute":
            if asked.seat is None:
                raise Refusal("bad-message", "say which seat")
            await admin.mute(self._store, charge, report.match, asked.seat)
        elif asked.decision == "remove-line":
            if asked.line is None:
                raise Refusal("bad-message", "say which line")
            await admin.remove_line(self._store, charge, report.match, asked.line)
        elif asked.decision == "suspend":
            account = await self._store.ask(lambda: find_account(report.reported)) if report.reported else None
            if account is None or account.role == MODERATOR:
                raise Refusal("not-allowed", "this is nobody whom a moderator can suspend")
            await suspend(self._store, charge, account.name)
            await self._host.end_revoked()
        live = self._host.lives.get(report.match)
        if live is not None:
            await self._host.refresh(live)
        act = charge.act("resolve", report.match, f"report {number}: {asked.decision}")
        await self._store.transact(lambda: kept.resolve(number, act))


def _check(caller: Caller) -> None:
    if caller.account.role != MODERATOR:
        raise Refusal("forbidden", "only moderators may do this")
