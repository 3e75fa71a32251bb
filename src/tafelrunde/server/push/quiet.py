"""Quiet hours, in the time zone of whoever is not to be woken."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tafelrunde.server.match.refusal import Refusal


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name, as in `Europe/Berlin`; raise Refusal for one that nobody knows."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal("bad-message", "there is no such time zone") from None


def quiet_until(now: int, zone: ZoneInfo, begin: int, end: int) -> int | None:
    """Return when the quiet hours end in which a moment is; None if it is in none. Equal hours mean that none are."""
    here = datetime.fromtimestamp(now / 1000, UTC).astimezone(zone)
    is_quiet = begin <= here.hour < end if begin <= end else here.hour >= begin or here.hour < end
    if not is_quiet:
        return None
    morning = here.replace(hour=end, minute=0, second=0, microsecond=0, fold=0)
    if morning <= here:
        # By the calendar and not by 24 hours: some days are longer.
        morning = (morning.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=zone)
    return max(now + 60_000, round(morning.timestamp() * 1000))
