"""Clocks that are told the time: live with increment, days for each move, and what ends by them."""

from __future__ import annotations

from tafelrunde.server.match import actions as act
from tafelrunde.server.match import events as ev
from tests.server.match.table import Sitting

LIVE = ev.ClockPlan("live", 60, 5)
DAYS = ev.ClockPlan("days", 86_400)


def left(sitting: Sitting) -> tuple[int, ...]:
    assert sitting.match.clock is not None
    return sitting.match.clock.at(sitting.now)


def test_time_runs_for_the_seat_that_decides_and_grows_with_its_move() -> None:
    sitting = Sitting(clock=LIVE)
    first = sitting.match.deciding
    assert first is not None
    sitting.now += 20_000
    assert left(sitting)[first] == 40_000
    sitting.play()
    assert left(sitting)[first] == 45_000
    sitting.now += 1_000
    assert left(sitting)[1 - first] == 59_000


def test_who_runs_out_of_time_loses() -> None:
    sitting = Sitting(clock=LIVE)
    first = sitting.match.deciding
    assert first is not None
    sitting.now += 59_999
    assert sitting.ring() == ()
    sitting.now += 1
    position = sitting.match.position
    assert position is not None
    assert sitting.refused(first, act.Move(str(position.turns()[0]))) == "clock"
    sitting.ring()
    assert sitting.match.finished is not None
    assert (sitting.match.finished.reason, sitting.match.finished.seat) == ("time", first)
    assert sitting.match.finished.winner == 1 - first


def test_with_days_every_move_has_the_full_time() -> None:
    sitting = Sitting(clock=DAYS)
    first = sitting.match.deciding
    assert first is not None
    sitting.now += 80_000_000
    sitting.play()
    assert left(sitting) == (86_400_000, 86_400_000)


def test_moves_of_a_record_take_no_time_and_give_none() -> None:
    played = Sitting()
    played.play(6)
    tags = {played.match.game.deal_tag: played.match.deal}
    sitting = Sitting(clock=LIVE, tags=tags, moves=tuple(map(str, played.match.moves)))
    turn = sitting.match.deciding
    assert turn == played.match.deciding
    assert turn is not None
    assert left(sitting) == (60_000, 60_000)
    sitting.now += 20_000
    assert left(sitting)[turn] == 40_000
    # From here on all is as ever, also after a record's own moves are taken back.
    sitting.play()
    assert left(sitting)[turn] == 45_000
    sitting.act(turn, act.Propose("takeback", ply=2))
    sitting.act(1 - turn, act.Agree())
    again = sitting.match.deciding
    assert again is not None
    before = left(sitting)[again]
    sitting.play()
    assert left(sitting)[again] == before + 5_000
    assert sitting.replayed() == sitting.match


def test_the_time_of_an_outage_is_given_back() -> None:
    sitting = Sitting(clock=LIVE)
    first = sitting.match.deciding
    assert first is not None
    sitting.now += 100_000
    sitting.happen((ev.Credited(95_000),))
    assert left(sitting)[first] == 55_000


def test_a_take_back_gives_the_turn_and_not_the_time_back() -> None:
    sitting = Sitting(clock=LIVE)
    first = sitting.match.deciding
    assert first is not None
    sitting.now += 10_000
    sitting.play()
    sitting.act(first, act.Propose("takeback"))
    sitting.act(1 - first, act.Agree())
    assert sitting.match.deciding == first
    assert left(sitting)[first] == 55_000
    sitting.now += 1_000
    assert left(sitting)[first] == 54_000


def test_the_clock_stands_still_after_the_end() -> None:
    sitting = Sitting(clock=LIVE)
    sitting.act(0, act.Resign())
    before = left(sitting)
    sitting.now += 10_000
    assert left(sitting) == before
