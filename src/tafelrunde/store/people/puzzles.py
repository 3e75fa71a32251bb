"""What came of puzzles that somebody with a name tried, and how strong solvers and puzzles are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tafelrunde.players.glicko import Result, Strength, rated
from tafelrunde.store.script import Ask, Lock, Script

NEWCOMER = Strength(1200.0, 350.0)
FIRST_DEVIATION = 150.0
"""The deviation of the rating that a puzzle got when it was found."""
LEAST_DEVIATION = 45.0
"""No deviation falls below this: whoever learns keeps improving."""

_ATTEMPT = "account, id, puzzle, moves, shown, solved, rated, at"
_STRENGTH = "rating, deviation, volatility, tried, solved"


class Attempt(NamedTuple):
    """A try at a puzzle by somebody with a name."""

    account: str
    id: str
    """The name that the device gave it."""
    puzzle: str
    moves: str
    """Own moves up to the first wrong one, with blanks between them."""
    shown: bool
    """Whether the solution was shown on the way."""
    solved: bool
    rated: bool
    at: int


class Standing(NamedTuple):
    """How strong somebody is at puzzles, or how hard a puzzle is, and what that rests on."""

    strength: Strength
    tried: int = 0
    """Attempts that were rated."""
    solved: int = 0

    def after(self, other: Strength, score: int, solved: bool) -> Standing:
        """Return the standing after one more attempt."""
        strength = rated(self.strength, [Result(other, score)])
        surest = strength._replace(deviation=max(LEAST_DEVIATION, strength.deviation))
        return Standing(surest, self.tried + 1, self.solved + solved)

    def row(self) -> tuple[object, ...]:
        """Return it as it is stored."""
        return (*self.strength, self.tried, self.solved)


def count_attempt(attempt: Attempt, first_rating: float) -> Script[Attempt | None]:
    """Count an attempt once and return it as it is stored; None, with nothing written, if the account is gone.

    Only the first attempt at a puzzle is rated, whatever `attempt` says: whoever has seen the answer knows it.
    """
    # Solver and puzzle are read and written by many: one after the other, so that no result is lost.
    yield Lock("puzzle-ratings")
    account = attempt.account
    known = yield Ask(f"SELECT {_ATTEMPT} FROM puzzle_results WHERE account = ? AND id = ?", (account, attempt.id))  # noqa: S608
    if known:
        return _attempt(known[0])
    if not (yield Ask("SELECT 1 FROM accounts WHERE id = ?", (account,))):
        return None
    again = yield Ask(
        "SELECT 1 FROM puzzle_results WHERE account = ? AND puzzle = ? LIMIT 1", (account, attempt.puzzle)
    )
    attempt = attempt._replace(rated=not again)
    if attempt.rated:
        solver = yield from solver_of(account)
        puzzle = (yield from _rating_of(attempt.puzzle)) or Standing(Strength(first_rating, FIRST_DEVIATION))
        solved = attempt.solved
        yield from _save_solver(account, solver.after(puzzle.strength, int(solved), solved), attempt.at)
        yield from _save_rating(attempt.puzzle, puzzle.after(solver.strength, int(not solved), solved))
    yield from _add(attempt)
    return attempt


def solver_of(account: str) -> Script[Standing]:
    """Return how strong an account is; whoever has tried nothing is a newcomer."""
    rows = yield Ask(f"SELECT {_STRENGTH} FROM puzzle_solvers WHERE account = ?", (account,))  # noqa: S608
    return _standing(rows[0]) if rows else Standing(NEWCOMER)


def attempts_of(account: str, after: str = "", limit: int = 500) -> Script[list[Attempt]]:
    """Return the attempts of an account in the order of their names, after one of them."""
    rows = yield Ask(
        f"SELECT {_ATTEMPT} FROM puzzle_results WHERE account = ? AND id > ? ORDER BY id LIMIT ?",  # noqa: S608
        (account, after, limit),
    )
    return [_attempt(row) for row in rows]


def ratings_after(puzzle: str, limit: int = 500) -> Script[list[tuple[str, Standing]]]:
    """Return the puzzles that were tried, in the order of their ids, after one of them."""
    rows = yield Ask(
        f"SELECT puzzle, {_STRENGTH} FROM puzzle_ratings WHERE puzzle > ? ORDER BY puzzle LIMIT ?",  # noqa: S608
        (puzzle, limit),
    )
    return [(row[0], _standing(row[1:])) for row in rows]


def restore_attempts(attempts: Sequence[Attempt], solver: Standing) -> Script[None]:
    """Write the attempts of an account that is new here, as they were."""
    for attempt in attempts:
        yield from _add(attempt)
    if attempts:
        yield from _save_solver(attempts[0].account, solver, max(attempt.at for attempt in attempts))


def restore_rating(puzzle: str, standing: Standing) -> Script[bool]:
    """Write how hard a puzzle is; False if that is known here."""
    if (yield from _rating_of(puzzle)) is not None:
        return False
    yield from _save_rating(puzzle, standing)
    return True


def _rating_of(puzzle: str) -> Script[Standing | None]:
    rows = yield Ask(f"SELECT {_STRENGTH} FROM puzzle_ratings WHERE puzzle = ?", (puzzle,))  # noqa: S608
    return _standing(rows[0]) if rows else None


def _add(attempt: Attempt) -> Script[None]:
    yield Ask(
        f"INSERT INTO puzzle_results ({_ATTEMPT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        tuple(attempt),
    )


def _save_solver(account: str, standing: Standing, at: int) -> Script[None]:
    yield Ask(
        f"INSERT INTO puzzle_solvers (account, {_STRENGTH}, at) VALUES (?, ?, ?, ?, ?, ?, ?) "  # noqa: S608
        "ON CONFLICT (account) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
        "volatility = excluded.volatility, tried = excluded.tried, solved = excluded.solved, at = excluded.at",
        (account, *standing.row(), at),
    )


def _save_rating(puzzle: str, standing: Standing) -> Script[None]:
    yield Ask(
        f"INSERT INTO puzzle_ratings (puzzle, {_STRENGTH}) VALUES (?, ?, ?, ?, ?, ?) "  # noqa: S608
        "ON CONFLICT (puzzle) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
        "volatility = excluded.volatility, tried = excluded.tried, solved = excluded.solved",
        (puzzle, *standing.row()),
    )


def _attempt(row: tuple[object, ...]) -> Attempt:
    account, name, puzzle, moves, shown, solved, is_rated, at = row
    assert isinstance(at, int)
    return Attempt(str(account), str(name), str(puzzle), str(moves), bool(shown), bool(solved), bool(is_rated), at)


def _standing(row: tuple[float, ...]) -> Standing:
    rating, deviation, volatility, tried, solved = row
    return Standing(Strength(rating, deviation, volatility), int(tried), int(solved))
