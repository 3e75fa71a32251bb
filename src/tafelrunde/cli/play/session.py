"""One sitting: a match is begun or played on, won or left, and perhaps followed by its Revanche."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tafelrunde.cli.dealing import fresh_record
from tafelrunde.cli.io import Refused
from tafelrunde.cli.play import menu, messages
from tafelrunde.cli.play.host import Host
from tafelrunde.cli.play.match import LocalMatch
from tafelrunde.cli.play.players import Computer, Person, Player, computer_name, level_of
from tafelrunde.cli.play.rooms import guide_for
from tafelrunde.cli.play.saves import Save, new_save
from tafelrunde.cli.screen import Screen
from tafelrunde.games.core import SPECTATOR, Game, Options
from tafelrunde.records.record import DATE_TAG, date_text
from tafelrunde.records.replay import revanche


@dataclass(frozen=True)
class Request:
    """What was asked for on the command line; what is None or missing is asked at the screen."""

    game: Game | None = None
    options: Options | None = None
    names: Sequence[str] = ()
    words: Sequence[str] = ()
    seed: str | None = None
    file: Path | None = None
    against: int | None = None
    """The level of the computer that takes every seat but the first, where no name is given for it."""


class Session:
    """Leads from the menu to the last result."""

    def __init__(self, screen: Screen, folder: Path, now: datetime, colour: bool) -> None:
        self._screen = screen
        self._folder = folder
        self._now = now
        self._colour = colour
        self._save: Save | None = None
        self._last: LocalMatch | None = None

    def run(self, request: Request) -> None:
        """Play; raise EOFError when the input ends, and Refused or RecordError for a file that cannot be used."""
        self._screen.say(messages.WELCOME)
        save, match = self._resumed(request) or self._begun(request)
        while True:
            self._save, self._last = save, match
            players = [self._player(name) for name in match.names]
            if not Host(self._screen, match, save, players, self._colour).run():
                return
            self._show_result(match)
            if not self._wants_revanche(save, match):
                return
            save.begin(revanche(match.record))
            match = LocalMatch(save.records[-1])

    def farewell(self) -> list[str]:
        """Return what is to be read after the screen is gone: the result, and where the record lies."""
        if self._save is None or self._last is None or not self._save.file.exists():
            return []
        last = result(self._last) if self._last.is_over else messages.PLAY_ON
        return [last, messages.SAVED.format(file=self._save.file)]

    def _player(self, name: str) -> Player:
        level = level_of(name)
        return Person(self._screen, self._colour) if level is None else Computer(self._screen, level)

    def _resumed(self, request: Request) -> tuple[Save, LocalMatch] | None:
        if request.file is None:
            return menu.choose_resumable(self._screen, self._folder, request.game)
        save = Save.load(request.file)
        if not save.is_running:
            return None
        match = LocalMatch(save.records[-1])
        return (save, match) if not match.is_over and menu.wants_to_resume(self._screen, match) else None

    def _begun(self, request: Request) -> tuple[Save, LocalMatch]:
        from tafelrunde.players.registry import PERFECT, has_perfect

        game = request.game or menu.choose_game(self._screen)
        if request.against == PERFECT and not has_perfect(game):
            raise Refused(messages.NOT_PERFECT.format(title=game.title))
        options = request.options or menu.choose_options(self._screen, game)
        names = menu.choose_names(self._screen, game, options, self._with_computers(request, game.seats(options)))
        record = fresh_record(game, options, request.seed, request.words, names)
        save = Save.load(request.file) if request.file else new_save(self._folder, game.name, self._now)
        save.begin(record.with_tags(**{DATE_TAG: date_text(self._now)}))
        return save, LocalMatch(save.records[-1])

    def _with_computers(self, request: Request, seats: int) -> Sequence[str]:
        """Return the names asked for, a computer's for every seat that is left."""
        if request.against is None:
            return request.names
        names = list(request.names or [messages.DEFAULT_NAME.format(number=1)])
        while len(names) < seats:
            names.append(computer_name(request.against, names))
        return names

    def _show_result(self, match: LocalMatch) -> None:
        self._screen.wipe()
        self._screen.say(match.position.view(SPECTATOR).diagram(self._colour).rstrip() + "\n")
        self._screen.say("\n".join([*guide_for(match.position).score(match.sides), result(match)]))

    def _wants_revanche(self, save: Save, match: LocalMatch) -> bool:
        """Offer the Revanche after a first game, and not after a Revanche."""
        deals = [record.tags.get(match.game.deal_tag) for record in save.records]
        if not match.game.has_revanche or deals[-1] in deals[:-1]:
            self._screen.ask(messages.PRESS_ENTER)
            return False
        return self._screen.ask(messages.REVANCHE_QUESTION).lower() not in messages.NO


def result(match: LocalMatch) -> str:
    """Say who has won."""
    outcome = match.position.outcome()
    points = messages.AGAINST.join(map(str, outcome.points))
    if match.resigned is not None:
        return messages.RESIGNED.format(name=match.names[match.resigned])
    if outcome.winner is None:
        return messages.DRAW.format(points=points)
    return messages.WINS.format(side=match.sides[outcome.winner], points=points)
