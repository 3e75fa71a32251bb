"""The page without a network: after one visit everything but playing with others works on the device alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from tests.web.conftest import DIST
from tests.web.playing import play, ply, start, wanted
from tests.web.visitor import Guest, Visitor

pytestmark = pytest.mark.skipif(
    not any((DIST / "assets").glob("engine-*.wasm")), reason="the page was built without the engine"
)

START = "j,J,l,J,m,L/L,j,J,l,j,J/M,l,j,M,J,l/J,m,L,j,L,j/l,L,j,M,m,J r -"

# Resolves once the engine is kept, which comes last.
KEPT = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage('complete');
  const isKept = async () => (await Promise.all((await caches.keys()).map((name) => caches.open(name))))
    .map((cache) => cache.keys())
    .reduce(async (found, keys) => (await found) || (await keys).some(({ url }) => url.endsWith('.wasm')), false);
  while (!(await isKept())) await new Promise((done) => setTimeout(done, 50));
}"""


@pytest.fixture
def kept() -> bool:
    return True


def without_network(visit: Guest, **wishes: Any) -> Visitor:
    """Visit the first page, wait until everything is kept, and take the network away."""
    guest = visit(**{"place": "device", "kept": True, **wishes})
    guest.go("/").wait_for_selector(".games")
    guest.page.evaluate(KEPT)
    guest.context.set_offline(True)
    # The first page may have shown tables that others play at.
    guest.frames.clear()
    return guest


def is_here(guest: Visitor) -> bool:
    """Tell whether the match on the page lives on the device."""
    return "/m/~" in guest.page.url


def test_a_page_of_the_build_before_finds_its_parts_and_older_ones_go(visit: Guest) -> None:
    guest = visit(place="device")
    page = guest.go("/licences.txt")
    page.evaluate("""async () => {
      for (const build of ['1', '2']) {
        const kept = await caches.open(`tafelrunde-${build}`);
        await kept.put(`/assets/worker-${build}.js`, new Response(`of build ${build}`));
        await kept.put('/', new Response(`the page of build ${build}`));
      }
    }""")
    guest.go("/").wait_for_selector(".games")
    page.evaluate(KEPT)
    names = page.evaluate("async () => (await caches.keys()).filter((name) => name !== 'tafelrunde-puzzles')")
    assert len(names) == 2
    assert "tafelrunde-2" in names
    asked = "async (build) => { const answer = await fetch(`/assets/worker-${build}.js`); return answer.text(); }"
    assert page.evaluate(asked, "2") == "of build 2"
    assert page.evaluate(asked, "1") != "of build 1"
    guest.context.set_offline(True)
    # The page itself is the newest one.
    guest.go("/").wait_for_selector(".games")


@pytest.mark.parametrize(
    ("game", "means", "touch"),
    [("tokan", "pointer", False), ("schoko", "pointer", True), ("schokoly", "keyboard", False)],
)
def test_a_whole_match_against_the_computer(visit: Guest, game: str, means: Any, touch: bool) -> None:
    guest = without_network(visit, touch=touch)
    page = start(guest, game)
    play(guest, means)
    assert is_here(guest)
    page.wait_for_selector("#result")
    assert guest.frames == []


def test_every_other_form_is_played_without_a_network(visit: Guest) -> None:
    guest = without_network(visit)
    forms = [("tokan", 2, option) for option in ("draft", "heads", "line")]
    for game, players, option in [*forms, ("schokoly", 3, ""), ("schokoly", 3, "off"), ("schokoly", 4, "")]:
        page = start(guest, game, players=players, options=option)
        wanted(page, play(guest, moves=2))
        assert is_here(guest)
        assert page.locator("main[data-ply]").count() == 1
    assert guest.frames == []


@pytest.mark.parametrize(("game", "players"), [("tokan", 2), ("schoko", 2), ("schokoly", 3)])
def test_people_at_one_screen_see_one_hand_at_a_time(visit: Guest, game: str, players: int) -> None:
    guest = without_network(visit)
    # Everything that the host says to the page, before the page makes anything of it.
    guest.page.add_init_script(
        """const { Worker: Real } = window;
        window.heard = [];
        window.Worker = class extends Real {
          constructor(...wishes) {
            super(...wishes);
            this.addEventListener('message', ({ data }) => window.heard.push(JSON.stringify(data)));
          }
        };"""
    )
    page = start(guest, game, "screen", players)
    play(guest, moves=players + 1)
    wanted(page, ply(page) - 1)
    assert is_here(guest)
    said = [json.loads(text) for text in page.evaluate("window.heard")]
    tables = [(message["seat"], message["table"]) for each in said if (message := each.get("message", {})).get("table")]
    assert tables
    for seat, table in tables:
        for other, hand in enumerate(table.get("hands", [])):
            assert other == seat or set(hand) <= {"?"}, "a hand that nobody in front of the screen may see"
    # Whoever has not been asked to take the screen has not been shown to it.
    secret = {seat for seat, table in tables if seat >= 0 and "hands" in table}
    assert not secret or len(secret) <= players
    assert "DealSecret" not in json.dumps(said)


def test_a_match_is_found_again_with_all_its_moves(visit: Guest) -> None:
    guest = without_network(visit)
    page = start(guest, "tokan")
    play(guest, moves=2)
    wanted(page, 2)
    made = ply(page)
    path = page.url.removeprefix(guest.address)
    page.close()
    guest.page = page = guest.context.new_page()
    guest.go("/")
    page.locator(f"section a[href='{path}']").click()
    page.wait_for_selector(f"main[data-ply='{made}'][data-mover]")
    # A second page sees what happens on the first.
    other = guest.context.new_page()
    other.goto(guest.address + path)
    other.wait_for_selector(f"main[data-ply='{made}'][data-mover]")
    play(guest, moves=1, last=made - 1)
    wanted(page, made + 1)
    other.wait_for_selector(f"main[data-ply='{ply(page)}'][data-mover]")


def test_take_back_hint_resign_and_revanche(visit: Guest) -> None:
    guest = without_network(visit)
    page = start(guest, "tokan")
    play(guest, moves=1)
    wanted(page, 1)
    before = ply(page)
    page.get_by_role("button", name="Take back").first.click()
    page.wait_for_function(f"() => Number(document.querySelector('main[data-ply]').dataset.ply) < {before}")
    page.get_by_role("button", name="Hint").first.click()
    page.wait_for_selector(".advice")
    page.get_by_role("button", name="Resign").first.click()
    page.locator("dialog .accent, [role=dialog] .accent").first.click()
    page.wait_for_selector("#result")
    first = page.url
    page.get_by_role("button", name="Return match").click()
    page.wait_for_function("(first) => location.href !== first", arg=first)
    page.wait_for_selector("main[data-mover]")
    assert is_here(guest)


def test_lessons_records_analysis_and_solver(visit: Guest) -> None:
    guest = without_network(visit)
    guest.go("/learn/schoko").wait_for_selector("main .tb")
    page = guest.go(f"/edit#position={START}&scoring=heads&gaps=contiguous")
    page.wait_for_selector("main .tb")
    page.get_by_role("button", name="Solve").first.click()
    page.wait_for_selector("progress, [role=progressbar]")
    page = guest.go("/replay")
    page.locator("textarea").fill(f'[Game "tokan"]\n[Scoring "heads"]\n[Start "{START}"]\n\na3b3 a1d1\n')
    page.locator("form button.accent, button.accent").first.click()
    page.wait_for_selector("main .tb")
    page.get_by_role("button", name="Analyse").first.click()
    page.wait_for_selector(".plot", timeout=90_000)


def test_a_match_goes_on_over_the_server_with_a_friend(visit: Guest) -> None:
    guest = visit(place="device")
    page = start(guest, "tokan")
    play(guest, moves=1)
    wanted(page, 1)
    made, before = ply(page), page.url
    assert is_here(guest)
    page.get_by_role("button", name="Continue on the server").first.click()
    page.get_by_role("switch", name="A friend takes the place of the computer").click()
    page.get_by_role("button", name="Move it").click()
    page.wait_for_function("(before) => location.href !== before", arg=before)
    assert not is_here(guest)
    link = page.url
    friend = visit()
    friend.page.goto(link)
    friend.page.locator("input").first.fill("Bo")
    friend.press("main .btn.accent")
    page.wait_for_selector(f"main[data-ply='{made}']")
    friend.page.wait_for_selector(f"main[data-ply='{made}']")
    # The old address leads to where the match is now.
    page.goto(before)
    page.wait_for_url(link)
    page.wait_for_selector(f"main[data-ply='{made}']")


def test_nobody_new_is_invited_to_cards_that_this_device_knows(visit: Guest) -> None:
    guest = visit(place="device")
    page = start(guest, "schoko")
    wanted(page, -1)
    page.get_by_role("button", name="Continue on the server").first.click()
    assert page.get_by_role("switch", name="A friend").count() == 0
    page.get_by_role("button", name="Move it").click()
    page.wait_for_selector("main[data-ply]")
    page.wait_for_function("() => !location.pathname.includes('~')")


def test_a_killed_browser_loses_no_move_that_was_shown_as_made() -> None:
    # A process of its own, since another browser is being driven here.
    told = subprocess.run(
        [sys.executable, "-m", "tests.web.kills", "--times", "3"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
    made = re.search(r"killed 3 times, (\d+) moves made, 0 times", told.stdout)
    assert made is not None
    assert int(made[1]) > 0


def test_settings_tell_what_is_kept_here_and_delete_it(visit: Guest) -> None:
    guest = visit(place="device")
    page = start(guest, "tokan")
    wanted(page, -1)
    guest.go("/").wait_for_selector("section a[href^='/m/~']")
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("1 game", exact=False).first.wait_for()
    page.get_by_role("button", name="Delete all games").click()
    page.get_by_role("button", name="Yes, delete").click()
    page.get_by_text("no games", exact=False).first.wait_for()
    guest.go("/").wait_for_selector(".games")
    assert page.locator("section a[href^='/m/~']").count() == 0


@pytest.mark.parametrize("installed", [True, False], ids=["installed", "in a tab"])
def test_an_installed_page_asks_that_its_matches_are_not_cleared_away(visit: Guest, installed: bool) -> None:
    guest = visit(place="device")
    # A browser without a window installs nothing, so that the page is only told how it is shown.
    guest.page.add_init_script(
        f"""window.lasting = 0;
        navigator.storage.persist = async () => (window.lasting++, true);
        const look = window.matchMedia.bind(window);
        const shown = {{ matches: {json.dumps(installed)} }};
        window.matchMedia = (asked) => asked.includes('display-mode') ? shown : look(asked);
        """
    )
    page = start(guest, "tokan")
    wanted(page, -1)
    assert (page.evaluate("window.lasting") > 0) is installed


def test_the_page_is_alone_in_its_process_so_that_workers_may_share_memory(visit: Guest) -> None:
    assert visit().go("/").evaluate("crossOriginIsolated") is True
