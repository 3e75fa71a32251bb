"""The levels of TOKAN: lower ones see less.

The first levels look a move or two ahead and see points, or threats as well; then comes the fitted evaluation, searched
ever more deeply, and the upper levels solve positions as soon as they can. Of moves that look about equally good any
may be played, so that games differ; the seed decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from tafelrunde.games.core import Move, View
from tafelrunde.games.tokan import TokanView
from tafelrunde.native import prefer
from tafelrunde.native.tokan_search import CERTAIN, Findings, Limits, Settings, Sight, search, search_draft
from tafelrunde.native.tokan_solver import default_memory
from tafelrunde.players.base import LONGEST, NEVER, Budget, Choice, History, Player, Stop
from tafelrunde.players.simple import GreedyPlayer
from tafelrunde.players.tokan.exact import MOST_MEMORY, Allowance, Certainty, ExactPlay, Promise, Promises

DRAFT_NODE = 16
"""Nodes that a draft laid to its end counts for: about what takes the same time."""

YOUNG = 1
"""As long as the field has no more gaps than this a game is young: hardly to be solved, and open to many ideas."""

CHECKED = 3
"""Moves of the search that are looked at in a position known to be at least drawn, before the sure move is taken."""

VARIETY = 30
"""In a young game moves may fall behind the best by at least so much, in hundredths of log odds."""


@dataclass(frozen=True)
class Level:
    """What a level sees, and how much it looks at at most."""

    settings: Settings
    draft: int
    """Drafts laid to their end."""
    solves: int = 0
    """Positions for the solver."""
    nodes: int = 1_000_000
    seconds: float | None = None
    """How long to think where no budget is given; without it as long as the other numbers allow."""
    until_known: bool = False
    """Whether all of the time may go into solving, with all the memory that a solver usually has."""


EVERYTHING = 10**15
LEVELS: dict[int, Level] = {
    1: Level(Settings(1, 40, Sight.POINTS), 300),
    2: Level(Settings(2, 30, Sight.THREATS), 600),
    3: Level(Settings(1, 22), 600),
    4: Level(Settings(2, 26), 1_000),
    5: Level(Settings(3, 6), 2_000),
    6: Level(Settings(5, 24), 8_000),
    7: Level(Settings(6, 6), 12_000, solves=40_000),
    8: Level(Settings(near=4), EVERYTHING, solves=EVERYTHING, nodes=EVERYTHING, seconds=1.0),
}
HEADS: dict[int, Level] = LEVELS | {
    4: Level(Settings(2, 8), 1_000),
    5: Level(Settings(4, 24), 2_000),
    6: Level(Settings(6, 16), 8_000),
    7: Level(Settings(7, 4), 12_000, solves=120_000),
}
"""The levels where heads count: those games are easier to see through, so even steps are longer."""


PERFECT = Level(Settings(near=4), EVERYTHING, solves=EVERYTHING, nodes=EVERYTHING, seconds=LONGEST, until_known=True)
"""As long as a minute for a move that is not known yet; once the first is, the others take no time."""
GUESS_SECONDS = 1.0
"""How long one who thinks until he knows looks at what he cannot know, or knows to be lost."""


class TokanPlayer(Player):
    """Plays TOKAN by search and by solving, in the native core, or greedily where that is missing."""

    def __init__(self, name: str, level: Level, heads: Level | None = None) -> None:
        self.name = name
        self._level = level
        self._heads = TokanPlayer(name, heads) if heads is not None else None
        self._greedy = GreedyPlayer()
        self._promises = Promises()

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Choose a move; the value is a word where the result is certain, else the chance to win."""
        assert isinstance(view, TokanView)
        if self._heads is not None and view.options.scoring == "heads":
            return self._heads.choose(view, budget, rng, stop=stop, history=history)
        seed = rng.getrandbits(63)
        if not prefer():
            return self._greedy.choose(view, budget, rng, stop=stop, history=history)
        if budget.seconds is None and budget.nodes is None:
            budget = Budget(seconds=self._level.seconds)
        if view.draft is not None:
            return self._lay(view, budget, seed, stop)
        # Threads and what was known before make answers differ: they are for those who have nothing but a clock.
        clock = budget.seconds is not None and self._level.seconds is not None
        memory = default_memory() if self._level.until_known and clock else MOST_MEMORY
        exact = ExactPlay(self._solving(view, budget), stop, threads=0 if clock else 1, memory=memory)
        certain = exact.find(view, self._promises.find(view) if clock else None)
        if certain.value.result == "win":
            choice = _certain_choice(view, certain, exact)
        else:
            choice = self._search(view, seed, exact, certain, self._searching(budget, exact, stop))
        if clock and (certain.safe or choice.value == "win"):
            promise = Promise(1 if choice.value == "win" else 0, choice.nodes)
            self._promises.make(view, choice.move, promise)
        return choice

    def _search(self, view: TokanView, seed: int, exact: ExactPlay, certain: Certainty, limits: Limits) -> Choice:
        """Choose a step of those that the search likes, without giving away what is certain."""
        near = self._level.settings.near
        if _is_young(view):
            near = max(2 * near, VARIETY)
        found = search(view, self._level.settings._replace(near=near), limits)
        ranked = [move.move for move in found.moves]
        chosen = Random(seed).choice(found.near(near)).move
        if certain.safe:
            # Nothing is given away, whatever the search thinks; but among equals the search knows the harder ones.
            chosen = exact.first_safe(view, [chosen, *ranked[:CHECKED]]) or certain.best or chosen
        line = tuple(found.line) if found.line[0] == chosen else (chosen,)
        nodes = found.nodes + exact.positions
        result = certain.value.result if certain.value.exact else _result(found)
        value = round(found.moves[0].chance, 4) if result is None else result
        return Choice(
            view.parse(chosen),
            value,
            _moves(view, line),
            exact=result is not None,
            nodes=nodes,
            candidates=tuple((move.move, move.chance) for move in found.moves),
        )

    def _lay(self, view: TokanView, budget: Budget, seed: int, stop: Stop) -> Choice:
        drafts = self._level.draft
        if budget.nodes is not None:
            drafts = min(drafts, max(1, budget.nodes // DRAFT_NODE))
        seconds = budget.seconds or 0.0
        if self._level.until_known:
            seconds = min(GUESS_SECONDS, seconds)
        visits = search_draft(view, Sight.ALL, seed, Limits(drafts, seconds, stop))
        best = visits.moves[0]
        candidates = tuple((move.move, move.chance) for move in visits.moves)
        nodes = visits.nodes * DRAFT_NODE
        return Choice(view.parse(best.move), round(best.chance, 4), nodes=nodes, candidates=candidates)

    def _solving(self, view: TokanView, budget: Budget) -> Allowance:
        """Return the part of a budget that is for solving; a young game is hardly solved in a moment."""
        share = 1.0 if self._level.until_known else 0.2 if _is_young(view) else 0.6
        positions = self._level.solves
        if budget.nodes is not None:
            positions = min(positions, int(share * budget.nodes))
        return Allowance(positions, None if budget.seconds is None else share * budget.seconds)

    def _searching(self, budget: Budget, exact: ExactPlay, stop: Stop) -> Limits:
        """Return what is left of a budget."""
        nodes = self._level.nodes
        if budget.nodes is not None:
            nodes = min(nodes, max(1, budget.nodes - exact.positions))
        seconds = 0.0 if budget.seconds is None else max(0.001, budget.seconds - exact.seconds)
        if self._level.until_known and budget.seconds is not None:
            seconds = min(GUESS_SECONDS, max(seconds, budget.seconds / 20))
        return Limits(nodes if nodes < EVERYTHING else 0, seconds, stop)


def _is_young(view: TokanView) -> bool:
    return view.towers.count("") <= YOUNG


def _result(found: Findings) -> str | None:
    """Return the result that a search is certain of."""
    best = found.moves[0].score
    return "win" if best >= CERTAIN else "loss" if best <= -CERTAIN else None


def _certain_choice(view: TokanView, certain: Certainty, exact: ExactPlay) -> Choice:
    assert certain.best is not None
    return Choice(
        view.parse(certain.best), certain.value.result, _moves(view, (certain.best,)), exact=True, nodes=exact.positions
    )


def _moves(view: TokanView, line: tuple[str, ...]) -> tuple[Move, ...]:
    """Resolve the moves of a line one after the other."""
    moves: list[Move] = []
    table = view
    for text in line:
        move = table.parse(text)
        moves.append(move)
        table = table.play(move)
    return tuple(moves)


@cache
def tokan_level(level: int) -> Player:
    """Return the player of a level from 1 to 8."""
    return TokanPlayer(str(level), LEVELS[level], HEADS[level])


def tokan_perfect() -> Player:
    """Return the player that thinks until it knows."""
    return TokanPlayer("perfect", PERFECT)
