"""Every match ends: whatever it is filled with, and whatever state it is in, it can be finished and read again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelrunde.server.match import actions as act
from tafelrunde.server.match import events as ev
from tafelrunde.server.match import setup
from tafelrunde.server.match.budget import MOST, Budget
from tafelrunde.server.match.decide import close, decide
from tafelrunde.server.match.refusal import Refusal
from tests.server.match.table import Sitting, people


def _chat(sitting: Sitting, number: int) -> None:
    sitting.act(0, act.Chat(f"line {number}"))


def _say_much(sitting: Sitting, number: int) -> None:
    sitting.act(0, act.Chat(f"{number}" * 250))


def _take_all_back(sitting: Sitting, _: int) -> None:
    while len(sitting.match.moves) < 8:
        sitting.play()
    sitting.act(0, act.Propose("takeback", ply=0))
    sitting.act(1, act.Agree())


def _mute(sitting: Sitting, number: int) -> None:
    sitting.act(0, act.Mute(1, on=number % 2 == 0))


def _propose(sitting: Sitting, _: int) -> None:
    sitting.act(0, act.Propose("draw"))
    sitting.act(1, act.Decline())


def _come_and_go(sitting: Sitting, _: int) -> None:
    sitting.act(0, act.Leave())
    sitting.act(0, act.Return())


def _take_back(sitting: Sitting, _: int) -> None:
    # Both propose by turns, so that the budget of proposals lasts.
    turn = sitting.match.deciding
    assert turn is not None
    sitting.play()
    sitting.act(turn, act.Propose("takeback"))
    sitting.act(1 - turn, act.Agree())


FILLING: dict[Budget, Callable[[Sitting, int], None]] = {
    "takeback": _take_back,
    "chat": _chat,
    "mute": _mute,
    "proposal": _propose,
    "coming": _come_and_go,
    "text": _say_much,
    "undone": _take_all_back,
}
SAME: dict[Budget, Budget] = {"text": "chat", "undone": "takeback"}
"""What else is used up with it."""


def fill(sitting: Sitting, kind: Budget) -> None:
    for number in range(MOST[kind] + 1):
        FILLING[kind](sitting, number)


def full(*kinds: Budget) -> Sitting:
    """Return a running match in which nothing of some kinds has room any more."""
    sitting = Sitting(clock=ev.ClockPlan("live", 600))
    for kind in kinds:
        with pytest.raises(Refusal) as refusal:
            fill(sitting, kind)
        assert refusal.value.refusal == "too-many"
        if sitting.match.proposal is not None:
            sitting.act(sitting.match.proposal.seat, act.Decline())
    return sitting


@pytest.mark.parametrize("kind", FILLING)
def test_a_full_budget_refuses_its_own_kind_and_nothing_else(kind: Budget) -> None:
    sitting = full(kind)
    for other, once in FILLING.items():
        # A take-back is a proposal too.
        if SAME.get(other, other) != SAME.get(kind, kind) and not (kind == "proposal" and "_take" in once.__name__):
            once(sitting, 0)
    sitting.finish()
    assert sitting.replayed() == sitting.match


@pytest.mark.parametrize(("kind", "most"), [("text", 60), ("undone", 60)])
def test_what_fills_memory_is_counted_by_its_size(kind: Budget, most: int) -> None:
    sitting = full(kind)
    # Far fewer than there may be of them.
    assert 1 < sitting.match.spent[SAME[kind], 0 if kind == "text" else -1] < most
    assert sitting.replayed() == sitting.match


def test_what_one_seat_used_up_is_still_there_for_the_others() -> None:
    sitting = full("chat")
    sitting.act(1, act.Chat("I can still speak"))


@pytest.mark.parametrize("end", ["resigned", "time", "closed", "agreed", "played"])
def test_a_match_full_of_everything_can_be_ended_in_every_way(end: str) -> None:
    sitting = full(*FILLING)
    if end == "resigned":
        sitting.act(1, act.Resign())
    elif end == "time":
        sitting.now += 10_000_000
        sitting.ring()
    elif end == "closed":
        sitting.happen(close(sitting.match))
    elif end == "agreed":
        sitting.act(1, act.Propose("draw"))
        sitting.act(0, act.Agree())
    else:
        sitting.finish()
    finished = sitting.match.finished
    assert finished is not None
    assert finished.reason == end
    assert sitting.replayed() == sitting.match


def test_a_seat_that_came_and_went_too_often_comes_back_all_the_same() -> None:
    sitting = full("coming")
    with pytest.raises(Refusal):
        sitting.act(0, act.Leave())
    other = full()
    for _ in range(MOST["coming"] - 1):
        _come_and_go(other, 0)
    other.act(0, act.Leave())
    other.act(0, act.Return())
    assert not other.match.seats[0].left


def test_strangers_who_come_and_go_use_up_the_door_and_nothing_else() -> None:
    sitting = Sitting("schokoly", {"players": "3"}, (people(1)[0], ev.SeatPlan("open"), ev.SeatPlan("open")))
    for number in range(MOST["joining"] - 2):
        sitting.happen(setup.join(sitting.match, ev.Joined(1, "Eve", f"h{number}", "w")))
        sitting.act(1, act.Leave())
    sitting.happen(setup.join(sitting.match, ev.Joined(1, "Bo", "bo", "w")))
    sitting.happen(setup.join(sitting.match, ev.Joined(2, "Cy", "cy", "w")))
    assert sitting.match.status == "running"
    _come_and_go(sitting, 0)
    sitting.finish()
    assert sitting.replayed() == sitting.match


def test_a_door_that_is_used_up_says_so_and_the_match_can_be_left_and_closed() -> None:
    sitting = Sitting("schokoly", {"players": "3"}, (people(1)[0], ev.SeatPlan("open"), ev.SeatPlan("open")))
    for number in range(MOST["joining"]):
        sitting.happen(setup.join(sitting.match, ev.Joined(1, "Eve", f"h{number}", "w")))
        sitting.act(1, act.Leave())
    with pytest.raises(Refusal) as refusal:
        setup.join(sitting.match, ev.Joined(1, "Bo", "bo", "w"))
    assert refusal.value.refusal == "too-many"
    sitting.act(0, act.Leave())
    sitting.happen(close(sitting.match))
    assert sitting.replayed() == sitting.match


def test_muting_twice_is_muting_once() -> None:
    sitting = Sitting()
    sitting.act(0, act.Mute(1))
    number = sitting.match.number
    assert decide(sitting.match, 0, act.Mute(1), 0) == ()
    assert sitting.match.number == number


deeds = st.sampled_from(
    [
        act.Chat("hello"),
        act.Mute(1),
        act.Mute(1, on=False),
        act.Propose("draw"),
        act.Propose("pause"),
        act.Propose("takeback"),
        act.Agree(),
        act.Decline(),
        act.Resume(),
        act.Leave(),
        act.Return(),
        act.TakeOver(0, 1),
        act.TakeOver(1, 2),
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), deeds | st.none()), max_size=40), st.integers(0, 1))
def test_from_any_state_a_match_can_be_given_up_and_closed(
    history: list[tuple[int, act.AnyAction | None]], loser: int
) -> None:
    sitting = Sitting("schokoly")
    for seat, action in history:
        try:
            if action is None and sitting.match.deciding is not None:
                sitting.play()
            elif action is not None:
                events = sitting.act(seat, action)
                assert events or isinstance(action, act.Mute)
        except Refusal:
            continue
        if sitting.match.finished is not None:
            return
    replayed = sitting.replayed()
    assert replayed == sitting.match
    sitting.act(loser, act.Resign())
    assert sitting.match.finished is not None
    assert sitting.match.finished.winner != loser
    assert close(replayed)[0].reason == "closed"  # type: ignore[union-attr]
