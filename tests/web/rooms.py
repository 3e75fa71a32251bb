"""Matches in every state for somebody to look at, made over HTTP: much quicker than by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.request import Request, urlopen


class Room:
    """A match whose people all sit here; the rest of its seats stays free."""

    def __init__(
        self, address: str, game: str, people: int, free: int = 0, clock: dict[str, Any] | None = None, **options: str
    ) -> None:
        self._api = f"{address}/api/matches"
        names = ["Anna", "Bruno", "Clara", "David"][:people]
        seats = [*({"kind": "local", "name": name} for name in names), *([{"kind": "open"}] * free)]
        made = self._ask("", {"game": game, "seats": seats, "options": options, "clock": clock})
        self.name: str = made["match"]
        self._tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
        self._chance = Random(7)

    @property
    def path(self) -> str:
        """Where somebody without a seat finds it."""
        return f"/m/{self.name}"

    def seat(self, number: int = 0) -> str:
        """Return where the one on a seat finds it."""
        return f"{self.path}#token={self._tokens[number]}"

    @property
    def people(self) -> int:
        """How many people sit here."""
        return len(self._tokens)

    @property
    def turn(self) -> int:
        """The seat that decides now."""
        turn: int = self._ask(f"/{self.name}")["state"]["turn"]
        return turn

    @property
    def plies(self) -> int:
        """How many moves the server has."""
        plies: int = self._ask(f"/{self.name}")["state"]["ply"]
        return plies

    def play(self, moves: int | None = None) -> Room:
        """Make some moves, or all of them, as chance has it."""
        while moves is None or moves > 0:
            state = self._ask(f"/{self.name}")["state"]
            if state["status"] != "running":
                break
            table = self._ask(f"/{self.name}", seat=state["turn"])["table"]
            self.act(state["turn"], {"type": "move", "move": self._move(table["legal"]), "ply": state["ply"]})
            moves = None if moves is None else moves - 1
        return self

    def act(self, seat: int, action: dict[str, Any]) -> None:
        """Let the one on a seat do something."""
        self._ask(f"/{self.name}/acts", {"id": f"a{self._chance.random()}", "action": action}, seat)

    def _move(self, legal: dict[str, Any]) -> str:
        pick = self._chance.choice
        if placings := legal.get("placings"):
            column, row = pick(placings["spaces"])
            return f"{pick(placings['tiles'])}@{column},{row}"
        if steps := legal.get("steps"):
            source = pick(list(steps))
            step = pick(steps[source])
            return f"{source}{step['target']}" + (f"+{step['carry'][0]}" if step["carry"][0] else "")
        if legal["may_pass"]:
            return "pass"
        spots = [
            f"{look['look']}{sign}{x},{y}"
            for looks in legal["cards"].values()
            for look in looks
            for sign, tier in (("@", "first"), ("^", "second"))
            for x, y in look[tier]
        ]
        return "".join(f"{colour}:" for colour in legal["announce"][:1]) + pick(spots)

    def _ask(self, path: str, body: dict[str, Any] | None = None, seat: int | None = None) -> Any:
        headers = {"content-type": "application/json"}
        if seat is not None:
            headers["authorization"] = f"Bearer {self._tokens[seat]}"
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self._api + path, data, headers)) as answer:
            return json.load(answer)


TABLES: dict[str, Callable[[str], Room]] = {
    "table-tokan": lambda address: Room(address, "tokan", 2).play(9),
    "table-draft": lambda address: Room(address, "tokan", 2, setup="draft").play(8),
    "table-schoko": lambda address: Room(address, "schoko", 2).play(12),
    "table-schokoly-3": lambda address: Room(address, "schokoly", 3, players="3").play(15),
    "table-schokoly-4": lambda address: Room(address, "schokoly", 4, players="4").play(20),
}
"""Makes a running match at a server."""


def _seated(make: Callable[[str], Room]) -> Callable[[str], str]:
    return lambda address: make(address).seat()


ROOMS: dict[str, Callable[[str], str]] = {
    **{name: _seated(make) for name, make in TABLES.items()},
    "joining": lambda address: Room(address, "schokoly", 1, free=2, players="3").path,
    "waiting": lambda address: Room(address, "schokoly", 1, free=2, players="3").seat(),
    "result-tokan": lambda address: Room(address, "tokan", 2).play().seat(),
    "result-schokoly": lambda address: Room(address, "schokoly", 2, players="2").play().seat(),
    "replay-tokan": lambda address: f"/replay/{Room(address, 'tokan', 2).play().name}",
    "replay-schoko": lambda address: f"/replay/{Room(address, 'schoko', 2).play().name}",
}
"""Makes a match in some state at a server; returns its path."""


def furnish(address: str) -> dict[str, str]:
    """Make a match in every state; return the paths by name."""
    return {name: make(address) for name, make in ROOMS.items()}
