"""What messages to devices rest on: addresses that are safe to connect to, the server's key, quiet hours."""

from __future__ import annotations

import asyncio
import socket
import stat
import subprocess
import sys
import threading
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.games.errors import BadSetup
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.push import sending
from tafelrunde.server.push.addresses import Target, checked, is_public
from tafelrunde.server.push.keys import open_key
from tafelrunde.server.push.quiet import quiet_from, quiet_until, zone_of
from tests.server.people.browsers import NAME, Browser

pytestmark = pytest.mark.anyio
HOUR = 3_600_000

HOSTILE = [
    "http://push.example.org/x",
    "https://localhost/x",
    "https://127.0.0.1/x",
    "https://0x7f.1/x",
    "https://2130706433/x",
    "https://017700000001/x",
    "https://[::1]/x",
    "https://[::ffff:10.0.0.1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://push.example.org:22/x",
    "https://push.example.org:8443/x",
    "https://user:pass@push.example.org/x",
    "https://push.example.org/x#y",
    "https://push.example.org/x\r\nhost: other",
    "https:///x",
    "https://intranet/x",
    "file:///etc/passwd",
    "https://push.example.org:99999/x",
    "https://püsh.example.org/x",
    "https://127.0.0.%31/x",
    "https://127.0.0.1%2f.example.org/x",
    "https://push.example%00.org/x",
    "https://push.example.org\\.other.org/x",
    "https://push..example.org/x",
    "https://1.1.1.1;push.example.org/x",
    "https://xn--0.org/x",
    f"https://{'a' * 64}.org/x",
    f"https://{'a.' * 130}org/x",
]


@pytest.mark.parametrize("endpoint", HOSTILE)
def test_an_address_that_is_no_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked(endpoint)
    assert refused.value.refusal == "bad-message"
    # What one learns by it says nothing about our network.
    assert "push service" in refused.value.message


def test_addresses_of_push_services_are_taken() -> None:
    for good in (
        "https://fcm.googleapis.com/fcm/send/a:b_c-d",
        "https://web.push.apple.com/Q?x=1",
        "https://a.b:443/x",
    ):
        assert checked(good) == good


PRIVATE = ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"]
PRIVATE += ["224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1"]
PRIVATE += ["::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::", "2002:a00:1::", "not-an-address"]
PRIVATE += ["fec0::1", "3fff::1", "192.0.0.8", "192.88.99.1", "::ffff:192.0.0.8", "64:ff9b:1::7f00:1"]


def test_only_public_addresses_are_connected_to() -> None:
    assert [address for address in PRIVATE if is_public(address)] == []
    assert all(map(is_public, ["8.8.8.8", "142.250.1.1", "2001:4860:4860::8888", "64:ff9b::808:808"]))


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::ffff:127.0.0.1"], []])
async def test_a_name_that_leads_inside_is_not_connected_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, addresses: list[str]
) -> None:
    asked = []

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(2, 1, 6, "", (address, port)) for address in addresses]

    reached = asyncio.Event()

    async def listen(*_: Any) -> None:
        reached.set()

    # Somebody listens where the name leads, and nobody comes.
    door = await asyncio.start_server(listen, "127.0.0.1", 0)
    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    sender = sending.Sender(open_key(tmp_path / "push.pem"))
    wish = Browser().wish()
    target = Target(f"https://{NAME}/x", wish["p256dh"], wish["auth"])
    try:
        assert await sender.send(target, "localhost", b"x", 1, 60) == "failed"
    finally:
        await sender.close()
        door.close()
    assert set(asked) == {NAME}
    assert not reached.is_set()


async def test_names_that_nobody_answers_for_keep_nobody_else_waiting(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked, answered = threading.Semaphore(0), threading.Event()

    def look_up(*_: Any, **__: Any) -> list[Any]:
        asked.release()
        answered.wait(60)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    sender, wish = sending.Sender(open_key(tmp_path / "push.pem")), Browser().wish()
    targets = [Target(f"https://a{number}.org/x", wish["p256dh"], wish["auth"]) for number in range(50)]
    sent = [asyncio.create_task(sender.send(target, "localhost", b"x", 1, 60)) for target in targets]
    try:
        # Computers' questions are put together in the threads that everything shares.
        assert await asyncio.wait_for(asyncio.to_thread(asked.acquire, timeout=30), 30)
        assert await asyncio.wait_for(asyncio.gather(*(asyncio.to_thread(abs, -1) for _ in range(50))), 30) == [1] * 50
    finally:
        answered.set()
        assert set(await asyncio.gather(*sent)) == {"failed"}
        await sender.close()


async def test_an_address_that_programs_stumble_over_is_a_failure_and_no_more(tmp_path: Path) -> None:
    sender, wish = sending.Sender(open_key(tmp_path / "push.pem")), Browser().wish()
    try:
        for name in ("xn--0.org", f"{'a' * 64}.org", "a\\b.org"):
            target = Target(f"https://{name}/x", wish["p256dh"], wish["auth"])
            assert await sender.send(target, "localhost", b"x", 1, 60) == "failed"
    finally:
        await sender.close()


def test_the_key_is_made_once_kept_from_others_and_never_replaced(tmp_path: Path) -> None:
    file = tmp_path / "in" / "push.pem"
    code = "import sys; from pathlib import Path; from tafelrunde.server.push.keys import open_key; "
    code += "print(open_key(Path(sys.argv[1])).public)"
    both = [
        subprocess.Popen([sys.executable, "-c", code, str(file)], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    told = {process.communicate()[0].strip() for process in both}
    assert told == {open_key(file).public}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["push.pem"]
    file.write_text("something else")
    with pytest.raises(BadSetup):
        open_key(file)
    assert file.read_text() == "something else"


@given(
    st.integers(1_600_000_000, 2_000_000_000),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "UTC"]),
    st.integers(0, 23),
    st.integers(0, 23),
)
def test_quiet_hours_end_at_their_hour(second: int, name: str, begin: int, end: int) -> None:
    zone, now = ZoneInfo(name), second * 1000
    until = quiet_until(now, zone, begin, end)
    if begin == end:
        assert until is None
    if until is not None:
        assert now < until <= now + 26 * HOUR
        # One step on at the most it is not quiet any more, whatever the clocks of the place do that day.
        again = quiet_until(until, zone, begin, end)
        assert again is None or quiet_until(again, zone, begin, end) is None
    else:
        hour = datetime.fromtimestamp(second, zone).hour
        assert not (begin <= hour < end if begin <= end else (hour >= begin or hour < end))


@given(
    st.integers(1_600_000_000, 2_000_000_000),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"]),
    st.integers(0, 23),
    st.integers(0, 23),
)
def test_no_quiet_hour_lies_before_the_next_ones_begin(second: int, name: str, begin: int, end: int) -> None:
    zone, now = ZoneInfo(name), second * 1000
    evening = quiet_from(now, zone, begin, end)
    assert (evening is None) == (begin == end)
    if evening is not None and quiet_until(now, zone, begin, end) is None:
        assert now < evening <= now + 26 * HOUR
        for share in range(20):
            assert quiet_until(now + (evening - 1 - now) * share // 20, zone, begin, end) is None


@pytest.mark.parametrize(
    ("moment", "quiet"),
    [
        # On the last Sunday of March 2 o'clock becomes 3, on the last of October 3 becomes 2.
        ("2030-03-31T01:59:59+01:00", "2030-03-31T08:00:00+02:00"),
        ("2030-03-31T03:00:00+02:00", "2030-03-31T08:00:00+02:00"),
        ("2030-03-31T08:00:00+02:00", None),
        ("2030-10-27T02:30:00+02:00", "2030-10-27T08:00:00+01:00"),
        ("2030-10-27T02:30:00+01:00", "2030-10-27T08:00:00+01:00"),
        ("2030-10-26T22:00:00+02:00", "2030-10-27T08:00:00+01:00"),
        ("2030-10-26T21:59:59+02:00", None),
    ],
)
def test_nights_in_which_the_clocks_change(moment: str, quiet: str | None) -> None:
    now, zone = datetime.fromisoformat(moment), ZoneInfo("Europe/Berlin")
    until = None if quiet is None else round(datetime.fromisoformat(quiet).timestamp() * 1000)
    assert quiet_until(round(now.timestamp() * 1000), zone, 22, 8) == until


def test_a_zone_is_a_name_and_no_path() -> None:
    for bad in ("", "/etc/passwd", "../UTC", "Europe", "Nowhere"):
        with pytest.raises(Refusal):
            zone_of(bad)
