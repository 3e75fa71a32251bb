"""Who decides for a seat: a person at the keyboard, or anything else that can look at a view and choose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum, auto
from itertools import count
from random import Random
from threading import Event
from typing import TYPE_CHECKING, Protocol

from tafelrunde.cli.play import messages
from tafelrunde.cli.play.rooms import guide_for
from tafelrunde.cli.screen import Screen
from tafelrunde.games.core import Move, View
from tafelrunde.games.errors import IllegalMove, InvalidNotation, quoted

if TYPE_CHECKING:
    from tafelrunde.players.base import Choice


class Wish(Enum):
    """What a player may want instead of a move."""

    UNDO = auto()
    RESIGN = auto()
    QUIT = auto()


@dataclass(frozen=True)
class Situation:
    """All a seat is told when it has to decide."""

    view: View
    heading: str
    """Who sits where, and the number of the move to come."""
    names: Sequence[str]
    sides: Sequence[str]
    news: Sequence[str]
    """What was played since the seat last looked, and what the host has to say."""


class Player(Protocol):
    """Decides for one seat."""

    at_keyboard: bool
    """Whether it looks at the screen, so that a curtain has to fall before another one does."""

    def choose(self, situation: Situation) -> Move | Wish:
        """Return a move that is legal in the view, or a wish."""

    def agrees(self, question: str) -> bool:
        """Answer a question of the other players."""


class Person:
    """Somebody at the keyboard."""

    at_keyboard = True

    def __init__(self, screen: Screen, colour: bool) -> None:
        self._screen = screen
        self._colour = colour

    def choose(self, situation: Situation) -> Move | Wish:
        """Show the table and read words until one is a move or a wish."""
        view = situation.view
        self._draw(situation)
        while True:
            text = " ".join(self._screen.ask(messages.PROMPT.format(name=situation.names[view.seat])).split())
            if text.lower() in _WISHES:
                return _WISHES[text.lower()]
            if not text:
                self._draw(situation)
                continue
            if (told := self._tell(situation, text)) is not None:
                self._screen.say("\n".join(told))
                continue
            try:
                return view.parse(text)
            except InvalidNotation as error:
                self._screen.say(messages.UNREADABLE.format(text=quoted(text), reason=error.reason))
            except IllegalMove as error:
                self._screen.say(messages.ILLEGAL.format(text=quoted(text), reason=error.reason))

    def agrees(self, question: str) -> bool:
        """Ask; anything but a yes is a no."""
        return self._screen.ask(question).lower() in messages.YES

    def _draw(self, situation: Situation) -> None:
        view = situation.view
        self._screen.wipe()
        self._screen.say(situation.heading)
        self._screen.say("\n".join([*situation.news, "", view.diagram(self._colour).rstrip(), ""]))
        for hint in guide_for(view).hints(situation.names):
            self._screen.say(hint)
        if len(turns := view.turns()) == 1:
            self._screen.say(messages.ONLY_MOVE.format(move=turns[0]))

    def _tell(self, situation: Situation, text: str) -> list[str] | None:
        """Answer a question about the table; None if the text asks none."""
        guide = guide_for(situation.view)
        if text.lower() in messages.HELP_WORDS:
            return [messages.HELP, "", *guide.moves()]
        if text.lower() in messages.SCORE_WORDS:
            return guide.score(situation.sides)
        return guide.about(text)


class Computer:
    """A level of the computer; it knows what its seat may know and no more, and has nothing against taking back."""

    at_keyboard = False
    told_every = 10.0
    """Seconds after which one who thinks long says so again."""

    def __init__(self, screen: Screen, level: int) -> None:
        self._screen = screen
        self._level = level

    def choose(self, situation: Situation) -> Move | Wish:
        """Think, and say so meanwhile."""
        from tafelrunde.players.base import LONGEST, Budget
        from tafelrunde.players.registry import PERFECT, player_of_level

        view, name, player = situation.view, situation.names[situation.view.seat], player_of_level(self._level)
        if self._level != PERFECT:
            self._screen.say(messages.THINKING.format(name=name))
            return player.choose(view, Budget(), Random()).move
        self._screen.say(messages.THINKING_LONG.format(name=name, seconds=round(LONGEST)))
        stop = Event()
        with ThreadPoolExecutor(1) as aside:
            thought = aside.submit(player.choose, view, Budget(), Random(), stop=stop)
            try:
                return self._awaited(thought).move
            finally:
                stop.set()  # whoever interrupts does not wait for the end of a thought

    def _awaited(self, thought: Future[Choice]) -> Choice:
        """Say every now and then how long it has taken."""
        for times in count(1):
            try:
                return thought.result(self.told_every)
            except TimeoutError:
                if thought.done():
                    raise
                self._screen.say(messages.STILL_THINKING.format(seconds=round(times * self.told_every)))
        raise AssertionError

    def agrees(self, question: str) -> bool:
        """Agree."""
        return True


LEVELS = range(1, 9)
_LEVEL = re.escape(messages.COMPUTER).replace(r"\{level\}", r"([1-8])")
_COMPUTER = re.compile(rf"(?:{_LEVEL}|{re.escape(messages.PERFECT_COMPUTER)})(?: \([0-9]+\))?")


def level_of(name: str) -> int | None:
    """Return the level of the computer that has such a name; None for a person's. Records tell it by the name alone."""
    from tafelrunde.players.registry import PERFECT

    read = _COMPUTER.fullmatch(name)
    return None if read is None else int(read[1] or PERFECT)


def read_level(text: str) -> int | None:
    """Return the level that somebody asks for by its number, or as the perfect one; None for anything else."""
    from tafelrunde.players.registry import PERFECT

    if text == messages.PERFECT:
        return PERFECT
    return int(text) if text in map(str, LEVELS) else None


def computer_name(level: int, taken: Sequence[str]) -> str:
    """Return a name for a computer that nobody has yet."""
    name = messages.COMPUTER.format(level=level) if level in LEVELS else messages.PERFECT_COMPUTER
    names = (name if number == 1 else messages.SAME_COMPUTER.format(name=name, number=number) for number in count(1))
    return next(each for each in names if each not in taken)


_WISHES = {
    word: wish
    for wish, words in (
        (Wish.UNDO, messages.UNDO_WORDS),
        (Wish.RESIGN, messages.RESIGN_WORDS),
        (Wish.QUIT, messages.QUIT_WORDS),
    )
    for word in words
}
