"""Messages to devices that are not open: encrypted for the browser, seldom, not at night, and never to ourselves."""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02  # type: ignore[import-untyped]

from tafelrunde.server.push import sending
from tafelrunde.server.push.digest import Push
from tafelrunde.server.push.keys import PushKey, open_key
from tafelrunde.store import Ask
from tests.server.inside import Inside
from tests.server.people.browsers import NAME, Browser, text
from tests.server.people.devices import Device, device

pytestmark = pytest.mark.anyio
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
NOON = int(datetime(2030, 6, 3, 12, tzinfo=UTC).timestamp() * 1000)


class Service(NamedTuple):
    """A push service on this machine: what it was sent, and what it answers."""

    got: list[tuple[str, dict[str, str], bytes]]
    answers: dict[str, int]
    push: Push


class ToThisMachine(AbstractResolver):
    def __init__(self, port: int) -> None:
        self.port = port

    async def resolve(self, host: str, port: int = 0, family: Any = 0) -> list[ResolveResult]:
        assert (host, port) == (NAME, 443)
        return [ResolveResult(hostname=host, host="127.0.0.1", port=self.port, family=2, proto=0, flags=0)]

    async def close(self) -> None: ...


def certificate(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2120, 1, 1, tzinfo=UTC))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    cert, private = folder / "cert.pem", folder / "key.pem"
    cert.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return cert, private


@pytest.fixture
async def service(server: Inside, tmp_path: Path) -> AsyncIterator[Service]:
    got: list[tuple[str, dict[str, str], bytes]] = []
    answers = {"status": 201}

    async def take(request: web.Request) -> web.Response:
        got.append((request.path, dict(request.headers), await request.read()))
        return web.Response(status=answers["status"], headers={"location": "https://127.0.0.1/elsewhere"})

    cert, private = certificate(tmp_path)
    ours = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    ours.load_cert_chain(cert, private)
    app = web.Application()
    app.router.add_post("/send/{id}", take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=ours)
    await site.start()
    port = runner.addresses[0][1]
    key = open_key(tmp_path / "push.pem")
    sender = sending.Sender(key, ToThisMachine(port), ssl.create_default_context(cafile=str(cert)))
    push = Push(server.host, lambda: sender)
    server.server.app.state.push = push
    server.now.time, server.now.step = NOON, 0
    try:
        yield Service(got, answers, push)
    finally:
        await push.close()
        await runner.cleanup()


@contextlib.asynccontextmanager
async def by_days(server: Inside, **clock: Any) -> AsyncIterator[tuple[Device, Device, str]]:
    """Let Ann be on turn in a match by days against Bo."""
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        yield ann, bo, await begin(ann, bo, **clock)


async def begin(ann: Device, bo: Device, **clock: Any) -> str:
    plan = clock or {"kind": "days", "seconds": 3 * 86_400}
    asked = {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}], "clock": plan}
    made = (await ann.post("/api/matches", asked)).json()
    joined = await bo.post(f"/api/matches/{made['match']}/seats", {"name": "x"})
    assert joined.status_code == 201, joined.text
    return str(made["match"])


async def on_turn(ann: Device, bo: Device, match: str) -> tuple[Device, Device]:
    """Return who is to move, and who is not."""
    state = (await ann.get(f"/api/matches/{match}")).json()
    return (ann, bo) if state["state"]["turn"] == 0 else (bo, ann)


async def test_a_turn_is_told_encrypted_signed_and_without_a_word_about_the_game(
    server: Inside, service: Service
) -> None:
    async with by_days(server) as (ann, bo, match):
        waited_for, other = await on_turn(ann, bo, match)
        browsers, key = {waited_for: Browser(), other: Browser()}, ""
        for who, browser in browsers.items():
            # Nothing is sent unless somebody asks for it.
            assert not (await who.get("/api/me/push")).json()["on"]
            shown = (await who.post("/api/me/push", browser.wish())).json()
            key = shown.pop("key")
            assert shown == {"on": True, "quiet_from": 22, "quiet_to": 8}
        server.now.time += 2 * MINUTE
        # Who may still be at the table is left alone.
        assert await service.push.look() == 2
        assert service.got == []
        server.now.time += 15 * MINUTE
        await service.push.look()
        ((path, headers, body),) = service.got
        assert path == "/send/abc"
        assert browsers[waited_for].read(body) == {"turns": 1, "language": "de"}
        assert match.encode() not in body
        assert Vapid02.verify(headers["Authorization"])
        claims = json.loads(base64.urlsafe_b64decode(headers["Authorization"].split(".")[1] + "=="))
        assert (claims["aud"], claims["sub"]) == (f"https://{NAME}", "https://localhost")
        assert headers["Authorization"].endswith(f"k={key}")
        # A digest: what comes later is told six hours after, not at once, and then all together.
        await other.post("/api/me/push/end")
        server.now.time += MINUTE
        later = [await begin(waited_for, other) for _ in range(4)]
        turns = 1 + sum([(await on_turn(waited_for, other, each))[0] is waited_for for each in later])
        assert turns > 1
        server.now.time += 5 * HOUR
        await service.push.look()
        assert len(service.got) == 1
        server.now.time += HOUR
        await service.push.look()
        assert len(service.got) == 2
        assert browsers[waited_for].read(service.got[1][2]) == {"turns": turns, "language": "de"}
        # Not even the length tells more.
        assert len({len(each) for _, _, each in service.got}) == 1


async def test_the_same_turn_is_told_once_a_day_and_nothing_at_night(server: Inside, service: Service) -> None:
    async with by_days(server) as (ann, bo, match):
        who, _ = await on_turn(ann, bo, match)
        await who.post("/api/me/push", Browser().wish(zone="America/New_York", quiet_from=9, quiet_to=17))
        server.now.time += 2 * HOUR
        # 14:00 in London is 10:00 in New York, which was asked to be quiet.
        await service.push.look()
        assert service.got == []
        server.now.time = NOON + 9 * HOUR + MINUTE
        hours = []
        for _ in range(4 * 48):
            before = len(service.got)
            await service.push.look()
            if len(service.got) > before:
                hours.append((server.now.time - NOON) // HOUR)
            server.now.time += 15 * MINUTE
        assert hours == [9, 33]


async def test_what_a_service_keeps_for_a_device_that_is_off_is_not_shown_at_night(
    server: Inside, service: Service
) -> None:
    async with by_days(server, kind="days", seconds=7 * 86_400) as (ann, bo, match):
        who, _ = await on_turn(ann, bo, match)
        for begins, kept in ((21, 6 * 3600), (5, 12 * 3600), (0, 9 * 3600)):
            await who.post("/api/me/push", Browser().wish(zone="UTC", quiet_from=begins, quiet_to=(begins + 8) % 24))
            server.now.time += DAY - server.now.time % DAY + 15 * HOUR
            await service.push.look()
            assert service.got.pop()[1]["ttl"] == str(kept)


@pytest.mark.parametrize("clock", [{"kind": "live", "seconds": 36_000}])
async def test_live_matches_are_never_told(server: Inside, service: Service, clock: dict[str, Any]) -> None:
    async with by_days(server, **clock) as (ann, bo, match):
        who, _ = await on_turn(ann, bo, match)
        await who.post("/api/me/push", Browser().wish())
        server.now.time += HOUR
        assert await service.push.look() == 1
        assert service.got == []


async def kept(server: Inside) -> list[Any]:
    def read() -> Any:
        return (yield Ask("SELECT session FROM push_subscriptions"))

    found: list[Any] = await server.host.store.ask(read)
    return found


@pytest.mark.parametrize("way", ["end", "sign-out", "elsewhere", "delete", "gone"])
async def test_it_ends_with_a_tap_the_device_the_account_and_the_browser(
    server: Inside, service: Service, way: str
) -> None:
    async with by_days(server) as (ann, bo, match), device(server) as phone:
        who, _ = await on_turn(ann, bo, match)
        await who.post("/api/me/push", Browser().wish())
        assert len(await kept(server)) == 1
        if way == "end":
            assert not (await who.post("/api/me/push/end")).json()["on"]
        elif way == "sign-out":
            await who.post("/api/me/sign-out")
        elif way == "elsewhere":
            await phone.register("Third")
            assert not (await phone.get("/api/me/push")).json()["on"]
            devices = (await who.get("/api/me/devices")).json()
            await who.post("/api/me/devices/end", {"id": devices["sessions"][0]["id"]})
        elif way == "delete":
            assert '"push"' in (await who.get("/api/me/data")).text
            await who.post("/api/me/delete", {"name": await who.me()})
        else:
            service.answers["status"] = 410
            server.now.time += HOUR
            await service.push.look()
            assert len(service.got) == 1
        assert await kept(server) == []
        sent = len(service.got)
        server.now.time += DAY
        await service.push.look()
        assert len(service.got) == sent


async def test_what_goes_wrong_with_one_device_concerns_no_other_and_is_not_told_in_the_log(
    server: Inside, service: Service, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with by_days(server) as (ann, bo, match):
        who, other = await on_turn(ann, bo, match)
        again = await begin(ann, bo)
        while (await on_turn(ann, bo, again))[0] is who:
            again = await begin(ann, bo)
        await who.post("/api/me/push", Browser().wish(endpoint=f"https://{NAME}/send/secret"))
        await other.post("/api/me/push", Browser().wish())
        header = PushKey.header

        def stumble(key: PushKey, endpoint: str, site: str, seconds: int) -> str:
            if endpoint.endswith("/secret"):
                raise RuntimeError(endpoint)
            return header(key, endpoint, site, seconds)

        monkeypatch.setattr(PushKey, "header", stumble)
        server.now.time += HOUR
        assert await service.push.look() == 2
        assert [path for path, _, _ in service.got] == ["/send/abc"]
        told = capsys.readouterr()
        assert "RuntimeError" in told.out + told.err
        assert "/send/secret" not in told.out + told.err
        # It is tried ever later, and at last no more.
        for _ in range(7):
            assert len(await kept(server)) == 2
            server.now.time += DAY * 3
            await service.push.look()
        assert len(await kept(server)) == 1


async def test_a_service_that_fails_is_asked_ever_less_often_and_then_never(server: Inside, service: Service) -> None:
    service.answers["status"] = 302
    async with by_days(server) as (ann, bo, match):
        who, _ = await on_turn(ann, bo, match)
        await who.post("/api/me/push", Browser().wish(quiet_from=0, quiet_to=0))
        moments = []
        for _ in range(4 * 24 * 5):
            before = len(service.got)
            await service.push.look()
            if len(service.got) > before:
                moments.append(server.now.time)
            server.now.time += 15 * MINUTE
        # It was not followed elsewhere.
        assert {path for path, _, _ in service.got} == {"/send/abc"}
        gaps = [late - early for early, late in itertools.pairwise(moments)]
        assert len(moments) == 8
        assert gaps == sorted(gaps)
        assert await kept(server) == []


async def test_what_a_device_may_not_ask_is_refused_and_changes_nothing(server: Inside, service: Service) -> None:
    good = Browser().wish()
    async with device(server) as ann, device(server) as guest:
        await ann.register("Ann")
        cases: list[tuple[dict[str, Any], str]] = [
            ({"endpoint": "https://127.0.0.1/x"}, "bad-message"),
            ({"zone": "Nowhere/Else"}, "bad-message"),
            ({"zone": "../../etc/passwd"}, "bad-message"),
            ({"p256dh": text(b"\x04" + bytes(64))}, "bad-message"),
            ({"auth": text(b"short")}, "bad-message"),
            ({"quiet_from": 24}, "bad-message"),
            ({"language": "xx"}, "bad-message"),
        ]
        for change, code in cases:
            assert (await ann.post("/api/me/push", {**good, **change})).json()["code"] == code
        assert (await guest.post("/api/me/push", good)).json()["code"] == "signed-out"
        assert (await ann.post("/api/me/push", good, "http://evil.example")).json()["code"] == "forbidden"
        token = (await ann.post("/api/me/tokens", {"label": "s", "scopes": ["read", "play"]})).json()["token"]
        assert (await server.post("/api/me/push", good, token)).json()["code"] == "forbidden"
        assert await kept(server) == []


async def test_nothing_is_opened_only_to_be_closed(server: Inside) -> None:
    told: list[str] = []

    class Closing:
        public = "key"

        async def close(self) -> None:
            told.append("closed")

    def opened() -> Any:
        told.append("opened")
        return Closing()

    unused = Push(server.host, opened)
    await unused.close()
    assert told == []
    assert unused._sender is not None
    await unused.close()
    assert told == ["opened", "closed"]
    without = Push(server.host, lambda: None)
    assert without._sender is None
    await without.close()
