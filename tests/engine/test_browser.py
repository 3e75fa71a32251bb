"""The engine in a real browser: the same answers, started when it is asked, and stopped when nobody waits."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from tafelrunde.games.core import Position
from tafelrunde.games.tokan import TokanPosition
from tafelrunde.native.tokan_solver import Limits, Solver
from tests.engine import compare
from tests.engine.browser import FOLDER, BrowserEngine, engine_page, served
from tests.engine.node import missing
from tests.engine.plays import FORMS, form, random_play

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the page is."""
    if reason := missing():
        pytest.skip(reason)
    with engine_page() as address:
        yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page, freshly opened."""
    page = browser.new_page()
    page.goto(address)
    yield page
    page.close()


@pytest.mark.parametrize(("name", "options"), FORMS, ids=[" ".join(one).strip() for one in FORMS])
def test_same_answers(page: Page, name: str, options: str) -> None:
    """Tables, objections, records and moves are those of Python here too."""
    engine = BrowserEngine(page)
    assert compare.compare_tables(engine, *form(name, options), seed=21) > 40
    assert compare.compare_records(engine, *form(name, options), seed=22, broken=5) > 5
    nodes = 5_000 if name == "tokan" else 200
    assert compare.compare_levels(engine, *form(name, options), seed=23, moments=1, nodes=nodes) == 8


def test_nothing_is_fetched_before_it_is_asked(page: Page) -> None:
    """The worker and the module come with the first question; nets with the first that needs one."""
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[-1]))
    page.reload()
    page.wait_for_load_state("networkidle")
    assert not page.workers
    assert not any(name.endswith((".wasm", ".net")) for name in fetched)
    game, options = form("schoko", "")
    record = str(compare.record_of(game, options, game.deal(options, Random(1)), []))
    engine = BrowserEngine(page)
    assert engine.ask("think", record=record, seat=0, level=1)["move"]
    assert len(page.workers) == 1
    assert any(name.endswith(".wasm") for name in fetched)
    assert not any(name.endswith(".net") for name in fetched)
    assert engine.ask("think", record=record, seat=0, level=8, nodes=50)["move"]
    assert any(name.endswith(".net") for name in fetched)


def test_progress_and_stop(page: Page) -> None:
    """Long work tells how far it is; once nobody waits it ends at once, and the next question is answered."""
    game, options = form("tokan", "")
    record = str(compare.record_of(game, options, game.deal(options, Random(1)), []))
    told = page.evaluate(
        """async record => {
          const leaving = new AbortController();
          const told = [];
          const tell = ({ done }) => { told.push(done); if (told.length === 3) leaving.abort(); };
          const asked = { op: 'solve', record, seconds: 600 };
          const end = await window.engine.ask(asked, { signal: leaving.signal, tell }).catch((error) => error.name);
          return { told, end };
        }""",
        record,
    )
    assert told["end"] == "AbortError"
    assert told["told"] == sorted(told["told"])
    assert len(told["told"]) == 3
    assert BrowserEngine(page).ask("form", game="tokan", options={})["seats"] == 2


def test_stop_answers_within_a_moment(page: Page) -> None:
    """Whoever gives the signal waits for nothing, whatever the worker is at; questions behind it are answered."""
    game, options = form("tokan", "")
    record = str(compare.record_of(game, options, game.deal(options, Random(1)), []))
    said = page.evaluate(
        """async record => {
          const leaving = new AbortController();
          const long = window.engine.ask({ op: 'solve', record, seconds: 600 }, { signal: leaving.signal });
          const behind = window.engine.ask({ op: 'form', game: 'schoko', options: {} });
          setTimeout(() => leaving.abort(), 300);
          const end = await long.catch((error) => error.name);
          return { end, seats: (await behind).seats };
        }""",
        record,
    )
    assert said == {"end": "AbortError", "seats": 2}


@pytest.mark.parametrize("isolated", [True, False], ids=["isolated", "not isolated"])
def test_workers_solve_together_where_they_may(browser: Browser, address: str, isolated: bool) -> None:
    """An isolated page shares the solver's table between workers, another solves with one: both find what is true."""
    assert address
    game, options = form("tokan", "")
    played = list(random_play(game, options, 5))
    deal, moves, position = played[len(played) // 3]
    assert isinstance(position, TokanPosition)
    truth = Solver(64 << 20, 1).solve(position, Limits(None, None), margin=True)
    fetched: list[str] = []
    with served(FOLDER, isolated=isolated) as here:
        page = browser.new_page()
        page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[-1]))
        page.goto(here)
        assert page.evaluate("crossOriginIsolated") is isolated
        engine = BrowserEngine(page)
        record = str(compare.record_of(game, options, deal, moves))
        for _ in range(2):
            told = engine.ask("solve", record=record, seconds=60, memory=64 << 20)
            assert (told["value"], told["margin"]) == (truth.result, truth.margin)
            after: Position = position
            for move in told["line"]:
                after = after.play(move)
        # The same workers judge every move beside a study, and agree with one that works alone.
        deal, moves, late = played[len(played) * 2 // 3]
        assert isinstance(late, TokanPosition)
        worths = Solver(64 << 20, 1).values(late, Limits(None, None), margin=True)
        record = str(compare.record_of(game, options, deal, moves))
        for threads in (1, 2):
            judged = engine.ask("judge", record=record, seconds=60, memory=64 << 20, threads=threads)
            assert judged["exact"]
            assert {one["move"]: one["lead"] for one in judged["moves"]} == {
                move: value.margin for move, value in worths.items()
            }
            assert all(one["line"][0] == one["move"] for one in judged["moves"])
            assert judged["moves"][0]["ends"]
        page.close()
    assert any(name.startswith("solver-") for name in fetched) is isolated


def test_workers_share_as_much_memory_as_can_be_chosen(browser: Browser, address: str) -> None:
    """With two gigabytes what is told lies beyond the numbers that have a sign."""
    assert address
    game, options = form("tokan", "")
    played = list(random_play(game, options, 5))
    deal, moves, position = played[len(played) // 3]
    assert isinstance(position, TokanPosition)
    truth = Solver(64 << 20, 1).solve(position, Limits(None, None), margin=True)
    with served(FOLDER, isolated=True) as here:
        page = browser.new_page()
        page.goto(here)
        record = str(compare.record_of(game, options, deal, moves))
        told = BrowserEngine(page).ask("solve", record=record, seconds=60, memory=2 << 30)
        assert (told["value"], told["margin"]) == (truth.result, truth.margin)
        page.close()


def test_together_they_stop_at_once(browser: Browser, address: str) -> None:
    """Whoever stops workers that solve together waits for nothing, and the next question is answered."""
    assert address
    game, options = form("tokan", "")
    record = str(compare.record_of(game, options, game.deal(options, Random(1)), []))
    with served(FOLDER, isolated=True) as here:
        page = browser.new_page()
        page.goto(here)
        said = page.evaluate(
            """async record => {
              const leaving = new AbortController();
              let told = 0;
              const tell = () => { told += 1; if (told === 2) leaving.abort(); };
              const asked = { op: 'solve', record, seconds: 600 };
              const end = await window.engine.ask(asked, { signal: leaving.signal, tell }).catch(({ name }) => name);
              return { end, told, seats: (await window.engine.ask({ op: 'form', game: 'tokan', options: {} })).seats };
            }""",
            record,
        )
        page.close()
    assert said == {"end": "AbortError", "told": 2, "seats": 2}
