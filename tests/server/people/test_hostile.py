"""People who want in where they do not belong: refused with a code, and nothing of theirs is kept or logged."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus

from tafelrunde.server.administration.admin import Charge
from tafelrunde.server.administration.people import set_role
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people import callers, passkeys
from tafelrunde.server.people.manners import fold
from tests.databases import Postgres
from tests.server.inside import FREE, Inside, inside
from tests.server.people.authenticator import Passkey, b64, unb64
from tests.server.people.devices import device

pytestmark = pytest.mark.anyio
PLACE = passkeys.Place("localhost", "http://localhost")
ASKED = passkeys.Asked(b64(b"c" * 32), PLACE, "account", "Ann", "person")


async def test_pages_elsewhere_cannot_use_a_cookie(server: Inside) -> None:
    async with device(server) as laptop:
        await laptop.register("Ann")
        made = (
            await laptop.post("/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]})
        ).json()
        for origin in ("https://evil.example", "null", None, "http://localhost.evil.example", "http://localhost:1"):
            for path in ("/api/me/sign-out", "/api/me/codes", "/api/me", f"/api/matches/{made['match']}/token?seat=0"):
                answer = await laptop.post(path, {}, origin=origin)
                assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), (origin, path)
                assert "access-control-allow-origin" not in answer.headers
        assert await laptop.me() == "Ann"
        with pytest.raises(InvalidStatus):
            async with laptop.socket("https://evil.example"):
                pass


async def test_a_foreign_page_that_may_play_may_not_use_a_cookie(tmp_path: Path) -> None:
    async with (
        inside(tmp_path / "m.db", allowed_origins=("https://friend.example",)) as server,
        device(server) as laptop,
    ):
        await laptop.register("Ann")
        answer = await laptop.post("/api/me", {}, origin="https://friend.example")
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
        asked = await laptop.post("/api/people/sign-in/options", {}, origin="https://friend.example")
        assert (asked.status_code, asked.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize(
    ("scheme", "origin", "is_own"),
    [
        ("https", "https://play.example", True),
        ("wss", "https://play.example", True),
        # Whoever sits on the line can write a page of the same name that came without encryption.
        ("https", "http://play.example", False),
        ("wss", "http://play.example", False),
        ("https", "https://play.example:444", False),
        # A proxy may speak HTTPS without our knowing.
        ("http", "https://play.example", True),
        ("http", "http://play.example", True),
    ],
)
def test_a_page_that_came_without_encryption_is_no_page_of_an_encrypted_server(
    scheme: str, origin: str, is_own: bool
) -> None:
    headers = [(b"host", b"play.example"), (b"origin", origin.encode())]
    with contextlib.nullcontext() if is_own else pytest.raises(Refusal):
        place = callers.place_of({"scheme": scheme, "method": "POST", "headers": headers})
        assert place == passkeys.Place("play.example", origin)


async def test_made_up_cookies_and_tokens_open_nothing(server: Inside) -> None:
    async with device(server) as laptop, device(server) as thief:
        await laptop.register("Ann")
        name = laptop.cookie.partition(".")[0]
        for cookie in ("", ".", "x", f"{'A' * 22}.{'B' * 32}", "a.b.c", "%00.%00"):
            thief.http.cookies.clear()
            thief.http.cookies.set("tafelrunde", cookie)
            assert await thief.me() is None
        assert await laptop.me() == "Ann"
        # Whoever knows the name of a session and guesses at its secret ends it, for both.
        thief.http.cookies.clear()
        thief.http.cookies.set("tafelrunde", f"{name}.{'B' * 32}")
        assert await thief.me() is None
        for token in ("tafelrunde_", "tafelrunde_" + "A" * 32):
            answer = await server.get("/api/me/matches", token)
            assert (answer.status_code, answer.json()["code"]) == (403, "signed-out")


async def test_an_api_token_does_what_its_scopes_say_and_no_more(server: Inside) -> None:
    async with device(server) as laptop:
        await laptop.register("Ann")
        made = (
            await laptop.post("/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]})
        ).json()
        match = made["match"]
        tokens: dict[str, dict[str, str]] = {}
        for scope in ("read", "play"):
            answer = await laptop.post("/api/me/tokens", {"label": scope, "scopes": [scope]})
            tokens[scope] = answer.json()
        reader, player = tokens["read"]["token"], tokens["play"]["token"]
        assert (await server.get("/api/me/matches", reader, status="open")).status_code == 200
        assert (await server.get("/api/me/matches", player)).json()["code"] == "forbidden"
        said = {"id": "s", "action": {"type": "chat", "text": "beep"}}
        assert (await server.post(f"/api/matches/{match}/acts?seat=0", said, player)).json()["type"] == "ack"
        for path, data in (
            (f"/api/matches/{match}/acts?seat=0", said),
            (f"/api/matches/{match}/seats", {"name": "x"}),
            ("/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]}),
            ("/api/me/claim", {"tokens": []}),
        ):
            assert (await server.post(path, data, reader)).json()["code"] == "forbidden", path
        assert (await server.get(f"/api/matches/{match}", reader, seat=0)).json()["code"] == "forbidden"
        for path, body in (
            ("sign-out", {}),
            ("codes", {}),
            ("passkeys/options", {}),
            ("tokens", {"label": "more", "scopes": ["play"]}),
            ("tokens/end", {"id": tokens["read"]["id"]}),
            ("delete", {"name": "Ann"}),
        ):
            answer = await server.http.post(
                f"/api/me/{path}", json=body, headers={"authorization": f"Bearer {player}", "origin": laptop.origin}
            )
            assert answer.json()["code"] == "forbidden", path
        for path in ("devices", "data"):
            assert (await server.get(f"/api/me/{path}", player)).json()["code"] == "forbidden"
        listed = (await laptop.post("/api/me/tokens/end", {"id": tokens["play"]["id"]})).json()["tokens"]
        assert [each["label"] for each in listed] == ["read"]
        assert (await server.post(f"/api/matches/{match}/acts?seat=0", said, player)).json()["code"] == "signed-out"


async def test_a_proof_counts_once_and_for_what_it_was_asked(server: Inside) -> None:
    async with device(server) as laptop, device(server) as thief:
        passkey, _ = await laptop.register("Ann")
        question = (await laptop.post("/api/people/sign-in/options")).json()
        proof = {"ceremony": question["ceremony"], "credential": passkey.sign(question["options"])}
        assert (await laptop.post("/api/people/sign-in", proof)).status_code == 200
        assert (await thief.post("/api/people/sign-in", proof)).json()["code"] == "bad-passkey"
        # The answer to an earlier question, to a question for something else, and one that comes too late.
        later = (await thief.post("/api/people/sign-in/options")).json()
        stale = {"ceremony": later["ceremony"], "credential": proof["credential"]}
        assert (await thief.post("/api/people/sign-in", stale)).json()["code"] == "bad-passkey"
        other = (await laptop.post("/api/me/passkeys/options")).json()
        mixed = {"ceremony": other["ceremony"], "credential": passkey.sign({**question["options"], **other["options"]})}
        assert (await thief.post("/api/people/sign-in", mixed)).json()["code"] == "bad-passkey"
        slow = (await thief.post("/api/people/sign-in/options")).json()
        server.now.time += passkeys.WAITING_MS + 1
        late = {"ceremony": slow["ceremony"], "credential": passkey.sign(slow["options"])}
        assert (await thief.post("/api/people/sign-in", late)).json()["code"] == "bad-passkey"
        # A copy of the key that counts on its own is found out by the count.
        copy = replace(passkey, count=0)
        assert (await thief.sign_in(copy)).json()["code"] == "bad-passkey"
        assert await thief.me() is None


async def test_somebody_elses_question_adds_no_passkey(server: Inside) -> None:
    async with device(server) as laptop, device(server) as thief:
        await laptop.register("Ann")
        await thief.register("Mallory")
        question = (await laptop.post("/api/me/passkeys/options")).json()
        proof = {"ceremony": question["ceremony"], "credential": Passkey(thief.origin).make(question["options"])}
        assert (await thief.post("/api/me/passkeys", proof)).json()["code"] == "bad-passkey"
        assert len((await laptop.get("/api/me/devices")).json()["passkeys"]) == 1


async def test_devices_and_passkeys_of_others_cannot_be_ended(server: Inside) -> None:
    async with device(server) as laptop, device(server) as thief:
        await laptop.register("Ann")
        await thief.register("Mallory")
        listed = (await laptop.get("/api/me/devices")).json()
        token = (await laptop.post("/api/me/tokens", {"label": "t", "scopes": ["read"]})).json()
        for path, data in (
            ("devices/end", {"id": listed["sessions"][0]["id"]}),
            ("passkeys/remove", {"credential": listed["passkeys"][0]["credential"]}),
            ("tokens/end", {"id": token["id"]}),
        ):
            answer = await thief.post(f"/api/me/{path}", data)
            assert (answer.status_code, answer.json()["code"]) == (404, "not-found"), path
        assert await laptop.me() == "Ann"


async def test_floods_of_names_and_of_guesses_are_stopped(tmp_path: Path) -> None:
    limits = replace(FREE, registrations_burst=3, registrations_per_hour=0, proofs_burst=5, proofs_per_hour=0)
    async with inside(tmp_path / "m.db", limits) as server, device(server) as thief:
        codes = []
        for index in range(5):
            answer = await thief.post("/api/people/register/options", {"name": f"Bulk{index}"})
            codes.append(answer.status_code)
        assert codes == [200, 200, 200, 429, 429]
        guesses = [(await thief.post("/api/people/recover", {"code": f"aaaa-{i}"})).status_code for i in range(7)]
        assert guesses == [400] * 5 + [429] * 2


async def test_signing_in_tells_nothing_about_names(server: Inside) -> None:
    async with device(server) as laptop, device(server) as thief:
        await laptop.register("Ann")
        asked = (await thief.post("/api/people/sign-in/options")).json()
        assert "Ann" not in json.dumps(asked)
        assert asked["options"].get("allowCredentials", []) == []
        unknown = await thief.sign_in(Passkey(thief.origin))
        recovered = await thief.post("/api/people/recover", {"code": "aaaa-bbbb-cccc-dddd"})
        assert unknown.json() == recovered.json()


async def test_nothing_secret_is_logged(server: Inside, capsys: pytest.CaptureFixture[str]) -> None:
    async with device(server) as laptop, device(server) as thief:
        _, codes = await laptop.register("Ann")
        token = (await laptop.post("/api/me/tokens", {"label": "t", "scopes": ["read"]})).json()["token"]
        await server.get("/api/me/matches", token)
        await thief.post("/api/people/recover", {"code": codes[0]})
        thief.http.cookies.set("tafelrunde", laptop.cookie.partition(".")[0] + ".wrong")
        await thief.me()
        logged = capsys.readouterr().out
        assert "request" in logged
        for secret in (laptop.cookie.partition(".")[2], token, codes[0], codes[0].replace("-", "")):
            assert secret not in logged


# What a device says, and what becomes of it on the way


def fresh() -> tuple[Passkey, dict[str, Any]]:
    passkey = Passkey(PLACE.origin)
    return passkey, passkey.make(passkeys.registration(ASKED))


def test_an_honest_answer_is_taken() -> None:
    passkey, answer = fresh()
    made = passkeys.registered(ASKED, answer, "x", 1)
    assert made.account == "account"
    assert passkeys.signed(ASKED, passkey.sign(passkeys.authentication(ASKED)), made) == 1


@pytest.mark.parametrize(
    "passkey",
    [
        pytest.param(Passkey("https://evil.example"), id="another page"),
        pytest.param(Passkey(PLACE.origin, flags=0x41), id="nobody verified"),
        pytest.param(Passkey(PLACE.origin, flags=0x44), id="nobody present"),
    ],
)
def test_an_answer_from_elsewhere_or_from_nobody_is_refused(passkey: Passkey) -> None:
    with pytest.raises(Refusal, match="did not prove"):
        passkeys.registered(ASKED, passkey.make(passkeys.registration(ASKED)), "", 1)


def test_a_signature_for_another_server_or_person_is_refused() -> None:
    passkey, answer = fresh()
    made = passkeys.registered(ASKED, answer, "x", 1)
    options = passkeys.authentication(ASKED)
    with pytest.raises(Refusal):
        passkeys.signed(ASKED, passkey.sign(options, "evil.example"), made)
    with pytest.raises(Refusal):
        passkeys.signed(ASKED, passkey.sign({**options, "challenge": b64(b"d" * 32)}), made)
    passkey.handle = b64(b"somebody")
    with pytest.raises(Refusal):
        passkeys.signed(ASKED, passkey.sign(options), made)
    with pytest.raises(Refusal):
        passkeys.signed(ASKED, Passkey(PLACE.origin, name=passkey.name).sign(options), made)


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(st.data())
def test_an_answer_that_was_tampered_with_is_refused_in_one_way(data: st.DataObject) -> None:
    passkey, answer = fresh()
    made = passkeys.registered(ASKED, answer, "x", 1)
    proof = passkey.sign(passkeys.authentication(ASKED))
    part = data.draw(st.sampled_from(["clientDataJSON", "authenticatorData", "signature"]))
    raw = bytearray(unb64(proof["response"][part]))
    how = data.draw(st.sampled_from(["flip", "cut", "grow", "type"]))
    if how == "flip":
        raw[data.draw(st.integers(0, 500)) % len(raw)] ^= data.draw(st.integers(1, 255))
    elif how == "cut":
        del raw[data.draw(st.integers(0, 500)) % len(raw) :]
    elif how == "grow":
        raw += data.draw(st.binary(min_size=1, max_size=8))
    changed: object = b64(bytes(raw))
    if how == "type":
        changed = data.draw(st.sampled_from([None, 1, [], {}, "", "%%%", "ä"]))
    proof["response"][part] = changed
    with pytest.raises(Refusal, match="did not prove"):
        passkeys.signed(ASKED, proof, made)


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=100)
@given(st.data())
def test_a_new_passkey_that_was_tampered_with_is_refused_or_opens_nothing(data: st.DataObject) -> None:
    """Nobody vouches for a new key, so a changed key is taken for another one: its owner then has none that signs."""
    _, answer = fresh()
    part = data.draw(st.sampled_from(["clientDataJSON", "attestationObject"]))
    raw = bytearray(unb64(answer["response"][part]))
    raw[data.draw(st.integers(0, 500)) % len(raw)] ^= data.draw(st.integers(1, 255))
    answer["response"][part] = b64(bytes(raw))
    try:
        made = passkeys.registered(ASKED, answer, "x", 1)
    except Refusal as refusal:
        assert refusal.refusal == "bad-passkey"  # noqa: PT017  (both are right, and one of them is checked)
        return
    said = json.loads(unb64(answer["response"]["clientDataJSON"]))
    assert (said["type"], said["challenge"], said["origin"]) == ("webauthn.create", ASKED.challenge, PLACE.origin)
    assert bytes(made.public_key) in raw or part == "clientDataJSON"
    assert made.account == ASKED.account


WORDS = st.text() | st.sampled_from(["id", "rawId", "response", "type", "clientDataJSON", "attestationObject"])
NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(WORDS, inner),
)


@given(NONSENSE)
def test_nonsense_is_refused_in_one_way(nonsense: object) -> None:
    credential = nonsense if isinstance(nonsense, dict) else {"response": nonsense}
    with pytest.raises(Refusal, match="did not prove"):
        passkeys.registered(ASKED, credential, "", 1)
    assert isinstance(passkeys.name_of(credential), str)


async def test_a_name_that_no_database_keeps_is_nobodys(postgres: Postgres) -> None:
    async with inside(postgres.new_database()) as server, device(server) as own, device(server) as other:
        await own.register("Ann")
        await other.register("Bo")
        await set_role(server.host.store, Charge("Root", "trusted", 1), "Ann", "moderator")
        for name in ("\0", "a\0b", "\x01", "\u202e"):
            for path, body in (
                ("/api/me/relations", {"name": name, "kind": "block"}),
                ("/api/challenges", {"name": name, "terms": {"game": "tokan"}}),
                ("/api/people/register/options", {"name": name}),
                ("/api/moderation/play", {"name": name}),
                ("/api/moderation/people", {"name": name, "act": "suspend", "why": "x"}),
                ("/api/moderation/people", {"name": "Bo", "act": "rename", "why": name, "new": name}),
                ("/api/me/delete", {"name": name}),
            ):
                answer = await own.post(path, body)
                assert answer.status_code < 500, (path, body, answer.text)
    # Nor does such a letter tell two names apart.
    assert fold("B\0o\u202e") == fold("bo")
