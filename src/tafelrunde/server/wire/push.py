"""The bodies of requests and answers about push notifications."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tafelrunde.server.wire.messages import Asked, Struct

Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]
Language = Literal["en", "de", "fr", "es"]
Encoded = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,120}={0,2}$")]


class PushAsked(Asked, frozen=True):
    """A browser's subscription, and when its owner is not to be woken: equal hours mean never."""

    endpoint: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    p256dh: Encoded
    auth: Encoded
    zone: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_+/-]{1,60}$")]
    language: Language
    quiet_from: Hour | None = None
    """Without hours those stay that were chosen before."""
    quiet_to: Hour | None = None


class PushShown(Struct, frozen=True):
    """Whether this device is sent messages, and when not; `key` is what the browser needs, empty where nobody sends."""

    key: str
    on: bool
    quiet_from: int
    quiet_to: int
