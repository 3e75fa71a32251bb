"""All that is wanted of the native core in one table: what was reached, what was wanted."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from bench import native_chocolate as chocolate
from bench import native_tokan as tokan
from bench.rates import best
from bench.report import table
from tafelrunde.games.tokan import TokanOptions
from tafelrunde.native.tokan import Batch

GAMES_WANTED = 10
SHARE_WANTED = 0.7
MICROSECONDS_WANTED = 50

Row = tuple[str, str, str, str]
Work = Callable[[], float]


def at_least(name: str, reached: float, wanted: float, digits: int = 0) -> Row:
    """Say whether a ratio is large enough."""
    return name, f"{reached:,.{digits}f}", f"at least {wanted:g}", "yes" if reached >= wanted else "NO"


def beside_others() -> Iterator[Row]:
    """Random games beside those of OpenSpiel, one core."""
    rollouts, plies = tokan.rollouts(), chocolate.othello_plies()
    if rollouts is None or plies is None:
        yield "random games beside OpenSpiel", "-", "-", "not installed"
        return
    games, rival = best(tokan.games(TokanOptions()), rollouts)
    yield at_least("TOKAN: random games beside breakthrough", games / rival, GAMES_WANTED, 1)
    *rates, rival = best(*map(chocolate.random_turns, chocolate.forms()), plies)
    for form, rate in zip(chocolate.forms(), rates, strict=True):
        wanted = 2 if form[0].name == "schoko" else 1
        yield at_least(f"{chocolate.label(form)}: random turns beside othello plies", rate / rival, wanted, 1)


def beside_python() -> Iterator[Row]:
    """Sequences counted beside the Python rules, one core."""
    python, rate = tokan.count_rates(TokanOptions(), 3, 5)
    yield at_least("TOKAN: sequences counted beside Python", rate / python, 200)
    for form in chocolate.forms():
        python, rate = chocolate.count_rates(form)
        yield at_least(f"{chocolate.label(form)}: sequences counted beside Python", rate / python, 300)


def batches() -> Iterator[Row]:
    """Batches with observations, a core, beside random games on one core."""
    cores = sorted({1, os.cpu_count() or 1})

    def shares(name: str, single: Work, batch_of: Callable[[int], Work]) -> Iterator[Row]:
        alone, *rates = best(single, *map(batch_of, cores))
        for threads, rate in zip(cores, rates, strict=True):
            of = f"{name}: {tokan.MATCHES} matches, {threads} thread{'s' * (threads > 1)}, share of a core"
            yield at_least(of, rate / alone / threads, SHARE_WANTED, 2)

    yield from shares(
        "TOKAN",
        tokan.random_moves(),
        lambda threads: tokan.drawn_steps(Batch(tokan.MATCHES, tokan.SEED, threads=threads)),
    )
    for form in chocolate.forms():
        yield from shares(
            chocolate.label(form),
            chocolate.random_turns(form),
            lambda threads, form=form: chocolate.drawn_steps(chocolate.new_batch(form, threads)),  # type: ignore[misc]
        )


def answers() -> Iterator[Row]:
    """One question from Python, in microseconds."""

    def row(name: str, rate: float) -> Row:
        spent = 1e6 / rate
        return name, f"{spent:.1f}", f"under {MICROSECONDS_WANTED}", "yes" if spent < MICROSECONDS_WANTED else "NO"

    yield row("TOKAN: legal moves of a position, microseconds", tokan.answer_rates()[1])
    for form in chocolate.forms():
        yield row(f"{chocolate.label(form)}: places for a hand, microseconds", chocolate.answer_rates(form)[0])


def main() -> None:
    """Print the table."""
    rows = [row for part in (beside_others, beside_python, batches, answers) for row in part()]
    print("What is wanted of the native core")
    table(("what", "reached", "wanted", ""), rows)


if __name__ == "__main__":
    main()
