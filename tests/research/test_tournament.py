"""Tournaments: who meets whom, what is kept, what the reports say, and the example bots at work."""

import json
import math
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.games.core import Outcome
from tafelrunde.games.errors import BadOptions
from tafelrunde.players.base import Budget
from tafelrunde.players.rating import Estimate
from tafelrunde.players.registry import UnknownPlayer
from tafelrunde.records.record import read_record, read_records
from tafelrunde.records.replay import replay
from tafelrunde.research.tournament import report
from tafelrunde.research.tournament.plan import Format, Tournament, comparison
from tafelrunde.research.tournament.play import run
from tafelrunde.research.tournament.ratings import ratings
from tafelrunde.research.tournament.results import Result, Results
from tafelrunde.research.tournament.swiss import pair_up
from tests.cli.running import TRIO
from tests.cli.running import run as run_command

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
NODES = Budget(nodes=20)


class Here(Executor):
    """Plays at once, in this process."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def cup(form: Format = Format.ROUND_ROBIN, **changes: Any) -> Tournament:
    plan: dict[str, Any] = {"game": "tokan", "options": "", "entrants": ("random", "greedy", "2"), "format": form}
    return Tournament(**{**plan, "deals": 2, "rounds": 2, "budget": NODES, **changes})


def test_everybody_meets_everybody_with_both_seatings() -> None:
    results = run(cup(), Here(), 1)
    assert len(results.matches) == cup().total() == 3 * 2 * 2
    for result in results.ordered():
        played = replay(next(iter(read_records(result.record))))
        names = [cup().entrants[result.first], cup().entrants[result.second]]
        seats = [played.record.tags[f"Seat{seat}"] for seat in (1, 2)]
        assert seats == (names if result.match == 0 else names[::-1])
        assert played.final.outcome().points == result.points
    assert sum(results.scores()) == len(results.matches)


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    results = run(cup(Format.GAUNTLET, deals=1), Here(), 1)
    assert {(meeting.first, meeting.second) for meeting, _ in results.matches} == {(0, 1), (0, 2)}


def test_in_a_swiss_round_an_odd_one_rests_and_counts_a_win() -> None:
    results = run(cup(Format.SWISS, deals=1), Here(), 1)
    assert sorted(results.byes.values()) == [1, 1]
    assert sum(results.scores()) == 2 * (2 + 2)


@pytest.mark.parametrize("entrants", [4, 7, 8])
def test_swiss_pairs_are_new_as_long_as_possible(entrants: int) -> None:
    met: dict[tuple[int, int], int] = {}
    rested: dict[int, int] = {}
    scores = [0.0] * entrants
    for _ in range(3):
        pairs, resting = pair_up(scores, met, rested)
        assert not set(pairs) & set(met)
        playing = [entrant for pair in pairs for entrant in pair]
        assert sorted([*playing, *([] if resting is None else [resting])]) == list(range(entrants))
        for first, second in pairs:
            met[first, second] = 1
            scores[min(first, second)] += 1
        if resting is not None:
            assert resting not in rested
            rested[resting] = 1


def test_the_same_seed_gives_the_same_tournament_whoever_finishes_first() -> None:
    one = run(cup(deals=1), Here(), 1)
    with ThreadPoolExecutor(2) as pool:
        two = run(cup(deals=1), pool, 2)
    assert [result.record for result in one.ordered()] == [result.record for result in two.ordered()]
    assert report.as_json(one, report.table(one)) == report.as_json(two, report.table(two))


def test_a_stopped_tournament_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    whole = run(cup(), Here(), 1, file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:5]) + lines[5][:40])
    seen: list[int] = []
    again = run(cup(), Here(), 1, file, lambda results: seen.append(len(results.matches)))
    assert seen[0] == 5
    assert again.ordered() == whole.ordered()


def test_a_tournament_with_another_seed_does_not_take_the_results(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    run(cup(deals=1), Here(), 1, file)
    before = len(file.read_text().splitlines())
    run(cup(deals=1, seed="2"), Here(), 1, file)
    assert len(file.read_text().splitlines()) == 2 * before


def test_among_three_seats_equals_get_a_half() -> None:
    plan = cup(game="schokoly", options="players=3").plan(0, 1)
    scores = [comparison(plan, match, Outcome(True, (9, 5, 7), 0)) for match in range(3)]
    assert scores == [1.0, 0.0, 0.5]


def made_up(scores: list[tuple[int, int, float]], deals: int = 30) -> Results:
    """Results of two matches a deal, in which the first scores the given share over both."""
    results = Results(cup(entrants=("random", "greedy", "2"), deals=deals))
    for deal in range(deals):
        for first, second, share in scores:
            for match in range(2):
                won = (deal * 2 + match) % 10 < 10 * share
                results.add(Result(first, second, deal, match, float(won)))
    return results


def test_nobody_is_rated_before_the_first_match() -> None:
    assert ratings(made_up([])) == [Estimate(0.0, -math.inf, math.inf)] * 3


def test_ratings_are_those_of_the_scores() -> None:
    expected = 400 * math.log10(0.7 / 0.3)
    elo = ratings(made_up([(0, 1, 0.7)]))
    assert elo[0].value - elo[1].value == pytest.approx(expected, rel=0.05)
    assert elo[0].low < elo[0].value < elo[0].high


def test_who_wins_everything_has_a_finite_rating_and_more_deals_narrow_it() -> None:
    few, many = (ratings(made_up([(0, 1, 1.0), (1, 2, 0.5), (0, 2, 0.8)], deals)) for deals in (5, 50))
    assert all(math.isfinite(elo.value) for elo in [*few, *many])
    assert few[1].high - few[1].low > many[1].high - many[1].low
    assert many[0].value > many[1].value


def test_a_few_wins_in_a_row_prove_little() -> None:
    elo = ratings(made_up([(0, 1, 1.0)], deals=3))
    assert elo[0].high - elo[0].low > 400


def test_reports_hold_what_was_played() -> None:
    results = run(cup(deals=2), Here(), 1)
    rows = report.table(results)
    told = json.loads(report.as_json(results, rows))
    assert [row["player"] for row in told["table"]] == [row.name for row in rows]
    assert len(told["matches"]) == len(results.matches)
    page = report.as_html(results, rows)
    assert page.count("<svg") == 2
    assert all(name in page for name in cup().entrants)
    HTMLParser().feed(page)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"entrants": ("random",)}, BadOptions),
        ({"entrants": ("random", "random")}, BadOptions),
        ({"entrants": ("random", "nobody")}, UnknownPlayer),
        ({"deals": 0}, BadOptions),
        ({"options": "players=9"}, BadOptions),
    ],
)
def test_what_cannot_be_played_is_refused(changes: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        run(cup(**changes), Here(), 1)


def test_the_example_bot_plays_a_tournament() -> None:
    bot = f"cmd:{sys.executable} {EXAMPLES / 'engine_bot.py'}"
    results = run(cup(entrants=("random", bot), deals=1), Here(), 1)
    assert not [result.forfeit for result in results.ordered() if result.forfeit]


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node.js")
def test_the_example_bot_in_another_language_answers() -> None:
    records = {TRIO: 1, f"{TRIO} offer-2-DDMM": 2, f"{TRIO} offer-2-DDMM counter-DMWW": 1}
    questions = "".join(json.dumps({"record": record, "seat": seat}) + "\n" for record, seat in records.items())
    command = str(Path(sys.executable).with_name("tafelrunde"))
    bot = ["node", str(EXAMPLES / "engine_bot.mjs")]
    done = subprocess.run(
        bot, input=questions, env={**os.environ, "TAFELRUNDE": command}, capture_output=True, text=True, check=True
    )
    for record, line in zip(records, done.stdout.splitlines(), strict=True):
        replay(read_record(record)).final.parse(json.loads(line)["move"])


def test_a_bot_that_fails_loses_its_matches_and_nothing_else() -> None:
    results = run(cup(entrants=("random", "cmd:false"), deals=1), Here(), 1)
    assert [result.score for result in results.ordered()] == [1.0, 1.0]
    assert all("false" in (result.forfeit or "") for result in results.ordered())
    assert "Forfeits" in report.as_html(results, report.table(results))


def test_the_command_writes_its_reports(tmp_path: Path) -> None:
    done = run_command("tournament", "random", "greedy", "-n", "1", "--out", str(tmp_path / "cup"), "--workers", "1")
    assert done.status == 0
    assert {file.name for file in (tmp_path / "cup").iterdir()} == {
        "results.jsonl",
        "report.json",
        "report.html",
        "records.txt",
    }
    assert "greedy" in done.out


def test_the_command_says_who_did_not_answer_and_nothing_of_who_did() -> None:
    words = ("tournament", "random", "cmd:false", "greedy", "-n", "1", "--workers", "1")
    done = run_command(*words)
    assert done.status == 0
    told = re.findall(r"^forfeited (\d) of 6 matches: false: .+$", done.err, re.MULTILINE)
    assert sum(map(int, told)) == 4
    assert "forfeited" not in run_command(*words[:2], "greedy", *words[4:]).err


def test_the_command_refuses_what_it_does_not_know() -> None:
    assert run_command("tournament", "random", "greedy", "--format", "knockout").status == 2
