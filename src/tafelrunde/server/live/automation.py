"""What happens in matches without a client: clocks ring and computers think."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import structlog

from tafelrunde.games.core import Position
from tafelrunde.server.live.live_match import LiveMatch
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.decide import Events, decide_move, decide_time
from tafelrunde.server.match.record import record_for
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.thinking.computers import Question
from tafelrunde.store import StoreUnavailable
from tafelrunde.store.people.leavers import note_left

if TYPE_CHECKING:
    from tafelrunde.server.live.host import Host

log = structlog.get_logger()

_ADVISER = 8
"""The level that gives hints."""
_ADVICE_SECONDS = 0.8
"""How long it may think about one."""


class Automation:
    """Looks after the matches of a host."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def attend(self, live: LiveMatch) -> None:
        """Set the timer for the running clock, and let a computer think."""
        match = live.match
        if live.deadline is not None:
            self._disarm(live)
        if self._host.stopping:
            return
        if match.clock is not None:
            self._arm(live)
        turn = match.deciding
        if live.thinking is not None and live.pondered not in (None, (turn, len(match.moves))):
            # A move was taken back, or the match ended: nobody waits for the end of a long thought.
            live.thinking.cancel()
            live.thinking = live.pondered = None
        if turn is not None and match.seats[turn].computer and live.thinking is None:
            live.thinking = self._host.chore(self._think(live))

    def _arm(self, live: LiveMatch) -> None:
        clock = live.match.fair_clock
        if clock is not None and clock.deadline is not None:
            wait = max(0, clock.deadline - self._host.now()) / 1000 + 0.001
            live.deadline = asyncio.get_running_loop().call_later(wait, self.ring, live)

    def _disarm(self, live: LiveMatch) -> None:
        if live.deadline is not None:
            live.deadline.cancel()
            live.deadline = None

    def dismiss(self, live: LiveMatch) -> None:
        """Do nothing more for a match."""
        self._disarm(live)
        for task in (live.thinking, live.ringing):
            if task is not None and task is not asyncio.current_task():
                task.cancel()

    def ring(self, live: LiveMatch) -> None:
        """See whether a seat's time has run out."""
        live.deadline = None
        self._host.stalls.notice()
        live.ringing = self._host.chore(self._time_out(live))

    async def _time_out(self, live: LiveMatch) -> None:
        if self._host.presence.is_one_silent:
            # Perhaps the one whose time it is waits for that process. It gives the time back, or is forgotten.
            live.deadline = asyncio.get_running_loop().call_later(1.0, self.ring, live)
            return
        try:
            await self._host.change(live, lambda match: decide_time(match, self._host.now()))
            await self._note_absent(live.match)
        except (Refusal, StoreUnavailable):
            if live.gone is not None:
                return
            # The store will answer again: try then.
            live.deadline = asyncio.get_running_loop().call_later(1.0, self.ring, live)
        else:
            if live.match.status == "running" and live.deadline is None:
                self.attend(live)

    async def _note_absent(self, match: Match) -> None:
        """Note that somebody left a rated match, if their time ran out in it and they never made a move."""
        finished = match.finished
        if not match.created.rated or finished is None or finished.reason != "time" or finished.seat is None:
            return
        if finished.seat not in match.movers:
            account = match.seats[finished.seat].owner
            await self._host.store.transact(lambda: note_left(account, match.id, match.changed_at))

    async def _think(self, live: LiveMatch) -> None:
        """Let computers decide as long as it is their turn."""
        match = live.match
        try:
            while not self._host.stopping and (seat := match.deciding) is not None and match.seats[seat].computer:
                number, ply = match.number, len(match.moves)
                if match.created.pace and ply:
                    # Nobody plays: whoever watches sees one move after the other, also after a restart.
                    due = match.changed_at + match.created.pace - self._host.now()
                    await asyncio.sleep(max(0, due) / 1000)
                question = await self._question(match, seat)
                live.pondered = None if question.engine else (seat, ply)
                answer = await self._host.computers.ask(question)
                live.pondered = None
                try:
                    answering = _answering(seat, ply, answer.move, answer.stumbled)
                    await self._host.change(live, answering, partial(_key, f"computer:{number}"))
                except Refusal as refusal:
                    if refusal.refusal == "unavailable" and live.gone is None:
                        await asyncio.sleep(1.0)
                    elif refusal.refusal == "shutting-down" or live.gone is not None:
                        return
                    elif len(match.moves) == ply and match.deciding == seat:
                        # A move our own player should not have made; do not ask it for ever.
                        log.error("computer-refused", match=match.id, seat=seat, code=refusal.refusal)
                        return
        finally:
            if live.thinking is asyncio.current_task():
                live.thinking = live.pondered = None

    async def advise(self, match: Match, position: Position, seat: int) -> str:
        """Return what a strong player would do on a seat."""
        seconds = min(self._host.settings.think_seconds or _ADVICE_SECONDS, _ADVICE_SECONDS)
        question = Question(position.view(seat), _ADVISER, seconds, "", match.id, match.number)
        if self._host.computers.needs_record(""):
            question = replace(question, record=await asyncio.to_thread(record_for, match.copy(), seat))
        return (await self._host.computers.ask(question)).move

    async def _question(self, match: Match, seat: int) -> Question:
        seconds = self._host.settings.think_seconds
        if match.clock is not None and match.clock.plan.kind == "live":
            # A thirtieth of what is left, and never so much that the way to the store costs the game.
            share = max(0.02, match.clock.at(self._host.now())[seat] / 30_000)
            seconds = share if seconds is None else min(seconds, share)
        assert match.position is not None
        state, view = match.seats[seat], match.position.view(seat)
        engine = state.engine if state.kind == "computer" and not state.substitute else ""
        question = Question(view, state.computer, seconds, engine, match.id, match.number)
        if not self._host.computers.needs_record(engine):
            return question
        # Finding out what the seat has heard replays the match, and the server goes on meanwhile.
        return replace(question, record=await asyncio.to_thread(record_for, match.copy(), seat))


def _key(name: str, _: Match) -> str:
    return name


def _answering(seat: int, ply: int, move: str, stumbled: bool) -> Callable[[Match], Events]:
    """Return what a computer's answer causes, if it is still awaited."""

    def happen(match: Match) -> Events:
        if match.deciding != seat or len(match.moves) != ply or not match.seats[seat].computer:
            return ()
        moved = decide_move(match, seat, move, ply, match.changed_at)
        return (ev.Stumbled(seat), *moved) if stumbled else moved

    return happen
