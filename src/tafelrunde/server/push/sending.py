"""Sends notifications to push services: encrypted for the browser, signed by the server, never into its own network."""

from __future__ import annotations

import asyncio
import base64
import binascii
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import aiohttp
import structlog
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography.hazmat.primitives.asymmetric import ec
from pywebpush import WebPusher  # type: ignore[import-untyped]

from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.push.addresses import Sent, Target, is_public
from tafelrunde.server.push.keys import PushKey

log = structlog.get_logger()

_SECONDS = 10.0
_AUTH_BYTES = 16
_THREADS = 4


class PublicResolver(AbstractResolver):
    """Finds addresses of names, and none for a name that leads to a single one that is not public.

    It has threads of its own: a name that nobody answers for may keep them busy, and must keep nobody else waiting.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, "names")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the addresses of a name; raise OSError."""
        ask = partial(socket.getaddrinfo, host, port, family=family, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._threads, ask)
        places = [(each[0], str(each[4][0]), int(each[4][1])) for each in found]
        if not places or not all(is_public(address) for _, address, _ in places):
            raise OSError("the name leads to no public address")
        return [
            ResolveResult(hostname=host, host=address, port=at, family=kind, proto=0, flags=socket.AI_NUMERICHOST)
            for kind, address, at in places
        ]

    async def close(self) -> None:
        """Ask for nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Sender:
    """Talks to push services."""

    def __init__(
        self, key: PushKey, resolver: AbstractResolver | None = None, trust: ssl.SSLContext | None = None
    ) -> None:
        self._key = key
        self._resolver = resolver or PublicResolver()
        self._trust = trust or ssl.create_default_context()
        self._session: aiohttp.ClientSession | None = None

    @property
    def public(self) -> str:
        """The public half of the server's key."""
        return self._key.public

    def check(self, target: Target) -> None:
        """Raise Refusal unless something can be encrypted for a browser's keys."""
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(target.p256dh))
            is_right = len(_bytes(target.auth)) == _AUTH_BYTES
        except (ValueError, binascii.Error):
            is_right = False
        if not is_right:
            raise Refusal("bad-message", "these are no keys of a browser")

    async def send(self, target: Target, site: str, payload: bytes, seconds: int, kept: int) -> Sent:
        """Send a message, kept for some seconds while the device is off; `gone` where the browser wants none any more.

        What else the service says is not looked at.
        """
        keys = {"p256dh": target.p256dh, "auth": target.auth}
        encoded = WebPusher({"endpoint": target.endpoint, "keys": keys}).encode(payload, "aes128gcm")
        headers = {
            "authorization": self._key.header(target.endpoint, site, seconds),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(kept),
            "topic": "turns",
            "urgency": "normal",
        }
        try:
            async with self._open().post(
                target.endpoint, data=encoded["body"], headers=headers, allow_redirects=False
            ) as answer:
                status = answer.status
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            log.info("push-failed", reason=type(error).__name__)
            return "failed"
        if status in (404, 410):
            return "gone"
        if not 200 <= status < 300:
            log.info("push-failed", reason=f"status {status}")
            return "failed"
        return "sent"

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            # A connection for each message: nothing is kept open to anybody, and no answer is read to its end.
            connector = aiohttp.TCPConnector(
                resolver=self._resolver, ssl=self._trust, use_dns_cache=False, force_close=True, limit=20
            )
            self._session = aiohttp.ClientSession(
                connector=connector,
                timeout=aiohttp.ClientTimeout(total=_SECONDS),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
                trust_env=False,
            )
        return self._session

    async def close(self) -> None:
        """Let go of the connections."""
        if self._session is not None:
            await self._session.close()
        await self._resolver.close()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
