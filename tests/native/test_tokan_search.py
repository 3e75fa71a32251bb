"""The search of TOKAN: sound where it claims certainty, reproducible, and polite to bad questions."""

from __future__ import annotations

from random import Random

import pytest

from tafelrunde.games.errors import BadSetup
from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan_search import (
    CERTAIN,
    Limits,
    Settings,
    Sight,
    fitted_weights,
    plain_uct,
    search,
    search_draft,
    traits,
)
from tafelrunde.native.tokan_solver import LEAST_MEMORY, Solver
from tafelrunde.native.tokan_solver import Limits as SolverLimits

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

HOUSES = ["standard", "scoring=heads", "gaps=line", "scoring=heads gaps=line"]


def position_after(moves: int, options: str, seed: int) -> TokanPosition:
    """A position of a random game; the one before the last move if the game is shorter."""
    game = find_game("tokan")
    chosen = TokanOptions.parse(options)
    rng = Random(seed)
    position = game.start(chosen, game.deal(chosen, rng))
    assert isinstance(position, TokanPosition)
    for _ in range(moves):
        following = position.apply(rng.choice(position.turns()))
        if following.is_over:
            break
        position = following
    return position


@pytest.mark.parametrize("options", HOUSES)
def test_what_is_claimed_to_be_certain_is_so(options: str) -> None:
    solver = Solver(LEAST_MEMORY, 1)
    certain = 0
    for seed in range(40):
        position = position_after(11, options, seed)
        best = search(position, Settings(), Limits(5_000)).moves[0]
        if abs(best.score) >= CERTAIN:
            certain += 1
            result = solver.solve(position, SolverLimits(positions=2_000_000)).result
            assert result == ("win" if best.score > 0 else "loss")
    assert certain > 5


def test_all_moves_are_ranked_and_the_line_is_legal() -> None:
    for seed in range(10):
        position = position_after(4, "standard", seed)
        found = search(position, Settings(4, near=CERTAIN), Limits())
        assert sorted(one.move for one in found.moves) == sorted(map(str, position.turns()))
        chances = [one.chance for one in found.moves]
        assert chances == sorted(chances, reverse=True)
        assert found.depth == 4
        assert found.line[0] == found.moves[0].move
        for move in found.line:
            position = position.play(position.parse(move))


def test_moves_near_the_best_have_scores_of_their_own() -> None:
    position = position_after(3, "standard", 1)
    exact = {one.move: one.score for one in search(position, Settings(3, near=CERTAIN), Limits()).moves}
    near = search(position, Settings(3, near=40), Limits()).near(40)
    assert len(near) > 1
    assert all(exact[one.move] == one.score for one in near)


@pytest.mark.parametrize("nodes", [200, 3_000, 20_000, 100_000])
def test_no_move_is_called_lost_because_the_search_was_broken_off(nodes: int) -> None:
    found = search(position_after(0, "standard", 3), Settings(near=CERTAIN), Limits(nodes))
    assert min(move.chance for move in found.moves) > 0.01


def test_the_same_question_has_the_same_answer() -> None:
    position = position_after(2, "scoring=heads", 3)
    draft = position_after(3, "setup=draft", 3)
    assert search(position, Settings(near=9), Limits(20_000)) == search(position, Settings(near=9), Limits(20_000))
    assert plain_uct(position, 5, Limits(500)) == plain_uct(position, 5, Limits(500))
    assert search_draft(draft, Sight.ALL, 5, Limits(500)) == search_draft(draft, Sight.ALL, 5, Limits(500))
    assert plain_uct(draft, 5, Limits(500)) != plain_uct(draft, 6, Limits(500))


def test_the_last_tile_of_a_draft_is_laid_where_the_field_is_best() -> None:
    """With one placing left there is no chance in it: the chance said is that of the field."""
    draft = position_after(19, "setup=draft", 2)
    visits = search_draft(draft, Sight.ALL, 1, Limits(400))
    assert max(one.chance for one in visits.moves) == visits.moves[0].chance


def test_a_stop_is_answered() -> None:
    class Stopped:
        def is_set(self) -> bool:
            return True

    position = position_after(0, "standard", 1)
    assert search(position, Settings(), Limits(0, 0.0, Stopped())).moves
    assert plain_uct(position, 1, Limits(10**9, 0.0, Stopped())).moves


def test_bad_questions_are_refused() -> None:
    draft = position_after(0, "setup=draft", 1)
    field = position_after(0, "standard", 1)
    for ask in (
        lambda: search(draft, Settings(), Limits(1)),
        lambda: search(field, Settings(depth=0), Limits(1)),
        lambda: search(field, Settings(), Limits(1), weights=[1.0]),
        lambda: search_draft(field, Sight.ALL, 1, Limits(1)),
        lambda: plain_uct(field, 1, Limits()),
        lambda: traits(draft),
    ):
        with pytest.raises(BadSetup):
            ask()


def test_traits_and_weights_belong_together() -> None:
    for scoring in ("towers", "heads"):
        position = position_after(6, f"scoring={scoring}", 4)
        assert len(fitted_weights(scoring)) == len(traits(position))
