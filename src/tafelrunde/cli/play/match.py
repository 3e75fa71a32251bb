"""A match at one keyboard: its record, its positions, and who has looked at what."""

from __future__ import annotations

from tafelrunde.cli.io import Refused
from tafelrunde.cli.observing import seat_name
from tafelrunde.cli.play import messages
from tafelrunde.cli.play.rooms import role_of
from tafelrunde.games.core import Move, Position
from tafelrunde.records.record import Record
from tafelrunde.records.replay import replay

RESULT_TAG = "Result"


class LocalMatch:
    """One play of a game from its record on; raises RecordError, or Refused for a record that hides cards."""

    def __init__(self, record: Record) -> None:
        played = replay(record)
        self.record = record
        self.game = played.game
        self.options = played.options
        self.positions: list[Position] = []
        for table in played.tables():
            if not isinstance(table, Position):
                raise Refused(messages.HIDDEN_RECORD)
            self.positions.append(table)
        self.moves: list[Move] = list(played.moves)
        self.seats = range(self.game.seats(self.options))
        self.names = tuple(seat_name(record.tags, seat) for seat in self.seats)
        self.resigned: int | None = None
        self.has_secrets = self._known_to(self.seats[0], 0)[0] != self._deal
        # Whoever comes back to a match has seen what there was to see.
        self._seen = [len(self.moves)] * len(self.seats)

    @property
    def _deal(self) -> str:
        return self.record.tags[self.game.deal_tag]

    @property
    def position(self) -> Position:
        """The table now."""
        return self.positions[-1]

    @property
    def last_seat(self) -> int:
        """The seat that played the last move, or that begins."""
        return self.positions[max(0, len(self.moves) - 1)].seat

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or by resignation."""
        return RESULT_TAG in self.record.tags or self.position.is_over

    @property
    def roster(self) -> str:
        """Who sits where, in one line."""
        roles = (role_of(self.game, seat) for seat in self.seats)
        return ", ".join(
            messages.ROSTER.format(name=name, role=role) for name, role in zip(self.names, roles, strict=True)
        )

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides, a team's names joined."""
        sides: dict[int, list[str]] = {}
        for seat in self.seats:
            sides.setdefault(self.game.side(self.options, seat), []).append(self.names[seat])
        return tuple(messages.AND.join(sides[side]) for side in sorted(sides))

    def play(self, move: Move) -> None:
        """Play a move; raise IllegalMove and change nothing where the rules forbid it."""
        after = self.position.play(move)
        self.positions.append(after)
        self.moves.append(move)
        self.record = self.record.with_move(move)
        if after.is_over:
            self.record = self.record.with_tags(**{RESULT_TAG: "-".join(map(str, after.outcome().points))})

    def resign(self, seat: int) -> None:
        """End the match because a seat gives up."""
        self.record = self.record.with_tags(**{RESULT_TAG: f"seat {seat + 1} resigned"})
        self.resigned = seat

    def look(self, seat: int) -> list[tuple[int, str]]:
        """Note that a seat looks at the table; return who played what since it last did, as that seat heard it."""
        news = self.heard(seat, self._seen[seat])
        self._seen[seat] = len(self.moves)
        return news

    def heard(self, observer: int, since: int) -> list[tuple[int, str]]:
        """Return who played what from a move on, as an observer heard it."""
        moves = self._known_to(observer, len(self.moves))[1]
        return [(self.positions[index].seat, moves[index]) for index in range(since, len(moves))]

    def _known_to(self, observer: int, moves: int) -> tuple[str, list[str]]:
        """Return the deal and the first moves as far as an observer knows them."""
        deal, heard = self.game.redact(self.options, self._deal, self.moves[:moves], observer)
        return deal, [str(move) for move in heard]

    def undo_objection(self) -> str | None:
        """Say why the last move cannot be taken back: there is none, or somebody saw what it uncovered."""
        if not self.moves:
            return messages.NOTHING_TO_UNDO
        last = len(self.moves)
        for seat in self.seats:
            if self._seen[seat] < last:
                continue
            deal, heard = self._known_to(seat, last)
            if (deal, heard[:-1]) != self._known_to(seat, last - 1):
                return messages.UNDO_TOO_LATE.format(name=self.names[seat])
        return None

    def undo(self) -> None:
        """Take the last move back."""
        self.positions.pop()
        self.moves.pop()
        self.record = self.record.without_last_move()
        self._seen = [min(seen, len(self.moves)) for seen in self._seen]
