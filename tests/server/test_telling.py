"""What is made once for many observers reads exactly as if it were made for each; the core answers as the rules do."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanPosition
from tafelrunde.native.tokan_quick import standing
from tafelrunde.server.match import events as ev
from tafelrunde.server.match import setup
from tafelrunde.server.match.parts import Told
from tafelrunde.server.match.state import Match
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire.broadcast import Broadcast
from tafelrunde.server.wire.games import room_of
from tafelrunde.server.wire.state import Shape, encode, happened, show_match, show_table

CASES = [
    ("tokan", {}, 2),
    ("tokan", {"setup": "draft", "scoring": "heads", "gaps": "line"}, 2),
    ("schoko", {}, 2),
    ("schokoly", {"players": "3"}, 3),
]


def plainly(match: Match, told: Told, observer: int) -> bytes:
    """Return an event made for one observer alone."""
    state, table = show_match(match), show_table(match, observer)
    return encode(
        wire.Happened(match.id, observer, told.number, told.at, told.heard_by(observer), state=state, table=table)
    )


def compare(match: Match, told: Told, shape: Shape) -> None:
    shown = Broadcast(match, told, shape)
    for observer in Random(match.number).sample(match.observers, len(match.observers)):
        assert shown.event(observer, tables=True) == plainly(match, told, observer)
        assert shown.event(observer, tables=False) == encode(happened(match, told, observer))


@pytest.mark.parametrize(("game", "options", "seats"), CASES)
def test_events_made_for_all_are_those_made_for_each(game: str, options: dict[str, str], seats: int) -> None:
    rng = Random(3)
    plans = (*(ev.SeatPlan("local", f"P{seat}") for seat in range(seats - 1)), ev.SeatPlan("open"))
    match, shape = Match("m" * 22), Shape()
    created = ev.Created(game, options, plans, secret="00" * 32)
    compare(match, match.fold(1, 1, None, setup.creation(created)), shape)
    compare(match, match.fold(2, 2, None, setup.join(match, ev.Joined(seats - 1, "Bo", "hash", "word"))), shape)
    assert match.position is not None
    while match.finished is None:
        number = match.number + 1
        if number in (6, 8):
            paused = ev.Paused() if number == 6 else ev.Resumed(0)
            compare(match, match.fold(number, number, None, (paused,)), shape)
            if number == 6:
                compare(match, match.fold(7, 7, None, (ev.Chatted(0, "tea?"),)), shape)
            continue
        position = match.position
        move = rng.choice(position.legal_moves())
        over = position.apply(move).is_over
        end = (ev.Finished("played", None, ()),) if over or number > 24 else ()
        compare(match, match.fold(number, number, None, (ev.Moved(position.seat, str(move)), *end)), shape)


OTHERS: tuple[ev.Stored, ...] = (
    ev.Proposed(0, "takeback"),
    ev.Agreed(1),
    ev.Declined(1),
    ev.Proposed(1, "pause"),
    ev.Credited(700),
    ev.Hinted(0),
    ev.Left(0),
    ev.TakenOver(0, 3),
    ev.Returned(0),
    ev.Claimed(0, '","turn":null,"ply":0,"clock":null', "account", "session", "person"),
    ev.Claimed(1, "%d%b\\", "other", "session", "person"),
    ev.Disowned(0, "Anonymous 1"),
    ev.Resigned(1),
    ev.Stumbled(1),
    ev.Muted(0, 1, True),
    ev.Rematched("n" * 22),
)


@pytest.mark.parametrize("clock", [None, ev.ClockPlan("live", 300, 5), ev.ClockPlan("days", 86_400)])
@settings(max_examples=30, deadline=None)
@given(history=st.lists(st.one_of(st.none(), st.sampled_from(OTHERS)), max_size=40), seed=st.integers(0, 99))
def test_the_state_reads_the_same_whatever_happens_between_moves(
    clock: ev.ClockPlan | None, history: list[ev.Stored | None], seed: int
) -> None:
    """A move changes little of the state, so that the rest is kept as it was written: it must never be old."""
    rng = Random(seed)
    match, shape = Match("m" * 22), Shape()
    plans = tuple(ev.SeatPlan("local", name) for name in ("Ann", '"clock":null'))
    created = ev.Created("tokan", {}, plans, secret="00" * 32, clock=clock)
    match.fold(1, 1, None, setup.creation(created))
    for event in history:
        position = match.position
        assert position is not None
        if event is None and position.is_over:
            break
        number = match.number + 1
        happening = event or ev.Moved(position.seat, str(rng.choice(position.turns())))
        match.fold(number, 1000 * number, None, (happening,))
        if rng.random() < 0.7:
            assert shape.write(match) == encode(show_match(match))
    assert shape.write(match) == encode(show_match(match))


def test_the_core_answers_as_the_rules_do() -> None:
    game = find_game("tokan")
    rng = Random(1)
    for words in ("standard", "scoring=heads gaps=line"):
        options = game.options_type.parse(words)
        for _ in range(10):
            position = game.start(options, game.deal(options, rng))
            while True:
                assert isinstance(position, TokanPosition)
                outcome, moves = standing(position)
                assert outcome == position.outcome()
                assert moves == sorted(str(move) for move in position.turns())
                if position.is_over:
                    break
                position = position.apply(rng.choice(position.turns()))


@pytest.mark.parametrize("scoring", ["towers", "heads"])
@pytest.mark.parametrize("setup", ["random", "draft"])
def test_tables_written_quickly_are_those_that_are_shown(scoring: str, setup: str) -> None:
    game = find_game("tokan")
    options = game.options_type.read({"scoring": scoring, "setup": setup})
    room = room_of(game)
    for seed in range(20):
        rng = Random(seed)
        position = game.start(options, game.deal(options, rng))
        while True:
            view = position.view(position.seat)
            both = room.write(view, True), room.write(view, False)
            assert both == (encode(room.show(view, True)), encode(room.show(view, False)))
            assert room.write_both(view) == both
            if position.is_over:
                break
            position = position.apply(rng.choice(position.legal_moves()))
