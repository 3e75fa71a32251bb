"""What passes the gate and what does not, over raw connections: clear answers, and never a mistake of the server's."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from prometheus_client import REGISTRY

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.doors.middleware import Middleware
from tafelrunde.server.match.refusal import CODES
from tafelrunde.server.settings import Limits, Settings
from tafelrunde.server.wire.broadcast import Broadcast
from tests.server.inside import FREE, Inside, inside
from tests.server.raw import HANDSHAKE, raw

pytestmark = pytest.mark.anyio

JSON = b"Content-Type: application/json\r\n"


async def ask(server: Inside, request: bytes) -> tuple[int, dict[str, Any]]:
    """Send bytes and return the status and the error of the first answer."""
    async with raw(server.server.settings.port) as wire:
        await wire.pour([request])
        status, body = await wire.answer()
        return status, json.loads(body) if body.startswith(b"{") else {}


def post(path: bytes, body: bytes) -> bytes:
    return b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%sContent-Length: %d\r\n\r\n%s" % (path, JSON, len(body), body)


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: [\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: ]\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1:99x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n", 403),
        (b"GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n", 403),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 200),
        (b"GET /%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
        (b"GET /api/matches/%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
        (b"GET /api/matches?game=%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
        (b"GET /api/matches?game=%FF HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 200),
        (b"GET /\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
        (b"CONNECT x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
        (post(b"/api/replay", b'{"record": "\xff\xfe"}'), 400),
        (post(b"/api/replay", b"\xff\xfe"), 400),
        (post(b"/api/replay", b"[" * 60_000), 400),
        (post(b"/api/replay", b'{"record":' * 10_000), 400),
        (post(b"/api/matches", b'{"game": "\\ud800"}'), 400),
        (HANDSHAKE.format(port=1).replace("GET", "POST").encode(), 405),
        (HANDSHAKE.format(port=1).replace("/api/ws", "/api/ws\u00e9").encode("latin-1"), 400),
        (HANDSHAKE.format(port=1).replace("127.0.0.1", "[").encode(), 403),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n", 200),
    ],
)
async def test_what_cannot_be_read_is_refused(server: Inside, request_: bytes, status: int) -> None:
    answered, body = await ask(server, request_)
    assert answered == status, body
    if status == 400:
        assert body["code"] in CODES


PATHS = st.sampled_from(
    [
        b"/",
        b"/metrics",
        b"/api/games",
        b"/api/matches",
        b"/api/matches/mine",
        b"/api/matches/withdraw",
        b"/api/replay",
        b"/api/study",
        b"/api/new",
        b"/api/normalise",
        b"/api/analyses",
        b"/api/solutions",
        b"/api/matches/" + b"x" * 22,
        b"/api/matches/" + b"x" * 22 + b"/acts",
        b"/api/matches/" + b"x" * 22 + b"/seats",
        b"/api/matches/" + b"x" * 22 + b"/events",
        b"/api/schema/openapi.json",
        b"/api/ws",
        b"/assets/x.js",
        b"*",
        b"http://[/",
        b"//",
    ]
)
ODD = st.sampled_from(
    [b"%00", b"%ff", b"%", b"..", b"/", b"\xff", b"?", b"#", b"[", b"{", b"\\", b" ", b";", b"%2e%2e"]
)
PATH = st.builds(lambda path, odd: path + b"".join(odd), PATHS, st.lists(ODD | st.binary(max_size=6), max_size=3))
QUERY = st.builds(
    lambda name, value: b"?" + name + b"=" + value,
    st.sampled_from([b"status", b"game", b"after", b"since", b"wait", b"x"]),
    ODD | st.binary(max_size=8) | st.sampled_from([b"-1", b"open", b"9" * 30, b"1e9"]),
)
METHOD = st.sampled_from([b"GET", b"POST", b"HEAD", b"OPTIONS", b"PUT", b"DELETE", b"TRACE", b"PATCH", b"CONNECT"])
HEADER = st.builds(
    lambda name, value: name + b": " + value + b"\r\n",
    st.sampled_from(
        [
            b"Host",
            b"Origin",
            b"Authorization",
            b"Content-Type",
            b"Content-Length",
            b"Transfer-Encoding",
            b"Expect",
            b"Upgrade",
            b"Connection",
            b"Cookie",
            b"Accept",
            b"Range",
            b"If-None-Match",
            b"If-Modified-Since",
            b"Accept-Encoding",
            b"X-Forwarded-For",
            b"Sec-WebSocket-Key",
            b"Sec-WebSocket-Version",
        ]
    ),
    st.binary(max_size=20).filter(lambda value: b"\r" not in value and b"\n" not in value)
    | st.sampled_from(
        [
            b"[",
            b"127.0.0.1",
            b"Bearer x",
            b"Bearer \xff",
            b"application/json",
            b"application/x-msgpack",
            b"multipart/form-data; boundary=\xff",
            b"text/html; charset=\xff",
            b"chunked",
            b"100-continue",
            b"websocket",
            b"Upgrade",
            b"bytes=9-1",
            b"13",
            b"99999999999999999999",
        ]
    ),
)
BODY = st.binary(max_size=60) | st.sampled_from(
    [
        b"[" * 5000,
        b'{"record":"\xff"}',
        b'{"tokens":["\\ud800"]}',
        b"null",
        b'{"record": 1e999}',
        b"\x00",
        b'{"game":{}}',
    ]
)


@st.composite
def requests(draw: st.DrawFn) -> bytes:
    """Requests that are nearly right."""
    target = draw(PATH) + draw(st.just(b"") | QUERY)
    headers = draw(st.lists(HEADER, max_size=4))
    body = draw(BODY)
    if draw(st.booleans()):
        headers.append(b"Host: 127.0.0.1\r\n")
    if draw(st.booleans()):
        headers.append(JSON)
    if draw(st.booleans()):
        headers.append(b"Content-Length: %d\r\n" % len(body))
    method: bytes = draw(METHOD)
    request: bytes = method + b" " + target + b" HTTP/1.1\r\n" + b"".join(headers) + b"\r\n" + body
    return request


async def test_nearly_right_requests_are_never_a_mistake_of_the_server(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<p>hello", encoding="utf-8")
    (web / "assets" / "x.js").write_text("1", encoding="utf-8")
    collected: list[bytes] = []

    @settings(max_examples=400, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(requests())
    def collect(request: bytes) -> None:
        collected.append(request)

    collect()
    limits = replace(FREE, head_seconds=0.3, body_seconds=0.3)
    async with inside(tmp_path / "m.db", limits, web=web) as server:
        for start in range(0, len(collected), 20):
            batch = collected[start : start + 20]
            for request, (status, body) in zip(
                batch, await asyncio.gather(*(ask(server, each) for each in batch)), strict=True
            ):
                assert 0 < status < 500 or request.startswith(b"CONNECT"), (request, body)
                if status >= 400 and body:
                    assert body["code"] in CODES, request


async def test_too_many_requests_are_refused_before_anything_else_and_are_not_logged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limits = replace(FREE, requests_per_second=0.001, requests_burst=3)
    async with inside(tmp_path / "m.db", limits) as server:
        codes = [(await ask(server, b"GET /api/x HTTP/1.1\r\nHost: [\r\n\r\n"))[1]["code"] for _ in range(10)]
    assert codes == ["bad-message"] * 3 + ["too-fast"] * 7
    assert capsys.readouterr().out.count("/api/x") == 3


async def test_a_long_path_is_not_logged_whole(server: Inside, capsys: pytest.CaptureFixture[str]) -> None:
    await server.get("/api/" + "y" * 5000)
    assert "y" * 1000 not in capsys.readouterr().out


async def test_nothing_under_api_is_kept_by_caches(server: Inside) -> None:
    match, tokens = await server.create()
    for path in (
        f"/api/matches/{match}",
        f"/api/matches/{match}/events",
        f"/api/matches/{match}/record",
        "/api/nothing",
    ):
        answer = await server.get(path, tokens[0])
        assert answer.headers["cache-control"] == "no-store"
    assert "cache-control" not in (await server.get("/metrics")).headers


async def test_the_measurements_are_shown_on_this_machine_only(server: Inside) -> None:
    assert (await server.get("/metrics")).status_code == 200
    for header in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"):
        answer = await server.http.get("/metrics", headers={header: "127.0.0.1"})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


async def test_requests_are_counted_by_known_methods_only(server: Inside) -> None:
    async def counted(method: str) -> float:
        sample = re.search(
            rf'^tafelrunde_requests_total{{method="{method}",status="\d+"}} (\S+)$',
            (await server.get("/metrics")).text,
            re.MULTILINE,
        )
        return float(sample[1]) if sample else 0.0

    assert (await server.get("/api/games")).status_code == 200
    assert (await server.http.request("PURGE", "/api/games")).status_code == 405
    assert await counted("GET") > 0
    assert await counted("other") > 0
    assert await counted("PURGE") == 0


async def test_the_measurements_are_shown_to_whoever_has_their_token(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", metrics_token="secret") as server:
        assert (await server.get("/metrics")).status_code == 403
        assert (await server.get("/metrics", "wrong")).status_code == 403
        assert (await server.get("/metrics", "secret")).status_code == 200


def test_strangers_do_not_see_the_measurements() -> None:
    gate = Middleware(Settings())
    for client in (("192.0.2.1", 1), ("::ffff:192.0.2.1", 1), None):
        with pytest.raises(Exception, match="this machine only"):
            gate.check_metrics({"client": client, "headers": []})  # type: ignore[arg-type]
    for address in ("127.0.0.9", "::1", "::ffff:127.0.0.1"):
        gate.check_metrics({"client": (address, 1), "headers": []})  # type: ignore[arg-type]


async def test_a_refused_websocket_is_closed_for_breaking_a_rule() -> None:
    inner, send = AsyncMock(), AsyncMock()
    scope = {"type": "websocket", "path": "/api/ws", "query_string": b"", "client": ("192.0.2.1", 1)}
    headers = [(b"host", b"here"), (b"origin", b"https://elsewhere")]
    await Middleware(Settings(host="0.0.0.0"))(inner)({**scope, "headers": headers}, AsyncMock(), send)  # type: ignore[arg-type]
    send.assert_awaited_once_with({"type": "websocket.close", "code": 1008, "reason": "forbidden"})
    inner.assert_not_awaited()


async def test_the_gauge_counts_the_websockets_that_are_open(tmp_path: Path) -> None:
    def gauge() -> float:
        return REGISTRY.get_sample_value("tafelrunde_connections") or 0.0

    async with inside(tmp_path / "m.db", replace(FREE, connections_per_address=2)) as server:
        before = gauge()
        async with server.socket(), server.socket() as two:
            assert gauge() == before + 2
            assert (await server.get("/api/health")).json()["connections"] == 2
            with pytest.raises(Exception, match="HTTP 403"):
                async with server.socket():
                    pass
            assert gauge() == before + 2
            await two.socket.close()
            async with asyncio.timeout(20):
                while gauge() != before + 1:  # noqa: ASYNC110  (a gauge has no event)
                    await asyncio.sleep(0.01)
        async with asyncio.timeout(20):
            while gauge() != before:  # noqa: ASYNC110
                await asyncio.sleep(0.01)


async def test_long_polls_that_end_leave_nothing_behind(server: Inside) -> None:
    match, _ = await server.create()
    live = await server.host.find(match)
    polls = [asyncio.create_task(live.next_event(0.01)) for _ in range(5)]
    left = asyncio.create_task(live.next_event(60))
    await asyncio.gather(*polls)
    assert len(live.waiters) == 1
    left.cancel()
    await asyncio.gather(left, return_exceptions=True)
    assert live.is_idle


async def test_whoever_comes_and_goes_often_is_told_of_seldom_and_the_last_state_always(server: Inside) -> None:
    match, tokens = await server.create()
    async with server.socket() as bystander, server.socket() as restless:
        await bystander.follow(match)
        for _ in range(500):
            await restless.send(type="subscribe", match=match, token=tokens[0])
            await restless.send(type="unsubscribe", match=match, seat=0)
        await restless.follow(match, tokens[0])
        await restless.ask("pong", type="ping")
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1]["seats"] != [True, False] or heard[-1]["watching"] != 1:
            heard.append(await bystander.until("presence"))
        assert len(heard) < 100
        await restless.send(type="unsubscribe", match=match, seat=0)
        while (await bystander.until("presence"))["seats"] != [False, False]:
            pass


async def test_a_crowd_costs_one_encoding_an_event(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    make = Broadcast._make

    def counted(self: Broadcast, observer: int, tables: bool) -> bytes:
        made.append(observer)
        return make(self, observer, tables)

    monkeypatch.setattr(Broadcast, "_make", counted)
    match, tokens = await server.create()
    async with contextlib.AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(server.socket()) for _ in range(50)]
        for wire in crowd:
            await wire.follow(match)
        player = await stack.enter_async_context(server.socket())
        await player.follow(match, tokens[0])
        for number in range(5):
            await player.act(match, 0, f"c{number}", type="chat", text="hello")
        for wire in crowd:
            for _ in range(5):
                await wire.until("event")
    assert sorted(made) == [SPECTATOR] * 5 + [0] * 5


async def test_clients_are_asked_back_at_different_times(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db") as server, contextlib.AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(server.socket()) for _ in range(20)]
        stopping = asyncio.create_task(server.server.announce_stop())
        waits = [(await wire.until("goodbye"))["retry"] for wire in wires]
        await stopping
    assert all(1000 <= wait < 1500 for wait in waits)
    assert len(set(waits)) > 5


def test_limits_have_defaults_that_leave_room_for_people() -> None:
    limits = Limits()
    assert limits.connections < limits.sockets
    assert limits.connections_per_address < limits.sockets_per_address
    assert limits.backlog_bytes < limits.backlog_total_bytes


async def test_events_that_are_sent_again_are_paid_for(tmp_path: Path) -> None:
    """Asking for a long match again and again costs the server much, and a client one short message."""
    few = replace(FREE, messages_per_second=0.001, messages_burst=4)
    async with inside(tmp_path / "m.db", few) as server:
        match, tokens = await server.create()
        for number in range(70):
            chat = {"id": str(number), "action": {"type": "chat", "text": "x"}}
            assert (await server.post(f"/api/matches/{match}/acts", chat, tokens[0])).status_code == 200
        async with server.socket() as wire:
            await wire.follow(match, tokens[0], since=71)
            assert (await wire.ask("pong", type="ping"))["type"] == "pong"
        async with server.socket() as wire:
            assert (await wire.follow(match, tokens[0], since=0))["number"] == 71
            assert (await wire.ask("pong", type="ping"))["code"] == "too-fast"
