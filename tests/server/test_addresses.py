"""Addresses: what counts as one, and which of them are proxies."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.server.doors.places import Doors
from tafelrunde.server.limits.addresses import Proxies, counted_as
from tafelrunde.server.settings import Limits, Settings


@given(st.ip_addresses(v=6), st.integers(0, 2**64 - 1))
def test_addresses_of_one_subscriber_count_as_one(address: object, other: int) -> None:
    first = int(address)  # type: ignore[call-overload]
    second = first >> 64 << 64 | other
    groups = {counted_as(str(type(address)(number))) for number in (first, second)}  # type: ignore[call-arg]
    assert len(groups) == 1 or first >> 32 == 0xFFFF or second >> 32 == 0xFFFF


@given(st.ip_addresses(v=4))
def test_addresses_of_the_old_kind_count_whole_however_they_are_written(address: object) -> None:
    assert counted_as(str(address)) == counted_as(f"::ffff:{address}") == str(address)


def test_what_is_no_address_is_counted_as_it_is_and_bounded() -> None:
    assert counted_as("local") == "local"
    assert len(counted_as("x" * 10_000)) < 100
    assert counted_as("fe80::1%eth0") == counted_as("fe80::2")


def test_proxies_of_either_kind_may_have_more_connections() -> None:
    doors = Doors(Settings(limits=Limits(sockets_per_address=1), trusted_proxies=("2001:db8::7", "192.0.2.7")))
    for proxy in ("2001:db8::7", "192.0.2.7", "::ffff:192.0.2.7"):
        assert all(doors.enter(counted_as(proxy), proxy) for _ in range(3))
    stranger = "2001:db8:1::8"
    assert [doors.enter(counted_as(stranger), stranger) for _ in range(2)] == [True, False]
    assert doors.open == 10


def test_proxies_are_addresses_networks_or_all() -> None:
    assert "10.0.0.1" in Proxies(["10.0.0.1"])
    assert "::ffff:10.0.0.1" in Proxies(["10.0.0.0/8"])
    assert "11.0.0.1" not in Proxies(["10.0.0.0/8", "name"])
    assert "11.0.0.1" in Proxies(["*"])
    assert "local" not in Proxies(["10.0.0.0/8"])
