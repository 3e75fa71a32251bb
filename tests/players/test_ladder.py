from __future__ import annotations

from pathlib import Path

import pytest

from scripts import ladder
from scripts.ladder import Form, Pace, Rung, ratings, section, with_section
from tafelrunde.games.registry import GAMES
from tafelrunde.players.rating import Estimate, elo, elo_difference, expected


def rung(level: int, value: float, error: float) -> Rung:
    return Rung(level, 100, Estimate(0.7, 0.6, 0.8), Estimate(value, value - error, value + error))


def test_every_game_and_number_of_players_has_a_ladder() -> None:
    listed = {(form.game, form.seats) for form in ladder.forms()}
    assert listed == {("tokan", 2), ("schoko", 2), ("schokoly", 2), ("schokoly", 3), ("schokoly", 4)}
    assert {form.game for form in ladder.forms()} == set(GAMES)


def test_differences_add_up_and_so_do_their_errors() -> None:
    found = ratings([rung(2, 100, 30), rung(3, 150, 40)])
    assert found[3] == Estimate(250, 200, 300)


def test_a_section_is_written_anew_and_the_rest_of_the_page_stays() -> None:
    form, other = Form("schoko", "standard"), Form("tokan", "standard")
    page = with_section(with_section("# Strength\n", form, "old"), other, "tokan")
    renewed = with_section(page, form, r"new \1")
    assert "# Strength" in renewed
    assert "old" not in renewed
    assert renewed.index(r"new \1") < renewed.index("<!-- ladder tokan")
    assert with_section(renewed, form, "old") == page


def test_equals_among_three_have_no_difference_of_elo() -> None:
    paces = dict.fromkeys(range(1, 9), Pace(0.1, 0.2))
    rungs = [rung(level, 100, 30) for level in range(2, 9)]
    assert "33.3%" not in section(Form("schokoly", "teams"), rungs, paces, "again")
    assert "33.3%" in section(Form("schokoly", "three"), rungs, paces, "again")
    plan = ladder.pair(Form("schokoly", "three"), 2, 3, "1")
    assert elo_difference([1 / 3] * 12, rivals=plan.rivals).value == pytest.approx(0)
    assert expected(elo(0.7, plan.rivals), plan.rivals) == pytest.approx(0.7)
    # One who is twice as good as each of two others comes first as often as not.
    assert elo(0.5, plan.rivals) == pytest.approx(elo(2 / 3))


def test_a_ladder_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ladder, "LEVELS", range(1, 4))
    words = ["--games", "2", "--last", "2", "--forms", "schoko", "--workers", "1"]
    words += ["--state", str(tmp_path / "state"), "--out", str(tmp_path / "strength.md")]
    ladder.main(words)
    files = {file: file.read_text() for file in (tmp_path / "state").iterdir()}
    assert len(files) == 2
    page = (tmp_path / "strength.md").read_text()
    assert "--forms schoko:standard --games 2 --last 2 --seed 1" in page
    capsys.readouterr()
    ladder.main(words)
    assert {file: file.read_text() for file in (tmp_path / "state").iterdir()} == files
    assert ": 2/2" in capsys.readouterr().err
    (tmp_path / "state" / "schoko-standard-3.txt").unlink()
    ladder.main([*words, "--report"])
    page = (tmp_path / "strength.md").read_text()
    assert "| 2 | 2 |" in page
    assert "| 3 |  |  |  |" in page
    ladder.main([*words, "--fresh", "--seed", "2"])
    assert "--seed 2" in (tmp_path / "strength.md").read_text()
    with pytest.raises(SystemExit):
        ladder.main([*words, "--games", "0"])
