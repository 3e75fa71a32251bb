"""Chocolate tables as plain values for the native core, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelrunde.games.chocolate.field import Field
from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.chocolate.knowledge import ANNOUNCED, GIVEN, UNABLE, Fact
from tafelrunde.games.chocolate.negotiation import Swap
from tafelrunde.games.chocolate.rules import Rules
from tafelrunde.games.core import Options
from tafelrunde.games.errors import BadOptions, UnknownGame
from tafelrunde.games.registry import GAMES
from tafelrunde.native import require

if TYPE_CHECKING:
    from tafelrunde.games.chocolate.table import ChocolateTable
    from tafelrunde.native._core import chocolate as core
    from tafelrunde.native._core.chocolate import Parts

_GAMES = ("schoko", "schokoly")
_FACTS = (GIVEN, ANNOUNCED, UNABLE)


def rules_of(name: str, options: Options) -> Rules:
    """Return the rules of a chocolate game; raise UnknownGame or BadOptions."""
    game = GAMES.get(name)
    if not isinstance(game, ChocolateGame):
        raise UnknownGame(name, _GAMES)
    if not isinstance(options, game.options_type):
        raise BadOptions(type(options).__name__, f"these are no options of {game.title}")
    return game.rules(options)


def native_rules(rules: Rules) -> core.Rules:
    """Return the rules as the core's value: every switch by its name but the teams, which follow from the seats."""
    switches = {name: value for name, value in vars(rules).items() if isinstance(value, bool) and name != "teams"}
    made: core.Rules = require().chocolate.Rules(game=rules.game, players=rules.seats, **switches)
    return made


def to_parts(table: ChocolateTable) -> Parts:
    """Take a table apart."""
    swap = table.swap
    return (
        native_rules(table.rules),
        table.field.cards,
        table.hands,
        table.stack,
        "".join(colour or "-" for colour in table.colours),
        table.smarties,
        table.to_move,
        table.passes,
        None if swap is None else (swap.to, swap.offered, swap.countered),
        table.swap_used,
        [[(_FACTS.index(kind), seats, cards, spare) for kind, seats, cards, spare in known] for known in table.facts],
    )


def from_parts(rules: Rules, parts: Parts) -> dict[str, Any]:
    """Return the fields of a table."""
    _, cards, hands, stack, colours, smarties, to_move, passes, swap, swap_used, facts = parts
    field = Field()
    for tier, x, y, card, smartie in cards:
        field = field.put(card, x, y, tier, smartie)
    return {
        "rules": rules,
        "field": field,
        "hands": tuple(map(tuple, hands)),
        "stack": tuple(stack),
        "colours": tuple(None if colour == "-" else colour for colour in colours),
        "smarties": tuple(smarties),
        "to_move": to_move,
        "passes": passes,
        "swap": None if swap is None else Swap(*swap),
        "swap_used": swap_used,
        "facts": tuple(
            tuple(Fact(_FACTS[kind], tuple(seats), tuple(cards), spare) for kind, seats, cards, spare in known)
            for known in facts
        ),
    }
