"""Write histories of matches for the host in the page: what the server's own code makes of many actions.

The tests of the page carry out the same actions and compare every event and state.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tafelrunde.games.registry import all_games, find_game
from tafelrunde.server.match import actions as act
from tafelrunde.server.match import events as ev
from tafelrunde.server.match import setup
from tafelrunde.server.match.decide import decide, decide_move, decide_time
from tafelrunde.server.match.record import record_for
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.rematch import next_match
from tafelrunde.server.match.state import Match
from tafelrunde.server.wire.messages import show_why
from tafelrunde.server.wire.state import encode, snapshot

HERE = "~"
"""What the names of matches begin with in the page."""
FORMS = [
    (name, {**game.options_type.parse("").words(), **words})
    for name, game in all_games().items()
    for words in game.options_type.PRESETS.values() or [{}]
]
STEPS = 45

Step = dict[str, Any]


class Teller:
    """Makes up what people and computers do in a match, and notes what the server makes of it."""

    def __init__(self, number: int, seed: int) -> None:
        self._chance = Random(f"{seed}.{number}")
        self._bytes = 0
        game, options = FORMS[number % len(FORMS)]
        self._now = 1_790_000_000_000 + number
        words = find_game(game).options_type.read(options).words()
        seats = find_game(game).seats(find_game(game).options_type.read(options))
        people = self._chance.randrange(1, seats + 1)
        clock = self._chance.choice([None, None, ev.ClockPlan("live", 120, 3), ev.ClockPlan("days", 3600)])
        created = ev.Created(
            game=game,
            options=words,
            seats=tuple(self._plan(seat, seat < people) for seat in range(seats)),
            clock=clock,
            friendly=self._chance.random() < 0.7,
            secret=self.entropy(32).hex(),
            next_secret=self.entropy(32).hex(),
        )
        self.steps: list[Step] = []
        self._begin(f"{HERE}history-{number}", created)

    def entropy(self, count: int) -> bytes:
        """Return the next bytes of a series that the page's tests know too."""
        drawn = bytes((self._bytes + index) * 7 % 251 for index in range(count))
        self._bytes += count
        return drawn

    def _plan(self, seat: int, is_person: bool) -> ev.SeatPlan:
        if is_person:
            return ev.SeatPlan("local", f"Person {seat}", token=f"token-{seat}", word=self.entropy(8).hex())
        level = self._chance.randrange(1, 9)
        return ev.SeatPlan("computer", f"Computer {level}", level, word="computer")

    def _begin(self, name: str, created: ev.Created) -> None:
        self.match = Match(name)
        events = setup.creation(created)
        self.match.fold(1, self._now, None, events)
        self.steps.append(
            {
                "begin": name,
                "at": self._now,
                "created": msgspec.to_builtins(created),
                "entropy": self._bytes,
                "events": [msgspec.to_builtins(event) for event in events[1:]],
                **self._shown(),
            }
        )

    def tell(self) -> None:
        """Let something happen many times."""
        while len(self.steps) < STEPS:
            self._now += self._chance.choice([0, 40, 900, 900, 15_000])
            self._step()
        records = [str(record_for(self.match, observer)) for observer in self.match.observers]
        self.steps.append({"records": records, "at": self._now})

    def _step(self) -> None:
        match, chance = self.match, self._chance
        turn = match.deciding
        if turn is not None and match.seats[turn].computer:
            move = str(chance.choice(match.position.turns() or match.position.legal_moves()))  # type: ignore[union-attr]
            self._happen({"computer": turn, "move": move}, self._computer(turn, move))
        elif chance.random() < 0.06:
            self._happen({"time": True}, lambda: decide_time(match, self._now))
        else:
            seat = turn if turn is not None and chance.random() < 0.8 else self._person()
            action = self._action(seat)
            known = msgspec.convert(action, act.AnyAction)
            self._happen({"seat": seat, "action": action}, lambda: decide(match, seat, known, self._now))

    def _computer(self, seat: int, move: str) -> Callable[[], tuple[ev.Stored, ...]]:
        return lambda: decide_move(self.match, seat, move, None, self.match.changed_at)

    def _person(self) -> int:
        people = [index for index, seat in enumerate(self.match.seats) if seat.kind == "local"]
        return self._chance.choice(people)

    def _action(self, seat: int) -> dict[str, Any]:
        chance, match = self._chance, self.match
        kinds = ["move"] * 14 + ["propose"] * 5 + ["agree", "agree", "decline", "resume", "chat", "mute", "leave"]
        kinds += ["return", "take-over", "broken"]
        if match.status == "paused":
            kinds += ["resume"] * 30
        if match.finished is not None:
            kinds = ["propose"] * 4 + ["agree", "decline", "move", "chat", "resign"]
        elif len(self.steps) > 25:
            kinds += ["resign"]
        kind = chance.choice(kinds)
        if kind == "move":
            return self._move(seat)
        if kind == "broken":
            text = chance.choice(["", "zz", "pass", "a1a9", "DDWW@0", "d9d9+3", "accept"])
            return {"type": "move", "move": text}
        if kind == "propose":
            what = chance.choice(["draw", "takeback", "pause", "rematch", "revanche"])
            ply = {"ply": chance.randrange(len(match.moves) + 2)} if chance.random() < 0.3 else {}
            word = {"word": chance.choice(["Apfel", "Käse", "a\tb"])} if chance.random() < 0.5 else {}
            return {"type": "propose", "what": what, **ply, **word}
        if kind == "chat":
            return {"type": "chat", "text": chance.choice(["Hallo", "  zwei\n Wörter ", "\u200b", "\u00a0 x\ufeffy"])}
        if kind == "mute":
            return {"type": "mute", "other": chance.randrange(4), "on": chance.random() < 0.7}
        if kind == "take-over":
            return {"type": kind, "seat": chance.randrange(4), "level": 3}
        return {"type": kind}

    def _move(self, seat: int) -> dict[str, Any]:
        position, chance = self.match.position, self._chance
        assert position is not None
        moves = position.legal_moves()
        text = str(chance.choice(moves)) if moves else "pass"
        stale = {"ply": len(self.match.moves) + (chance.random() < 0.05)} if chance.random() < 0.5 else {}
        return {"type": "move", "move": text, **stale}

    def _happen(self, step: Step, happen: Callable[[], tuple[ev.Stored, ...]]) -> None:
        match = self.match
        step["at"] = self._now
        self.steps.append(step)
        try:
            events = happen()
        except Refusal as refusal:
            step["refused"] = {"code": refusal.refusal, "message": refusal.message, "why": show_why(refusal.why)}
            return
        step["number"] = match.number + bool(events)
        if not events:
            return
        following = None
        at = max(self._now, match.changed_at)
        for index, event in enumerate(events):
            if isinstance(event, ev.Rematched):
                after = match.copy()
                after.fold(match.number + 1, at, None, events[:index])
                following = event.match, next_match(after, event.match, self.entropy)
        told = match.fold(match.number + 1, at, None, events)
        step["told"] = {
            observer: [msgspec.to_builtins(event) for event in told.heard_by(observer)] for observer in match.observers
        }
        step |= self._shown()
        if following is not None:
            self._begin(HERE + following[0], following[1])

    def _shown(self) -> Step:
        """Return what everybody sees, the table of one of them among it."""
        observer = self._chance.choice(self.match.observers)
        return {"observer": observer, "snapshot": json.loads(encode(snapshot(self.match, observer, tables=True)))}

    def written(self) -> Any:
        """Return the history with the names of matches as the page gives them."""
        text = json.dumps(self.steps)
        for step in self.steps:
            name = step.get("begin", "")[len(HERE) :]
            text = text.replace(f'"{name}"', f'"{HERE}{name}"') if name else text
        return json.loads(text)


def histories(count: int, seed: int) -> list[Any]:
    """Return so many histories; the same seed gives the same ones."""
    told = []
    for number in range(count):
        teller = Teller(number, seed)
        teller.tell()
        told.append(teller.written())
    return told


def main() -> None:
    """Write the histories."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    wish.file.write_text(json.dumps(histories(wish.count, wish.seed), ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
