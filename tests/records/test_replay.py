"""Replaying records: legal ones lead through every table, others get an error that says where and why."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from tafelrunde.games.chocolate.position import ChocolateView
from tafelrunde.games.core import SPECTATOR, Position, View
from tafelrunde.games.registry import all_games
from tafelrunde.records.record import Record, RecordError, read_record
from tafelrunde.records.replay import new_record, redact, replay, revanche, view_of
from tests.strategies import SWAPPING, PlayedMatch, fewer, matches, play, swapper, variant

TOKAN = """[Game "tokan"]
[Start "J,J,m,l,L,J/j,j,M,L,J,j/l,J,m,j,L,j/L,M,m,M,j,l/l,J,l,L,j,J b -"]
[Seat1 "Ada"]
[Seat2 "Bo"]
[Result "7-8"]
[Mood "fine"]

1. d3d1 b2c2 2. c3b3 d2d1 3. a4c4 b2e2 4. d3a3 b5b3 5. a1d1 {Red has no move left.}
"""


@fewer(2)
@given(matches(limit=80))
def test_a_record_of_any_match_leads_to_its_positions(match: PlayedMatch) -> None:
    played = replay(match.record())
    assert played.final == match.final
    assert played.moves == match.moves
    assert tuple(played.tables()) == match.positions
    assert played.start == match.positions[0]
    assert (played.game, played.options, played.deal) == (match.variant.game, match.variant.options, match.deal)
    assert replay(read_record(str(match.record()))).final == match.final


def test_defaults_may_be_left_out() -> None:
    played = replay(read_record(TOKAN))
    assert played.final.is_over
    assert str(played.options) == "scoring=towers gaps=contiguous setup=random"


@pytest.mark.parametrize(
    ("text", "move", "token", "reason"),
    [
        ("", None, None, "the tag Game is missing"),
        ('[Game "chess"]', None, None, f"'chess' is no game here; there are {', '.join(all_games())}"),
        ('[Game "tokan"]', None, None, "the tag Start is missing"),
        ('[Game "schoko"]', None, None, "the tag Deck is missing"),
        ('[Game "tokan"][Gaps "none"][Start "x"]', None, None, "option 'gaps': 'none' is not one of contiguous, line"),
        ('[Game "schokoly"][Players "5"][Deck "x"]', None, None, "option 'players': '5' is not one of 2, 3, 4"),
        ('[Game "schoko"][Deck "DDDW"]', None, None, "the deck has 32 cards, not 1"),
        (
            '[Game "tokan"][Start "r -"]',
            None,
            None,
            "'r -': a position is its rows, the side to move and the taboo cell",
        ),
        (
            TOKAN.replace("c3b3", "c3b4"),
            3,
            "c3b4",
            "a mouse moves exactly 1 along a row or a column",
        ),
        (
            TOKAN.replace("d2d1", "nonsense"),
            4,
            "nonsense",
            "a move reads like c3f3 or b2b4+1, a placing like L@-2,3",
        ),
        (TOKAN + " a1a2", 10, "a1a2", "the game is over"),
        (TOKAN + " 12345678.", 10, "12345678.", "a move reads like c3f3 or b2b4+1, a placing like L@-2,3"),
    ],
)
def test_an_error_names_the_record_the_move_and_the_reason(
    text: str, move: int | None, token: str | None, reason: str
) -> None:
    record = read_record(text) if text else Record({})
    with pytest.raises(RecordError) as refusal:
        replay(record, number=7)
    error = refusal.value
    assert (error.record, error.move, error.token, error.reason) == (7, move, token, reason)
    assert str(error).startswith("record 7")
    assert str(error).endswith(reason)


def test_a_broken_swap_card_is_named() -> None:
    match = play(SWAPPING, Random(1), limit=4, policy=lambda moves, rng: moves[0])
    with pytest.raises(RecordError) as refusal:
        replay(match.record().with_move("offer 2 DDDX"))
    assert refusal.value.move == 5
    assert "DDDX" in str(refusal.value)


class TestViewOf:
    def test_an_open_record_is_viewed_as_any_observer(self) -> None:
        match = play(variant("schoko"), Random(3), limit=5)
        for observer in (0, 1, SPECTATOR):
            assert view_of(match.record(), observer) == match.final.view(observer)

    def test_a_seats_record_is_viewed_as_that_seat(self) -> None:
        match = play(SWAPPING, Random(3), limit=25, policy=swapper)
        seen = redact(match.record(), 1)
        assert view_of(seen, 1) == match.final.view(1)
        assert isinstance(replay(seen).final, View)
        assert isinstance(replay(match.record()).final, Position)

    def test_of_another_seats_record_nothing_secret_is_seen(self) -> None:
        """Seat 2 looks into seat 1's record: what lies in the field is all there is."""
        match = play(variant("schokoly", "players=2"), Random(3), limit=9)
        view = view_of(redact(match.record(), 0), 1)
        assert isinstance(view, ChocolateView)
        assert view.observer == 1
        assert view.hands == (("?",) * 4, ("?",) * 4)
        assert view.legal_moves() == []


class TestRevanche:
    def test_the_same_start_with_the_seats_exchanged(self) -> None:
        """T14. Everything but names and result stays, and no move is played yet."""
        again = revanche(read_record(TOKAN))
        assert again.moves == ()
        assert (again.tags["Seat1"], again.tags["Seat2"]) == ("Bo", "Ada")
        assert "Result" not in again.tags
        assert again.tags["Mood"] == "fine"
        assert replay(again).start == replay(read_record(TOKAN)).start
        assert revanche(again).tags == {
            name: value for name, value in read_record(TOKAN).tags.items() if name != "Result"
        }

    def test_names_may_be_missing(self) -> None:
        record = read_record(TOKAN).without_tags("Seat2")
        assert revanche(record).tags.get("Seat1") is None
        assert revanche(record).tags["Seat2"] == "Ada"

    def test_a_game_with_secrets_has_none(self) -> None:
        with pytest.raises(RecordError, match=r"record 3: there is no Revanche in Scho K\.O\."):
            revanche(play(variant("schoko"), Random(1), limit=2).record(), number=3)


def test_a_new_record_has_the_options_the_deal_and_free_tags() -> None:
    of = SWAPPING
    record = new_record(of.game, of.options, of.deal(Random(1)), Event="x")
    assert list(record.tags) == ["Game", "Players", "Swap", "Deck", "Event"]
    assert replay(record).final == of.game.start(of.options, of.deal(Random(1)))


def test_a_record_of_a_later_notation_is_refused_and_not_misread() -> None:
    record = read_record(TOKAN)
    for known in ("1", "2"):
        assert replay(record.with_tags(Notation=known)).moves == replay(record).moves
    for unknown in ("3", "", "02", "2.0"):
        with pytest.raises(RecordError, match=f"notation {unknown}, and 1 and 2 are known"):
            replay(record.with_tags(Notation=unknown))
