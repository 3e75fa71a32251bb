"""Pages of people, leaderboards and the moderators' page in a real browser: in every language, on a phone, for all."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import RunningServer
from tests.web.test_people import Person
from tests.web.visitor import until

pytestmark = pytest.mark.long

LANGUAGES = ["en", "de", "fr", "es"]
POOL = "schoko standard live"
RATED = {
    "game": "schoko",
    "seats": [{"kind": "local"}, {"kind": "open"}],
    "clock": {"kind": "live", "seconds": 600},
    "rated": True,
}
POST = """async ([path, body]) => {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}"""


def change(server: RunningServer, *statements: str) -> None:
    """Change the database beside the server, as hundreds of matches would."""
    with closing(sqlite3.connect(server.database, timeout=30)) as db, db:
        for statement in statements:
            db.execute(statement)


def post(person: Person, path: str, body: Any) -> Any:
    return person.page.evaluate(POST, [path, body])


def account(name: str) -> str:
    return f"(SELECT id FROM accounts WHERE name = '{name}')"


@pytest.fixture(scope="module")
def known(server: RunningServer, browser: Browser) -> Iterator[tuple[Person, Person]]:
    """Two people who have played rated matches: Gerda has won them, with more cards than luck would give."""
    gerda = Person(browser, server, width=360, height=740, touch=True)
    hugo = Person(browser, server)
    gerda.register("Gerda")
    hugo.register("Hugo")
    for number in range(3):
        made = post(gerda, "/api/matches", RATED)
        post(hugo, f"/api/matches/{made['match']}/seats", {"name": "x"})
        if number < 2:
            post(hugo, f"/api/matches/{made['match']}/acts?seat=1", {"id": "r", "action": {"type": "resign"}})
    told = "async () => (await (await fetch('/api/people/Gerda')).json()).ratings?.[0]?.games === 2"
    until(gerda.page, told)
    given = [f"({account('Gerda')}, '{POOL}', 'x{number}', 1.0, {number % 3 / 10})" for number in range(30)]
    change(
        server,
        f"UPDATE ratings SET deviation = 60, certain = 1 WHERE account = {account('Gerda')}",
        f"INSERT INTO luck (account, pool, match, result, luck) VALUES {', '.join(given)}",
    )
    yield gerda, hugo
    gerda.visitor.leave()
    hugo.visitor.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_game_stays_in_one_line_beside_its_outcome(
    known: tuple[Person, Person], browser: Browser, server: RunningServer, language: str
) -> None:
    guest = Person(browser, server, width=360, height=740, language=language)
    guest.visitor.go("/people/Hugo")
    guest.page.wait_for_selector("a .state:not(.live)")
    lines = (
        "all => all.map((each) => each.getClientRects()[0].height / Number.parseFloat(getComputedStyle(each).fontSize))"
    )
    for row in ("li a b", "li a .what .soft"):
        assert max(guest.page.eval_on_selector_all(f"main {row}", lines)) < (2 if row.endswith("b") else 3.2)
    guest.visitor.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_and_the_leaderboard_are_read_by_anybody(
    server: RunningServer, browser: Browser, known: tuple[Person, Person], language: str
) -> None:
    reader = Person(browser, server, width=360, height=740, touch=True, language=language, dark=language == "fr")
    page = reader.page
    reader.visitor.go("/people/gerda")
    expect(page.locator(".rating b")).to_be_visible()
    expect(page.locator("#matches li")).to_have_count(3)
    # With its margin: never a bare number.
    expect(page.locator("#luck p").first).to_contain_text(re.compile(r"9\d\s?%\D+\d"))
    expect(page.locator("figure svg")).to_be_visible()
    # Guests follow nobody.
    expect(page.locator("section .row")).to_have_count(0)
    reader.check_axe()
    reader.visitor.press("a[href^='/leaders']")
    page.wait_for_url("**/leaders/schoko")
    expect(page.locator("main")).to_contain_text("Gerda")
    # A rating that is not certain has no place.
    expect(page.locator("main")).not_to_contain_text("Hugo")
    reader.check_axe()
    reader.visitor.go("/people/Nobody-at-all")
    expect(page.locator("main [role=status]")).to_be_visible()
    reader.check_axe()
    assert reader.visitor.problems == []
    reader.visitor.leave()


def test_somebody_is_followed_and_blocked_from_their_page(known: tuple[Person, Person]) -> None:
    gerda, hugo = known
    hugo.visitor.go("/people/Gerda")
    expect(hugo.page.locator("#matches .state").last).to_contain_text(re.compile(r"^(won|lost) · \d+$"))
    hugo.visitor.press("#follow")
    expect(hugo.page.locator("#follow")).to_contain_text("Unfollow")
    hugo.visitor.press("section .row .btn.plain")
    expect(hugo.page.locator("section .row .btn")).to_have_count(1)
    hugo.visitor.press("section .row .btn.plain")
    expect(hugo.page.locator("section .row .btn")).to_have_count(3)
    # A challenge is set up with the name filled in.
    hugo.visitor.press("#challenge")
    hugo.page.wait_for_url("**/play/schoko")
    expect(hugo.page.locator("input").and_(hugo.page.get_by_label("Challenge by name"))).to_have_value("Gerda")
    # One's own page has what only oneself sees.
    gerda.visitor.go("/people/Gerda")
    expect(gerda.page.locator("main")).to_contain_text("Hugo")
    expect(gerda.page.locator("a[href='/me']")).to_be_visible()
    gerda.check_axe()


@pytest.mark.parametrize("rated", [True, False])
def test_at_a_rated_table_nothing_is_offered_that_would_be_refused(
    server: RunningServer, browser: Browser, rated: bool
) -> None:
    ilse, hugo = Person(browser, server), Person(browser, server)
    ilse.register(f"Ilse{rated}")
    hugo.register(f"Hugo{rated}")
    made = post(ilse, "/api/matches", {**RATED, "rated": rated})
    post(hugo, f"/api/matches/{made['match']}/seats", {"name": "x"})
    hugo.visitor.go(f"/m/{made['match']}")
    hugo.page.wait_for_selector("main[data-ply]")
    expect(hugo.page.get_by_role("button", name="Offer a draw")).to_be_visible()
    for name in ("Take back", "Pause"):
        expect(hugo.page.get_by_role("button", name=name)).to_have_count(0 if rated else 1)
    # Whoever comes back to it sees what is at stake.
    expect(hugo.page.get_by_text("Rated: the result counts")).to_have_count(1 if rated else 0)
    ilse.visitor.leave()
    hugo.visitor.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_moderator_looks_decides_and_sees_what_was_done(
    server: RunningServer, browser: Browser, language: str
) -> None:
    rude = Person(browser, server)
    mod = Person(browser, server, width=360, height=740, touch=True, language=language)
    rude_name, mod_name = f"Rude{language}", f"Mod{language}"
    rude.register(rude_name)
    mod.register(mod_name)
    page = mod.page
    # Nobody else sees the page, or a way to it.
    expect(page.locator("a[href='/moderate']")).to_have_count(0)
    mod.visitor.go("/moderate")
    expect(page.locator("main [role=status]")).to_be_visible()
    expect(page.locator("#reports")).to_have_count(0)
    change(server, f"UPDATE accounts SET role = 'moderator' WHERE name = '{mod_name}'")
    made = post(rude, "/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]})
    match = made["match"]
    said = {"id": "s", "action": {"type": "chat", "text": "you are a fool"}}
    line = post(rude, f"/api/matches/{match}/acts?seat=0", said)["number"]
    report = {"match": match, "seat": 0, "reason": "abuse"}
    post(rude, "/api/reports", {**report, "line": line})
    post(rude, "/api/reports", report)
    mod.visitor.go("/me")
    mod.visitor.press("a[href='/moderate']")
    case = page.locator("article", has_text="you are a fool")
    expect(case).to_be_visible()
    expect(case.locator(f"a[href='/m/{match}']")).to_be_visible()
    mod.check_axe()
    # Without a reason nothing is done to anybody.
    removal = case.locator(".row").first.locator("button").nth(2)
    expect(removal).to_be_disabled()
    case.locator("input").first.fill("rude words")
    removal.tap()
    expect(case).to_have_count(0)
    assert page.evaluate("(id) => fetch(`/api/matches/${id}`).then((a) => a.json()).then((m) => m.chat)", match) == []
    log = page.locator("#acts li", has_text="rude words")
    expect(log.first).to_contain_text(mod_name)
    other = page.locator("article", has_text=rude_name)
    other.locator("input").first.fill("once more")
    other.locator(".row").first.locator("button").last.tap()
    expect(other).to_have_count(0)
    rude.page.wait_for_function(
        "async () => (await (await fetch('/api/me', { method: 'POST', body: '{}', "
        "headers: { 'content-type': 'application/json' } })).json()).account === null"
    )
    # And forgiven by name.
    page.locator("#person input").first.fill(rude_name)
    page.locator("#person input:not([type=radio])").last.fill("said sorry")
    mod.visitor.press("#person > button")
    expect(page.locator("#acts li", has_text="said sorry").first).to_contain_text(f"unsuspend {rude_name}")
    mod.check_axe()
    rude.visitor.leave()
    mod.visitor.leave()


def test_a_moderator_looks_at_how_somebody_plays(
    server: RunningServer, browser: Browser, known: tuple[Person, Person]
) -> None:
    mod = Person(browser, server, width=360, height=740, touch=True, language="de")
    mod.register("Umpire")
    change(server, "UPDATE accounts SET role = 'moderator' WHERE name = 'Umpire'")
    mod.visitor.go("/moderate")
    page = mod.page
    expect(page.locator("#person details")).to_have_count(0)
    page.locator("#person input").first.fill("hugo")
    mod.visitor.press("#person summary")
    play = page.locator("#person details")
    # Both gave up at once: there was nothing to judge, and the page does not make anything of it.
    expect(play.locator("p[aria-live]")).to_contain_text("2 von 2")
    # Somebody may lose on purpose: whom they met most often is shown with how that ended.
    expect(play).to_contain_text("Gerda (0 gewonnen, 0 unentschieden, 2 verloren)")
    expect(play.locator("dt").first).to_have_text("Hugo")
    expect(play.locator("dd")).to_have_text(["\u2013", "\u2013"])
    expect(play.locator("li a")).to_have_count(2)
    # In the page's own words, to the last one.
    expect(play.locator("li a").first).to_have_text("Scho K.O. · Standard, live")
    expect(page.locator("#acts li", has_text="look-at-play")).to_have_count(0)
    mod.check_axe()
    # Another name is somebody else.
    page.locator("#person input").first.fill("nobody")
    expect(page.locator("#person details[open]")).to_have_count(0)
    mod.visitor.leave()
