"""What programs write into comments: values, clocks, arrows and marks, as `[%eval 0.62]` between the words.

A command that does not read as one of these is words like any other, so that no comment is ever refused for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from tafelrunde.games.errors import InvalidNotation

_COMMAND = re.compile(r"\[%([a-z]+)(?: ([^\[\]]*))?\]")
_VALUE = re.compile(r"(win|draw|loss)(?: ([1-9][0-9]{0,3}))?|(0(?:\.[0-9]{1,6})?|1(?:\.0{1,6})?)")
_CLOCK = re.compile(r"([0-9]{1,4}):([0-5][0-9]):([0-5][0-9](?:\.[0-9]{1,3})?)")
_PLACE, _COLOUR = r"([^\s\[\]{}]{1,20})", r"(?: (green|red|blue|yellow))?"
_DRAWN = {"arrow": re.compile(f"{_PLACE} {_PLACE}{_COLOUR}"), "mark": re.compile(f"{_PLACE}(){_COLOUR}")}

_CERTAIN = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True)
class Evaluation:
    """What a move is worth to the side that made it: a chance to win from 0 to 1, or what is certain."""

    chance: float
    certain: str | None = None
    """`win`, `draw` or `loss` where the result is proved."""
    margin: int | None = None
    """By how many points, where that is proved too."""

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read `0.62`, `win` or `loss 3`; return None for anything else."""
        found = _VALUE.fullmatch(text)
        if found is None or (found[1] == "draw" and found[2]):
            return None
        if found[1]:
            return cls(_CERTAIN[found[1]], found[1], int(found[2]) if found[2] else None)
        return cls(float(found[3]))

    def __str__(self) -> str:
        if self.certain is None:
            return f"{self.chance:.4f}".rstrip("0").rstrip(".")
        return self.certain if self.margin is None else f"{self.certain} {self.margin}"


@dataclass(frozen=True)
class Arrow:
    """An arrow from one place of the board to another, or a mark on one place."""

    start: str
    end: str | None = None
    colour: str = "green"

    @classmethod
    def parse(cls, name: str, text: str) -> Self | None:
        """Read the value of `[%arrow c3 f3 red]` or `[%mark c3]`; return None for anything else."""
        found = _DRAWN[name].fullmatch(text)
        return None if found is None else cls(found[1], found[2] or None, found[3] or "green")

    def __str__(self) -> str:
        colour = "" if self.colour == "green" else f" {self.colour}"
        return f"{self.start}{colour}" if self.end is None else f"{self.start} {self.end}{colour}"

    @property
    def command(self) -> str:
        """The name of the command that draws it."""
        return "mark" if self.end is None else "arrow"


def check_words(text: str) -> None:
    """Raise InvalidNotation for a text that cannot stand in a comment."""
    if "}" in text:
        raise InvalidNotation(text, "a comment holds no '}'")


def words(text: str) -> str:
    """Return a comment without its commands."""
    return _tidy(_COMMAND.sub("", text)) if "[%" in text else text


def commands(text: str) -> str:
    """Return what stands in a comment besides its words, with spaces between."""
    return " ".join(found[0] for found in _COMMAND.finditer(text))


def values(text: str, name: str) -> list[str]:
    """Return the values of all commands of a name, in their order."""
    return [found[2] or "" for found in _COMMAND.finditer(text) if found[1] == name]


def with_values(text: str, name: str, new: list[str]) -> str:
    """Return a comment with the commands of a name replaced, the new ones in front of everything else."""
    rest = _COMMAND.sub(lambda found: "" if found[1] == name else found[0], text)
    return _tidy(" ".join([*(f"[%{name} {value}]" for value in new), rest]))


def seconds(text: str) -> float | None:
    """Read the time of a clock, `1:02:03`; return None for anything else."""
    found = _CLOCK.fullmatch(text)
    return None if found is None else int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3])


def clock_text(time: float) -> str:
    """Write seconds as a clock shows them."""
    thousandths = round(time * 1000)
    whole, rest = divmod(thousandths, 1000)
    fraction = f".{rest:03}".rstrip("0") if rest else ""
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{fraction}"


def without_judgement(text: str) -> str:
    """Return a comment with nothing that a program wrote but clocks.

    Where something was taken out a space stays, and what is left can never be read as a command.
    """
    if "[%" not in text:
        return text
    pieces: list[str] = []
    at = 0
    for found in _COMMAND.finditer(text):
        pieces.append(text[at : found.start()].replace("[%", "[ %"))
        if found[1] == "clk" and seconds(found[2] or "") is not None:
            pieces.append(found[0])
        at = found.end()
    return _tidy(" ".join([*pieces, text[at:].replace("[%", "[ %")]))


def _tidy(text: str) -> str:
    return re.sub(r" {2,}", " ", text).strip(" ")
