"""The state of a match: the fold of its entries, one after the other (event sourcing)."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import dataclass, field
from typing import Literal

from tafelrunde.games.core import SPECTATOR, Game, Move, Options, Position
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.games.registry import find_game
from tafelrunde.records import deals
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.budget import Budget, costs_of
from tafelrunde.server.match.clock import Clock
from tafelrunde.server.match.parts import ChatLine, SeatState, Told, is_speech, is_taken, kept, owner_of

Status = Literal["open", "running", "paused", "finished"]


@dataclass(slots=True)
class Match:
    """A match after its last entry. Only `fold` changes it."""

    id: str
    number: int = 0
    began: int = 0
    """The number of the entry with which play began; moves in it were made elsewhere, and took no time."""
    created: ev.Created = field(init=False)
    created_at: int = 0
    changed_at: int = 0
    game: Game = field(init=False)
    options: Options = field(init=False)
    seats: list[SeatState] = field(default_factory=list)
    status: Status = "open"
    deal: str = ""
    deal_hash: str | None = None
    """The published hash of the deal's secret; None where the deal is that of an earlier match."""
    next_deal_hash: str | None = None
    """The published hash of a rematch's secret."""
    has_secrets: bool = False
    """Whether something of the deal is hidden from somebody."""
    start: Position | None = None
    position: Position | None = None
    moves: list[Move] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    clock: Clock | None = None
    reshaped: int = 0
    """The number of the last entry that changed more of what everybody sees than a move does."""
    owed: int = 0
    """Milliseconds of a stall that the running clock is still to be given back; no part of the entries."""
    proposal: ev.Proposed | None = None
    agreed: set[int] = field(default_factory=set)
    finished: ev.Finished | None = None
    next_match: str = ""
    next_words: dict[int, str] = field(default_factory=dict)
    """By seat: the words said for the deal of a rematch that is being proposed or agreed on."""
    chat: list[ChatLine] = field(default_factory=list)
    muted: set[tuple[int, int]] = field(default_factory=set)
    hints: Counter[int] = field(default_factory=Counter)
    """By seat: how many hints it got."""
    silenced: set[int] = field(default_factory=set)
    """Seats whose chat is not carried, by the word of a person in charge."""
    keys: dict[str, int] = field(default_factory=dict)
    spent: Counter[tuple[Budget, int]] = field(default_factory=Counter)
    """By kind of event and seat: how much of its budget is used up."""
    told: list[Told] = field(default_factory=list)
    _ahead: tuple[str, Move, Position, Position] | None = None
    """A legal move as a text and as what it is, the position before it, and the one after it."""

    # What can be asked

    @property
    def deciding(self) -> int | None:
        """The seat that decides now; None when nobody does."""
        return self.position.seat if self.status == "running" and self.position is not None else None

    @property
    def observers(self) -> tuple[int, ...]:
        """Everybody who can hear something: the seats and the spectators."""
        return (*range(len(self.seats)), SPECTATOR)

    @property
    def people(self) -> list[int]:
        """The seats for which a person decides."""
        return [index for index, seat in enumerate(self.seats) if not seat.computer]

    def seat_of(self, token_hash: str) -> int | None:
        """Return the seat that a token opens now."""
        return next((index for index in range(len(self.seats)) if self.is_held(index, token_hash)), None)

    def is_held(self, seat: int, holder: str) -> bool:
        """Return whether a token opens a seat now, or its owner's account does.

        It is asked at every act and every message, for seats change hands.
        """
        state = self.seats[seat]
        return state.taken and (state.token == holder or (state.owner != "" and owner_of(holder) == state.owner))

    def invitation_of(self, token_hash: str) -> int | None:
        """Return the free seat that a token invites to."""
        seats = enumerate(self.seats)
        return next((index for index, seat in seats if not seat.taken and seat.token == token_hash), None)

    def key_of(self, seat: int, name: str) -> str:
        """Return the idempotency key of an action: ids belong to a person, so the next one on a seat starts over."""
        tenure = 0 if seat == SPECTATOR else self.seats[seat].tenure
        return f"{seat}:{name}" if tenure <= 1 else f"{seat}.{tenure}:{name}"

    @property
    def is_known(self) -> bool:
        """Whether it continues a record whose deal hides something: then whoever sent the record knows everything."""
        return self.has_secrets and bool(self.created.tags) and not self.created.previous

    @property
    def fair_clock(self) -> Clock | None:
        """The clock with everything given back that is owed."""
        return self.clock and self.clock.credit(self.owed)

    def with_credit(self, happening: tuple[ev.Stored, ...]) -> tuple[ev.Stored, ...]:
        """Return what happens, with the time that is owed given back before it."""
        if not self.owed or self.clock is None or self.clock.running is None:
            return happening
        return ev.Credited(self.owed), *happening

    def after(self, move: Move, text: str) -> Position:
        """Return the position after a move that was found to be legal; the next fold of its text costs nothing."""
        assert self.position is not None
        result = self.position.apply(move)
        self._ahead = (text, move, self.position, result)
        return result

    def copy(self) -> Match:
        """Return a match that can be folded on without changing this one."""
        other = copy(self)
        other.seats = [copy(seat) for seat in self.seats]
        kept_apart = "moves movers agreed next_words chat muted hints silenced keys spent told"
        for name in kept_apart.split():
            setattr(other, name, getattr(self, name).copy())
        return other

    # What happens

    def fold(self, number: int, at: int, key: str | None, happened: tuple[ev.Stored, ...]) -> Told:
        """Take in the entry that follows the last one, and return how it is told."""
        assert number == self.number + 1
        self.number = number
        self.changed_at = at
        if key is not None:
            self.keys[key] = number
        if len(happened) == 1:
            # Nearly always.
            told = Told(number, at, (self._happen(happened[0], at),))
        else:
            told = Told(number, at, tuple([self._happen(event, at) for event in happened]))
        self.told.append(told)
        return told

    def _happen(self, event: ev.Stored, at: int) -> ev.Public | dict[int, ev.Public]:  # noqa: C901  (one case for each)
        if isinstance(event, ev.Moved):
            return self._move(event, at)
        self.reshaped = self.number
        for account, amount in costs_of(event, len(self.moves)):
            self.spent[account] += amount
        match event:
            case ev.Created():
                return self._create(event, at)
            case ev.Joined():
                return self._join(event)
            case ev.Claimed():
                return self._claim(event)
            case ev.Disowned():
                self._disown(event)
            case ev.Rotated():
                seat = self.seats[event.seat]
                seat.token, seat.session = event.token, event.session or seat.session
                return ev.Silent()
            case ev.Started():
                return self._start(event, at)
            case ev.Chatted() | ev.Muted():
                return self._speak(event)
            case ev.Left() | ev.Returned() | ev.TakenOver():
                self._change_seat(event)
            case ev.Proposed() | ev.Agreed() | ev.Declined():
                self._propose(event)
            case ev.TakenBack():
                self._take_back(event.ply, at)
            case ev.Paused() | ev.Resumed() | ev.Credited():
                self._change_clock(event, at)
            case ev.Finished():
                self._finish(event, at)
            case ev.Rematched():
                self.next_match = event.match
                self._settle()
            case ev.Resigned() | ev.Stumbled():
                pass
            case ev.Hinted():
                self.hints[event.seat] += 1
            case ev.Silenced():
                (self.silenced.add if event.on else self.silenced.discard)(event.seat)
            case ev.LineRemoved():
                self._remove_line(event.number)
        return event

    def _create(self, event: ev.Created, at: int) -> ev.Public:
        _insist(self.number == 1)
        self.created = event
        self.created_at = at
        self.game = find_game(event.game)
        self.options = self.game.options_type.read(event.options)
        self.deal_hash = deals.commitment(bytes.fromhex(event.secret)) if event.secret else None
        self.next_deal_hash = deals.commitment(bytes.fromhex(event.next_secret)) if event.next_secret else None
        self.seats = [
            SeatState(
                plan.kind,
                plan.name,
                plan.level,
                plan.engine,
                plan.token,
                plan.word,
                is_taken(plan),
                plan.word_follows,
                owner=plan.owner,
                session=plan.session,
                account=plan.account,
            )
            for plan in event.seats
        ]
        return ev.Opened()

    def _join(self, event: ev.Joined) -> ev.Public:
        seat = self.seats[event.seat]
        seat.name, seat.token, seat.word, seat.taken = event.name, event.token, event.word, True
        seat.word_follows = event.word_follows
        seat.owner, seat.session, seat.account = event.owner, event.session, event.account
        seat.tenure += 1
        # The predecessor's coming and going is not the newcomer's.
        self.spent.pop(("coming", event.seat), None)
        return ev.Seated(event.seat, event.name)

    def _claim(self, event: ev.Claimed) -> ev.Public:
        seat = self.seats[event.seat]
        _insist(seat.taken and seat.kind != "computer")
        seat.name, seat.owner, seat.session, seat.account = event.name, event.owner, event.session, event.account
        return ev.Named(event.seat, event.name)

    def _disown(self, event: ev.Disowned) -> None:
        seat = self.seats[event.seat]
        seat.name, seat.owner, seat.session, seat.account, seat.token = event.name, "", "", None, ""
        self.chat = [line for line in self.chat if line.seat != event.seat]
        self.told = [told.disowned(event) for told in self.told]

    def _start(self, event: ev.Started, at: int) -> ev.Public:
        self.deal, self.began = event.deal, self.number
        self.has_secrets = self.game.redact(self.options, event.deal, [], SPECTATOR)[0] != event.deal
        self.start = self.position = self.game.start(self.options, event.deal)
        self.status = "running"
        if self.created.clock is not None:
            self.clock = Clock.new(self.created.clock, len(self.seats)).start(self.position.seat, at)
        return ev.Begun()

    def _move(self, event: ev.Moved, at: int) -> ev.Public | dict[int, ev.Public]:
        before = self.position
        assert before is not None
        ahead = self._ahead
        if ahead is not None and ahead[0] == event.move and ahead[2] is before:
            _, move, _, self.position = ahead
        else:
            move = self.game.parse_move(event.move)
            _insist(before.seat == event.seat and not before.is_over)
            before.check(move)
            self.position = before.apply(move)
        self._ahead = None
        self.moves.append(move)
        self.movers.append(event.seat)
        if self.proposal is not None and self.proposal.what != "pause":
            self._settle()
        if self.clock is not None:
            following = None if self.position.is_over else self.position.seat
            if self.number == self.began and following is not None:
                self.clock = self.clock.start(following, at)
            else:
                self.clock = self.clock.press(event.seat, following, at)
        if self.game.is_public(move):
            return event
        return {observer: ev.Moved(event.seat, self._heard(observer)) for observer in self.observers}

    def _heard(self, observer: int) -> str:
        """Return the last move as an observer heard it when it was made."""
        _, heard = self.game.redact(self.options, self.deal, self.moves, observer)
        return str(heard[-1])

    def _speak(self, event: ev.Chatted | ev.Muted) -> ev.Public | dict[int, ev.Public]:
        if isinstance(event, ev.Muted):
            (self.muted.add if event.on else self.muted.discard)((event.seat, event.other))
            return {observer: event if observer == event.seat else ev.Silent() for observer in self.observers}
        _insist(SPECTATOR <= event.seat < len(self.seats))
        self.chat = kept([*self.chat, ChatLine(self.number, event.seat, event.text, event.name)])
        heard = {observer: self.is_heard(event.seat, observer) for observer in self.observers}
        if all(heard.values()):
            return event
        return {observer: event if hears else ev.Silent() for observer, hears in heard.items()}

    def is_heard(self, speaker: int, listener: int) -> bool:
        """Return whether a listener hears a speaker now.

        Those who watch a match in earnest talk among themselves until it is over: nobody is helped by them.
        """
        if (listener, speaker) in self.muted:
            return False
        return listener == SPECTATOR or speaker != SPECTATOR or self.created.friendly or self.finished is not None

    def is_line(self, number: int) -> bool:
        """Return whether something was said in an entry and has not been removed."""
        return 0 < number <= self.number and any(map(is_speech, self.told[number - 1].events))

    def _remove_line(self, number: int) -> None:
        self.chat = [line for line in self.chat if line.number != number]
        told = self.told[number - 1]
        events = tuple(ev.Silent() if is_speech(event) else event for event in told.events)
        self.told[number - 1] = told._replace(events=events)

    def _change_seat(self, event: ev.Left | ev.Returned | ev.TakenOver) -> None:
        seat = self.seats[event.seat]
        if isinstance(event, ev.TakenOver):
            seat.substitute = event.level
        elif isinstance(event, ev.Returned):
            seat.left, seat.substitute = False, 0
        elif self.status == "open":
            # Whoever sat here is a stranger from now on: an open seat is anybody's, an invitation holds again, and
            # the creator's own seat is kept for the creator, as long as their device is not signed out.
            if seat.kind != "local":
                seat.token, seat.session = self.created.seats[event.seat].token, ""
            seat.taken, seat.name, seat.word = False, "", ""
            seat.owner, seat.account = "", None
            self.muted = {pair for pair in self.muted if event.seat not in pair}
        else:
            seat.left = True

    def _propose(self, event: ev.Proposed | ev.Agreed | ev.Declined) -> None:
        if isinstance(event, ev.Declined):
            self._settle()
            return
        if isinstance(event, ev.Proposed):
            self.proposal, self.agreed = event, set()
        self.agreed.add(event.seat)
        if event.word:
            self.next_words[event.seat] = event.word

    def _settle(self) -> None:
        self.reshaped = self.number
        self.proposal, self.agreed, self.next_words = None, set(), {}

    def _take_back(self, ply: int, at: int) -> None:
        assert self.start is not None
        _insist(0 <= ply <= len(self.moves))
        position = self.start
        del self.moves[ply:]
        del self.movers[ply:]
        for move in self.moves:
            position = position.apply(move)
        self.position = position
        if self.clock is not None:
            self.clock = self.clock.start(position.seat, at)
        self._settle()

    def _change_clock(self, event: ev.Paused | ev.Resumed | ev.Credited, at: int) -> None:
        if isinstance(event, ev.Credited):
            self.clock = self.clock and self.clock.credit(event.ms)
            self.owed = max(0, self.owed - event.ms)
        elif isinstance(event, ev.Paused):
            self.clock = self.clock and self.clock.stop(at)
            self.status = "paused"
            self._settle()
        else:
            _insist(self.status == "paused")
            self.status = "running"
            assert self.position is not None
            self.clock = self.clock and self.clock.start(self.position.seat, at)

    def _finish(self, event: ev.Finished, at: int) -> None:
        self.finished = event
        self.status = "finished"
        self.clock = self.clock and self.clock.stop(at)
        self._settle()


class Inconsistent(TafelrundeError):
    """An entry does not follow from those before it: nobody decided it."""

    code = "inconsistent"


def _insist(follows: bool) -> None:
    if not follows:
        raise Inconsistent("an entry does not follow from those before it")
