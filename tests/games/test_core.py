"""What all games share: chance, errors, options, the registry."""

from __future__ import annotations

from random import Random

import pytest

from tafelrunde.games import errors
from tafelrunde.games.core import Outcome, shuffled
from tafelrunde.games.errors import BadOptions, IllegalMove, TafelrundeError, UnknownGame, quoted
from tafelrunde.games.registry import GAMES, find_game
from tafelrunde.games.tokan import TokanOptions
from tests.strategies import play, variant


class TestChance:
    def test_shuffling_keeps_everything_and_changes_nothing_else(self) -> None:
        items = tuple("aabcdefgh")
        assert sorted(shuffled(items, Random(1))) == sorted(items)
        assert items == tuple("aabcdefgh")
        assert shuffled([], Random(1)) == []

    def test_shuffling_follows_from_its_chance(self) -> None:
        assert shuffled(range(20), Random(4)) == shuffled(range(20), Random(4)) != shuffled(range(20), Random(5))


class TestErrors:
    def test_every_error_has_a_code_of_its_own(self) -> None:
        kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, TafelrundeError)]
        own = [kind for kind in kinds if "code" in vars(kind)]
        assert len({kind.code for kind in own}) == len(own) >= 6
        # What has none is a special case of another, and goes by its code.
        assert {kind.__name__: kind.code for kind in kinds if kind not in own} == {"ImpossibleTable": "bad-setup"}

    def test_foreign_text_is_quoted_short_and_on_one_line(self) -> None:
        assert quoted("c3f3") == "'c3f3'"
        assert quoted("a\nb\x00\u202e") == "'a·b··'"
        assert len(quoted("x" * 1_000_000)) == 62
        assert quoted("x" * 60) == f"'{'x' * 60}'"
        assert quoted("x" * 61).endswith("x…'")

    def test_an_illegal_move_is_named_with_its_reason(self) -> None:
        start = play(variant("tokan"), Random(1), limit=0).final
        with pytest.raises(IllegalMove) as refusal:
            start.parse("a1a1")
        assert str(refusal.value) == f"'a1a1': {refusal.value.reason}"
        assert str(refusal.value.move) == "a1a1"
        assert refusal.value.code == "illegal-move"


class TestRegistry:
    def test_games_are_found_by_name(self) -> None:
        assert list(GAMES) == ["tokan", "schoko", "schokoly"]
        assert all(find_game(name) is game and game.name == name for name, game in GAMES.items())

    @pytest.mark.parametrize("name", ["", "Tokan", "chess", "tokan ", "x" * 1000])
    def test_other_names_are_refused(self, name: str) -> None:
        with pytest.raises(UnknownGame, match="is no game here; there are tokan, schoko, schokoly") as refusal:
            find_game(name)
        assert refusal.value.name == name
        assert refusal.value.known == ("tokan", "schoko", "schokoly")


class TestOptions:
    def test_words_come_in_any_order_and_the_rest_is_default(self) -> None:
        assert TokanOptions.parse("setup=draft  scoring=heads") == TokanOptions("heads", "contiguous", "draft")
        assert str(TokanOptions()) == "scoring=towers gaps=contiguous setup=random"
        assert TokanOptions().tags() == {"Scoring": "towers", "Gaps": "contiguous", "Setup": "random"}

    @pytest.mark.parametrize(
        ("text", "option", "reason"),
        [
            ("colour=red", "colour", "the options here are: scoring, gaps, setup"),
            ("gaps=none", "gaps", "'none' is not one of contiguous, line"),
            ("gaps=line gaps=line", "gaps", "given twice"),
            ("line", "line", "write name=value, or a preset: standard, every-head-counts, less-chance"),
        ],
    )
    def test_a_refusal_says_what_is_possible(self, text: str, option: str, reason: str) -> None:
        with pytest.raises(BadOptions) as refusal:
            TokanOptions.parse(text)
        assert (refusal.value.option, refusal.value.reason) == (option, reason)
        assert refusal.value.code == "bad-options"

    def test_a_game_without_options_says_so(self) -> None:
        with pytest.raises(BadOptions, match="the options here are: none"):
            GAMES["schoko"].options_type.parse("players=2")

    def test_options_are_values(self) -> None:
        assert len({TokanOptions(), TokanOptions.parse("standard"), TokanOptions.parse("scoring=heads")}) == 2
        with pytest.raises(AttributeError):
            TokanOptions().scoring = "heads"  # type: ignore[misc]


def test_an_outcome_reads_like_the_answer_to_score() -> None:
    assert list(Outcome(True, (3, 2), 0)._asdict().items())[:3] == [("over", True), ("points", (3, 2)), ("winner", 0)]


def test_notebooks_show_positions() -> None:
    start = play(variant("schoko"), Random(1), limit=3).final
    assert start._repr_svg_() == start.svg()
    assert start.svg().startswith("<svg")


def test_a_draw_is_shared_by_those_in_front_and_by_nobody_else() -> None:
    """Where more than points decides, not all with the most points share it; then the outcome names those who do."""
    assert [Outcome.ended((3, 1, 3), (2,)).share(side) for side in range(3)] == [0, 0, 1]
    assert [Outcome.ended((3, 1, 3), (0, 2)).share(side) for side in range(3)] == [0.5, 0, 0.5]
    assert [Outcome.ended((3, 3, 3), (0, 2)).share(side) for side in range(3)] == [0.5, 0, 0.5]
    assert Outcome.ended((3, 1, 3), (0, 2)) == Outcome(True, (3, 1, 3), None)
    assert repr(Outcome.ended((3, 3, 3), (0, 2))).endswith("winner=None, sharing=(0, 2))")
