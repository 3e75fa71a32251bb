"""The front door: what `import tafelrunde` offers without a registry, an options parser and a start string."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tafelrunde
from tafelrunde import front
from tafelrunde.games.core import SPECTATOR
from tafelrunde.native import AVAILABLE
from tafelrunde.players import registry
from tafelrunde.players.base import Player
from tafelrunde.players.registry import UnknownPlayer
from tests.strategies import Variant, play, variants

native = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")
RECORD = '[Game "tokan"]\n[Start "J,J,m,l,L,J/j,j,M,L,J,j/l,J,m,j,L,j/L,M,m,M,j,l/l,J,l,L,j,J b -"]\n\nd3d1 b2c2 c3b3\n'
ENDING = "J,Jm,-,-,LjL,J/-,j,Mj,-,J,j/l,Jm,L,l,j,-/-,-,mM,L,j,l/-,J,l,LjMl,-,J r d1"


def loaded(code: str) -> set[str]:
    """The packages that a program has loaded in the end."""
    program = f"import sys\n{code}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return set(done.stdout.split())


class TestTheDoor:
    def test_costs_nothing_before_it_is_used(self) -> None:
        modules = loaded("import tafelrunde; tafelrunde.__version__; dir(tafelrunde)")
        assert {name for name in modules if name.startswith("tafelrunde")} == {"tafelrunde", "tafelrunde.version"}
        assert not modules & {"numpy", "asyncio", "typer"}

    def test_a_game_needs_the_rules_alone(self) -> None:
        modules = loaded("import tafelrunde; p = tafelrunde.new('schokoly', players=3); p.play(p.legal_moves()[0])")
        assert not modules & {"numpy", "asyncio", "typer", "tafelrunde.native", "tafelrunde.players"}

    def test_offers_what_stands_behind_it_and_nothing_else(self) -> None:
        assert {*front.__all__, "__version__"} == set(tafelrunde.__all__) == set(dir(tafelrunde))
        assert all(getattr(tafelrunde, name) is getattr(front, name) for name in front.__all__)
        with pytest.raises(AttributeError, match="no attribute 'chess'"):
            tafelrunde.chess  # type: ignore[attr-defined]  # noqa: B018

    def test_still_leads_to_the_packages(self) -> None:
        modules = loaded("from tafelrunde import records, __version__; import tafelrunde.games.core")
        assert {"tafelrunde.records", "tafelrunde.games.core"} <= modules


@pytest.mark.parametrize("variant", variants(*tafelrunde.GAMES), ids=str)
class TestNewGames:
    def test_are_dealt_by_options_as_values_or_words(self, variant: Variant) -> None:
        words = variant.options.words()
        values: dict[str, Any] = {name: {"on": True, "off": False}.get(word, word) for name, word in words.items()}
        position = tafelrunde.new(variant.game.name, seed=7, **values)
        assert position == variant.game.start(variant.options, variant.game.deal(variant.options, Random(7)))
        assert position == tafelrunde.new(variant.game.name, seed=7, **words)
        assert position != tafelrunde.new(variant.game.name, seed=8, **words)

    def test_are_played_by_text_drawn_and_printed(self, variant: Variant) -> None:
        position: tafelrunde.Position = tafelrunde.new(variant.game.name, seed=1, **variant.options.words())
        move = position.legal_moves()[0]
        after = position.play(str(move))
        assert after == position.play(move) != position
        assert str(after) != str(position)
        for table in (after, after.view(0), after.view(SPECTATOR)):
            assert table._repr_svg_() == table.svg()
            assert table.svg().startswith("<svg")
            assert "object at" not in str(table)
            assert len(str(table)) < 3000

    def test_what_a_view_prints_and_draws_is_what_its_observer_may_know(self, variant: Variant) -> None:
        """Two deals that a seat cannot tell apart look the same to it."""
        position = play(variant, Random(2), limit=4).final
        view = position.view(position.seat)
        other = view.resample(Random(3))
        assert str(other.view(position.seat)) == str(view)
        assert other.view(position.seat).svg() == view.svg()


class TestWrongWishes:
    def test_are_named(self) -> None:
        with pytest.raises(tafelrunde.UnknownGame, match="is no game here"):
            tafelrunde.new("chess")
        with pytest.raises(tafelrunde.BadOptions, match="'5' is not one of 2, 3, 4"):
            tafelrunde.new("schokoly", players=5)
        with pytest.raises(tafelrunde.BadOptions, match="the options here are"):
            tafelrunde.new("tokan", players=2)
        with pytest.raises(tafelrunde.BadOptions, match="the presets of TOKAN are"):
            tafelrunde.new("tokan", "quick")
        with pytest.raises(tafelrunde.InvalidNotation):
            tafelrunde.new("tokan", start="nothing")

    def test_of_moves_change_nothing(self) -> None:
        position = tafelrunde.new("tokan", seed=1)
        before = repr(position)
        with pytest.raises(tafelrunde.InvalidNotation):
            position.play("hello")
        with pytest.raises(tafelrunde.IllegalMove):
            position.play("a1a1")
        assert repr(position) == before


def test_presets_and_starts_are_kept() -> None:
    assert str(tafelrunde.new("tokan", start=ENDING)) == ENDING
    drafted = tafelrunde.new("tokan", "less-chance", seed=1)
    assert drafted.options.words()["setup"] == "draft"
    assert tafelrunde.new("tokan", "less-chance", setup="random", seed=1).options.words()["setup"] == "random"


class TestCounting:
    TABLE = "D,W DDDW@0,0 DDDW@2,0 DDWWs^1,0"

    def test_a_table_of_a_real_game_is_counted_by_its_options(self) -> None:
        position = tafelrunde.count("schoko", self.TABLE)
        rules = tafelrunde.GAMES["schoko"]
        assert position == rules.lay(rules.options_type.parse(""), self.TABLE)
        assert len(position.outcome().points) == 2
        three = tafelrunde.count("schokoly", "D,M,W DDDM@0,0", players=3)
        assert len(three.outcome().points) == 3

    def test_one_that_cannot_be_is_refused_with_what_is_wrong(self) -> None:
        with pytest.raises(tafelrunde.ImpossibleTable) as refusal:
            tafelrunde.count("schoko", "D,W DDDW@0,0 DDDW@5,5")
        assert refusal.value.why.code == "lies-apart"
        with pytest.raises(tafelrunde.BadOptions, match="presets"):
            tafelrunde.count("schoko", self.TABLE, "nonsense")


class TestRecords:
    def test_are_read_from_a_text_a_path_or_its_name(self, tmp_path: Path) -> None:
        file = tmp_path / "game.txt"
        file.write_text(RECORD, encoding="utf-8")
        for source in (RECORD, file, str(file), "\ufeff" + RECORD, "\n" + RECORD):
            read = tafelrunde.read_record(source)
            assert list(map(str, read.moves)) == ["d3d1", "b2c2", "c3b3"]
            assert str(read.final).endswith("r b3")
            assert len(list(read.tables())) == 4

    def test_several_come_one_after_the_other(self) -> None:
        both = list(tafelrunde.read_records(f"{RECORD}\n{RECORD}"))
        assert both[0] == both[1] == tafelrunde.read_record(RECORD)
        with pytest.raises(tafelrunde.RecordError, match="record 2: one record was expected, not several"):
            tafelrunde.read_record(f"{RECORD}\n{RECORD}")

    def test_that_are_none_are_refused(self, tmp_path: Path) -> None:
        empty = tmp_path / "empty.txt"
        empty.touch()
        with pytest.raises(tafelrunde.RecordError, match="there is no record"):
            tafelrunde.read_record(empty)
        with pytest.raises(tafelrunde.RecordError, match="move 4 'a1a1'"):
            tafelrunde.read_record(f"{RECORD} a1a1")
        with pytest.raises(FileNotFoundError):
            tafelrunde.read_record("no-such-file.txt")


class TestAsking:
    @native
    @pytest.mark.parametrize("game", tafelrunde.GAMES)
    def test_a_level_chooses_a_legal_move_and_the_same_one_again(self, game: str) -> None:
        position = tafelrunde.new(game, seed=3)
        choice = tafelrunde.ask(position, level=3, nodes=50, seed=1)
        assert position.is_legal(choice.move)
        assert choice == tafelrunde.ask(position.view(position.seat), level=3, nodes=50, seed=1)

    def test_the_fifth_level_is_asked_where_none_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[str] = []
        known = registry.find_player("random")

        def find_player(name: str) -> Player:
            asked.append(name)
            return known

        monkeypatch.setattr(registry, "find_player", find_player)
        position = tafelrunde.new("schoko", seed=3)
        tafelrunde.ask(position, seed=1)
        tafelrunde.ask(position, 2, seed=1)
        assert asked == ["5", "2"]

    def test_other_players_are_asked_by_name(self) -> None:
        position = tafelrunde.new("schoko", seed=3)
        assert position.is_legal(tafelrunde.ask(position, "random", seed=1).move)
        for unknown in (0, 9, "mistress"):
            with pytest.raises(UnknownPlayer):
                tafelrunde.ask(position, unknown)

    def test_only_the_seat_that_decides_is_asked(self) -> None:
        position = tafelrunde.new("schoko", seed=3)
        for view in (position.view(1 - position.seat), position.view(SPECTATOR)):
            with pytest.raises(tafelrunde.BadSetup, match="seat 1 decides next"):
                tafelrunde.ask(view, "random")
        over = play(variants("schoko")[0], Random(1)).final
        with pytest.raises(tafelrunde.BadSetup, match="the game is over"):
            tafelrunde.ask(over, "random")

    def test_time_is_said_once(self) -> None:
        position = tafelrunde.new("tokan", seed=3)
        for asked in (tafelrunde.ask, tafelrunde.analyse):
            with pytest.raises(tafelrunde.BadOptions, match="seconds or nodes, not both"):
                asked(position, seconds=1, nodes=1)


@native
class TestStudying:
    def test_a_position_is_judged_move_by_move(self) -> None:
        position = tafelrunde.new("tokan", start=ENDING)
        judged = tafelrunde.analyse(position, nodes=2000)
        assert {one.move for one in judged.moves} == set(map(str, position.legal_moves()))
        assert judged.seat == position.seat

    def test_a_record_is_judged_turn_by_turn(self) -> None:
        read = tafelrunde.read_record(RECORD)
        judged = tafelrunde.analyse(read, nodes=200)
        assert [turn.move for turn in judged.turns] == ["d3d1", "b2c2", "c3b3"]
        assert judged == tafelrunde.analyse(read.record, nodes=200)

    def test_an_ending_is_solved_with_its_line(self) -> None:
        position = tafelrunde.new("tokan", start=ENDING)
        solution = tafelrunde.solve(position, margin=True)
        assert solution.exact
        assert solution.margin is not None
        assert solution.best is not None
        end = position
        for move in solution.line:
            end = end.play(move)
        assert solution.line[0] == solution.best
        assert end.is_over
        red, black = end.outcome().points
        assert solution.margin == (black - red if position.seat == 1 else red - black)

    def test_what_cannot_be_solved_is_said(self) -> None:
        with pytest.raises(tafelrunde.BadSetup, match=r"Scho K\.O\. cannot be solved"):
            tafelrunde.solve(tafelrunde.new("schoko"))
        with pytest.raises(tafelrunde.BadSetup, match="still being laid"):
            tafelrunde.solve(tafelrunde.new("tokan", setup="draft"))
        assert tafelrunde.solve(tafelrunde.new("tokan", seed=1), seconds=0).result == "unknown"
