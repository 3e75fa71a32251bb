"""Exporting one's data: everything that is stored about somebody, as lines of JSON."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import msgspec

from tafelrunde.server.live.host import Host
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.record import record_for
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.accounts import Accounts, shown
from tafelrunde.server.people.callers import Caller
from tafelrunde.server.people.farewell import matches_with
from tafelrunde.server.people.profiles import public_of
from tafelrunde.server.people.solving import standing_shown
from tafelrunde.store.people.challenges import challenges_from
from tafelrunde.store.people.leavers import matches_left
from tafelrunde.store.people.luck import luck_of
from tafelrunde.store.people.push import subscriptions_of
from tafelrunde.store.people.puzzles import attempts_of, solver_of
from tafelrunde.store.people.ratings import curve, ratings_of
from tafelrunde.store.people.relations import relations_of
from tafelrunde.store.people.reports import reports_by
from tafelrunde.store.studies import entries_of, studies_of

Lines = AsyncIterator[dict[str, object]]


async def data_of(host: Host, accounts: Accounts, caller: Caller) -> AsyncIterator[bytes]:
    """Iterate over everything that is stored about somebody, a line of JSON each."""
    encode, account = msgspec.json.Encoder().encode, caller.account.id
    yield encode({"account": shown(caller.account), "shown": public_of(caller.account)}) + b"\n"
    yield encode({"devices": await accounts.devices(caller)}) + b"\n"
    for part in (_wishes, _puzzles, _studies, _company, _reports, _ratings, _luck, _matches):
        async for line in part(host, account):
            yield encode(line) + b"\n"


async def _wishes(host: Host, account: str) -> Lines:
    for wish in await host.store.ask(partial(subscriptions_of, account)):
        yield {"push": {"device": wish.session, "sent": wish.sent, "chosen": msgspec.Raw(wish.body)}}


async def _puzzles(host: Host, account: str) -> Lines:
    yield {"solver": standing_shown(await host.store.ask(partial(solver_of, account)))}
    after = ""
    while page := await host.store.ask(partial(attempts_of, account, after)):
        for attempt in page:
            yield {"puzzle": {name: value for name, value in attempt._asdict().items() if name != "account"}}
        after = page[-1].id


async def _studies(host: Host, account: str) -> Lines:
    for study in await host.store.ask(partial(studies_of, account)):
        done = await host.store.ask(partial(entries_of, study.id))
        yield {"study": study.id, "title": study.title, "done": [msgspec.Raw(entry.body) for entry in done]}


async def _company(host: Host, account: str) -> Lines:
    for kind in ("follow", "block"):
        others = await host.store.ask(partial(relations_of, account, kind))
        yield {kind: [relation.other.name for relation in others]}
    for challenge in await host.store.ask(partial(challenges_from, account)):
        yield {"challenge": challenge.match, "at": challenge.at}
    for match, at in await host.store.ask(partial(matches_left, account)):
        yield {"left": match, "at": at}


async def _reports(host: Host, account: str) -> Lines:
    """Iterate over the reports that somebody made; who reported them stays between those and the moderators."""
    after = 0
    while page := await host.store.ask(partial(reports_by, account, after)):
        for report in page:
            yield {"report": {"at": report.at, "match": report.match, "text": report.text}}
        after = page[-1].id


async def _ratings(host: Host, account: str) -> Lines:
    for rated in await host.store.ask(partial(ratings_of, account)):
        steps = await host.store.ask(partial(curve, account, rated.pool, None, rated.games))
        points = [(step.at, step.rating, step.deviation, step.match) for step in steps]
        told = {name: value for name, value in rated._asdict().items() if name != "account"}
        yield {"rating": {**told, "curve": points}}


async def _luck(host: Host, account: str) -> Lines:
    pool = match = ""
    while page := await host.store.ask(partial(luck_of, account, pool, match)):
        for given in page:
            yield {"luck": given.luck, "result": given.result, "pool": given.pool, "match": given.match}
        pool, match = page[-1].pool, page[-1].match


async def _matches(host: Host, account: str) -> Lines:
    async for name in matches_with(host, account):
        try:
            match = await host.look_at(name)
        except Refusal:
            continue
        for seat, state in enumerate(match.seats):
            if state.owner == account:
                heard = [event for told in match.told for event in told.heard_by(seat)]
                said = [event.text for event in heard if isinstance(event, ev.Chatted) and event.seat == seat]
                record = "" if match.start is None else str(record_for(match, seat))
                yield {"match": name, "seat": seat, "said": said, "record": record}
