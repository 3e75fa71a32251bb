"""The clock of a match: an immutable value that receives the time as an argument."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tafelrunde.server.match.events import ClockPlan


@dataclass(frozen=True, slots=True)
class Clock:
    """The milliseconds each seat has left, and whose time runs since when."""

    plan: ClockPlan
    left: tuple[int, ...]
    running: int | None = None
    since: int = 0

    @classmethod
    def new(cls, plan: ClockPlan, seats: int) -> Clock:
        """Return a clock that stands, with the full time for everybody."""
        return cls(plan, (plan.seconds * 1000,) * seats)

    def at(self, now: int) -> tuple[int, ...]:
        """Return what each seat has left at a moment, never less than nothing."""
        if self.running is None:
            return self.left
        spent = max(0, now - self.since)
        return tuple(max(0, left - spent) if seat == self.running else left for seat, left in enumerate(self.left))

    @property
    def deadline(self) -> int | None:
        """The moment at which the running time is used up."""
        return None if self.running is None else self.since + self.left[self.running]

    def stop(self, now: int) -> Clock:
        """Return the clock standing still."""
        return replace(self, left=self.at(now), running=None)

    def start(self, seat: int, now: int) -> Clock:
        """Return the clock with a seat's time running."""
        return replace(self, left=self.at(now), running=seat, since=now)

    def press(self, seat: int, following: int | None, now: int) -> Clock:
        """Return the clock after a seat's move: it gets its increment or its next move's time, the next seat's runs."""
        left = list(self.at(now))
        days = self.plan.kind == "days"
        left[seat] = self.plan.seconds * 1000 if days else left[seat] + self.plan.increment * 1000
        return replace(self, left=tuple(left), running=following, since=now)

    def credit(self, ms: int) -> Clock:
        """Return the clock with time given back to the seat whose time runs."""
        return self if self.running is None else replace(self, since=self.since + ms)
