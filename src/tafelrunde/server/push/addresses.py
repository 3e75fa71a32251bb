"""Which push addresses are allowed: they come from browsers, and must not lead into the server's own network (SSRF).

Otherwise anybody could let the server ask for things that only it can reach (server-side request forgery, SSRF).
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from tafelrunde.server.match.refusal import Refusal

LONGEST = 1000
_PORT = 443
_LONGEST_NAME = 253
_NAME = re.compile(r"(?:(?!xn--)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)
"""A name as resolvers know them, that nobody reads in another way. Its last part is no number: 0x7f.1 is one, and the
machine itself. Names in other scripts are left out: no push service has one, and programs disagree about them."""
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses of IPv4 behind a translator (NAT64)."""
_OTHERS = tuple(map(ip_network, ("fec0::/10", "3fff::/20", "192.0.0.0/24", "192.88.99.0/24")))
"""Networks of a site, of documents and of protocols that some versions of Python take for public."""

Sent = Literal["sent", "gone", "failed"]


class Target(msgspec.Struct, frozen=True):
    """Where and for whom: what a browser says when it subscribes."""

    endpoint: str
    p256dh: str
    auth: str


def checked(endpoint: str) -> str:
    """Return an address of a push service; raise Refusal for one that cannot be one.

    Push services have names and answer at the usual port, over HTTPS. Which addresses a name stands for is looked at
    when something is sent, and it is sent to those very ones.
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise _refused() from None
    name = parts.hostname or ""
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and len(endpoint) <= LONGEST
    is_name = len(name) <= _LONGEST_NAME and _NAME.fullmatch(name) is not None
    if not (is_plain and parts.scheme == "https" and is_name and port in (None, _PORT)):
        raise _refused()
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _refused()
    return endpoint


def _refused() -> Refusal:
    return Refusal("bad-message", "this is no address of a push service")


def is_public(text: str) -> bool:
    """Return whether an address is one of the public internet, and not of this machine or a network around it."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        inner = _inside(address)
        if inner is not None:
            return is_public(str(inner))
    if any(address in network for network in _OTHERS):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def _inside(address: IPv6Address) -> IPv4Address | None:
    """Return the address of IPv4 that one of IPv6 leads to; None if it leads to none."""
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (None if teredo is None else teredo[1])
