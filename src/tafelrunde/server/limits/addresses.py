"""Client addresses: what counts as one, and which are trusted proxies."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

_LONGEST = 64
"""No address is longer, whatever a proxy may say."""
_SUBSCRIBER_BITS = 64
"""The part of an IPv6 address that a provider gives; whoever has it has all addresses that begin with it."""


def _plain(address: str) -> IPv4Address | IPv6Address:
    """Read an address, also one of IPv4 that is written as one of IPv6; raise ValueError."""
    read = ip_address(address.partition("%")[0])
    return getattr(read, "ipv4_mapped", None) or read


@lru_cache(maxsize=4096)
def counted_as(address: str) -> str:
    """Return what an address is counted as: IPv4 whole, IPv6 by its first 64 bits, anything else as it is."""
    address = address[:_LONGEST]
    try:
        read = _plain(address)
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        return str(IPv6Network((read, _SUBSCRIBER_BITS), strict=False))
    return str(read)


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's own."""
    try:
        return _plain(address).is_loopback
    except ValueError:
        return False


class Proxies:
    """Addresses and networks of proxies; `*` stands for all."""

    def __init__(self, trusted: Iterable[str]) -> None:
        self._all = False
        self._networks: list[IPv4Network | IPv6Network] = []
        for each in trusted:
            if each == "*":
                self._all = True
            else:
                # A name, which uvicorn compares as text, is no address that a connection could come from.
                try:
                    self._networks.append(ip_network(each, strict=False))
                except ValueError:
                    continue

    def __contains__(self, address: str) -> bool:
        if self._all:
            return True
        try:
            read = _plain(address)
        except ValueError:
            return False
        return any(read in network for network in self._networks)
