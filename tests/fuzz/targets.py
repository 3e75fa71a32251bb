"""The readers of foreign text, each as a function of one text, with texts to begin from.

A target lets typed errors pass in silence, and checks what it can where a text was accepted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from tafelrunde.games.core import SPECTATOR, Game, Position, View
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.games.registry import GAMES
from tafelrunde.records.deals import verify
from tafelrunde.records.record import Record, read_records, write_records
from tafelrunde.records.replay import redact, replay, revanche, view_of
from tafelrunde.records.tree import read_tree
from tests.records.growing import grown
from tests.strategies import ALL, SWAPPING, play, swapper, variant

VECTORS = Path(__file__).parents[1] / "vectors"


@dataclass(frozen=True)
class Target:
    """Something that reads foreign text, and texts that it should understand."""

    read: Callable[[str], None]
    corpus: Callable[[], list[str]]

    def __call__(self, text: str) -> None:
        with suppress(TafelrundeError):
            self.read(text)


@cache
def vector_records() -> list[str]:
    """The records of all vectors."""
    return [entry["record"] for file in sorted(VECTORS.glob("*.json")) for entry in json.loads(file.read_text())]


@cache
def all_records() -> list[str]:
    """The vectors, matches with swaps, and what single seats know of them."""
    swaps = [play(SWAPPING, Random(seed), 30, swapper).record() for seed in range(6)]
    running = [*swaps, *(play(of, Random(1), 12).record() for of in ALL)]
    seen = [redact(record, observer) for record in running for observer in (0, 1, SPECTATOR)]
    return [*vector_records(), *map(str, running), *map(str, seen)]


@cache
def branched_records() -> list[str]:
    """Records of notation 2: matches of everything with lines beside them, and what seats know of these."""
    records = [grown(play(of, Random(2), 8, swapper).record(), Random(2)).record() for of in ALL]
    seen = [redact(record, observer) for record in records for observer in (0, SPECTATOR)]
    return [*map(str, records), *map(str, seen)]


def tag_values(*names: str) -> list[str]:
    """The values of some tags in all records."""
    found = [value for text in all_records() for name, value in re.findall(r'\[(\w+) "(.*)"\]', text) if name in names]
    return list(dict.fromkeys(found))


def read_files(text: str) -> None:
    """Read records, and write what was read."""
    records = list(read_records(text))
    again = list(read_records(write_records(records)))
    assert again == records or any("Game" not in record.tags for record in records)


def read_matches(text: str) -> None:
    """Replay records, and look at them with everybody's eyes."""
    for record in read_records(text):
        with suppress(TafelrundeError):
            look_at(record)


def look_at(record: Record) -> None:
    played = replay(record)
    verify(played)
    with suppress(TafelrundeError):
        replay(revanche(record))
    for observer in (0, 1, SPECTATOR):
        seen = redact(record, observer)
        assert redact(seen, observer) == seen
        view = view_of(seen, observer)
        assert view == view_of(record, observer) or not isinstance(played.final, Position)
        view.legal_moves()
        view.outcome()


def read_trees(text: str) -> None:
    """Read records with variations; their normal form stays as it is, and nobody learns more by redacting again."""
    for record in read_records(text):
        with suppress(TafelrundeError):
            tree = read_tree(record)
            assert str(read_tree(tree.record())) == str(tree)
            assert tree.plain_record().moves == replay(record).record.moves
            for observer in (0, 1, SPECTATOR):
                seen = redact(record, observer)
                assert redact(seen, observer) == seen
                assert read_tree(seen, observer=observer).record().moves == seen.moves


def draw_positions(text: str) -> None:
    """Draw positions from views of foreign records."""
    for record in read_records(text):
        with suppress(TafelrundeError):
            final = replay(record).final
            observer = final.observer if isinstance(final, View) else 0
            view = view_of(record, observer)
            drawn = view.resample(Random(1))
            # A record can be silent about cards that its own seat must have seen.
            silent = observer != SPECTATOR and "?" in getattr(view, "hands", ("",) * 4)[observer]
            assert silent or drawn.view(observer) == view


@cache
def some_positions() -> list[Position]:
    return [play(of, Random(seed), 3 * seed, swapper).final for of in ALL for seed in range(4)]


def read_moves(text: str) -> None:
    """Read a move, and play it wherever it is legal."""
    for game in GAMES.values():
        with suppress(TafelrundeError):
            move = game.parse_move(text)
            assert str(move).replace(" ", "-") == text.replace(" ", "-")
    for position in some_positions():
        with suppress(TafelrundeError):
            assert position.play(position.parse(text)) != position


def read_positions(text: str) -> None:
    """Set up TOKAN from a text, with and without a draft."""
    for options in ("standard", "less-chance", "gaps=line"):
        with suppress(TafelrundeError):
            of = variant("tokan", options)
            position = of.game.start(of.options, text)
            assert str(position) == text
            position.legal_moves()
            position.outcome()


def read_decks(text: str) -> None:
    """Deal from a text, open or hidden."""
    for of in ALL:
        if of.game.deal_tag == "Deck":
            with suppress(TafelrundeError):
                of.game.infer_observer(of.options, text)
                of.game.start_view(of.options, text, 0).redacted()
                of.game.start(of.options, text).legal_moves()


def read_options(text: str) -> None:
    """Read options in every form."""
    for game in GAMES.values():
        with suppress(TafelrundeError):
            options = game.options_type.parse(text)
            assert game.options_type.parse(str(options)) == options
        words = dict(part.partition("=")[::2] for part in text.split())
        for reader in (game.options_type.read, game.options_type.from_tags):
            with suppress(TafelrundeError):
                reader({**words, **{name.capitalize(): word for name, word in words.items()}})


def option_texts() -> list[str]:
    return [*(str(of.options) for of in ALL), *(preset for game in GAMES.values() for preset in presets(game))]


def presets(game: Game) -> list[str]:
    return list(game.options_type.PRESETS)


def move_texts() -> list[str]:
    words = [word for text in all_records() for word in text.split("\n\n")[1].split()]
    return [*dict.fromkeys(words), "offer 2 DDMW", "counter ?3", "pass"]


TARGETS = {
    "records": Target(read_files, all_records),
    "matches": Target(read_matches, all_records),
    "trees": Target(read_trees, branched_records),
    "draws": Target(draw_positions, all_records),
    "moves": Target(read_moves, move_texts),
    "positions": Target(read_positions, lambda: tag_values("Start")),
    "decks": Target(read_decks, lambda: tag_values("Deck")),
    "options": Target(read_options, option_texts),
}
