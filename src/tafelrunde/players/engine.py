"""The bot protocol (docs/bots.md): one JSON object per line in, one out, until the end of input.

A question names a record, a seat and a level; the answer is a move with what the player knows beside it, or an error.
An open record is redacted before any player sees it, so that an engine never knows more than its seat.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from tafelrunde.games.core import MOST_SEATS
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.players.base import Budget
from tafelrunde.players.registry import PERFECT, has_perfect, player_of_level
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import view_of

MAX_LINE = 2_000_000
MOST_SECONDS = 24 * 3600
MOST_NODES = 10**15
LEVELS = range(1, 9)
FIELDS = {"record", "seat", "level", "seconds", "nodes", "seed", "protocol"}
PROTOCOL = 1


class BadQuestion(TafelrundeError):
    """A question lacks a member or has a malformed one."""

    code = "bad-question"


class NotYourTurn(TafelrundeError):
    """Another seat decides next, or the game is over."""

    code = "not-your-turn"


def serve(lines: Iterable[str]) -> Iterator[str]:
    """Answer questions line by line; an error does not end the session."""
    for line in lines:
        if line.strip():
            yield json.dumps(answer(line), ensure_ascii=False)


def answer(line: str) -> dict[str, Any]:
    """Answer one question."""
    try:
        return _answer(_question(line))
    except TafelrundeError as error:
        return {"error": {"code": error.code, "message": str(error)}}


def _question(line: str) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise BadQuestion(f"a question has at most {MAX_LINE} characters")
    try:
        question = json.loads(line)
    except (ValueError, RecursionError):
        raise BadQuestion("a question is one JSON object on a line") from None
    if not isinstance(question, dict):
        raise BadQuestion("a question is one JSON object on a line")
    if unknown := sorted(set(question) - FIELDS):
        raise BadQuestion(f"unknown: {', '.join(unknown)[:200]}")
    return question


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    if question.get("protocol", PROTOCOL) != PROTOCOL:
        raise BadQuestion(f"this engine speaks protocol {PROTOCOL}")
    text = question.get("record")
    if not isinstance(text, str):
        raise BadQuestion("record is the text of a record")
    level = _whole(question, "level", LEVELS[0], PERFECT, default=LEVELS[-1])
    budget = _budget(question)
    seed = question.get("seed")
    if not isinstance(seed, int | str | None):
        raise BadQuestion("seed is a number or a text")
    record = read_record(text)
    seat = _whole(question, "seat", 1, MOST_SEATS) - 1
    view = view_of(record, seat)
    if seat >= view.game.seats(view.options):
        raise BadQuestion(f"there is no seat {seat + 1}")
    if level == PERFECT and not has_perfect(view.game):
        raise BadQuestion(f"nobody plays {view.game.title} perfectly: level is a whole number from 1 to {LEVELS[-1]}")
    if view.is_over:
        raise NotYourTurn("the game is over")
    if view.seat != seat:
        raise NotYourTurn(f"seat {view.seat + 1} decides next")
    begin = time.perf_counter()
    choice = player_of_level(level).choose(view, budget, Random(seed))
    return {
        "move": str(choice.move),
        "value": choice.value,
        "line": [str(move) for move in choice.line],
        "exact": choice.exact,
        "nodes": choice.nodes,
        "seconds": round(time.perf_counter() - begin, 3),
    }


def _whole(question: dict[str, Any], name: str, least: int, most: int, default: int | None = None) -> int:
    """Read a whole number; raise BadQuestion."""
    value = question.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadQuestion(f"{name} is a whole number from {least} to {most}")
    return value


def _budget(question: dict[str, Any]) -> Budget:
    seconds = question.get("seconds")
    if seconds is None:
        return Budget(nodes=_whole(question, "nodes", 1, MOST_NODES) if "nodes" in question else None)
    if "nodes" in question:
        raise BadQuestion("give seconds or nodes, not both")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
        raise BadQuestion(f"seconds is a number above 0 and at most {MOST_SECONDS}")
    return Budget(seconds=float(seconds))
