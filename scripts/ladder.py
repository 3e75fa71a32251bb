"""Let every level of every game meet the one below, and write how strong they are into docs/strength.md.

    python scripts/ladder.py [--games 400] [--last 200] [--forms schoko schokoly:three …] [--seed 1] [--workers 2]
                             [--fresh] [--report]

Each level thinks as much as it does where nobody says otherwise, which is counted in nodes: the same seed gives the
same matches. Finished matches are kept under build/ladder, so a run that was stopped picks up where it left off;
`--fresh` forgets them, as it must be after a change of the players. `--report` plays nothing more and writes what is
there. Only the sections of the forms played are written anew.
"""

from __future__ import annotations

import argparse
import math
import re
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tafelrunde.games.core import View
from tafelrunde.games.registry import GAMES, find_game
from tafelrunde.players.arena import EVENT, ROUND, Plan, Standing, run
from tafelrunde.players.base import NEVER, Budget, Choice, History, Player, Stop
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.rating import Estimate, elo_difference, mean_score
from tafelrunde.players.registry import find_player
from tafelrunde.records.record import read_records

LEVELS = range(1, 9)
THREE = 3
ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "strength.md"
STATE = ROOT / "build" / "ladder"


@dataclass(frozen=True)
class Form:
    """A game with one of its presets: what a ladder is played in."""

    game: str
    preset: str

    def __str__(self) -> str:
        return f"{self.game}:{self.preset}"

    @property
    def seats(self) -> int:
        """How many play."""
        game = find_game(self.game)
        return game.seats(game.options_type.parse(self.preset))

    @property
    def sides(self) -> int:
        """How many of them play against each other, a team being one."""
        game = find_game(self.game)
        options = game.options_type.parse(self.preset)
        return len({game.side(options, seat) for seat in range(self.seats)})


@dataclass(frozen=True)
class Rung:
    """A level beside the one below."""

    level: int
    games: int
    score: Estimate
    elo: Estimate


@dataclass
class Pace:
    """How long a level thinks about a turn, in seconds."""

    mean: float
    longest: float


def forms() -> list[Form]:
    """List the forms that have a ladder: each game as it is usually played, and with every other number of seats."""
    listed = []
    for name, game in GAMES.items():
        seen: set[int] = set()
        for preset in game.options_type.PRESETS:
            form = Form(name, preset)
            if form.seats not in seen:
                seen.add(form.seats)
                listed.append(form)
    return listed


def main(words: Sequence[str] | None = None) -> None:
    """Play the ladders that are asked for and write their sections."""
    known = {str(form): form for form in forms()}
    known |= {form.game: form for form in reversed(known.values())}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="games a pair, rounded up to whole rounds")
    parser.add_argument("--last", type=int, default=200, help="the same for the last pair, which takes longest")
    parser.add_argument("--forms", nargs="+", choices=sorted(known), default=[str(form) for form in forms()])
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--fresh", action="store_true", help="forget the matches played before")
    parser.add_argument("--report", action="store_true", help="play nothing, and write what was played before")
    parser.add_argument("--state", type=Path, default=STATE, help="where matches are kept")
    parser.add_argument("--out", type=Path, default=TARGET, help="the page that is written")
    arguments = parser.parse_args(words)
    if min(arguments.games, arguments.last, arguments.workers) < 1:
        parser.error("at least one game and one worker")
    if arguments.fresh:
        shutil.rmtree(arguments.state, ignore_errors=True)
    arguments.state.mkdir(parents=True, exist_ok=True)
    for form in (known[word] for word in arguments.forms):
        games = dict.fromkeys(LEVELS[1:-1], arguments.games) | {LEVELS[-1]: arguments.last}
        if arguments.report:
            games = {
                level: min(most, played(arguments.state, form, level, arguments.seed)) for level, most in games.items()
            }
        rungs = list(climb(form, games, arguments.seed, arguments.workers, arguments.state))
        paces = {level: pace(form, level, arguments.seed) for level in LEVELS}
        text = section(form, rungs, paces, command(form, arguments))
        page = arguments.out.read_text(encoding="utf-8") if arguments.out.exists() else ""
        arguments.out.write_text(with_section(page, form, text), encoding="utf-8")


def command(form: Form, asked: argparse.Namespace) -> str:
    """Return what plays the ladder of a form again."""
    return f"make ladder ARGS='--forms {form} --games {asked.games} --last {asked.last} --seed {asked.seed}'"


def climb(form: Form, games: Mapping[int, int], seed: str, workers: int, state: Path) -> Iterator[Rung]:
    """Let each level meet the one below, over as many games as it is given; a level without any ends the ladder."""
    for level in LEVELS[1:]:
        if games[level] == 0:
            return
        plan = pair(form, level, games[level], seed)
        standing = run(plan, records(state, form, level), workers, show=show)
        print(file=sys.stderr)
        rounds = standing.rounds()
        elo = elo_difference(rounds, rivals=plan.rivals)
        yield Rung(level, len(rounds) * len(plan.seatings()), mean_score(rounds), elo)


def pair(form: Form, level: int, games: int, seed: str) -> Plan:
    """Return the plan of a level against the one below."""
    return Plan(form.game, form.preset, str(level), str(level - 1), games, seed)


def records(state: Path, form: Form, level: int) -> Path:
    """Return the file with the matches of a level against the one below."""
    return state / f"{form.game}-{form.preset}-{level}.txt"


def played(state: Path, form: Form, level: int, seed: str) -> int:
    """Return how many games of a pair were played, as far as all rounds before are whole."""
    file = records(state, form, level)
    plan = pair(form, level, 1, seed)
    matches = range(1, len(plan.seatings()) + 1)
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    found = {record.tags[ROUND] for record in read_records(text) if record.tags.get(EVENT) == plan.title}
    whole = 0
    while all(f"{whole + 1}.{match}" in found for match in matches):
        whole += 1
    return whole * len(matches)


def show(standing: Standing) -> None:
    """Tell how far a pair has come."""
    plan = standing.plan
    total = plan.rounds * len(plan.seatings())
    title = f"{plan.game} {plan.options}, {plan.first} - {plan.second}"
    line = f"\r{title}: {len(standing.scores)}/{total}, score {mean_score(standing.rounds())} "
    print(line, end="", file=sys.stderr, flush=True)


class Watched(Player):
    """Lets another player choose and notes how long it took."""

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self.seconds: list[float] = []
        self._player = player

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Choose as the other player does."""
        begin = time.perf_counter()
        choice = self._player.choose(view, budget, rng, stop=stop, history=history)
        self.seconds.append(time.perf_counter() - begin)
        return choice


def pace(form: Form, level: int, seed: str) -> Pace:
    """Let a level play a match against itself and see how long it thinks."""
    game = find_game(form.game)
    options = game.options_type.parse(form.preset)
    player = Watched(find_player(str(level)))
    deal = game.deal(options, Random(f"{seed}/pace"))
    play_match(Seating(game, options, deal, [player] * form.seats, [Budget()] * form.seats), seed)
    return Pace(sum(player.seconds) / len(player.seconds), max(player.seconds))


def ratings(rungs: Sequence[Rung]) -> dict[int, Estimate]:
    """Return the Elo of each level, the first being 0: differences add up, and so do the squares of their errors."""
    found = {LEVELS[0]: Estimate(0.0, 0.0, 0.0)}
    for rung in rungs:
        below = found[rung.level - 1]
        value = below.value + rung.elo.value
        down = math.hypot(below.value - below.low, rung.elo.value - rung.elo.low)
        up = math.hypot(below.high - below.value, rung.elo.high - rung.elo.value)
        found[rung.level] = Estimate(value, value - down, value + up)
    return found


def section(form: Form, rungs: Sequence[Rung], paces: dict[int, Pace], again: str) -> str:
    """Return the part of the page about one form."""
    game = find_game(form.game)
    by_level = {rung.level: rung for rung in rungs}
    rated = ratings(rungs)
    head = ["level", "games", "score against the level below", "Elo", "seconds a turn", "longest"]
    rows = []
    for level in LEVELS:
        rung = by_level.get(level)
        row = [str(level), str(rung.games) if rung else "", percent(rung.score) if rung else ""]
        row.append(points(rated[level]) if level in rated else "")
        rows.append([*row, f"{paces[level].mean:.3f}", f"{paces[level].longest:.2f}"])
    lines = [f"### {game.title}, {form.preset}", ""]
    lines += ["| " + " | ".join(row) + " |" for row in (head, ["---", *["---:"] * (len(head) - 1)], *rows)]
    if form.sides == THREE:
        lines += [
            "",
            "One player of the level meets two of the level below; equals come first in 33.3%, which is Elo 0.",
        ]
    return "\n".join([*lines, "", f"`{again}`"])


def percent(score: Estimate) -> str:
    """Return a score in percent with its interval."""
    return f"{100 * score.value:.1f}% [{100 * score.low:.1f}, {100 * score.high:.1f}]"


def points(elo: Estimate) -> str:
    """Return an Elo number with its interval; a bound that no score gives is left open."""
    low, high = (f"{bound:.0f}" if math.isfinite(bound) else "…" for bound in (elo.low, elo.high))
    value = f"{elo.value:.0f}" if math.isfinite(elo.value) else "∞"
    return value if elo.low == elo.high else f"{value} [{low}, {high}]"


def with_section(page: str, form: Form, text: str) -> str:
    """Return the page with the section of a form written anew, or added at its end."""
    marked = f"<!-- ladder {form} -->\n\n{text}\n\n<!-- end of {form} -->"
    found = re.compile(rf"<!-- ladder {form} -->.*?<!-- end of {form} -->", re.DOTALL)
    if found.search(page):
        return found.sub(lambda _: marked, page)
    return f"{page.rstrip()}\n\n{marked}\n".lstrip()


if __name__ == "__main__":
    main()
