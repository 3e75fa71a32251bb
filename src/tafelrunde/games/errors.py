"""The typed errors of the rules: each has a stable code, a message for people and the context to act on."""

from __future__ import annotations

from typing import ClassVar


class TafelrundeError(Exception):
    """The base of every error this library raises on purpose."""

    code: ClassVar[str] = "error"


class UnknownGame(TafelrundeError):
    """A name stands for none of the registered games."""

    code = "unknown-game"

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"{quoted(name)} is no game here; there are {', '.join(known)}")
        self.name = name
        self.known = known


class BadOptions(TafelrundeError):
    """An option has a name or a value that the game does not know."""

    code = "bad-options"

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(f"option {quoted(option)}: {reason}")
        self.option = option
        self.reason = reason


class BadSetup(TafelrundeError):
    """A starting position or a deck cannot belong to the game."""

    code = "bad-setup"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class InvalidNotation(TafelrundeError):
    """A text does not read as what it should be."""

    code = "invalid-notation"

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{quoted(text)}: {reason}")
        self.text = text
        self.reason = reason


class IllegalMove(TafelrundeError):
    """A move reads well but the rules forbid it in this position."""

    code = "illegal-move"

    def __init__(self, move: object, reason: str) -> None:
        super().__init__(f"{quoted(str(move))}: {reason}")
        self.move = move
        self.reason = reason


def quoted(text: str, limit: int = 60) -> str:
    """Quote a piece of foreign text for a message: on one line, printable and short."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "'" + "".join(c if c.isprintable() else "·" for c in cut) + "'"
