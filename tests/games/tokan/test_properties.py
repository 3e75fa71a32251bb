"""What holds in every game of TOKAN."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given

from tafelrunde.games.core import Move, Position
from tafelrunde.games.tokan import TokanPosition
from tests.brute.tokan import BruteTokan
from tests.games.tokan.laying import FULL
from tests.strategies import TOKAN, PlayedMatch, Variant, matches, play

tokan_matches = matches(TOKAN, limit=80)


def brute(match: PlayedMatch) -> BruteTokan:
    return BruteTokan(match.deal, **match.variant.options.words())


@pytest.mark.parametrize("of", TOKAN, ids=str)
@pytest.mark.parametrize("seed", range(12))
def test_every_step_of_a_game_agrees_with_the_count_by_hand(of: Variant, seed: int) -> None:
    match = play(of, Random(seed))
    slow = brute(match)
    for position, move in zip(match.positions, [*match.moves, None], strict=True):
        assert set(map(str, position.legal_moves())) == slow.moves()
        assert str(position) == slow.position()
        outcome = position.outcome()
        assert {"over": outcome.over, "points": list(outcome.points), "winner": outcome.winner} == slow.score()
        if move is not None:
            slow.play(str(move))


def levels(position: Position) -> int:
    assert isinstance(position, TokanPosition)
    return sum(len(tower) * (len(tower) + 1) // 2 for tower in position.towers)


@given(tokan_matches)
def test_t25_tiles_are_never_lost_and_rise_with_every_move_so_that_the_game_ends(match: PlayedMatch) -> None:
    """The sum of all levels grows by at least one a move, from 30 to at most 465."""
    last = None
    for position in match.positions:
        assert isinstance(position, TokanPosition)
        if position.draft is None:
            tiles = "".join(position.towers)
            assert all(tiles.count(tile) == number for tile, number in FULL.items())
            assert last is None or levels(position) > last
            last = levels(position)
    assert len(match.moves) <= 20 + 465 - 30


Mirror = Callable[[int, int], tuple[int, int]]
MIRRORS: dict[str, Mirror] = {
    "left and right": lambda column, row: (5 - column, row),
    "up and down": lambda column, row: (column, 4 - row),
    "half a turn": lambda column, row: (5 - column, 4 - row),
}


def cell(text: str, mirror: Mirror) -> str:
    column, row = mirror("abcdef".index(text[0]), int(text[1]) - 1)
    return f"{'abcdef'[column]}{row + 1}"


def mirrored_move(text: str, mirror: Mirror) -> str:
    if "@" in text:
        tile, place = text.split("@")
        column, row = map(int, place.split(","))
        # The two starting columns change places: 0 becomes 1.
        turned, row = mirror(column + 2, row - 1)
        return f"{tile}@{turned - 2},{row + 1}"
    return cell(text[:2], mirror) + cell(text[2:4], mirror) + text[4:]


def mirrored_position(text: str, mirror: Mirror) -> str:
    rows, side, taboo = text.split(" ")
    cells = [line.split(",") for line in reversed(rows.split("/"))]
    sideways, upside = mirror(0, 0)
    cells = [line[::-1] if sideways else line for line in (cells[::-1] if upside else cells)]
    written = "/".join(",".join(line) for line in reversed(cells))
    return f"{written} {side} {taboo if taboo == '-' else cell(taboo, mirror)}"


@pytest.mark.parametrize("mirror", MIRRORS.values(), ids=MIRRORS)
@given(match=tokan_matches)
def test_reflections_map_moves_positions_and_scores_onto_each_other(mirror: Mirror, match: PlayedMatch) -> None:
    of = match.variant
    position: Position = of.game.start(of.options, mirrored_position(match.deal, mirror))
    for move in match.moves:
        position = position.play(position.parse(mirrored_move(str(move), mirror)))
    assert str(position) == mirrored_position(str(match.final), mirror)
    assert position.outcome() == match.final.outcome()
    expected = {mirrored_move(str(move), mirror) for move in match.final.legal_moves()}
    assert set(map(str, position.legal_moves())) == expected


def recoloured(text: str) -> str:
    rows, side, taboo = text.split(" ")
    return f"{rows.swapcase()} {'b' if side == 'r' else 'r'} {taboo}"


@given(tokan_matches)
def test_exchanging_the_colours_exchanges_the_points(match: PlayedMatch) -> None:
    of = match.variant
    position: Position = of.game.start(of.options, recoloured(match.deal))
    for move in match.moves:
        text = str(move)
        position = position.play(position.parse(text[0].swapcase() + text[1:] if "@" in text else text))
    assert str(position) == recoloured(str(match.final))
    ours, theirs = position.outcome(), match.final.outcome()
    assert ours.points == theirs.points[::-1]
    assert ours.winner == (None if theirs.winner is None else 1 - theirs.winner)


def test_the_order_of_play_leaves_no_trace() -> None:
    """Where two moves of a side can be exchanged and the same towers arise, the positions are equal."""
    rng = Random(1)
    exchanged = 0
    for of in TOKAN * 5:
        position = play(of, rng, limit=8).final
        for _ in range(20):
            first, answer, second, last = line = play_on(position, rng, 4)
            other = try_line(position, [second, answer, first, last])
            now = try_line(position, line)
            if other is not None and now is not None and str(other) == str(now):
                exchanged += first != second
                assert other == now
                assert hash(other) == hash(now)
    assert exchanged > 50


def play_on(position: Position, rng: Random, length: int) -> list[Move]:
    line: list[Move] = []
    for _ in range(length):
        line.append(rng.choice(position.legal_moves()))
        position = position.play(line[-1])
    return line


def try_line(position: Position, line: list[Move]) -> Position | None:
    for move in line:
        if not position.is_legal(move):
            return None
        position = position.play(move)
    return position


def test_nothing_is_secret() -> None:
    """T5. Every view knows the position."""
    position = play(TOKAN[0], Random(3), limit=5).final
    for observer in (0, 1, -1):
        view = position.view(observer)
        assert str(view) == str(position)
        assert view.resample(Random(1)) == position
        move = position.legal_moves()[0]
        assert view.play(move) == position.play(move).view(observer)
