"""Quiet hours, in the owner's time zone."""

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
    """Return when the quiet hours around a moment end; None outside of them. Equal hours mean that there are none."""
    here = datetime.fromtimestamp(now / 1000, UTC).astimezone(zone)
    is_quiet = begin <= here.hour < end if begin <= end else here.hour >= begin or here.hour < end
    if not is_quiet:
        return None
    return max(now + 60_000, _next(here, end))


def quiet_from(now: int, zone: ZoneInfo, begin: int, end: int) -> int | None:
    """Return when the next quiet hours begin; None if there are none."""
    return None if begin == end else _next(datetime.fromtimestamp(now / 1000, UTC).astimezone(zone), begin)


def _next(here: datetime, hour: int) -> int:
    """Return the next moment at which the clocks of a time zone show an hour."""
    then = here.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    if then <= here:
        # By the calendar and not by 24 hours: some days are longer.
        then = (then.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=here.tzinfo)
    return round(then.timestamp() * 1000)
