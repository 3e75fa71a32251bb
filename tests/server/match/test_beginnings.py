"""How matches begin and begin again: seats taken and left, rematches, what cannot be a match at all."""

from __future__ import annotations

import pytest

from tafelrunde.games.core import SPECTATOR
from tafelrunde.records.deals import verify
from tafelrunde.records.replay import replay
from tafelrunde.server.match import actions as act
from tafelrunde.server.match import events as ev
from tafelrunde.server.match import setup
from tafelrunde.server.match.record import record_for
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.rematch import next_match
from tafelrunde.server.match.state import Match
from tests.server.match.table import SECRET, Sitting, people

COMPUTER = ev.SeatPlan("computer", "Computer 1", 1, word="computer")


def test_joining_the_last_seat_starts_the_match() -> None:
    sitting = Sitting(
        seats=(people(1)[0], ev.SeatPlan("open"), ev.SeatPlan("invited", token="t")),
        game="schokoly",
        options={"players": "3"},
    )
    match = sitting.match
    sitting.happen(setup.join(match, ev.Joined(1, "Bo", "h", "word")))
    with pytest.raises(Refusal, match="somebody sits there"):
        setup.join(match, ev.Joined(1, "Cy", "h2", ""))
    with pytest.raises(Refusal, match="invited"):
        setup.join(match, ev.Joined(2, "Cy", "t2", ""), "wrong")
    assert match.start is None
    sitting.happen(setup.join(match, ev.Joined(2, "Cy", "t2", ""), "t"))
    assert (match.seat_of("t2"), match.seat_of("t"), match.invitation_of("t")) == (2, None, None)
    assert match.status == "running"
    assert [seat.name for seat in match.seats] == ["P0", "Bo", "Cy"]


def test_who_leaves_before_the_start_makes_room() -> None:
    sitting = Sitting(
        seats=(people(1)[0], ev.SeatPlan("open"), ev.SeatPlan("open")), game="schokoly", options={"players": "3"}
    )
    sitting.happen(setup.join(sitting.match, ev.Joined(1, "Bo", "h", "")))
    sitting.act(1, act.Leave())
    assert sitting.match.seat_of("h") is None
    sitting.happen(setup.join(sitting.match, ev.Joined(1, "Cy", "h2", "")))


def test_only_a_rematch_takes_a_word_for_its_deal() -> None:
    sitting = Sitting()
    (offered,) = sitting.act(0, act.Propose("draw", word="mine"))
    assert isinstance(offered, ev.Proposed)
    assert offered.word == ""
    sitting.act(1, act.Agree(word="yours"))
    (again,) = sitting.act(0, act.Propose("rematch", word="mine"))
    assert isinstance(again, ev.Proposed)
    assert again.word == "mine"
    assert sitting.refused(1, act.Agree(word="two\nlines")) == "bad-message"


def test_a_rematch_moves_everybody_one_seat_on() -> None:
    sitting = Sitting("schokoly", {"players": "3"}, people(3))
    assert sitting.refused(0, act.Propose("rematch")) == "not-over"
    sitting.finish()
    assert sitting.refused(0, act.Propose("revanche")) == "not-allowed"
    for seat in range(3):
        sitting.act(seat, act.Propose("rematch") if seat == 0 else act.Agree())
    assert sitting.match.next_match
    created = next_match(sitting.match, sitting.match.next_match, bytes)
    assert [plan.name for plan in created.seats] == ["P2", "P0", "P1"]
    assert [plan.token for plan in created.seats] == ["hash2", "hash0", "hash1"]
    assert created.secret == bytes(32).hex()
    following = Match("next")
    following.fold(1, 0, None, setup.creation(created))
    assert following.status == "running"
    assert following.deal != sitting.match.deal
    assert sitting.refused(0, act.Propose("rematch")) == "match-over"


def test_a_revanche_is_played_from_the_same_start_with_the_seats_exchanged() -> None:
    sitting = Sitting()
    sitting.finish()
    sitting.act(1, act.Propose("revanche"))
    sitting.act(0, act.Agree())
    following = Match("next")
    following.fold(1, 0, None, setup.creation(next_match(sitting.match, sitting.match.next_match, bytes)))
    assert following.deal == sitting.match.deal
    assert [seat.name for seat in following.seats] == ["P1", "P0"]
    # Its deal can be verified too: the secret of the first match is open by now.
    assert verify(replay(record_for(following, SPECTATOR))).status == "verified"


@pytest.mark.parametrize(
    ("created", "code"),
    [
        (ev.Created("chess", {}, people(2), secret=SECRET), "unknown-game"),
        (ev.Created("tokan", {"scoring": "x"}, people(2), secret=SECRET), "bad-options"),
        (ev.Created("tokan", {}, people(3), secret=SECRET), "bad-setup"),
        (ev.Created("tokan", {}, (ev.SeatPlan("computer"), ev.SeatPlan("open")), secret=SECRET), "bad-setup"),
    ],
)
def test_a_match_that_cannot_be_is_refused(created: ev.Created, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        setup.creation(created)
    assert refusal.value.refusal == code


def test_a_match_that_cannot_begin_says_so_and_can_be_left() -> None:
    seats = (people(1)[0], ev.SeatPlan("open"), ev.SeatPlan("open"))
    sitting = Sitting("schokoly", {"players": "3"}, seats)
    # A word that no deal takes, let in by an older server.
    sitting.happen((ev.Joined(1, "Eve", "eve", "\x07"),))
    with pytest.raises(Refusal) as refusal:
        setup.join(sitting.match, ev.Joined(2, "Bo", "bo", "w"))
    assert refusal.value.refusal == "bad-setup"
    sitting.act(1, act.Leave())
    sitting.happen(setup.join(sitting.match, ev.Joined(1, "Cy", "cy", "w")))
    sitting.happen(setup.join(sitting.match, ev.Joined(2, "Bo", "bo", "w")))
    assert sitting.match.status == "running"
