"""The host of a match: asks the players in turn, lets the curtain fall, keeps the record."""

from __future__ import annotations

from collections.abc import Sequence

from tafelrunde.cli.play import messages
from tafelrunde.cli.play.match import LocalMatch
from tafelrunde.cli.play.players import Player, Situation, Wish
from tafelrunde.cli.play.saves import Save
from tafelrunde.cli.screen import Screen
from tafelrunde.games.core import SPECTATOR, Move


class Host:
    """Leads one match to its end, or to the point where somebody leaves."""

    def __init__(self, screen: Screen, match: LocalMatch, save: Save, players: Sequence[Player], colour: bool) -> None:
        self._screen = screen
        self._match = match
        self._save = save
        self._players = players
        self._colour = colour
        self._watching: int | None = None
        """The seat that may see the screen; None when nobody's hand may be on it."""
        self._notices: list[str] = []

    def run(self) -> bool:
        """Play until the match is over, and return True, or until somebody quits; raise EOFError."""
        self._keep()
        while not self._match.is_over:
            seat = self._match.position.seat
            if self._needs_curtain(seat) and self._curtain(seat) in messages.UNDO_WORDS:
                # Nobody else has looked yet: it is the player who has just moved that asks.
                self._undo(self._match.last_seat)
                continue
            choice = self._ask(seat)
            if choice is Wish.QUIT:
                return False
            if choice is Wish.UNDO:
                self._undo(seat)
            elif choice is Wish.RESIGN:
                self._resign(seat)
            else:
                self._play(choice)
        return True

    def _ask(self, seat: int) -> Move | Wish:
        """Let a seat look and decide."""
        match = self._match
        if self._players[seat].at_keyboard:
            self._watching = seat
        news = (*self._pop_notices(), *self._told(match.look(seat)))
        heading = messages.HEADING.format(roster=match.roster, number=len(match.moves) + 1)
        return self._players[seat].choose(Situation(match.position.view(seat), heading, match.names, match.sides, news))

    def _needs_curtain(self, seat: int) -> bool:
        return self._match.has_secrets and self._players[seat].at_keyboard and self._watching != seat

    def _curtain(self, seat: int) -> str:
        """Show what everybody may see, and wait until the right person sits there; return what is typed."""
        name = self._match.names[seat]
        self._show_public()
        self._screen.say(messages.CURTAIN.format(name=name))
        question = messages.CURTAIN_QUESTION if self._match.undo_objection() else messages.CURTAIN_QUESTION_UNDO
        return self._screen.ask_afresh(question.format(name=name)).lower()

    def _show_public(self) -> None:
        """Wipe the screen and draw what a spectator sees."""
        match = self._match
        self._watching = None
        self._screen.wipe()
        # Everybody's last move is a round; a negotiation that is longer is told to its partners.
        round_begin = max(0, len(match.moves) - len(match.seats))
        lines = (*self._pop_notices(), *self._told(match.heard(SPECTATOR, round_begin)))
        self._screen.say("\n".join([*lines, "", match.position.view(SPECTATOR).diagram(self._colour).rstrip(), ""]))

    def _told(self, moves: Sequence[tuple[int, str]]) -> list[str]:
        return [messages.NEWS.format(name=self._match.names[seat], move=move) for seat, move in moves]

    def _pop_notices(self) -> list[str]:
        notices, self._notices = self._notices, []
        return notices

    def _play(self, move: Move) -> None:
        self._match.play(move)
        self._keep()

    def _undo(self, seat: int) -> None:
        """Take the last move back if nothing hidden was seen and all the others agree."""
        match = self._match
        if objection := match.undo_objection():
            self._notices.append(objection)
            return
        move = match.heard(SPECTATOR, len(match.moves) - 1)[0][1]
        self._show_public()
        for other in match.seats:
            question = messages.UNDO_QUESTION.format(name=match.names[other], move=move)
            if other != seat and not self._players[other].agrees(question):
                self._notices.append(messages.UNDO_REFUSED.format(name=match.names[other]))
                return
        match.undo()
        # What a computer would only do again is taken back with it.
        while match.moves and not self._players[match.position.seat].at_keyboard and not match.undo_objection():
            match.undo()
        self._notices.append(messages.UNDONE.format(move=move))
        self._keep()

    def _resign(self, seat: int) -> None:
        """Let a seat give up, where that makes the other side win."""
        match = self._match
        if len(match.sides) > 2:
            self._notices.append(messages.RESIGN_NOT_HERE)
        elif self._players[seat].agrees(messages.RESIGN_QUESTION.format(name=match.names[seat])):
            match.resign(seat)
            self._keep()

    def _keep(self) -> None:
        """Save the match; a disk that is full or shut is told of and does not end the game."""
        try:
            self._save.write(self._match.record)
        except OSError as error:
            self._notices.append(messages.NOT_SAVED.format(reason=error.strerror or error))
