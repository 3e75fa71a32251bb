"""A game that plays itself, written down so that any change of the rules or of the notation shows.

Deal and moves come from one stream of numbers, so that another program can play the same game: where there are both
turns and negotiations a number below two chooses between them, and then a number is an index into their sorted texts. A
line of the game is the number of the move, the seat, how many moves were
legal, the beginning of the SHA-256 hash of their texts (sorted, one a line), the move, and the points after it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from tafelrunde.games.core import SPECTATOR
from tafelrunde.records.deals import DealStream
from tafelrunde.records.replay import new_record, redact
from tests.strategies import Variant

FOLDER = Path(__file__).parent
SECRET = bytes(range(32))
WORDS = ("Apfel", "Birne", "Kirsche", "Dattel", "Erdbeere", "Feige", "Himbeere", "Limone", "Mango")


def words(of: Variant) -> tuple[str, ...]:
    """The words of the seats in golden deals."""
    return WORDS[: of.game.seats(of.options)]


def golden_file(of: Variant) -> Path:
    """The file that holds the golden game of a variant."""
    return FOLDER / of.game.name / f"{'-'.join(of.options.words().values()) or 'standard'}.txt"


def playthrough(of: Variant) -> str:
    """Play a golden game."""
    return "\n".join(_lines(of))


def _lines(of: Variant) -> Iterator[str]:
    stream = DealStream(f"golden {of}".encode())
    deal = of.game.deal(of.options, stream)
    position = of.game.start(of.options, deal)
    record = new_record(of.game, of.options, deal)
    yield str(record).rstrip()
    yield ""
    running = [record]
    while not position.is_over:
        texts = sorted(map(str, position.legal_moves()))
        digest = hashlib.sha256("\n".join(texts).encode("ascii")).hexdigest()[:16]
        turns = sorted(map(str, position.turns()))
        choices = [kind for kind in (turns, [text for text in texts if text not in turns]) if kind]
        chosen = choices[stream.randrange(2) if len(choices) == 2 else 0]
        text = chosen[stream.randrange(len(chosen))]
        seat = position.seat
        position = position.play(position.parse(text))
        record = record.with_move(text)
        running.append(record)
        points = " ".join(map(str, position.outcome().points))
        yield f"{len(running) - 1} seat {seat + 1}: {len(texts)} {digest} {text} | {points}"
    outcome = position.outcome()
    yield f"winner: {'none' if outcome.winner is None else outcome.winner + 1}"
    # Two thirds of the way most games have something to hide.
    middle = running[len(running) * 2 // 3]
    for observer in of.observers:
        yield ""
        yield "seen by a spectator:" if observer == SPECTATOR else f"seen by seat {observer + 1}:"
        yield str(redact(middle, observer)).rstrip()
    yield ""
