"""What is asked of the tables about people: answered by an index, on both databases, however many there are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tafelrunde.store import Ask, Query, Script, Store, sql
from tafelrunde.store.people import accounts, exports, farewell, owners, profiles, ratings, relations, sessions

pytestmark = pytest.mark.anyio


def lobby(before: tuple[int, str] | None) -> Script[Any]:
    statement, values = sql.find(Query("finished", before=before))
    return (yield Ask(statement, tuple(values)))


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
    "who has met": lambda: profiles.have_met("a", "b"),
    "a leaderboard": lambda: ratings.board("p", 100),
    "a relation": lambda: relations.relation_to("a", "b"),
    "relations": lambda: relations.relations_of("a", "follow"),
    "who is blocked": lambda: relations.is_blocked("a", ["b"]),
    "who is leaving": lambda: relations.gone_as("a"),
    "what a leaving account is to others": lambda: relations.begin_leaving("a", "b", 1),
    "ratings of a leaving account": lambda: ratings.rename_ratings("a", "b"),
    "a page of relations": lambda: exports.relations_after("a", "b", "c"),
    "the last of an account": lambda: farewell.remove_account("a", 1),
}


@pytest.mark.parametrize("name", ASKED)
async def test_nothing_scans_a_whole_table(store: Store, name: str) -> None:
    is_postgres = type(store).__name__ == "PostgresStore"

    def explain() -> Script[list[str]]:
        if is_postgres:
            # With few rows reading all of them is quickest; what is asked is whether there is another way.
            yield Ask("SET LOCAL enable_seqscan = off")
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
