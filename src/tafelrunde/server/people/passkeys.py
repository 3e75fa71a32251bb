"""Passkeys (WebAuthn): what a browser is asked, and whether its answer is genuine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import structlog
import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers import structs as w

from tafelrunde.server.match.refusal import Refusal
from tafelrunde.store.people.accounts import Passkey

log = structlog.get_logger()

_TITLE = "Tafelrunde"
_SELECTION = w.AuthenticatorSelectionCriteria(
    resident_key=w.ResidentKeyRequirement.REQUIRED, user_verification=w.UserVerificationRequirement.REQUIRED
)
WAITING_MS = 300_000
"""How long a person may take to answer."""


class Place(NamedTuple):
    """Where a page is: the name of the server, which a passkey is bound to, and the origin that the browser says."""

    name: str
    origin: str


class Asked(msgspec.Struct, frozen=True):
    """What is kept of a question until it is answered."""

    challenge: str
    place: Place
    account: str = ""
    name: str = ""
    kind: str = ""
    at: int = 0


def registration(asked: Asked, known: Sequence[Passkey] = ()) -> dict[str, Any]:
    """Return what a browser needs to create a passkey; a device that already has one creates no second."""
    options = webauthn.generate_registration_options(
        rp_id=asked.place.name,
        rp_name=_TITLE,
        user_id=asked.account.encode(),
        user_name=asked.name,
        challenge=base64url_to_bytes(asked.challenge),
        timeout=WAITING_MS,
        authenticator_selection=_SELECTION,
        exclude_credentials=[w.PublicKeyCredentialDescriptor(base64url_to_bytes(key.credential)) for key in known],
    )
    return _as_json(options)


def authentication(asked: Asked) -> dict[str, Any]:
    """Return what a browser needs to sign in with any passkey for this place; no name is needed."""
    options = webauthn.generate_authentication_options(
        rp_id=asked.place.name,
        challenge=base64url_to_bytes(asked.challenge),
        timeout=WAITING_MS,
        user_verification=w.UserVerificationRequirement.REQUIRED,
    )
    return _as_json(options)


def _as_json(options: Any) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(webauthn.options_to_json(options))
    return read


def registered(asked: Asked, credential: dict[str, Any], label: str, now: int) -> Passkey:
    """Return the passkey that an answer brings; raise Refusal for one that does not answer the question."""
    try:
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(asked.challenge),
            expected_rp_id=asked.place.name,
            expected_origin=asked.place.origin,
            require_user_verification=True,
        )
    except Exception as error:  # noqa: BLE001  (whatever a stranger's bytes do to those who read them)
        raise _refused(error) from None
    name = bytes_to_base64url(made.credential_id)
    return Passkey(name, asked.account, made.credential_public_key, made.sign_count, label, now, now)


def name_of(credential: dict[str, Any]) -> str:
    """Return which passkey an answer says it is from."""
    name = credential.get("id")
    return name if isinstance(name, str) else ""


def signed(asked: Asked, credential: dict[str, Any], passkey: Passkey) -> int:
    """Return how often a passkey says it was used; raise Refusal unless it answers the question."""
    try:
        proved = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(asked.challenge),
            expected_rp_id=asked.place.name,
            expected_origin=asked.place.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
        handle = credential["response"].get("userHandle")
        if handle and base64url_to_bytes(handle) != passkey.account.encode():
            raise ValueError("the passkey is said to be somebody else's")
    except Exception as error:  # noqa: BLE001  (whatever a stranger's bytes do to those who read them)
        raise _refused(error) from None
    return proved.new_sign_count


def refused() -> Refusal:
    """Return the one answer to everything that is wrong with a proof, so that it tells nothing."""
    return Refusal("bad-passkey", "that did not prove who you are; try again")


def _refused(error: Exception) -> Refusal:
    log.info("bad-passkey", kind=type(error).__name__)
    return refused()
