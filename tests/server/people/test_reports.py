"""Order at the table: anybody reports, only moderators look, and everything they do is written down."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tafelrunde.cli.app import app
from tafelrunde.server.administration.admin import Charge, opened
from tafelrunde.server.administration.people import rename, set_role
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.settings import Limits
from tafelrunde.store import Ask, Script
from tafelrunde.store.people.reports import add_report
from tests.server.inside import Inside, inside
from tests.server.people.devices import Device, device

pytestmark = pytest.mark.anyio
RUN = CliRunner()
CHARGE = Charge("Root", "")


async def table(server: Inside, rude: Device) -> tuple[str, int]:
    """Let somebody with a name say something; return the match and the number of the line."""
    made = (await rude.post("/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]})).json()
    said = {"id": "s", "action": {"type": "chat", "text": "you are a fool"}}
    acted = (await rude.post(f"/api/matches/{made['match']}/acts?seat=0", said)).json()
    return made["match"], acted["number"]


def report(match: str, **more: Any) -> dict[str, Any]:
    return {"match": match, "seat": 0, "reason": "abuse", **more}


async def test_a_line_is_reported_and_a_moderator_decides(server: Inside) -> None:
    store = server.host.store
    async with device(server) as rude, device(server) as guest, device(server) as mod:
        await rude.register("Rude")
        await mod.register("Mod")
        match, line = await table(server, rude)
        for _ in range(2):
            assert (await guest.post("/api/reports", report(match, line=line, text="really"))).status_code == 201
        assert (await guest.get("/api/reports")).json()["code"] == "signed-out"
        assert (await mod.get("/api/reports")).json()["code"] == "forbidden"
        assert (await mod.post("/api/reports/1/resolve", {"decision": "dismiss"})).json()["code"] == "forbidden"
        await set_role(store, CHARGE, "Mod", "moderator")
        (shown,) = (await mod.get("/api/reports")).json()["reports"]
        assert (shown["reporter"], shown["reported"], shown["match"]) == ("", "Rude", match)
        assert shown["text"] == f'abuse seat 1 "Rude" entry {line} "you are a fool" (really)'
        asked = {"decision": "remove-line", "line": line, "why": "rude"}
        answer = await mod.post(f"/api/reports/{shown['id']}/resolve", asked)
        assert answer.json() == {"reports": []}
        assert (await rude.get(f"/api/matches/{match}")).json()["chat"] == []
        again = await mod.post(f"/api/reports/{shown['id']}/resolve", {"decision": "suspend", "why": "x"})
        assert again.json()["code"] == "not-found"
        assert [(act.who, act.what, act.why) for _, act in await store.acts()] == [
            ("Root", "role", ""),
            ("Mod", "remove-line", "rude"),
            ("Mod", "resolve", "rude"),
        ]


async def test_of_two_moderators_who_decide_at_once_one_is_told_that_it_was_done(server: Inside) -> None:
    async with device(server) as rude, device(server) as mod, device(server) as other:
        for each, name in ((rude, "Rude"), (mod, "Mod"), (other, "Other")):
            await each.register(name)
        for name in ("Mod", "Other"):
            await set_role(server.host.store, CHARGE, name, "moderator")
        match, _ = await table(server, rude)
        await rude.post("/api/reports", report(match))
        answers = await asyncio.gather(
            mod.post("/api/reports/1/resolve", {"decision": "rename", "new": "One", "why": "a name"}),
            other.post("/api/reports/1/resolve", {"decision": "rename", "new": "Two", "why": "a name"}),
        )
        assert sorted(answer.status_code for answer in answers) == [200, 404]
        done = "One" if answers[0].status_code == 200 else "Two"
        assert await rude.me() == done
        acts = [act.what for _, act in await server.host.store.acts()]
        assert acts.count("resolve") == 1


async def test_a_moderator_suspends_but_no_other_moderator(server: Inside) -> None:
    async with device(server) as rude, device(server) as mod, device(server) as other:
        for each, name in ((rude, "Rude"), (mod, "Mod"), (other, "Other")):
            await each.register(name)
        for name in ("Mod", "Other"):
            await set_role(server.host.store, CHARGE, name, "moderator")
        for index, who in enumerate((rude, other), start=1):
            match, _ = await table(server, who)
            await who.post("/api/reports", report(match))
            answer = await mod.post(f"/api/reports/{index}/resolve", {"decision": "suspend", "why": "rude"})
            assert answer.status_code == (200 if who is rude else 409), answer.text
        assert await rude.me() is None
        assert await other.me() == "Other"
        assert len((await mod.get("/api/reports")).json()["reports"]) == 1
        # An API token never moderates.
        script = (await mod.post("/api/me/tokens", {"label": "s", "scopes": ["read", "play"]})).json()["token"]
        assert (await server.get("/api/reports", script)).json()["code"] == "forbidden"


async def test_nobody_judges_themselves(server: Inside) -> None:
    """A moderator who is reported neither decides about it nor sees who it was."""
    async with device(server) as rude, device(server) as ann, device(server) as other:
        for each, name in ((rude, "Rude"), (ann, "Ann"), (other, "Other")):
            await each.register(name)
        for name in ("Rude", "Other"):
            await set_role(server.host.store, CHARGE, name, "moderator")
        match, line = await table(server, rude)
        await ann.post("/api/reports", report(match, line=line))
        assert (await rude.get("/api/reports")).json() == {"reports": []}
        for decision in ({"decision": "dismiss"}, {"decision": "mute", "seat": 1}):
            answer = await rude.post("/api/reports/1/resolve", decision)
            assert answer.json()["code"] == "not-found"
        (shown,) = (await other.get("/api/reports")).json()["reports"]
        assert (shown["reporter"], shown["reported"]) == ("Ann", "Rude")
        assert (await other.post("/api/reports/1/resolve", {"decision": "dismiss"})).status_code == 200


async def test_moderators_suspend_forgive_and_rename_by_name_with_a_reason(server: Inside) -> None:
    async with device(server) as rude, device(server) as mod, device(server) as other:
        passkey, _ = await rude.register("Rude")
        for each, name in ((mod, "Mod"), (other, "Other")):
            await each.register(name)
        asked = {"name": "rude", "act": "suspend", "why": "again and again"}
        # Nobody else may, or learns anything by it, and nothing happens.
        for path, data in (("/api/moderation/people", asked), ("/api/moderation/people", {**asked, "name": "x"})):
            assert (await other.post(path, data)).json()["code"] == "forbidden"
        assert (await other.get("/api/moderation/acts")).json()["code"] == "forbidden"
        async with device(server) as guest:
            assert (await guest.get("/api/moderation/acts")).json()["code"] == "signed-out"
        assert (await other.post("/api/me")).json()["account"]["moderator"] is False
        for name in ("Mod", "Other"):
            await set_role(server.host.store, CHARGE, name, "moderator")
        assert (await mod.post("/api/me")).json()["account"]["moderator"] is True
        refused: list[tuple[dict[str, Any], str]] = [
            ({"why": " "}, "bad-message"),
            ({"name": "Nobody"}, "not-allowed"),
            ({"name": "Other"}, "not-allowed"),
            ({"act": "unsuspend"}, "not-allowed"),
            ({"act": "rename"}, "bad-message"),
            ({"act": "rename", "new": "Other"}, "name-taken"),
            ({"act": "rename", "new": "x"}, "bad-name"),
        ]
        for change, code in refused:
            assert (await mod.post("/api/moderation/people", {**asked, **change})).json()["code"] == code, change
        assert await rude.me() == "Rude"
        await mod.post("/api/moderation/people", asked)
        assert await rude.me() is None
        assert (await rude.sign_in(passkey)).json()["code"] == "bad-passkey"
        await mod.post("/api/moderation/people", {**asked, "act": "unsuspend", "why": "said sorry"})
        assert (await rude.sign_in(passkey)).status_code == 200
        done = await mod.post("/api/moderation/people", {**asked, "act": "rename", "new": "Polite", "why": "a name"})
        assert await rude.me() == "Polite"
        acts = [(act["who"], act["what"], act["target"], act["why"]) for act in done.json()["acts"]]
        assert acts[:3] == [
            ("Mod", "rename", "Rude: Polite", "a name"),
            ("Mod", "unsuspend", "Rude", "said sorry"),
            ("Mod", "suspend", "Rude", "again and again"),
        ]
        assert (await mod.get("/api/moderation/acts")).json() == done.json()


async def test_a_report_says_which_seat_and_line_and_a_name_is_changed_by_it(server: Inside) -> None:
    async with device(server) as rude, device(server) as mod:
        await rude.register("Rude")
        await mod.register("Mod")
        await set_role(server.host.store, CHARGE, "Mod", "moderator")
        match, line = await table(server, rude)
        await mod.post("/api/reports", report(match, reason="name", line=line))
        (shown,) = (await mod.get("/api/reports")).json()["reports"]
        assert (shown["seat"], shown["line"]) == (0, line)
        path = f"/api/reports/{shown['id']}/resolve"
        for asked in ({"decision": "mute", "seat": 0}, {"decision": "rename", "new": "Polite"}):
            # Without a reason nothing is done.
            assert (await mod.post(path, asked)).json()["code"] == "bad-message"
        assert await rude.me() == "Rude"
        answer = await mod.post(path, {"decision": "rename", "new": "Polite", "why": "a name"})
        assert answer.json() == {"reports": []}
        assert await rude.me() == "Polite"


async def test_bad_reports_are_refused(server: Inside) -> None:
    async with device(server) as rude, device(server) as guest:
        await rude.register("Rude")
        match, line = await table(server, rude)
        cases: list[tuple[dict[str, Any], str]] = [
            (report("A" * 22), "no-such-match"),
            (report(match, seat=1), "no-such-seat"),
            (report(match, seat=3), "no-such-seat"),
            (report(match, line=1), "not-found"),
            (report(match, seat=-1, line=line), "not-found"),
            (report(match, reason="ugly"), "bad-message"),
        ]
        for asked, code in cases:
            assert (await guest.post("/api/reports", asked)).json()["code"] == code


async def test_whoever_reports_too_much_is_refused(tmp_path: Path) -> None:
    async with (
        inside(tmp_path / "m.db", Limits(reports_burst=1, reports_per_hour=1)) as server,
        device(server) as guest,
    ):
        match, _ = await server.create()
        assert (await guest.post("/api/reports", report(match))).status_code == 201
        assert (await guest.post("/api/reports", report(match))).json()["code"] == "too-many"


async def test_a_name_that_has_to_change_changes_in_matches_too(server: Inside) -> None:
    async with device(server) as rude, device(server) as other:
        passkey, _ = await rude.register("Rude")
        await other.register("Other")
        match, _ = await table(server, rude)
        for new, code in (("other", "name-taken"), ("fuck", "bad-name")):
            with pytest.raises(Refusal) as refused:
                await rename(server.host.store, CHARGE, "Rude", new)
            assert refused.value.refusal == code
        assert await rename(server.host.store, CHARGE, "rude", "Polite") == []
        assert await rude.me() == "Polite"
        server.host.lives.clear()
        assert (await rude.get(f"/api/matches/{match}")).json()["state"]["seats"][0]["name"] == "Polite"
        assert (await rude.sign_in(passkey)).status_code == 200
        assert [act.what for _, act in await server.host.store.acts()] == ["rename", "rename"]


async def test_a_name_changes_in_all_matches_but_those_that_cannot_be_read(server: Inside) -> None:
    store = server.host.store

    def write() -> Script[None]:
        yield Ask("UPDATE entries SET body = ? WHERE match = ? AND number = 1", (b"{", bad))

    async with device(server) as rude:
        await rude.register("Rude")
        bad, *good = sorted([(await table(server, rude))[0] for _ in range(4)])
        await store.transact(write)
        before = [entry.body for entry in await store.entries(bad)]
        server.host.lives.clear()
        (problem,) = await rename(store, CHARGE, "Rude", "Polite")
        assert problem.startswith(f"match {bad} is damaged at entry 1")
        assert await rude.me() == "Polite"
        for match in good:
            assert (await rude.get(f"/api/matches/{match}")).json()["state"]["seats"][0]["name"] == "Polite"
        assert [entry.body for entry in await store.entries(bad)] == before
        assert [act.match for _, act in await store.acts()] == ["", *good]


def test_whoever_runs_the_server_sees_and_resolves_reports(tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path / 'm.db'}"

    async def prepare() -> None:
        async with opened(database) as store:
            await store.transact(lambda: add_report(0, "", "", "m", "abuse seat 1"))

    asyncio.run(prepare())
    shown = RUN.invoke(app, ["admin", "reports", "--database", database])
    assert shown.output == "1 1970-01-01T00:00:00Z - - m abuse seat 1\n"
    assert RUN.invoke(app, ["admin", "resolve", "1", "--database", database]).exit_code == 0
    assert RUN.invoke(app, ["admin", "reports", "--database", database]).output == ""
    assert RUN.invoke(app, ["admin", "resolve", "1", "--database", database]).exit_code == 1
    assert RUN.invoke(app, ["admin", "role", "Ann", "king", "--database", database]).exit_code != 0
