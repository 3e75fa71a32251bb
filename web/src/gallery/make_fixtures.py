"""Writes the scenes of the gallery: real positions, taken from matches that the rules of this project played.

Run from the root of the repository: `python web/src/gallery/make_fixtures.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tafelrunde.games.chocolate.cards import COLOURS, rotations
from tafelrunde.games.chocolate.field import Field
from tafelrunde.games.chocolate.moves import Accept, Counter, Offer, Turn
from tafelrunde.games.chocolate.rules import NEUTRAL_MINIMUM
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.registry import GAMES
from tafelrunde.games.tokan import scoring
from tafelrunde.games.tokan.board import COLUMNS, NAMES, NO_CELL
from tafelrunde.games.tokan.moves import Placing, Step, TokanMove
from tafelrunde.games.tokan.position import TokanTable, parse_position

Scene = dict[str, Any]
NAMES_OF = ("Anna", "Bruno", "Clara", "Dario")
REASONS = (
    "the first card lies at 0,0 in the first tier",
    "a card lies there already",
    "it must touch at least two pieces side to side",
    "in the second tier all four pieces must lie on cards",
    "a card with a smartie is never covered",
    "in the second tier it must lie on at least two cards",
    "at least one piece must touch one of the same colour",
)


# The chocolate games


def chocolate_scene(table: ChocolateTable, viewer: int, last: Turn | None = None, last_seat: int = 0) -> Scene:
    """Return what a board needs to show a table to a viewer."""
    position: Any = table
    view: ChocolateTable = position.view(viewer) if hasattr(position, "view") else table
    outcome = view.outcome()
    rules = view.rules
    mine = viewer != SPECTATOR and view.seat == viewer and not view.is_over
    neutral = None
    if rules.has_neutral_colour and None not in view.colours:
        (neutral,) = (colour for colour in rules.colours if colour not in view.colours)
    swap = view.swap
    return {
        "cards": [
            {"card": card.card, "x": card.x, "y": card.y, "tier": card.tier, "smartie": card.smartie}
            for card in view.field.cards
        ],
        "seats": [
            {"name": NAMES_OF[seat], "side": rules.side(seat), "cards": len(hand), "smarties": view.smarties[seat]}
            for seat, hand in enumerate(view.hands)
        ],
        "sides": [
            {"colour": colour, "points": points} for colour, points in zip(view.colours, outcome.points, strict=True)
        ],
        "viewer": None if viewer == SPECTATOR else viewer,
        "hand": [] if viewer == SPECTATOR else list(view.hands[viewer]),
        "turn": None if outcome.over else view.seat,
        "stack": len(view.stack),
        "neutral": neutral,
        "groups": list(_groups(view)),
        "neutralGroups": [
            {
                "cells": group.cells,
                "contacts": group.contacts,
                "holder": group.holder,
                "counts": len(group.cells) >= NEUTRAL_MINIMUM,
            }
            for group in view.neutral_groups()
        ],
        "last": last
        and {
            "seat": last_seat,
            "card": last.card,
            "x": last.x,
            "y": last.y,
            "tier": last.tier,
            "smartie": last.smartie,
        },
        "swap": swap and {"from": view.turn, "to": swap.to, "offered": swap.offered, "countered": swap.countered},
        "legal": _chocolate_legal(view) if mine else None,
        "winner": outcome.winner,
    }


def _groups(view: ChocolateTable) -> Iterator[Scene]:
    for colour in COLOURS:
        side = view.colours.index(colour) if colour in view.colours else None
        for index, group in enumerate(view.groups(colour)):
            counts = "largest" if side is not None and index == 0 else None
            yield {"colour": colour, "cells": group.cells, "side": side, "counts": counts}


def _chocolate_legal(view: ChocolateTable) -> Scene:
    announce = view.announceable()
    offers = sorted({action.to for action in view.swap_actions() if isinstance(action, Offer)})
    turns = view.turns()
    hand = dict.fromkeys(view.hands[view.seat]) if view.swap is None else ()
    return {
        "places": {card: view.places(card) for card in hand},
        "smartie": view.smarties[view.turn] > 0,
        "targets": view.smartie_targets(),
        "announce": None if announce == (None,) else announce,
        "pass": len(turns) == 1 and not isinstance(turns[0], Turn),
        "offer": offers,
    }


def reasons(table: ChocolateTable, seat: int) -> dict[str, int]:
    """Return why a card may not lie, by tier and place, where that does not depend on its colours.

    A reason is its number in REASONS. Where the field is far the reason is always the same, so that it is left out.
    """
    field: Field = table.field
    left, top, right, bottom = field.extent()
    found = {}
    looks = [look for card in table.hands[seat] for look in rotations(card)]
    for tier in (1, 2):
        for y in range(top - 3, bottom + 4):
            for x in range(left - 3, right + 4):
                objections = {field.objection(look, x, y, tier) for look in looks}
                if len(objections) == 1 and (why := objections.pop()) is not None:
                    found[f"{tier}:{x},{y}"] = REASONS.index(why.sentence)
    return found


def good_turn(table: ChocolateTable, chance: Random) -> Any:
    """Choose a turn that is good for the seat at once, so that fields look like those of people."""
    turns = list(table.turns())
    chance.shuffle(turns)
    side = table.rules.side(table.turn)
    best, most = turns[0], -1e9
    # Smarties make most of the turns; they are looked at rarely, and stack cards gladly.
    for turn in turns[:400]:
        if isinstance(turn, Turn) and turn.smartie is not None and chance.random() < 0.97:
            continue
        points = table.apply(turn).outcome().points
        value = points[side] - sum(points) / 2
        if isinstance(turn, Turn):
            value -= 0.02 * (turn.x**2 + turn.y**2) + 2.5 * (turn.tier == 2)
        if value > most:
            best, most = turn, value
    return best


def chocolate_match(name: str, options: str, seed: int) -> list[tuple[ChocolateTable, Turn | None, int]]:
    """Play a match and return every table with the turn that led to it and who made it."""
    chance = Random(seed)
    game = GAMES[name]
    chosen = game.options_type.parse(options)
    table: Any = game.start(chosen, game.deal(chosen, chance))
    tables: list[tuple[ChocolateTable, Turn | None, int]] = [(table, None, 0)]
    while not table.is_over:
        turn = good_turn(table, chance)
        seat = table.turn
        table = table.play(turn)
        tables.append((table, turn if isinstance(turn, Turn) else None, seat))
    return tables


def swap_tables(table: Any) -> dict[str, ChocolateTable]:
    """Return the stages of a swap from a table of three players."""
    seat = table.turn
    offer = next(action for action in table.swap_actions() if isinstance(action, Offer))
    offered = table.play(offer)
    counter = next(action for action in offered.swap_actions() if isinstance(action, Counter))
    countered = offered.play(counter)
    assert countered.play(Accept()).turn == seat
    return {"offered": offered, "countered": countered}


# TOKAN


def tokan_scene(table: TokanTable, viewer: int | None, last: TokanMove | None = None) -> Scene:
    """Return what a board needs to show a table of TOKAN."""
    outcome = table.outcome()
    legal: dict[str, dict[str, list[int]]] = {}
    if table.draft is None:
        for source in table.movable():
            legal[NAMES[source]] = {NAMES[target]: carries for target, carries in table.targets(source).items()}
    by_heads = table.options.scoring == "heads"
    cells = {}
    for cell, tower in enumerate(table.towers):
        alone = [""] * len(table.towers)
        alone[cell] = tower
        points = sum((scoring.head_points if by_heads else scoring.tower_points)(tuple(alone)))
        if points:
            cells[NAMES[cell]] = points
    tie = by_heads and outcome.over and outcome.points[0] == outcome.points[1]
    draft = table.draft
    return {
        "towers": list(table.towers),
        "players": [{"name": "Anna"}, {"name": "Bruno"}],
        "viewer": viewer,
        "turn": None if outcome.over else table.side,
        "taboo": None if table.taboo == NO_CELL else NAMES[table.taboo],
        "legal": legal if viewer == table.side and not outcome.over and draft is None else None,
        "last": _step(last) if isinstance(last, Step) else None,
        "lastPlacing": last._asdict() if isinstance(last, Placing) else None,
        "draft": draft
        and {
            "tiles": [
                {"tile": tile, "column": index % 10 - 4, "row": index // 10 + 1}
                for index, tile in enumerate(draft.cells)
                if tile
            ],
            "spaces": draft.spaces(),
            "reserve": [draft.reserve(0), draft.reserve(1)],
            "most": COLUMNS,
        },
        "score": {
            "by": table.options.scoring,
            "points": outcome.points,
            "cells": cells,
            "tie": [scoring.heights(table.towers, side) for side in (0, 1)] if tie else None,
        },
        "winner": outcome.winner,
    }


def _step(step: Step) -> Scene:
    return {"source": NAMES[step.source], "target": NAMES[step.target], "carried": step.carried}


def tokan_match(options: str, seed: int) -> list[tuple[TokanTable, TokanMove | None]]:
    """Play a match of TOKAN; animals that can carry like to."""
    chance = Random(seed)
    game = GAMES["tokan"]
    chosen = game.options_type.parse(options)
    table: Any = game.start(chosen, game.deal(chosen, chance))
    tables: list[tuple[TokanTable, TokanMove | None]] = [(table, None)]
    while not table.is_over:
        moves = list(table.turns())
        carrying = [move for move in moves if isinstance(move, Step) and move.carried]
        move = chance.choice(carrying if carrying and chance.random() < 0.4 else moves)
        table = table.play(move)
        tables.append((table, move))
    return tables


def _first(tables: list[Any], wanted: Any) -> int:
    return next(index for index, entry in enumerate(tables) if wanted(*entry))


def tokan_fixtures() -> dict[str, Any]:
    """Return the scenes of TOKAN by name."""
    tables = tokan_match("", 5)

    def scene(index: int) -> Scene:
        table, last = tables[index]
        return tokan_scene(table, table.side if not table.is_over else 0, last)

    def has_choice(table: TokanTable, _last: object) -> bool:
        return not table.is_over and any(
            len(carries) == 3 for source in table.movable() for carries in table.targets(source).values()
        )

    heads = tokan_match("scoring=heads", 11)
    draft = tokan_match("setup=draft", 3)
    options = GAMES["tokan"].options_type.parse("scoring=heads")
    tied = parse_position(
        options,  # type: ignore[arg-type]
        "JjLMm,-,-,-,-,-/-,-,-,-,-,-/-,-,LJmjl,-,-,-/-,-,-,-,-,-/JjLMJjlJL,-,-,-,-,mjlJLjljlJM r -",
    )
    return {
        "start": scene(0),
        "middle": scene(9),
        "carry": scene(_first(tables, has_choice)),
        "late": scene(len(tables) - 5),
        "over": scene(len(tables) - 1),
        "heads": tokan_scene(heads[-1][0], 0, heads[-1][1]),
        "tie": tokan_scene(tied, 0),
        "draft-start": tokan_scene(draft[0][0], draft[0][0].side),
        "draft-middle": tokan_scene(draft[9][0], draft[9][0].side, draft[9][1]),
        "draft-late": tokan_scene(draft[17][0], draft[17][0].side, draft[17][1]),
        "match": [tokan_scene(table, table.side, last) for table, last in tables[:26]],
    }


def _ripe(tables: list[Any], first: int) -> int:
    """Return the first table from there on in which the hand has a card for the second tier."""

    def stacks(table: ChocolateTable) -> bool:
        return any(cells for card in table.hands[table.turn] for cells in table.places(card)[2].values())

    return next(index for index in range(first, len(tables)) if stacks(tables[index][0]))


def chocolate_fixtures() -> dict[str, Any]:
    """Return the scenes of the chocolate games by name."""
    schoko = chocolate_match("schoko", "", 2)
    two = chocolate_match("schokoly", "", 7)
    three = chocolate_match("schokoly", "three", 4)
    four = chocolate_match("schokoly", "teams", 6)

    def scene(tables: list[Any], index: int, viewer: int | None = None) -> Scene:
        table, last, seat = tables[index]
        shown = table.seat if viewer is None else viewer
        return chocolate_scene(table, shown, last, seat)

    def with_reasons(tables: list[Any], index: int) -> Scene:
        return {"scene": scene(tables, index), "reasons": reasons(tables[index][0], tables[index][0].turn)}

    swaps = swap_tables(three[10][0])
    offerer = three[10][0].turn
    asked = swaps["offered"].seat
    watcher = 3 - offerer - asked
    full = next(index for index in range(len(four) - 1, 0, -1) if four[index][0].hands[four[index][0].turn])
    return {
        "schoko-start": with_reasons(schoko, 0),
        "schoko-middle": with_reasons(schoko, _ripe(schoko, 13)),
        "schoko-over": {"scene": scene(schoko, len(schoko) - 1, 0)},
        "two-start": with_reasons(two, 0),
        "two-second": with_reasons(two, 1),
        "two-middle": with_reasons(two, _ripe(two, 15)),
        "two-late": with_reasons(two, 36),
        "two-over": {"scene": scene(two, len(two) - 1, 0)},
        "three-middle": with_reasons(three, 10),
        "three-wait": {"scene": chocolate_scene(swaps["offered"], offerer)},
        "three-asked": {"scene": chocolate_scene(swaps["offered"], asked)},
        "three-decide": {"scene": chocolate_scene(swaps["countered"], offerer)},
        "three-watch": {"scene": chocolate_scene(swaps["countered"], watcher)},
        "four-middle": with_reasons(four, _ripe(four, 20)),
        "four-full": with_reasons(four, full),
        "four-spectator": {"scene": scene(four, 30, SPECTATOR)},
        "match": [scene(two, index, 0) for index in range(8, 20)],
    }


def main() -> None:
    """Write the scenes beside this file."""
    fixtures = {"chocolate": chocolate_fixtures(), "tokan": tokan_fixtures(), "reasons": REASONS}
    path = Path(__file__).with_name("fixtures.json")
    path.write_text(json.dumps(fixtures, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
