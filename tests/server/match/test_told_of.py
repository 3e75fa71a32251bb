"""What a client and the lobby are told of a match: every field says what it is called, at every stage of a match."""

from __future__ import annotations

from msgspec import structs

from tafelrunde.server.match import actions as act
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.rematch import next_match
from tafelrunde.server.match.setup import creation
from tafelrunde.server.match.state import Match
from tafelrunde.server.wire.state import Shape, encode, show_match, summary
from tests.server.match.table import Sitting, people

LIVE = ev.ClockPlan("live", 300, 5)
COMPUTER = ev.SeatPlan("computer", "Computer 3", 3, word="computer")


def rematch(sitting: Sitting) -> Match:
    """Let everybody agree to a rematch and return it."""
    sitting.act(0, act.Propose("rematch"))
    sitting.act(1, act.Agree())
    match = Match(sitting.match.next_match)
    match.fold(1, sitting.now, None, creation(next_match(sitting.match, sitting.match.next_match, bytes)))
    return match


def test_a_match_that_began_is_told_of_as_it_is() -> None:
    sitting = Sitting("schokoly", {"players": "2"}, clock=LIVE, friendly=False)
    shown, match = show_match(sitting.match), sitting.match
    position = match.position
    assert position is not None
    assert (shown.id, shown.game, shown.options) == ("m", "schokoly", {"players": "2"})
    assert (shown.status, shown.turn, shown.ply, shown.sides) == ("running", position.seat, 0, [0, 1])
    assert [(seat.kind, seat.name, seat.taken, seat.left, seat.level) for seat in shown.seats] == [
        ("local", "P0", True, False, 0),
        ("local", "P1", True, False, 0),
    ]
    assert (shown.clock_plan, shown.listed, shown.friendly, shown.rated, shown.known) == (
        *(LIVE, False, False, False),
        match.is_known,
    )
    assert (shown.proposal, shown.agreed, shown.finished) == (None, [], None)
    assert (shown.next_match, shown.previous, shown.created) == (None, None, sitting.now)
    assert (shown.pace, shown.hints, shown.wins, shown.played) == (0, [], [], 0)
    assert shown.deal_hash == match.deal_hash != shown.next_deal_hash == match.next_deal_hash


def test_what_happens_to_a_match_is_told_of() -> None:
    sitting = Sitting(seats=(people(1)[0], COMPUTER))
    assert [(seat.kind, seat.level) for seat in show_match(sitting.match).seats] == [("local", 0), ("computer", 3)]
    two = Sitting()
    two.play(3)
    assert (show_match(two.match).ply, show_match(two.match).turn) == (3, two.match.deciding)
    two.act(0, act.Propose("takeback"))
    shown = show_match(two.match)
    assert shown.proposal is not None
    assert (shown.proposal.seat, shown.proposal.what, shown.agreed) == (0, "takeback", [0])
    two.act(1, act.Decline())
    assert (show_match(two.match).proposal, show_match(two.match).agreed) == (None, [])
    two.act(1, act.Resign())
    shown = show_match(two.match)
    assert shown.finished is not None
    assert (shown.status, shown.turn, shown.finished.reason, shown.finished.winner) == ("finished", None, "resigned", 0)


def test_a_rematch_is_told_of_at_both_ends() -> None:
    sitting = Sitting(clock=LIVE)
    sitting.act(1, act.Resign())
    assert (show_match(sitting.match).next_match, show_match(sitting.match).previous) == (None, None)
    again = rematch(sitting)
    first, second = show_match(sitting.match), show_match(again)
    assert (first.next_match, first.previous) == (again.id, None)
    assert (second.next_match, second.previous) == (None, "m")
    # Everybody moved one seat on, and so did what they have won.
    assert [seat.name for seat in second.seats] == ["P1", "P0"]
    assert (second.wins, second.played, first.played) == ([0, 1], 1, 0)


def test_the_lobby_is_told_the_same() -> None:
    for sitting in (Sitting(clock=LIVE), Sitting("schokoly", {"players": "2"}, friendly=False)):
        sitting.now += 5_000
        sitting.play()
        line, shown = summary(sitting.match), show_match(sitting.match)
        same = {
            "id",
            "game",
            "options",
            "status",
            "seats",
            "clock_plan",
            "friendly",
            "created",
            "finished",
            "rated",
            "turn",
        }
        assert {name: getattr(line, name) for name in same} == {name: getattr(shown, name) for name in same}
        assert (line.created, line.changed) == (sitting.now - 5_000, sitting.now)
        assert {field.name for field in structs.fields(line)} == same | {"changed"}


def test_what_is_kept_of_its_text_is_what_it_would_be_anew() -> None:
    sitting, shape = Sitting(clock=LIVE), Shape()
    for _ in range(3):
        sitting.play()
        assert shape.write(sitting.match) == encode(show_match(sitting.match))
    sitting.act(0, act.Propose("draw"))
    assert shape.write(sitting.match) == encode(show_match(sitting.match))
    sitting.act(1, act.Agree())
    assert shape.write(sitting.match) == encode(show_match(sitting.match))
