"""Games from elsewhere join by a call or by an entry point, leave again, and cannot push out another one."""

from __future__ import annotations

import pytest

import tafelrunde
from tafelrunde import front
from tafelrunde.games.errors import BadSetup, UnknownGame
from tafelrunde.games.registry import GAMES, all_games, find_game, register
from tests.fourth import DOMINEERING, Domineering

OWN = tuple(GAMES)


def test_a_game_is_there_until_it_is_taken_away() -> None:
    undo = register(DOMINEERING)
    assert find_game("domineering") is DOMINEERING
    assert tuple(GAMES) == (*OWN, "domineering")
    undo()
    assert tuple(GAMES) == OWN
    with pytest.raises(UnknownGame):
        find_game("domineering")


def test_a_name_is_taken_once() -> None:
    undo = register(DOMINEERING)
    with pytest.raises(BadSetup, match="there is a game 'domineering' already"):
        register(Domineering())
    undo()
    again = register(other := Domineering())
    # What was taken away already takes nothing else away.
    undo()
    assert find_game("domineering") is other
    again()


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(BadSetup, match="a str is no game"):
        register("chess")  # type: ignore[arg-type]
    assert tuple(GAMES) == OWN


@pytest.mark.parametrize("seats", [1, 10])
def test_a_game_that_nobody_can_play_against_anybody_is_refused(seats: int) -> None:
    class Unfit(Domineering):
        def seats(self, _options: object) -> int:
            return seats

    with pytest.raises(BadSetup, match="a game has 2 to 9 seats, which 'domineering' has not"):
        register(Unfit())
    assert tuple(GAMES) == OWN


@pytest.mark.parametrize("value", ["tests.fourth:DOMINEERING", "tests.fourth:Domineering"])
def test_an_installed_package_brings_a_game(installed: list[str], value: str) -> None:
    installed.append(value)
    assert isinstance(find_game("domineering"), Domineering)
    assert tuple(all_games()) == (*OWN, "domineering")
    assert all_games() is GAMES


def test_who_asks_for_all_games_is_given_those_of_installed_packages(installed: list[str]) -> None:
    installed.append("tests.fourth:DOMINEERING")
    assert tuple(tafelrunde.GAMES) == (*OWN, "domineering")
    assert tafelrunde.GAMES is GAMES
    with pytest.raises(AttributeError, match="GAME"):
        getattr(front, "GAME")  # noqa: B009


@pytest.mark.parametrize("value", ["tests.fourth:nothing", "tests.fifth:Game", "tests.fourth:EMPTY", "builtins:dict"])
def test_a_package_that_brings_no_game_is_named(installed: list[str], value: str) -> None:
    installed.append(value)
    with pytest.raises(BadSetup, match=f"the game '{value}' of an installed package cannot be used: "):
        find_game("domineering")
    assert tuple(GAMES) == OWN
    # The games of the house are there all the same.
    assert find_game(OWN[0]).name == OWN[0]


def test_a_package_that_brings_no_game_takes_the_others_along_and_is_named_again(installed: list[str]) -> None:
    installed += ["tests.fourth:DOMINEERING", "tests.fourth:nothing"]
    for _ in range(2):
        with pytest.raises(BadSetup, match=r"'tests.fourth:nothing' of an installed package cannot be used"):
            all_games()
        assert tuple(GAMES) == OWN
    installed.pop()
    assert tuple(all_games()) == (*OWN, "domineering")
