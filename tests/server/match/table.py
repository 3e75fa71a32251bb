"""A match without a server: actions in, events out, time by hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from tafelrunde.server.match import actions, setup
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.decide import Events, decide, decide_time
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match

SECRET = "ab" * 32


def people(number: int) -> tuple[ev.SeatPlan, ...]:
    return tuple(ev.SeatPlan("local", f"P{seat}", token=f"hash{seat}", word=f"w{seat}") for seat in range(number))


@dataclass
class Sitting:
    """A match that people sit at."""

    game: str = "tokan"
    options: dict[str, str] = field(default_factory=dict)
    seats: tuple[ev.SeatPlan, ...] = ()
    clock: ev.ClockPlan | None = None
    friendly: bool = True
    tags: dict[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    now: int = 1_000_000

    def __post_init__(self) -> None:
        self.match = Match("m")
        self.entries: list[tuple[int, int, str | None, bytes]] = []
        created = ev.Created(
            self.game,
            self.options,
            self.seats or people(2),
            self.clock,
            friendly=self.friendly,
            secret="" if self.tags else SECRET,
            tags=self.tags,
            moves=self.moves,
        )
        self.happen(setup.creation(created))

    def happen(self, events: Events) -> Events:
        number = self.match.number + 1
        # What the store would keep, and nothing else, is folded in.
        body = ev.write_events(events)
        self.entries.append((number, self.now, None, body))
        self.match.fold(number, self.now, None, ev.read_events(body))
        return events

    def act(self, seat: int, action: actions.AnyAction) -> Events:
        return self.happen(decide(self.match, seat, action, self.now))

    def refused(self, seat: int, action: actions.AnyAction) -> str:
        try:
            decide(self.match, seat, action, self.now)
        except Refusal as refusal:
            return refusal.refusal
        raise AssertionError("not refused")

    def play(self, number: int = 1) -> None:
        """Make the first legal turn, so many times."""
        for _ in range(number):
            position = self.match.position
            assert position is not None
            self.act(position.seat, actions.Move(str(position.turns()[0])))

    def finish(self) -> None:
        while self.match.finished is None:
            self.play()

    def ring(self) -> Events:
        events = decide_time(self.match, self.now)
        return self.happen(events) if events else events

    def replayed(self) -> Match:
        other = Match("m")
        for number, at, key, body in self.entries:
            other.fold(number, at, key, ev.read_events(body))
        return other
