"""Whole matches at a pseudo-terminal: the real program, real keys, and nobody sees a hand that is not theirs."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tafelrunde.cli.dealing import fresh_record
from tafelrunde.games.core import Move, Position
from tafelrunde.games.registry import GAMES
from tafelrunde.records.record import read_records
from tafelrunde.records.replay import replay
from tests.cli.running import run
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.long

NAMES = ("Anna", "Ben", "Cleo", "Dora")
WIPE = "\x1b[H\x1b[J"
CURTAIN = ("screen:", "take the move back):")
TURN = "for help):"


def begin(game: str, preset: str, seed: str) -> tuple[list[str], Position]:
    """Return the arguments that begin a match, and its first position."""
    rules = GAMES[game]
    options = rules.options_type.parse(preset)
    names = NAMES[: rules.seats(options)]
    start = replay(fresh_record(rules, options, seed, (), names)).start
    assert isinstance(start, Position)
    arguments = ["play", game, "--preset", preset, "--seed", seed]
    return arguments + [part for name in names for part in ("--name", name)], start


def random_moves(position: Position, seed: int) -> list[Move]:
    """Play a game at random, negotiations included."""
    rng = random.Random(seed)
    moves: list[Move] = []
    while not position.is_over:
        turns = position.turns()
        negotiating = position.legal_moves()[len(turns) :]
        moves.append(rng.choice(negotiating if negotiating and (not turns or rng.random() < 0.3) else turns))
        position = position.play(moves[-1])
    return moves


def hands_shown(screen: str) -> list[list[str]]:
    """Return the cards of every hand that a screen shows, by seat."""
    lines = re.findall(r"^[> ] seat \d .* points.*?((?: (?:\?|[DMW]{4}s?))*)\r?$", screen, re.MULTILINE)
    return [line.split() for line in lines]


class Players:
    """The players before the terminal: they hand the keyboard round, type moves and watch for leaks."""

    def __init__(self, terminal: Terminal, start: Position) -> None:
        self.terminal = terminal
        self.position = start
        self.curtains: list[str] = []
        self.turns: list[str] = []

    def take_keyboard(self) -> str:
        """Wait until the player who decides is asked, and return the screen that player sees."""
        screen = self.terminal.expect(TURN, *CURTAIN)
        if screen.endswith(tuple(f"{end} " for end in CURTAIN)):
            self.curtains.append(screen)
            name = NAMES[self.position.seat]
            assert f"Hand the keyboard to {name}." in screen
            assert WIPE in screen
            assert all(set(hand) <= {"?"} for hand in hands_shown(after_wipe(screen)))
            self.terminal.type("")
            screen = self.terminal.expect(TURN)
        self.turns.append(screen)
        return screen

    def check_secrets(self, screen: str) -> None:
        hands = getattr(self.position, "hands", ())
        seat = self.position.seat
        shown = hands_shown(after_wipe(screen))
        assert len(shown) == len(hands)
        for owner, hand in enumerate(hands):
            assert shown[owner] == (list(hand) if owner == seat else ["?"] * len(hand))

    def play(self, moves: Sequence[Move]) -> None:
        """Type moves, each behind its curtain."""
        for move in moves:
            self.check_secrets(self.take_keyboard())
            self.terminal.type(str(move))
            self.position = self.position.play(move)


def after_wipe(screen: str) -> str:
    """Return what is still to be seen on a screen."""
    return screen.rpartition(WIPE)[2]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def saved(state: Path) -> Path:
    (file,) = (state / "tafelrunde" / "matches").glob("*.txt")
    return file


def test_a_match_of_tokan_and_its_revanche(state: Path) -> None:
    arguments, start = begin("tokan", "standard", "t")
    moves = random_moves(start, 1)
    with Terminal(arguments, {"XDG_STATE_HOME": str(state)}) as terminal:
        table = Players(terminal, start)
        table.play(moves)
        result = terminal.answer("[Y/n]:", "")
        again = terminal.answer(TURN, "quit")
        status, farewell = terminal.finish()
    assert table.curtains == []
    outcome = table.position.outcome()
    assert re.search(rf"Anna: {outcome.points[0]} for [a-f][1-5] \d", result)
    assert f"{outcome.points[0]} : {outcome.points[1]}" in result
    assert "Ben is red, Anna is black · move 1" in again
    assert status == 0
    assert str(saved(state)) in farewell
    first, second = read_records(saved(state).read_text())
    assert first.tags["Result"] == "-".join(map(str, outcome.points))
    assert list(first.moves) == list(map(str, moves))
    assert (second.tags["Start"], second.tags["Seat1"], second.moves) == (first.tags["Start"], "Ben", ())


def test_a_terminal_is_left_wiped_when_the_program_is_ended(state: Path) -> None:
    arguments, start = begin("schoko", "standard", "s")
    with Terminal(arguments, {"XDG_STATE_HOME": str(state)}) as terminal:
        table = Players(terminal, start)
        table.play(random_moves(start, 2)[:3])
        table.check_secrets(table.take_keyboard())
        terminal.terminate()
        status, farewell = terminal.finish()
    assert status == 128 + 15
    assert farewell.index(WIPE) < farewell.index("\x1b[?1049l")
    (record,) = read_records(saved(state).read_text())
    assert len(record.moves) == 3


def test_a_match_of_scho_ko_that_is_interrupted_and_played_on(state: Path) -> None:
    arguments, start = begin("schoko", "standard", "s")
    moves = random_moves(start, 2)
    environ = {"XDG_STATE_HOME": str(state)}
    with Terminal(arguments, environ) as terminal:
        table = Players(terminal, start)
        table.play(moves[:7])
        table.check_secrets(table.take_keyboard())
        terminal.interrupt()
        status, farewell = terminal.finish()
    assert status == 0
    assert farewell.index(WIPE) < farewell.index("\x1b[?1049l") < farewell.index("resume it")
    assert saved(state).stat().st_mode & 0o77 == 0
    with Terminal(["play"], environ) as terminal:
        offer = terminal.answer("new match:", "1")
        assert "Scho K.O., Anna and Ben, moves played: 7" in offer
        table = Players(terminal, table.position)
        table.play(moves[7:])
        result = after_wipe(terminal.answer("to leave:", ""))
        assert terminal.finish()[0] == 0
    assert len(table.curtains) == len(moves) - 7
    assert "largest dark area" in result
    assert run("score", saved(state)).out.startswith('{"over": true')
    assert run("verify", saved(state)).status == 0
    with Terminal(["play"], environ) as terminal:
        assert "Which game?" in terminal.expect("1):")


def test_a_match_of_schokoly_for_three_with_swaps(state: Path) -> None:
    arguments, start = begin("schokoly", "three", "y")
    moves = random_moves(start, 3)
    words = [str(move) for move in moves]
    assert {"accept", "reject", "decline"} <= set(words)
    with Terminal(arguments, {"XDG_STATE_HOME": str(state)}) as terminal:
        table = Players(terminal, start)
        table.play(moves)
        result = after_wipe(terminal.answer("to leave:", ""))
        assert terminal.finish()[0] == 0
    assert all(f"{side}: " in result for side in NAMES[:3])
    offers = [index for index, word in enumerate(words) if word.startswith("offer")]
    for index in offers:
        # The partner is told a number and no card, before the curtain and behind it.
        assert re.search(r"offers you a card with \d (dark|milk|white)", table.turns[index + 1])
        assert f": {words[index]}\r" not in table.turns[index + 1]
    assert not any(f": {words[index]}\r" in curtain for index in offers for curtain in table.curtains)
    counters = [index for index, word in enumerate(words) if word.startswith("counter")]
    for index in counters:
        assert "offers a card with" in table.turns[index + 1]
    (record,) = read_records(saved(state).read_text())
    assert [str(GAMES["schokoly"].parse_move(text)) for text in record.moves] == words


def test_a_match_of_four_is_won_by_a_team(state: Path) -> None:
    arguments, start = begin("schokoly", "teams", "q")
    moves = random_moves(start, 4)
    with Terminal(arguments, {"XDG_STATE_HOME": str(state)}) as terminal:
        table = Players(terminal, start)
        table.play(moves)
        result = after_wipe(terminal.answer("to leave:", ""))
    assert "Anna and Cleo: " in result
    assert "Ben and Dora: " in result


def test_play_needs_a_terminal(state: Path) -> None:
    status, out, err = run("play", "tokan", environ={"XDG_STATE_HOME": str(state)})
    assert (status, out) == (2, "")
    assert "needs a terminal" in err
    assert not state.exists()
    with Terminal(["play"], {"TERM": "dumb"}) as terminal:
        status, shown = terminal.finish()
    assert status == 2
    assert "needs a terminal" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["go"], "'go' is no game here"),
        (["--preset", "teams"], "options belong to a game"),
        (["tokan", "-p", "gaps=none"], "not one of contiguous, line"),
        (["tokan", "--preset", "standard", "--name", "A", "--name", "B", "--name", "C"], "3 names for 2 seats"),
        (["tokan", "--name", "A", "--name", "A"], "two seats have the same name"),
        (["tokan", "--word", "\t"], "is not a line of"),
    ],
)
def test_wrong_arguments_are_told_before_the_screen_opens(arguments: list[str], reason: str) -> None:
    with Terminal(["play", *arguments], {}) as terminal:
        status, shown = terminal.finish()
    assert status == 2
    assert reason in shown
    assert "\x1b" not in shown
