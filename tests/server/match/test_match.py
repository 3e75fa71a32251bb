"""What happens in a match: moves, ends, proposals, leaving, rematches. No server, no clock but the one in the test."""

from __future__ import annotations

from random import Random
from typing import get_args

import msgspec
import pytest

from tafelrunde.games.core import SPECTATOR
from tafelrunde.records.deals import verify
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tafelrunde.server.match import actions as act
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.decide import without
from tafelrunde.server.match.parts import holder_of, owner_of, session_of
from tafelrunde.server.match.record import record_for, result_text
from tests.server.match.table import SECRET, Sitting, people
from tests.strategies import play, variant

COMPUTER = ev.SeatPlan("computer", "Computer 1", 1, word="computer")

every_game = pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("tokan", {}, 2),
        ("tokan", {"setup": "draft", "scoring": "heads"}, 2),
        ("schoko", {}, 2),
        ("schokoly", {}, 2),
        ("schokoly", {"players": "3"}, 3),
        ("schokoly", {"players": "4"}, 4),
    ],
)


@every_game
def test_a_match_is_played_to_its_end_and_its_record_is_verified(
    game: str, options: dict[str, str], seats: int
) -> None:
    sitting = Sitting(game, options, people(seats))
    sitting.finish()
    match = sitting.match
    assert match.finished is not None
    assert match.finished.reason == "played"
    played = replay(read_record(str(record_for(match, SPECTATOR))))
    assert played.final.is_over
    assert played.final.outcome().points == match.finished.points
    assert verify(played).status == "verified"
    assert sitting.replayed() == match


@every_game
def test_a_running_match_shows_nobody_more_than_their_view(game: str, options: dict[str, str], seats: int) -> None:
    sitting = Sitting(game, options, people(seats))
    sitting.play(5)
    assert sitting.match.position is not None
    for observer in sitting.match.observers:
        text = str(record_for(sitting.match, observer))
        assert SECRET not in text
        final = replay(read_record(text), observer=observer).final
        if sitting.match.has_secrets:
            assert final == sitting.match.position.view(observer)


def test_only_the_seat_that_decides_moves_and_only_legally() -> None:
    sitting = Sitting()
    position = sitting.match.position
    assert position is not None
    first, move = position.seat, str(position.turns()[0])
    assert sitting.refused(1 - first, act.Move(move)) == "not-your-turn"
    assert sitting.refused(SPECTATOR, act.Move(move)) == "not-seated"
    assert sitting.refused(first, act.Move("a1a1")) == "illegal"
    assert sitting.refused(first, act.Move("hello")) == "notation"
    assert sitting.refused(first, act.Move(move, ply=1)) == "stale"
    sitting.act(first, act.Move(move, ply=0))
    assert sitting.refused(first, act.Move(move)) == "not-your-turn"


def test_everybody_hears_a_move_that_has_no_secrets_as_it_was_made() -> None:
    sitting = Sitting()
    (moved,) = sitting.act(
        sitting.match.deciding or 0,
        act.Move(str(sitting.match.position.turns()[0])),  # type: ignore[union-attr]
    )
    for observer in (0, 1, SPECTATOR):
        assert sitting.match.told[-1].heard_by(observer) == (moved,)


def test_nobody_moves_before_the_start_or_after_the_end() -> None:
    waiting = Sitting(seats=(people(1)[0], ev.SeatPlan("open")))
    assert waiting.refused(0, act.Move("a1b1")) == "not-started"
    sitting = Sitting()
    sitting.act(0, act.Resign())
    assert sitting.refused(0, act.Move("a1b1")) == "match-over"


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"players": "3"}), (4, {"players": "4"})])
def test_who_resigns_does_not_win(seats: int, options: dict[str, str]) -> None:
    sitting = Sitting("schokoly", options, people(seats))
    sitting.play(8)
    sitting.act(1, act.Resign())
    finished = sitting.match.finished
    assert finished is not None
    assert (finished.reason, finished.seat) == ("resigned", 1)
    assert finished.winner != 1


@pytest.mark.parametrize(
    ("ties", "ply", "points", "winner"),
    [
        ("second", 14, (7, 7, 9), 1),
        ("second", 16, (7, 7, 9), None),  # the second areas are equal too
        ("draw", 14, (7, 7, 9), None),
        ("second", 4, (3, 6, 1), 1),
        ("draw", 4, (3, 6, 1), 1),
    ],
)
def test_who_is_left_wins_as_the_rules_break_ties(
    ties: str, ply: int, points: tuple[int, ...], winner: int | None
) -> None:
    options = {"players": "3", "swap": "off", "ties": ties}
    played = play(variant("schokoly", "players=3 swap=off ties=second"), Random(0))
    match = Sitting("schokoly", options, people(3)).match
    position = match.game.start(match.options, played.deal)
    for move in played.moves[:ply]:
        position = position.play(move)
    match.position = position
    finished = without(match, 2, "resigned")
    assert finished == ev.Finished("resigned", winner, points, 2)
    assert without(match, 1, "time").winner != 1


def test_a_draw_needs_both() -> None:
    sitting = Sitting()
    sitting.act(0, act.Propose("draw"))
    assert sitting.refused(0, act.Agree()) == "pending"
    assert sitting.refused(1, act.Propose("pause")) == "pending"
    sitting.act(1, act.Decline())
    assert sitting.refused(1, act.Agree()) == "nothing-proposed"
    sitting.act(0, act.Propose("draw"))
    sitting.act(1, act.Propose("draw"))
    assert sitting.match.finished is not None
    assert (sitting.match.finished.reason, sitting.match.finished.winner) == ("agreed", None)


def test_a_move_settles_a_draw_offer() -> None:
    sitting = Sitting()
    sitting.act(0, act.Propose("draw"))
    sitting.play()
    assert sitting.match.proposal is None


def test_a_computer_declines_a_draw_and_agrees_to_a_take_back() -> None:
    sitting = Sitting(seats=(people(1)[0], COMPUTER))
    sitting.play(2)
    sitting.act(0, act.Propose("draw"))
    assert sitting.match.status == "running"
    assert sitting.match.proposal is None
    sitting.act(0, act.Propose("takeback"))
    assert len(sitting.match.moves) < 2


def test_a_take_back_restores_the_table() -> None:
    sitting = Sitting()
    assert sitting.refused(0, act.Propose("takeback")) == "not-allowed"
    sitting.play(3)
    before = sitting.match.position
    sitting.play(2)
    sitting.act(0, act.Propose("takeback", 3))
    sitting.act(1, act.Agree())
    assert sitting.match.position == before
    assert sitting.replayed() == sitting.match
    sitting.finish()


def test_cards_that_were_shown_are_not_taken_back_in_an_earnest_match() -> None:
    earnest = Sitting("schoko", friendly=False)
    earnest.play(2)
    assert earnest.refused(0, act.Propose("takeback", 0)) == "revealed"
    friendly = Sitting("schoko")
    friendly.play(2)
    friendly.act(0, act.Propose("takeback", 0))
    friendly.act(1, act.Agree())
    assert friendly.match.position == friendly.match.start
    open_game = Sitting("tokan", friendly=False)
    open_game.play(2)
    open_game.act(0, act.Propose("takeback", 0))
    open_game.act(1, act.Agree())
    assert not open_game.match.moves


def test_a_pause_stops_moves_and_clocks() -> None:
    sitting = Sitting(clock=ev.ClockPlan("live", 60, 0))
    first = sitting.match.deciding
    assert first is not None
    sitting.now += 10_000
    sitting.act(0, act.Propose("pause"))
    sitting.act(1, act.Agree())
    sitting.now += 500_000
    assert sitting.ring() == ()
    assert sitting.refused(first, act.Move("a1b1")) == "paused"
    sitting.act(1 - first, act.Resume())
    assert sitting.match.clock is not None
    assert sitting.match.clock.at(sitting.now)[first] == 50_000


def test_a_computer_takes_a_left_seat_and_gives_it_back() -> None:
    sitting = Sitting()
    assert sitting.refused(0, act.TakeOver(1, 3)) == "not-allowed"
    sitting.act(1, act.Leave())
    assert sitting.refused(1, act.Leave()) == "not-allowed"
    sitting.act(0, act.TakeOver(1, 3))
    assert [seat.computer for seat in sitting.match.seats] == [0, 3]
    assert sitting.match.people == [0]
    sitting.act(1, act.Return())
    assert [seat.computer for seat in sitting.match.seats] == [0, 0]
    assert sitting.refused(1, act.Return()) == "not-allowed"


def test_a_computer_takes_only_a_persons_seat_that_is_there() -> None:
    robot = ev.SeatPlan("computer", "Computer 2", 2, word="computer")
    sitting = Sitting("schokoly", {"players": "3"}, (*people(2), robot))
    # Seats are numbered from 0, so that the first that is not there has the number of all seats.
    for missing in (3, 4, 100):
        assert sitting.refused(0, act.TakeOver(missing, 3)) == "no-such-seat"
    assert sitting.refused(0, act.TakeOver(2, 3)) == "no-such-seat"
    assert [seat.computer for seat in sitting.match.seats] == [0, 0, 2]
    # The last person's seat is there, and everybody may let a computer decide for the own one.
    sitting.act(1, act.TakeOver(1, 4))
    assert [seat.computer for seat in sitting.match.seats] == [0, 4, 2]


def test_a_seat_that_a_computer_took_over_is_its_owners_alone() -> None:
    sitting = Sitting("schokoly", {"players": "3"}, people(3))
    sitting.act(1, act.Leave())
    sitting.act(0, act.TakeOver(1, 4))
    assert sitting.refused(2, act.TakeOver(1, 6)) == "not-allowed"
    assert [seat.computer for seat in sitting.match.seats] == [0, 4, 0]
    sitting.act(0, act.TakeOver(0, 2))
    sitting.act(0, act.TakeOver(0, 5))
    assert [seat.computer for seat in sitting.match.seats] == [5, 4, 0]


def test_nobody_decides_once_a_match_is_over_though_the_table_is_not() -> None:
    sitting = Sitting()
    assert sitting.match.deciding is not None
    sitting.act(0, act.Resign())
    assert sitting.match.position is not None
    assert not sitting.match.position.is_over
    assert sitting.match.deciding is None


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('{"type": "mute", "other": 0}', act.Mute(0, on=True)),
        ('{"type": "mute", "other": 8, "on": false}', act.Mute(8, on=False)),
        ('{"type": "move", "move": "a1a2", "ply": 0}', act.Move("a1a2", 0)),
        ('{"type": "propose", "what": "takeback", "ply": 10000}', act.Propose("takeback", 10_000)),
        ('{"type": "mute", "other": 9}', None),
        ('{"type": "mute", "other": -1}', act.Mute(-1, on=True)),
        ('{"type": "mute", "other": -2}', None),
        ('{"type": "move", "move": "a1a2", "ply": -1}', None),
        ('{"type": "move", "move": "a1a2", "ply": 10001}', None),
        ('{"type": "take-over", "seat": 0, "level": 0}', None),
        ('{"type": "take-over", "seat": 0, "level": 9}', None),
        ('{"type": "agree", "more": 1}', None),
    ],
)
def test_an_action_reads_within_its_bounds_and_not_beyond(text: str, action: act.AnyAction | None) -> None:
    if action is None:
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text, type=act.AnyAction)
    else:
        assert msgspec.json.decode(text, type=act.AnyAction) == action


def test_who_is_muted_is_not_heard() -> None:
    sitting = Sitting("schokoly", {"players": "3"}, people(3))
    sitting.act(0, act.Mute(1))
    sitting.act(1, act.Chat("  hello\n there\u202e "))
    muted, chatted = sitting.match.told[-2:]
    assert muted.heard_by(1) == muted.heard_by(SPECTATOR) == (ev.Silent(),)
    assert chatted.heard_by(0) == (ev.Silent(),)
    assert chatted.heard_by(2) == (ev.Chatted(1, "hello there"),)
    sitting.act(0, act.Mute(1, on=False))
    sitting.act(1, act.Chat("again"))
    assert sitting.match.told[-1].heard_by(0) == (ev.Chatted(1, "again"),)
    assert sitting.refused(1, act.Chat(" \n ")) == "bad-message"
    assert sitting.refused(1, act.Mute(1)) == sitting.refused(1, act.Mute(3)) == "no-such-seat"


def test_a_record_names_its_day_as_the_terminal_game_does() -> None:
    sitting = Sitting(now=1_794_787_200_000)
    for observer in (SPECTATOR, 0, 1):
        assert record_for(sitting.match, observer).tags["Date"] == "2026-11-16"


def test_a_record_tells_how_a_match_ended_in_the_same_words_for_ever() -> None:
    told = {
        (reason, winner): result_text(ev.Finished(reason, winner, (1, 2)))
        for reason in get_args(ev.Reason)
        for winner in (None, 1)
    }
    assert told == {
        ("played", None): "draw",
        ("played", 1): "side 2 wins",
        ("resigned", None): "draw by resignation",
        ("resigned", 1): "side 2 wins by resignation",
        ("agreed", None): "draw by agreement",
        ("agreed", 1): "side 2 wins by agreement",
        ("time", None): "draw on time",
        ("time", 1): "side 2 wins on time",
        ("closed", None): "closed",
        ("closed", 1): "closed",
    }


def test_whoever_asks_is_an_account_with_a_session_or_the_hash_of_a_token() -> None:
    signed_in = holder_of("account", "session")
    assert (owner_of(signed_in), session_of(signed_in)) == ("account", "session")
    assert (owner_of("0123abcd"), session_of("0123abcd")) == ("", "")
