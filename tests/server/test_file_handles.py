"""How many connections a process has file handles for, and what is raised for them."""

from __future__ import annotations

import resource

import pytest
from structlog.testing import capture_logs

from tafelrunde.server.doors.places import room_for

NO_END = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "sockets", "raised", "room"),
    [
        # As many as are needed beside an eighth, and 64 at least, for everything else.
        (1_000, 1_000, 800, None, 800),
        (900, 4_000, 800, None, 800),
        (899, 4_000, 800, 900, 800),
        (100, 4_000, 100, 164, 100),
        # Never more than may be had, and then there is less room.
        (256, 500, 800, 500, 436),
        (256, 256, 800, 256, 192),
        (4_000, 4_000, 8_000, 4_000, 3_500),
        (60, 60, 800, 60, 1),
        # Without a limit nothing is in the way.
        (256, NO_END, 800, 900, 800),
        (NO_END, NO_END, 800, None, 800),
    ],
)
def test_handles_are_raised_as_far_as_they_are_needed(
    soft: int, hard: int, sockets: int, raised: int | None, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, tuple[int, int]]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda which, limits: asked.append((which, limits)))
    with capture_logs() as logged:
        assert room_for(sockets) == room
    assert asked == ([] if raised is None else [(resource.RLIMIT_NOFILE, (raised, hard))])
    assert [entry["event"] for entry in logged] == ([] if room == sockets else ["few-file-handles"])
