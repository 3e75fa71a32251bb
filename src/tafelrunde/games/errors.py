"""The typed errors of the rules: each has a stable code, a message for people and the context to act on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import ClassVar


class TafelrundeError(Exception):
    """The base of every error this library raises on purpose."""

    code: ClassVar[str] = "error"


class UnknownGame(TafelrundeError):
    """No registered game has that name."""

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
    """A text cannot be parsed."""

    code = "invalid-notation"

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{quoted(text)}: {reason}")
        self.text = text
        self.reason = reason


Parameter = str | int


@dataclass(frozen=True)
class Why:
    """Why a move is illegal: the code of the rule that it breaks, its parameters, and both as an English sentence."""

    code: str
    params: Mapping[str, Parameter] = field(hash=False)
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class Objection:
    """A way to break the rules: a stable code for programs, and an English sentence with parameters to fill in.

    Calling it with those parameters gives the reason of one illegal move. A code means one thing in all games: raise
    ValueError for one that is taken. Counts are called `n`, by which translations choose between singular and plural.
    """

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        self.sentence = sentence
        self.parameters = frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)
        if self._known().setdefault(code, self).sentence != sentence:
            raise ValueError(f"the code {code} is taken")

    @classmethod
    def _known(cls) -> dict[str, Objection]:
        return OBJECTIONS

    def __call__(self, **params: Parameter) -> Why:
        """Return the reason for one move; raise TypeError unless exactly the parameters are given."""
        if params.keys() != self.parameters:
            raise TypeError(f"{self.code} takes {sorted(self.parameters)}, not {sorted(params)}")
        return Why(self.code, params, self.sentence.format(**params))


OBJECTIONS: dict[str, Objection] = {}
"""Every way to break the rules of the games that are loaded, by code."""

FLAWS: dict[str, Objection] = {}
"""Every reason why a table cannot have come about, of the games that are loaded, by code."""


class Flaw(Objection):
    """A reason why a table that was laid by hand cannot have come about; it has a code of its own as objections do."""

    @classmethod
    def _known(cls) -> dict[str, Objection]:
        return FLAWS


class ImpossibleTable(BadSetup):
    """A table that was laid by hand cannot have come about by the rules: `why` says what is wrong, by its code."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.sentence)
        self.why = why


GAME_OVER = Objection("game-over", "the game is over")
NO_MOVE = Objection("no-move", "that is no move of {game}")
NO_ACTION = Objection("no-action", "not a legal action here")


class IllegalMove(TafelrundeError):
    """A move reads well but the rules forbid it in this position.

    `why` names the rule by a stable code with parameters, `reason` is the same as an English sentence. A sentence
    alone is for what no rule of a game forbids, such as the number of an action that stands for no legal move.
    """

    code = "illegal-move"

    def __init__(self, move: object, why: Why | str) -> None:
        super().__init__(f"{quoted(str(move))}: {why}")
        self.move = move
        self.why = why if isinstance(why, Why) else Why(NO_ACTION.code, {}, why)
        self.reason = self.why.sentence


def quoted(text: str, limit: int = 60) -> str:
    """Quote a piece of foreign text for a message: on one line, printable and short."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "'" + "".join(c if c.isprintable() else "·" for c in cut) + "'"
