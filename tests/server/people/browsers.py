"""A browser that has subscribed to push messages, as far as the server sees it."""

from __future__ import annotations

import base64
import json
import os
from typing import Any

import http_ece  # type: ignore[import-untyped]
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

NAME = "push.example.org"
"""The host of its push service."""


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """The keys of a subscription, which only the browser has."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    def wish(self, **more: Any) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"endpoint": f"https://{NAME}/send/abc", "p256dh": text(point), "auth": text(self.auth)}
        return {**keys, "zone": "Europe/Berlin", "language": "de", **more}

    def read(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))
