"""What is asked of the tables about people: answered by an index, on both databases, however many there are."""

from __future__ import annotations

import contextlib
import re
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from tafelrunde.store import Ask, Entry, Owner, Query, Script, Store, sql, studies
from tafelrunde.store.people import (
    accounts,
    challenges,
    exports,
    farewell,
    leavers,
    luck,
    owners,
    profiles,
    push,
    puzzles,
    ratings,
    relations,
    reports,
    seeks,
    sessions,
)

pytestmark = pytest.mark.anyio


def lobby(before: tuple[int, str] | None) -> Script[Any]:
    statement, values = sql.find(Query("finished", before=before))
    return (yield Ask(statement, tuple(values)))


SEEK = seeks.Seek("s", "a", "p", True, b"", 1500.0, 100, 1, 1, "")
ATTEMPT = puzzles.Attempt("a", "first", "abcdefgh", "a1a2", False, True, True, 5)


ASKED: dict[str, Callable[[], Script[Any]]] = {
    "an account": lambda: accounts.find_account("a"),
    "a name": lambda: accounts.find_by_name("a"),
    "a page of accounts": lambda: accounts.accounts_after("a"),
    "a passkey": lambda: accounts.find_passkey("a"),
    "passkeys": lambda: accounts.passkeys_of("a"),
    "codes": lambda: accounts.codes_of("a"),
    "a code": lambda: accounts.spend_code("a"),
    "a ceremony": lambda: accounts.end_ceremony("a", "b", 1),
    "a session": lambda: sessions.find_session("a"),
    "sessions": lambda: sessions.sessions_of("a"),
    "unseen sessions": lambda: sessions.end_unseen(1, 1),
    "a token": lambda: sessions.find_api_token("a"),
    "tokens": lambda: sessions.api_tokens_of("a"),
    "what has ended": lambda: sessions.revocations_after(1),
    "a history": lambda: owners.owned_by("a", "finished", None, 50),
    "a later page of a history": lambda: owners.owned_by("a", "finished", (1, "m", 0), 50),
    "the lobby": lambda: lobby(None),
    "a later page of the lobby": lambda: lobby((1, "m")),
    "matches": lambda: owners.matches_of("a"),
    "people": lambda: exports.people_after("a"),
    "an attempt": lambda: puzzles.count_attempt(ATTEMPT, 1200),
    "attempts": lambda: puzzles.attempts_of("a"),
    "how strong a solver is": lambda: puzzles.solver_of("a"),
    "how hard puzzles are": lambda: puzzles.ratings_after("a"),
    "a rating": lambda: ratings.rating_of("a", "p"),
    "ratings": lambda: ratings.ratings_of("a"),
    "the next result": ratings.first_waiting,
    "the last number": ratings.last_number,
    "a page of results": lambda: ratings.results_after(1),
    "a page of ratings": lambda: ratings.ratings_after("a", "p"),
    "a page of curves": lambda: ratings.steps_after("a", "p", 1),
    "a history as a curve": lambda: ratings.curve("a", "p", None, 500),
    "a history of rated matches": lambda: profiles.rated_matches("a", "p", 5, 50),
    "statistics": lambda: profiles.tallies("a"),
    "those met most often": lambda: profiles.met_most("a", 20),
    "who has met": lambda: profiles.have_met("a", "b"),
    "a leaderboard": lambda: ratings.board("p", 1, None, 100),
    "a later page of a leaderboard": lambda: ratings.board("p", 1, (1500.0, "a"), 100),
    "a relation": lambda: relations.relation_to("a", "b"),
    "relations": lambda: relations.relations_of("a", "follow"),
    "who is blocked": lambda: relations.is_blocked("a", ["b"]),
    "who is leaving": lambda: relations.gone_as("a"),
    "what a leaving account is to others": lambda: relations.begin_leaving("a", "b", 1),
    "how often two have met of late": lambda: ratings.pair_of("a", "p", "b"),
    "how many somebody has met": lambda: ratings.count_met("a", "p", 6, with_bots=False),
    "a page of those who met": lambda: ratings.pairs_after("a", "p", "b"),
    "ratings of a leaving account": lambda: ratings.rename_ratings("a", "b"),
    "a page of relations": lambda: exports.relations_after("a", "b", "c"),
    "a device that is to be told": lambda: push.subscribe(push.Subscribed("s", "a", b"", 0, 0, 0)),
    "what a device wishes": lambda: push.subscription_of("s"),
    "what devices wish": lambda: push.subscriptions_of("a"),
    "devices whose time has come": lambda: push.take_due(1, 2, 50),
    "what came of telling": lambda: push.note_push(push.Subscribed("s", "a", b"", 0, 0, 0), 1, 2, 0),
    "a seek": lambda: seeks.find_seek("s"),
    "seeks": lambda: seeks.find_seeks(["s", "r"]),
    "whether somebody looks": lambda: seeks.has_seek("a"),
    "those who are still there": lambda: seeks.keep_alive(["s", "r"], 1),
    "those who are gone": lambda: seeks.remove_dead(1, 1),
    "who waits": lambda: seeks.waiting_in("p", 1),
    "who waits in the lobby": lambda: seeks.all_waiting(1),
    "a new seek": lambda: seeks.add_seek(SEEK),
    "a new seek of a guest": lambda: seeks.add_seek(SEEK._replace(account="")),
    "a seek taken back": lambda: seeks.remove_seek(SEEK),
    "who blocks whom": lambda: seeks.blocks_among(["a", "b"]),
    "a challenge": lambda: challenges.find_challenge("m"),
    "a new challenge": lambda: challenges.add_challenge("m", "a", "b", 1),
    "challenges": lambda: challenges.challenges_to("a"),
    "own challenges": lambda: challenges.challenges_by("a", ["m", "n"]),
    "an answered challenge": lambda: challenges.end_challenge("m"),
    "old challenges": lambda: challenges.challenges_before(1),
    "reports": lambda: reports.open_reports(1),
    "a report": lambda: reports.find_report(1),
    "a new report": lambda: reports.add_report(1, "a", "b", "m", "text"),
    "own reports": lambda: reports.reports_by("a", 1),
    "challenges of somebody who leaves": lambda: challenges.challenges_with("a"),
    "challenges that wait": lambda: challenges.challenges_from("a"),
    "which matches somebody left": lambda: leavers.matches_left("a"),
    "what the cards gave somebody": lambda: luck.luck_of("a", "p", "m"),
    "a study": lambda: studies.read_study("s"),
    "several studies": lambda: studies.find_studies(["s", "t"]),
    "studies of an account": lambda: studies.studies_of("a"),
    "a page of studies": lambda: studies.studies_after("s"),
    "more of a study": lambda: studies.append("s", [Entry(1, 1, "k", b"x")], "t"),
    "links of a study": lambda: studies.set_links("s", "r", "w"),
    "the end of a study": lambda: studies.remove_study("s"),
    "who is in a study": lambda: studies.people_in(["s", "t"], 1),
    "how often somebody left": lambda: leavers.times_left("a", 1),
    "a match to be looked at": lambda: luck.take_waiting(1, 2),
    "what the cards gave": lambda: luck.save_luck("m", [luck.Given("a", "p", "m", 1.0, 0.1)]),
    "play net of luck": lambda: luck.nets_of("a"),
    "the last of an account": lambda: farewell.remove_account("a", 1),
}


@pytest.mark.parametrize("name", ASKED)
async def test_nothing_scans_a_whole_table(store: Store, name: str) -> None:
    is_postgres = type(store).__name__ == "PostgresStore"

    def explain() -> Script[list[str]]:
        if is_postgres:
            # With few rows reading and sorting all of them is quickest; what is asked is whether there is another way.
            yield Ask("SET LOCAL enable_seqscan = off")
            yield Ask("SET LOCAL enable_sort = off")
        script, plans = ASKED[name](), list[str]()
        step = next(script)
        try:
            while True:
                rows: list[tuple[Any, ...]] = []
                if isinstance(step, Ask):
                    found = yield Ask(f"EXPLAIN {'' if is_postgres else 'QUERY PLAN '}{step.statement}", step.values)
                    plans += [str(row[-1]) for row in found]
                step = script.send(rows)
        except StopIteration:
            return plans

    plans = await store.transact(explain)
    assert plans
    for plan in plans:
        assert not re.search(r"\bSCAN (?!.*USING (COVERING )?INDEX)|Seq Scan", plan), plan
        # What may be long is read in its order, not sorted.
        assert not ("history" in name or "lobby" in name or "board" in name) or not re.search(
            "TEMP B-TREE|Sort", plan
        ), plan


async def test_a_number_that_no_column_takes_is_no_outage(store: Store) -> None:
    for number in (profiles.NEWEST, profiles.NEWEST + 1, profiles.NEWEST):
        # SQLite's numbers have 64 bits, PostgreSQL's column has 32: a mistake of ours is told as one, at once.
        with contextlib.suppress(ValueError) if number > profiles.NEWEST else contextlib.nullcontext():
            assert await store.ask(partial(profiles.rated_matches, "a", "p", number, 5)) == []


def counted(rows: list[Owner], account: str) -> dict[tuple[str, str], list[int]]:
    """Count how somebody's matches ended, by pool and level."""
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in rows:
        # Those at one screen play against themselves.
        if row.account == account and row.status == "finished" and row.outcome and row.opponent != account:
            computer = row.opponent if row.opponent.startswith("computer:") else ""
            counts[row.pool, computer][("won", "drawn", "lost").index(row.outcome)] += 1
    return dict(counts)


def met(rows: list[Owner], account: str) -> list[tuple[int, str, list[int]]]:
    """Count whom somebody met how often, the most often first."""
    against: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in rows:
        if row.opponent and not row.opponent.startswith("computer:"):
            counts = counted([row], account).get((row.pool, ""), [0, 0, 0])
            against[row.opponent] = [sum(both) for both in zip(against[row.opponent], counts, strict=True)]
    return sorted(((sum(ended), other, ended) for other, ended in against.items() if any(ended)), reverse=True)


async def check_sums(store: Store, rows: list[Owner]) -> None:
    for account in ("me", "you", "they"):
        found = await store.ask(partial(profiles.tallies, account))
        assert {(each.pool, each.computer): [each.won, each.drawn, each.lost] for each in found} == counted(
            rows, account
        )
        people = await store.ask(partial(profiles.met_most, account, 2))
        assert [(each.won + each.drawn + each.lost, each.opponent, [*each[1:]]) for each in people] == met(
            rows, account
        )[:2]


@pytest.mark.parametrize("seed", range(3))
async def test_statistics_are_those_of_all_finished_matches_whatever_happens_to_them(store: Store, seed: int) -> None:
    rng = Random(seed)
    rows: dict[tuple[str, str, int], Owner] = {}

    def save(row: Owner) -> Script[None]:
        yield Ask(sql.SAVE_OWNER, tuple(row))

    def forget(match: str) -> Script[None]:
        yield Ask(sql.FORGET_OWNERS, (match,))

    def change(column: str, value: str, match: str) -> Script[None]:
        yield Ask(f"UPDATE owners SET {column} = ? WHERE match = ?", (value, match))

    for _ in range(400):
        match, way = f"m{rng.randrange(60)}", rng.random()
        if way < 0.2:
            await store.transact(partial(forget, match))
            rows = {key: row for key, row in rows.items() if row.match != match}
        elif way < 0.3:
            column, value = rng.choice((("outcome", "lost"), ("status", "running"), ("opponent", "you"), ("pool", "d")))
            await store.transact(partial(change, column, value, match))
            changed: dict[str, Any] = {column: value}
            rows = {key: row._replace(**changed) if row.match == match else row for key, row in rows.items()}
        else:
            row = Owner(
                rng.choice(("me", "you")),
                match,
                rng.randrange(2),
                rng.choice("abc"),
                rng.choice(("finished", "finished", "finished", "running")),
                1,
                rng.choice(("won", "won", "lost", "drawn", "")),
                rng.choice(("me", "you", "they", "computer:2", "computer:8", "")),
            )
            await store.transact(partial(save, row))
            rows.setdefault((row.account, row.match, row.seat), row)
    await check_sums(store, list(rows.values()))
    for match in {row.match for row in rows.values()}:
        await store.transact(partial(forget, match))

    def left() -> Script[list[tuple[Any, ...]]]:
        return [*(yield Ask("SELECT account FROM tallies")), *(yield Ask("SELECT account FROM met"))]

    assert await store.ask(left) == []
