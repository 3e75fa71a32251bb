"""What follows from an action: the events it causes, or a refusal. Nothing is changed here."""

from __future__ import annotations

import hashlib

from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.errors import IllegalMove, InvalidNotation
from tafelrunde.server.match import actions as act
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.budget import MOST, Budget, costs_of
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.rematch import next_id
from tafelrunde.server.match.state import Match
from tafelrunde.server.people.manners import softened

Events = tuple[ev.Stored, ...]


_FULL: dict[Budget, str] = {
    "chat": "enough has been said in this match",
    "mute": "you have changed often enough whom you hear",
    "proposal": "you have proposed often enough in this match",
    "coming": "you have come and gone often enough in this match",
    "joining": "too many have come and gone here: make a new match",
    "takeback": "enough has been taken back in this match",
    "text": "enough has been said in this match",
    "undone": "enough has been taken back in this match",
}


def decide(match: Match, seat: int, action: act.AnyAction, now: int) -> Events:
    """Return what a seat's action causes at a moment; raise Refusal."""
    if seat == SPECTATOR and not isinstance(action, act.Chat):
        raise Refusal("not-seated", "whoever watches may speak, and nothing else")
    happening = _decide(match, seat, action, now)
    check_budget(match, happening)
    return happening


def check_budget(match: Match, happening: Events) -> None:
    """Raise Refusal if something happens more often than a match has room for."""
    for event in happening:
        if isinstance(event, ev.Left) and match.status == "open":
            # Whoever came in may go: before the start that is bounded by how many come.
            continue
        for account, amount in costs_of(event, len(match.moves)):
            if match.spent[account] + amount > MOST[account[0]]:
                raise Refusal("too-many", _FULL[account[0]])


def _decide(match: Match, seat: int, action: act.AnyAction, now: int) -> Events:  # noqa: C901  (one case for each)
    match action:
        case act.Move():
            return decide_move(match, seat, action.move, action.ply, now)
        case act.Chat():
            return _chat(match, seat, action)
        case act.Mute():
            return _mute(match, seat, action)
        case act.Propose():
            return _propose(match, seat, action)
        case act.Agree():
            return _agree(match, seat, action.word)
        case act.Decline():
            _needs_proposal(match)
            return (ev.Declined(seat),)
        case act.Resign():
            _needs_running(match)
            return (ev.Resigned(seat), without(match, seat, "resigned"))
        case act.Resume():
            if match.status != "paused":
                raise Refusal("not-allowed", "there is no pause")
            return (ev.Resumed(seat),)
        case act.Leave():
            return _leave(match, seat)
        case act.Return():
            if not (match.seats[seat].left or match.seats[seat].substitute):
                raise Refusal("not-allowed", "you have not left")
            return (ev.Returned(seat),)
        case act.TakeOver():
            return _take_over(match, seat, action)


def decide_move(match: Match, seat: int, text: str, ply: int | None, now: int) -> Events:
    """Return what a move causes; raise Refusal."""
    if match.status != "running":
        _needs_running(match)
        raise Refusal("paused", "the match is paused")
    if ply is not None and ply != len(match.moves):
        raise Refusal("stale", f"{len(match.moves)} moves have been made, not {ply}")
    position = match.position
    assert position is not None
    if position.seat != seat:
        raise Refusal("not-your-turn", f"seat {position.seat + 1} decides now")
    if match.clock is not None and (clock := match.fair_clock) is not None and clock.at(now)[seat] == 0:
        raise Refusal("clock", "your time has run out")
    try:
        move = match.game.parse_move(text)
        position.check(move)
    except InvalidNotation as error:
        raise Refusal("notation", str(error)) from None
    except IllegalMove as error:
        raise Refusal("illegal", error.reason, error.why) from None
    # The notation of the move as it was understood: equal moves are written alike.
    text = str(move)
    after = match.after(move, text)
    moved = ev.Moved(seat, text)
    if not after.is_over:
        return (moved,)
    outcome = after.outcome()
    return moved, ev.Finished("played", outcome.winner, outcome.points)


def check_hint(match: Match, seat: int) -> int:
    """Return the number of moves made so far if a seat may get a hint now; raise Refusal.

    A hint is for somebody alone with computers in a friendly match: nobody else is disadvantaged.
    """
    _needs_running(match)
    if not match.created.friendly or any(
        other.kind != "computer" for index, other in enumerate(match.seats) if index != seat
    ):
        raise Refusal("not-allowed", "hints are for friendly matches against computers")
    if match.deciding != seat or match.seats[seat].computer:
        raise Refusal("not-your-turn", "a hint is for the one who decides now")
    return len(match.moves)


def decide_time(match: Match, now: int) -> Events:
    """Return what the clock causes at a moment: nothing, or the end of the match."""
    clock = match.fair_clock
    if match.status != "running" or clock is None or clock.running is None or clock.at(now)[clock.running]:
        return ()
    return (without(match, clock.running, "time"),)


def close(match: Match) -> Events:
    """Return what ends a match without a winner; raise Refusal if it is over."""
    if match.finished is not None:
        raise Refusal("match-over", "the match is over")
    points = match.position.outcome().points if match.position is not None else ()
    return (ev.Finished("closed", None, points),)


def silence(match: Match, seat: int, on: bool) -> Events:
    """Return what takes a seat's right to speak or gives it back; raise Refusal if that is so already."""
    if not SPECTATOR <= seat < len(match.seats):
        raise Refusal("no-such-seat", "there is no such seat")
    if (seat in match.silenced) == on:
        raise Refusal("not-allowed", f"the seat is {'muted already' if on else 'not muted'}")
    return (ev.Silenced(seat, on),)


def remove_line(match: Match, number: int) -> Events:
    """Return what takes away something that was said; raise Refusal if nothing was."""
    if not match.is_line(number):
        raise Refusal("not-found", f"nothing is said in entry {number}")
    return (ev.LineRemoved(number),)


def without(match: Match, seat: int, reason: ev.Reason) -> ev.Finished:
    """Return the end of a match in which a seat drops out: of the other sides the one with most points wins."""
    assert match.position is not None
    points = match.position.outcome().points
    loser = match.game.side(match.options, seat)
    others = [side for side in range(len(points)) if side != loser]
    leaders = match.position.leaders(others)
    return ev.Finished(reason, leaders[0] if len(leaders) == 1 else None, points, seat)


def checked_word(word: str) -> str:
    """Return a word for a deal; raise Refusal for one that no deal takes."""
    if not word.isprintable():
        raise Refusal("bad-message", "a word for the deal has printable characters only")
    return word


def clean(text: str) -> str:
    """Return a text that people wrote, on one line and without characters that do not print."""
    line = " ".join(text.split())
    line = "".join(character for character in line if character.isprintable())
    if not line:
        raise Refusal("bad-message", "the text is empty")
    return line


def said(action: act.AnyAction) -> str:
    """Return what distinguishes a line from others, however long it is; empty for anything that is not said."""
    if not isinstance(action, act.Chat):
        return ""
    return hashlib.sha256(clean(action.text).encode("utf-8", "replace")).hexdigest()[:16]


def _needs_running(match: Match) -> None:
    if match.status == "open":
        raise Refusal("not-started", "the match has not begun: a seat is free")
    if match.status == "finished":
        raise Refusal("match-over", "the match is over")


def _needs_proposal(match: Match) -> ev.Proposed:
    if match.proposal is None:
        raise Refusal("nothing-proposed", "nothing has been proposed")
    return match.proposal


def _chat(match: Match, seat: int, action: act.Chat) -> Events:
    if seat in match.silenced:
        raise Refusal("not-allowed", "a person in charge has muted this seat")
    # A seat has a name of its own; whoever watches may say one, or stay without.
    name = clean(action.name) if seat == SPECTATOR and action.name else ""
    return (ev.Chatted(seat, softened(clean(action.text)), name),)


def _mute(match: Match, seat: int, action: act.Mute) -> Events:
    if action.other == seat or action.other >= len(match.seats):
        raise Refusal("no-such-seat", "there is no such other seat")
    if ((seat, action.other) in match.muted) == action.on:
        return ()
    return (ev.Muted(seat, action.other, action.on),)


def _propose(match: Match, seat: int, action: act.Propose) -> Events:
    if match.proposal is not None:
        if match.proposal.what == action.what and match.proposal.ply == action.ply:
            return _agree(match, seat, action.word)
        raise Refusal("pending", "something else is being proposed")
    ply: int | None = None
    if action.what in ("rematch", "revanche"):
        _check_rematch(match, action.what)
    else:
        _needs_running(match)
        if match.status == "paused":
            raise Refusal("paused", "the match is paused")
        if match.created.rated and action.what in ("pause", "takeback"):
            raise Refusal("not-allowed", "a rated match is not paused, and nothing in it is taken back")
        if action.what == "takeback":
            ply = _takeback_ply(match, seat, action.ply)
    proposed = ev.Proposed(seat, action.what, ply, _rematch_word(action.what, action.word))
    return proposed, *_effect(match, proposed, {seat})


def _rematch_word(what: ev.Proposal, word: str | None) -> str:
    return checked_word(word) if word is not None and what == "rematch" else ""


def _check_rematch(match: Match, what: str) -> None:
    if match.finished is None:
        raise Refusal("not-over", "the match is not over")
    if match.next_match:
        raise Refusal("match-over", "the next match exists already")
    if match.start is None:
        raise Refusal("not-started", "the match never began")
    if what == "revanche" and not match.game.has_revanche:
        raise Refusal("not-allowed", f"there is no Revanche in {match.game.title}")


def _takeback_ply(match: Match, seat: int, wanted: int | None) -> int:
    """Return how many moves stay; by default all before the last own one."""
    own = [index for index, mover in enumerate(match.movers) if mover == seat]
    ply = wanted if wanted is not None else own[-1] if own else None
    if ply is None or ply >= len(match.moves):
        raise Refusal("not-allowed", "there is no such move to take back")
    if match.has_secrets and not match.created.friendly:
        raise Refusal("revealed", "cards were shown and drawn since: only in a friendly match that can be taken back")
    return ply


def _agree(match: Match, seat: int, word: str | None) -> Events:
    proposal = _needs_proposal(match)
    if seat in match.agreed:
        raise Refusal("pending", "you have agreed already")
    return ev.Agreed(seat, _rematch_word(proposal.what, word)), *_effect(match, proposal, match.agreed | {seat})


def _effect(match: Match, proposal: ev.Proposed, agreed: set[int]) -> Events:
    """Return what comes of a proposal once all people agree; computers agree to all but a draw, which they decline."""
    if proposal.what == "draw" and len(match.people) < len(match.seats):
        return (ev.Declined(next(index for index in range(len(match.seats)) if index not in match.people)),)
    if not agreed >= _voters(match, proposal.what):
        return ()
    if proposal.what == "draw":
        assert match.position is not None
        return (ev.Finished("agreed", None, match.position.outcome().points),)
    if proposal.what == "pause":
        return (ev.Paused(),)
    if proposal.what == "takeback":
        assert proposal.ply is not None
        return (ev.TakenBack(proposal.ply),)
    return (ev.Rematched(next_id(match, proposal.what)),)


def _voters(match: Match, what: ev.Proposal) -> set[int]:
    """Return the seats whose agreement is needed: people who have not left.

    For a rated rematch those who have left as well: they would lose it without being there.
    """
    if match.created.rated and what in ("rematch", "revanche"):
        return set(match.people)
    return {index for index in match.people if not match.seats[index].left}


def _leave(match: Match, seat: int) -> Events:
    if match.finished is not None:
        raise Refusal("match-over", "the match is over")
    if match.seats[seat].left or not match.seats[seat].taken:
        raise Refusal("not-allowed", "you have left already")
    if match.created.rated and match.status == "running" and len(match.seats) == 2:
        # Nobody waits for a clock to run out: whoever leaves has lost.
        return ev.Left(seat), without(match, seat, "resigned")
    return (ev.Left(seat),)


def _take_over(match: Match, seat: int, action: act.TakeOver) -> Events:
    _needs_running(match)
    if match.created.rated:
        raise Refusal("not-allowed", "in a rated match nobody decides for anybody else")
    if action.seat >= len(match.seats) or match.seats[action.seat].kind == "computer":
        raise Refusal("no-such-seat", "there is no person's seat of that number")
    if action.seat != seat and not match.seats[action.seat].left:
        raise Refusal("not-allowed", "the seat's owner has not left")
    if action.seat != seat and match.seats[action.seat].substitute:
        raise Refusal("not-allowed", "a computer decides for that seat already")
    return (ev.TakenOver(action.seat, action.level),)
