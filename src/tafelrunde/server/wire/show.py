"""Turning a view into what is sent. Matches send only views, so that nothing hidden can go out."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from tafelrunde.games.chocolate import scoring
from tafelrunde.games.chocolate.field import Field
from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.chocolate.rules import NEUTRAL_MINIMUM, Rules
from tafelrunde.games.core import Outcome, Position, Table, View
from tafelrunde.games.tokan.board import BLACK, COLUMNS, NAMES, NO_CELL, REACH, RED, SIDE
from tafelrunde.games.tokan.draft import FIRST
from tafelrunde.games.tokan.position import TokanView
from tafelrunde.games.tokan.scoring import heights
from tafelrunde.server.match.quick import tokan_facts
from tafelrunde.server.wire import tables as wire


def show(view: View, may_act: bool = True) -> wire.AnyTable:
    """Return a view as it is sent; what is legal is told to the observer who decides and may act."""
    decides = may_act and view.observer == view.seat
    if isinstance(view, TokanView):
        return _show_tokan(view, decides)
    if isinstance(view, ChocolateView):
        return _show_chocolate(view, decides)
    raise TypeError(f"no way to show a {type(view).__name__}")


def show_open(table: Table) -> wire.AnyTable:
    """Return a table of a record that hides nothing from its reader, and what is legal for the seat that decides."""
    if isinstance(table, ChocolatePosition):
        known = {field.name: getattr(table, field.name) for field in fields(table)}
        return show(ChocolateView(**known | {"facts": ()}, observer=table.seat))
    view = table.view(table.seat) if isinstance(table, Position) else table
    assert isinstance(view, View)
    return show(view)


def without_legal(table: wire.AnyTable) -> wire.AnyTable:
    """Return a table on which nobody may act."""
    return replace(table, legal=None)


def _show_tokan(view: TokanView, decides: bool) -> wire.TokanTable:
    outcome, moves = (view.outcome(), []) if view.draft is not None else tokan_facts(view)
    return wire.TokanTable(
        position=str(view),
        towers=list(view.towers),
        seat=view.seat,
        taboo=None if view.taboo == NO_CELL else NAMES[view.taboo],
        draft=_show_draft(view),
        scored=_scored(view),
        points=list(outcome.points),
        tie=_tie(view, outcome),
        over=outcome.over,
        winner=outcome.winner,
        legal=_tokan_legal(view, moves) if decides and not outcome.over else None,
    )


def _show_draft(view: TokanView) -> wire.TokanDraft | None:
    if view.draft is None:
        return None
    left, right = view.draft.span
    reserves = [view.draft.reserve(side) for side in (0, 1)]
    return wire.TokanDraft(left + FIRST, right - left + 1, COLUMNS, list(view.draft.field), reserves)


def _scored(view: TokanView) -> list[wire.TokanScored]:
    if view.options.scoring == "heads":
        return [
            wire.TokanScored(NAMES[cell], SIDE[tower[-1]], REACH[tower[-1]])
            for cell, tower in enumerate(view.towers)
            if tower
        ]
    return [
        wire.TokanScored(NAMES[cell], SIDE[tower[-1]], len(tower))
        for cell, tower in enumerate(view.towers)
        if len(tower) > 1
    ]


def _tie(view: TokanView, outcome: Outcome) -> list[list[int]] | None:
    red, black = outcome.points
    if not outcome.over or red != black or view.options.scoring != "heads":
        return None
    return [heights(view.towers, side) for side in (RED, BLACK)]


def _tokan_legal(view: TokanView, moves: list[str]) -> wire.TokanLegal:
    if view.draft is not None:
        tiles = "".join(dict.fromkeys(view.draft.reserve(view.side)))
        return wire.TokanLegal({}, wire.TokanPlacings(tiles, view.draft.spaces()))
    carries: dict[str, dict[str, list[int]]] = {}
    for move in moves:
        # Source, target, and perhaps + and the number of tiles that are carried.
        carries.setdefault(move[:2], {}).setdefault(move[2:4], []).append(int(move[5:] or 0))
    steps = {
        source: [wire.TokanStep(target, carry) for target, carry in targets.items()]
        for source, targets in carries.items()
    }
    return wire.TokanLegal(steps, None)


def _show_chocolate(view: ChocolateView, decides: bool) -> wire.ChocolateTable:
    groups, neutral, points = _score(view.rules, view.field, view.colours, view.is_over)
    winner = view.outcome().winner if view.is_over else None
    return wire.ChocolateTable(
        field=[wire.LyingCard(*placed) for placed in view.field.cards],
        hands=[list(hand) for hand in view.hands],
        stack=len(view.stack),
        colours=list(view.colours),
        smarties=list(view.smarties),
        seat=view.seat,
        turn=view.turn,
        swap=_show_swap(view),
        facts=_show_facts(view),
        groups=groups,
        neutral=neutral,
        neutral_colour=scoring.neutral_colour(view.rules, view.colours),
        points=points,
        over=view.is_over,
        winner=winner,
        legal=_chocolate_legal(view) if decides and not view.is_over else None,
    )


@lru_cache(maxsize=256)
def _score(
    rules: Rules, field: Field, colours: tuple[str | None, ...], over: bool
) -> tuple[list[wire.GroupShown], list[wire.NeutralShown], list[int]]:
    """Return groups, neutral groups and points, which are the same for every observer of a field."""
    sides = {colour: side for side, colour in enumerate(colours) if colour is not None}
    points = list(scoring.points(rules, field, colours))
    tied = scoring.tied(points) if over and rules.second_group_breaks_ties else ()

    def counts(colour: str, rank: int) -> Literal["largest", "tie"] | None:
        if colour not in sides or rank > 1:
            return None
        if rank == 0:
            return "largest"
        return "tie" if sides[colour] in tied else None

    groups = [
        wire.GroupShown(
            colour,
            sides.get(colour),
            list(group.cells),
            counts(colour, rank),
        )
        for colour in rules.colours
        for rank, group in enumerate(scoring.colour_groups(field, colour))
    ]
    neutral = [
        wire.NeutralShown(list(group.cells), list(group.contacts), group.holder, len(group.cells) >= NEUTRAL_MINIMUM)
        for group in scoring.neutral_groups(rules, field, colours)
    ]
    return groups, neutral, points


def _show_swap(view: ChocolateView) -> wire.SwapShown | None:
    swap = view.swap
    return None if swap is None else wire.SwapShown(view.turn, swap.to, swap.offered, swap.countered)


def _show_facts(view: ChocolateView) -> list[wire.FactShown]:
    known = dict(view.knowledge())[view.observer]
    return [wire.FactShown(fact.kind, list(fact.seats), list(fact.cards), fact.spare) for fact in known]


def _chocolate_legal(view: ChocolateView) -> wire.ChocolateLegal:
    swap = [str(action) for action in view.swap_actions()]
    if view.swap is not None:
        return wire.ChocolateLegal([], {}, False, [], False, swap)
    cards = {card: _looks(view, card) for card in dict.fromkeys(view.hands[view.turn])}
    fits = any(look.first or look.second for looks in cards.values() for look in looks)
    return wire.ChocolateLegal(
        announce=[colour for colour in view.announceable() if colour is not None],
        cards=cards,
        smartie=view.smarties[view.turn] > 0,
        secure=view.smartie_targets(),
        may_pass=not fits,
        swap=swap,
    )


def _looks(view: ChocolateView, card: str) -> list[wire.Looks]:
    places = view.places(card)
    return [wire.Looks(look, places[1][look], places[2][look]) for look in places[1]]
