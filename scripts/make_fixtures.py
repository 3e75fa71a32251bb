"""Write the tables of the gallery: positions of matches played by our own rules, as the server sends them.

Run from the root of the repository: `python scripts/make_fixtures.py`. The client's own code makes scenes of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tafelrunde.games.chocolate.moves import Counter, Offer, Placement
from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan.moves import Step
from tafelrunde.games.tokan.options import TokanOptions
from tafelrunde.games.tokan.position import parse_position
from tafelrunde.server.wire.show import show

PATH = Path(__file__).parents[1] / "web" / "src" / "gallery" / "fixtures.json"

Shown = dict[str, Any]


@dataclass(frozen=True)
class Moment:
    """A position of any game with the moves that led to it."""

    position: Any
    moves: tuple[str, ...] = ()

    def after(self, move: object) -> Moment:
        """Return the moment after one more move."""
        return Moment(self.position.play(move), (*self.moves, str(move)))

    def shown(self, viewer: int | None = None) -> Shown:
        """Return what the server sends a viewer: the seat that decides, unless it is said."""
        seat = self.position.seat if viewer is None else viewer
        return {
            "table": msgspec.to_builtins(show(self.position.view(seat))),
            "options": self.position.options.words(),
            "moves": self.moves,
            "viewer": None if seat == SPECTATOR else seat,
        }


def play(name: str, options: str, seed: int, choose: Callable[[Any, Random], object]) -> list[Moment]:
    """Play a match and return every moment of it."""
    chance = Random(seed)
    game = find_game(name)
    chosen = game.options_type.parse(options)
    moments = [Moment(game.start(chosen, game.deal(chosen, chance)))]
    while not moments[-1].position.is_over:
        moments.append(moments[-1].after(choose(moments[-1].position, chance)))
    return moments


def good_turn(table: Any, chance: Random) -> object:
    """Choose a turn that is good for the seat at once, so that fields look like those of people."""
    turns = list(table.turns())
    chance.shuffle(turns)
    side = table.rules.side(table.to_move)
    best, most = turns[0], -1e9
    # Smarties make most of the turns; they are looked at rarely, and stack cards gladly.
    for turn in turns[:400]:
        if isinstance(turn, Placement) and turn.smartie is not None and chance.random() < 0.97:
            continue
        points = table.apply(turn).outcome().points
        value = points[side] - sum(points) / 2
        if isinstance(turn, Placement):
            value -= 0.02 * (turn.x**2 + turn.y**2) + 2.5 * (turn.tier == 2)
        if value > most:
            best, most = turn, value
    return best


def lively_step(table: Any, chance: Random) -> object:
    """Choose a move of TOKAN; animals that can carry like to."""
    moves = list(table.turns())
    carrying = [move for move in moves if isinstance(move, Step) and move.carried]
    return chance.choice(carrying if carrying and chance.random() < 0.4 else moves)


def tokan_tables() -> dict[str, Shown | list[Shown]]:
    """Return the tables of TOKAN by name."""
    match = play("tokan", "", 5, lively_step)
    heads = play("tokan", "scoring=heads", 11, lively_step)
    draft = play("tokan", "setup=draft", 3, lively_step)
    tied = parse_position(
        TokanOptions.parse("scoring=heads"),
        "JjLMm,-,-,-,-,-/-,-,-,-,-,-/-,-,LJmjl,-,-,-/-,-,-,-,-,-/JjLMJjlJL,-,-,-,-,mjlJLjljlJM r -",
    )

    def has_choice(moment: Moment) -> bool:
        table = moment.position
        return any(len(carries) == 3 for source in table.movable() for carries in table.targets(source).values())

    return {
        "start": match[0].shown(),
        "middle": match[9].shown(),
        "carry": next(filter(has_choice, match)).shown(),
        "late": match[-5].shown(),
        "over": match[-1].shown(0),
        "heads": heads[-1].shown(0),
        "tie": Moment(tied).shown(0),
        "draft-start": draft[0].shown(),
        "draft-middle": draft[9].shown(),
        "draft-late": draft[17].shown(),
        "match": [moment.shown() for moment in match[:26]],
    }


def chocolate_tables() -> dict[str, Shown | list[Shown]]:
    """Return the tables of the chocolate games by name."""
    schoko = play("schoko", "", 2, good_turn)
    two = play("schokoly", "", 7, good_turn)
    three = play("schokoly", "three", 4, good_turn)
    four = play("schokoly", "teams", 6, good_turn)

    def ripe(match: list[Moment], first: int) -> Moment:
        """Return the first moment from there on in which the hand has a card for the second tier."""
        return next(
            moment
            for moment in match[first:]
            for card in moment.position.hands[moment.position.to_move]
            if any(moment.position.places(card)[2].values())
        )

    def swap(moment: Moment, kind: type) -> Moment:
        return moment.after(next(action for action in moment.position.swap_actions() if isinstance(action, kind)))

    offered = swap(three[10], Offer)
    countered = swap(offered, Counter)
    offerer, asked = three[10].position.to_move, offered.position.seat
    full = next(moment for moment in reversed(four) if moment.position.hands[moment.position.to_move])
    return {
        "schoko-start": schoko[0].shown(),
        "schoko-middle": ripe(schoko, 13).shown(),
        "schoko-over": schoko[-1].shown(0),
        "two-start": two[0].shown(),
        "two-second": two[1].shown(),
        "two-middle": ripe(two, 15).shown(),
        "two-late": two[36].shown(),
        "two-over": two[-1].shown(0),
        "three-middle": three[10].shown(),
        "three-wait": offered.shown(offerer),
        "three-asked": offered.shown(asked),
        "three-decide": countered.shown(offerer),
        "three-watch": countered.shown(3 - offerer - asked),
        "four-middle": ripe(four, 20).shown(),
        "four-full": full.shown(),
        "four-spectator": four[30].shown(SPECTATOR),
        "match": [moment.shown(0) for moment in two[8:20]],
    }


def main() -> None:
    """Write the tables for the gallery."""
    tables = {"chocolate": chocolate_tables(), "tokan": tokan_tables()}
    PATH.write_text(json.dumps(tables, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
