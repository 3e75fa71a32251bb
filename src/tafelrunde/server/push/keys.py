"""The key that identifies a server to push services (VAPID): made at the first start, in a file beside the database."""

from __future__ import annotations

import base64
import contextlib
import os
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02  # type: ignore[import-untyped]

from tafelrunde.games.errors import BadSetup

_VALID_SECONDS = 12 * 3600


class PushKey:
    """Signs what is sent to push services."""

    def __init__(self, key: ec.EllipticCurvePrivateKey) -> None:
        pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        self._vapid = Vapid02.from_pem(pem)
        point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.public = base64.urlsafe_b64encode(point).rstrip(b"=").decode()
        """What browsers are told, so that nobody else can use a subscription."""

    def header(self, endpoint: str, site: str, seconds: int) -> str:
        """Return the header `Authorization` of a message for a push service, from the server of a name."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": f"https://{site}", "exp": seconds + _VALID_SECONDS}
        signed: dict[str, str] = self._vapid.sign(claims)
        return signed["Authorization"]


def open_key(file: Path) -> PushKey:
    """Read the key from a file, or make one; raise BadSetup if the file holds something else or cannot be written.

    Of several processes that start together one makes the file and all read it.
    """
    try:
        if not file.exists():
            _make(file)
        key = serialization.load_pem_private_key(file.read_bytes(), None)
    except (OSError, ValueError, TypeError) as error:
        raise BadSetup(f"the key for push messages cannot be read from {file}: {error}") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise BadSetup(f"{file} holds no key of the curve P-256")
    return PushKey(key)


def _make(file: Path) -> None:
    pem = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    # It appears as a whole or not at all, and whoever comes second finds the first one's.
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(pem)
            out.flush()
            os.fsync(out.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, file)
    finally:
        draft.unlink()
