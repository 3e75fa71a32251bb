"""Names with passkeys: made, opened from other devices, lost, got back and closed, over the real doors."""

from __future__ import annotations

import pytest

from tafelrunde.server.people.callers import FRESH_MS
from tests.server.inside import Inside
from tests.server.people.authenticator import Passkey
from tests.server.people.devices import device

pytestmark = pytest.mark.anyio
MINUTE = 60_000
DAY = 86_400_000


async def test_a_name_and_a_passkey_make_an_account_that_other_devices_open(server: Inside) -> None:
    async with device(server) as laptop, device(server) as phone:
        assert await laptop.me() is None
        passkey, codes = await laptop.register("Ann")
        assert await laptop.me() == "Ann"
        assert len(set(codes)) == 10
        assert await phone.me() is None
        answer = await phone.sign_in(passkey)
        assert answer.json()["account"] == {
            "name": "Ann",
            "kind": "person",
            "created": answer.json()["account"]["created"],
            "moderator": False,
        }
        listed = (await phone.get("/api/me/devices")).json()
        assert [(each["label"], each["current"]) for each in listed["sessions"]] == [("Phone", True), ("Laptop", False)]
        assert len(listed["passkeys"]) == 1
        assert listed["codes"] == 10


async def test_cookies_are_out_of_reach_of_scripts_and_other_sites(server: Inside) -> None:
    async with device(server) as laptop:
        passkey = Passkey(laptop.origin)
        question = (await laptop.post("/api/people/register/options", {"name": "Ann"})).json()
        proof = {"ceremony": question["ceremony"], "credential": passkey.make(question["options"])}
        answer = await laptop.post("/api/people/register", proof)
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert laptop.cookie not in answer.text
        # Nothing of it is in the database as it is.
        secret = laptop.cookie.partition(".")[2].encode()
        assert secret not in (server.host.store.path).read_bytes()  # type: ignore[attr-defined]


async def test_names_that_look_alike_are_one_name(server: Inside) -> None:
    async with device(server) as laptop, device(server) as phone:
        await laptop.register("Lila-1")
        for name in ("lila1", "LILA_l", "LiIa.1", "Lïla1"):
            answer = await phone.post("/api/people/register/options", {"name": name})
            assert (answer.status_code, answer.json()["code"]) == (409, "name-taken"), name


@pytest.mark.parametrize(
    "name", ["Zoë", "Łukasz", "Søren", "Ægir", "Straße", "Đorđe", "Þór", "Iñaki", "Thương", "Çiğdem"]
)
async def test_names_of_many_languages_can_be_had(server: Inside, name: str) -> None:
    async with device(server) as phone:
        answer = await phone.post("/api/people/register/options", {"name": name})
        assert answer.status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        *("x", "a b", "\u0410nn", "a" * 21, "-ann", "ann--b", "admin", "Computer5", "xFUCKx", "🙂🙂"),
        # Nor may anybody be taken for the server, for those in charge of it, or for somebody who is gone.
        *("Admin-Ann", "M0derator.1", "Anonymous-1a2b3c", "C-omputerfan", "TafelrundeTeam"),
        # Letters of phoneticians look like those of others: an alpha, an iota, a g, a small capital, an o.
        *("Lil\u0251", "Pau\u0269", "A\u0261nes", "\u0280oot", "\u0251dmin", "B\u1d0f", "\u0184ob"),
    ],
)
async def test_some_names_nobody_may_have(server: Inside, name: str) -> None:
    async with device(server) as phone:
        answer = await phone.post("/api/people/register/options", {"name": name})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-name")


async def test_a_name_is_had_by_whoever_finishes_first(server: Inside) -> None:
    async with device(server) as laptop, device(server) as phone:
        asked = (await phone.post("/api/people/register/options", {"name": "Ann"})).json()
        await laptop.register("ann")
        passkey = Passkey(phone.origin)
        proof = {"ceremony": asked["ceremony"], "credential": passkey.make(asked["options"])}
        answer = await phone.post("/api/people/register", proof)
        assert (answer.status_code, answer.json()["code"]) == (409, "name-taken")
        assert await phone.me() is None
        assert (await phone.sign_in(passkey)).json()["code"] == "bad-passkey"


async def test_a_recovery_code_opens_the_account_once(server: Inside) -> None:
    async with device(server) as laptop, device(server) as phone, device(server) as other:
        _, codes = await laptop.register("Ann")
        assert (await phone.post("/api/people/recover", {"code": codes[3].upper()})).json()["account"]["name"] == "Ann"
        assert await phone.me() == "Ann"
        again = await other.post("/api/people/recover", {"code": codes[3]})
        assert (again.status_code, again.json()["code"]) == (400, "bad-passkey")
        assert await other.me() is None
        # The lost laptop is signed out from the phone, which gets a passkey of its own; then the old one goes.
        listed = (await phone.get("/api/me/devices")).json()
        lost = next(each["id"] for each in listed["sessions"] if not each["current"])
        assert len((await phone.post("/api/me/devices/end", {"id": lost})).json()["sessions"]) == 1
        assert await laptop.me() is None
        old = listed["passkeys"][0]["credential"]
        last = await phone.post("/api/me/passkeys/remove", {"credential": old})
        assert (last.status_code, last.json()["code"]) == (409, "not-allowed")
        question = (await phone.post("/api/me/passkeys/options")).json()
        assert [each["id"] for each in question["options"]["excludeCredentials"]] == [old]
        proof = {"ceremony": question["ceremony"], "credential": Passkey(phone.origin).make(question["options"])}
        assert len((await phone.post("/api/me/passkeys", proof)).json()["passkeys"]) == 2
        assert len((await phone.post("/api/me/passkeys/remove", {"credential": old})).json()["passkeys"]) == 1


async def test_a_removed_passkey_opens_nothing(server: Inside) -> None:
    async with device(server) as laptop, device(server) as phone:
        first, _ = await laptop.register("Ann")
        second = Passkey(laptop.origin)
        question = (await laptop.post("/api/me/passkeys/options")).json()
        proof = {"ceremony": question["ceremony"], "credential": second.make(question["options"])}
        keys = (await laptop.post("/api/me/passkeys", proof)).json()["passkeys"]
        await laptop.post("/api/me/passkeys/remove", {"credential": keys[0]["credential"]})
        assert (await phone.sign_in(first)).json()["code"] == "bad-passkey"
        assert (await phone.sign_in(second)).status_code == 200


async def test_new_codes_make_the_old_ones_void(server: Inside) -> None:
    async with device(server) as laptop, device(server) as phone:
        _, old = await laptop.register("Ann")
        new = (await laptop.post("/api/me/codes")).json()["codes"]
        assert set(old).isdisjoint(new)
        assert (await phone.post("/api/people/recover", {"code": old[0]})).json()["code"] == "bad-passkey"
        assert (await phone.post("/api/people/recover", {"code": new[0]})).status_code == 200


async def test_what_opens_an_account_is_changed_only_right_after_a_proof(server: Inside) -> None:
    async with device(server) as laptop:
        passkey, _ = await laptop.register("Ann")
        session = (await laptop.post("/api/me")).json()["session"]
        server.now.time += FRESH_MS + 1000
        asked = {"label": "script", "scopes": ["read"]}
        for path, data in (("passkeys/options", {}), ("codes", {}), ("tokens", asked), ("delete", {"name": "Ann"})):
            answer = await laptop.post(f"/api/me/{path}", data)
            assert (answer.status_code, answer.json()["code"]) == (403, "not-fresh"), path
        assert (await laptop.sign_in(passkey)).json()["session"] == session
        assert (await laptop.post("/api/me/codes")).status_code == 201


async def test_the_secret_of_a_cookie_changes_and_an_old_copy_ends_the_session(server: Inside) -> None:
    async with device(server) as laptop, device(server) as thief:
        await laptop.register("Ann")
        stolen = laptop.cookie
        server.now.time += DAY
        assert await laptop.me() == "Ann"
        renewed = laptop.cookie
        assert renewed != stolen
        assert renewed.partition(".")[0] == stolen.partition(".")[0]
        assert await laptop.me() == "Ann"
        # The new secret was seen, and nothing can be on its way any more: whoever comes with the old one has copied it.
        server.now.time += MINUTE
        thief.http.cookies.set("tafelrunde", stolen)
        assert await thief.me() is None
        assert await laptop.me() is None


async def test_what_is_on_its_way_while_the_secret_changes_arrives(server: Inside) -> None:
    """Another tab may have asked with the old cookie before it could know of the new one."""
    async with device(server) as laptop, device(server) as tab:
        passkey, _ = await laptop.register("Ann")
        for change in (laptop.me, lambda: laptop.sign_in(passkey)):
            server.now.time += DAY
            tab.http.cookies.clear()
            tab.http.cookies.set("tafelrunde", laptop.cookie)
            await change()
            assert await laptop.me() == "Ann"
            assert (await tab.get("/api/me/matches")).status_code == 200
            assert await laptop.me() == "Ann"
        # An old copy that waited for the proof gains nothing by it, neither at once nor by a new cookie.
        for path, data in (("codes", {}), ("passkeys/options", {}), ("delete", {"name": "Ann"})):
            assert (await tab.post(f"/api/me/{path}", data)).json()["code"] == "not-fresh", path
        assert (await laptop.post("/api/me/codes")).status_code == 201


async def test_an_old_copy_that_outlives_a_lost_answer_proves_nothing(server: Inside) -> None:
    async with device(server) as laptop, device(server) as thief:
        passkey, _ = await laptop.register("Ann")
        thief.http.cookies.set("tafelrunde", laptop.cookie)
        server.now.time += DAY
        await laptop.sign_in(passkey)
        # Nobody has seen the new cookie yet, so that the old one is renewed: it could be the device's own.
        server.now.time += MINUTE
        old = thief.cookie
        thief.http.cookies.clear()
        assert (await thief.post("/api/me", cookie=f"tafelrunde={old}")).json()["account"]["name"] == "Ann"
        assert thief.cookie not in ("", old)
        assert (await thief.post("/api/me/codes")).json()["code"] == "not-fresh"
        # When the device comes, both are out.
        assert await laptop.me() is None
        assert await thief.me() is None


async def test_a_lost_answer_does_not_lose_the_session(server: Inside) -> None:
    async with device(server) as laptop:
        await laptop.register("Ann")
        before = laptop.cookie
        server.now.time += DAY
        await laptop.me()
        laptop.http.cookies.clear()
        laptop.http.cookies.set("tafelrunde", before)
        assert await laptop.me() == "Ann"
        assert laptop.cookie == before
        server.now.time += 61_000
        laptop.http.cookies.clear()
        assert (await laptop.post("/api/me", cookie=f"tafelrunde={before}")).json()["account"]["name"] == "Ann"
        assert laptop.cookie != before
        assert await laptop.me() == "Ann"


async def test_a_session_that_nobody_uses_ends(server: Inside) -> None:
    async with device(server) as laptop:
        await laptop.register("Ann")
        server.now.time += 181 * DAY
        assert await laptop.me() is None


async def test_signing_out_ends_the_session_for_copies_too(server: Inside) -> None:
    async with device(server) as laptop, device(server) as copy:
        await laptop.register("Ann")
        copy.http.cookies.set("tafelrunde", laptop.cookie)
        assert await copy.me() == "Ann"
        assert (await laptop.post("/api/me/sign-out")).json() == {"account": None, "session": None}
        assert not laptop.cookie
        assert await copy.me() is None


async def test_whoever_opens_another_name_on_a_device_leaves_the_one_before(server: Inside) -> None:
    async with device(server) as tablet, device(server) as phone:
        ann, _ = await tablet.register("Ann")
        await phone.sign_in(ann)

        async def devices_of_ann() -> list[str]:
            return [each["label"] for each in (await phone.get("/api/me/devices")).json()["sessions"]]

        # Taking a name is like signing in with one: a cookie that nobody has any more opens nothing.
        bob, _ = await tablet.register("Bob")
        assert await tablet.me() == "Bob"
        assert await devices_of_ann() == ["Phone"]
        await tablet.sign_in(ann)
        assert len(await devices_of_ann()) == 2
        await tablet.sign_in(bob)
        assert await tablet.me() == "Bob"
        assert await devices_of_ann() == ["Phone"]


async def test_a_bot_stays_a_bot(server: Inside) -> None:
    async with device(server) as laptop:
        await laptop.register("Robbie", kind="bot")
        match = (
            await laptop.post("/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]})
        ).json()
        seats = (await laptop.get(f"/api/matches/{match['match']}")).json()["state"]["seats"]
        assert [(seat["name"], seat["account"]) for seat in seats] == [("Robbie", "bot"), ("", None)]
