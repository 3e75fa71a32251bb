"""Finding somebody to play with, in real browsers: two who look find each other, in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.web.conftest import RunningServer
from tests.web.test_people import Person
from tests.web.visitor import Guest, Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def faults(visitor: Visitor) -> list[Any]:
    visitor.page.evaluate(AXE.read_text())
    rules = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"
    asked = f"axe.run(document, {{ runOnly: {rules} }}).then(({{ violations }}) => violations.map(({{ id }}) => id))"
    found: list[Any] = visitor.page.evaluate(asked)
    return found


def look(visitor: Visitor, game: str) -> None:
    visitor.go(f"/play/{game}")
    visitor.press("label:has(input[value=anyone])")
    visitor.press(".start .accent")
    # Where somebody waits already, the lobby is passed through so fast that nobody may see it.
    visitor.page.wait_for_url(re.compile(r"/(lobby|m/.+)$"))


def offer_soon(visitor: Visitor) -> None:
    """Let a computer be offered as soon as somebody looks: nobody waits here for as long as the server does."""

    def pass_on(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def hear(said: str | bytes) -> None:
            line.send(said)
            message = json.loads(said)
            if message["type"] == "seeking":
                line.send(json.dumps({"type": "computer-offered", "id": message["id"], "level": 3}))

        server.on_message(hear)

    visitor.page.route_web_socket("**/*", pass_on)


def test_two_who_look_find_each_other_with_a_finger(visit: Guest) -> None:
    ann = visit(width=360, height=740, touch=True)
    bo = visit()
    look(ann, "tokan")
    expect(ann.page.locator(".own")).to_contain_text("TOKAN")
    assert faults(ann) == []
    look(bo, "tokan")
    for visitor in (ann, bo):
        visitor.page.wait_for_url("**/m/*")
        expect(visitor.page.locator(".tb").first).to_be_visible()
    assert ann.page.url.rpartition("/")[2] == bo.page.url.rpartition("/")[2]
    # Nobody is looked for any more.
    expect(ann.page.locator(".seeking")).to_have_count(0)


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_one_tap_sits_down_with_whoever_looks(visit: Guest, language: str) -> None:
    ann = visit()
    bo = visit(width=360, height=740, touch=True, language=language)
    bo.go("/lobby")
    expect(bo.page.locator("main section .soft").first).to_be_visible()
    look(ann, "schoko")
    row = bo.page.locator("li", has_text="Guest")
    expect(row).to_contain_text("Scho K.O.")
    assert faults(bo) == []
    bo.press("li .accent")
    for visitor in (ann, bo):
        visitor.page.wait_for_url("**/m/*")
    assert ann.page.url.rpartition("/")[2] == bo.page.url.rpartition("/")[2]


def test_a_seek_goes_on_elsewhere_and_is_cancelled_at_once(visit: Guest) -> None:
    ann = visit(width=360, height=740, touch=True)
    watcher = visit()
    watcher.go("/lobby")
    look(ann, "schokoly")
    expect(watcher.page.locator("li", has_text="Schokoly")).to_be_visible()
    ann.press("a.home")
    expect(ann.page.locator(".seeking")).to_be_visible()
    ann.press(".seeking")
    ann.press(".own > .btn")
    expect(ann.page.locator(".own")).to_have_count(0)
    expect(watcher.page.locator("li", has_text="Schokoly")).to_have_count(0)


def test_after_a_while_a_computer_passes_the_time_and_somebody_may_still_come(visit: Guest) -> None:
    ann = visit(width=360, height=740, touch=True)
    offer_soon(ann)
    look(ann, "tokan")
    ann.press(".offer .accent")
    ann.page.wait_for_url("**/m/*")
    first = ann.page.url
    expect(ann.page.locator(".seeking")).to_be_visible()
    bo = visit()
    look(bo, "tokan")
    bo.page.wait_for_url("**/m/*")
    ann.page.wait_for_url(bo.page.url)
    assert first != bo.page.url


def test_somebody_is_challenged_by_name_and_told_that_it_is_their_turn(browser: Browser, server: RunningServer) -> None:
    ann = Person(browser, server)
    bo = Person(browser, server, width=360, height=740, touch=True)
    ann.register("Lobby-Ann")
    bo.register("Lobby-Bo")
    ann.visitor.go("/play/tokan")
    ann.visitor.press("label:has(input[value=friends])")
    ann.page.get_by_label("Challenge by name").fill("lobby-bo")
    ann.visitor.press(".start .accent")
    ann.page.wait_for_url("**/lobby")
    expect(ann.page.locator("li", has_text="lobby-bo")).to_be_visible()
    bo.visitor.go("/lobby")
    expect(bo.page.locator("li", has_text="Lobby-Ann")).to_be_visible()
    bo.check_axe()
    bo.visitor.press("li .accent")
    bo.page.wait_for_url("**/m/*")
    expect(bo.page.locator(".tb").first).to_be_visible()
    # Whoever is on turn and looks at something else is told.
    for person in (ann, bo):
        person.visitor.go("/")
    both = [person.page for person in (ann, bo)]
    for _ in range(200):
        if any(page.title().startswith("(1) ") for page in both):
            break
        both[0].wait_for_timeout(200)
    assert sum(page.title().startswith("(1) ") for page in both) == 1
    for person in (ann, bo):
        person.visitor.leave()


def test_who_is_offline_reads_that_nobody_can_be_found(visit: Guest) -> None:
    guest = visit(language="de")
    page = guest.look("/lobby")
    page.get_by_text("Gerade sucht niemand").wait_for()
    guest.context.set_offline(True)
    page.get_by_text("Du bist offline.").wait_for()
    guest.context.set_offline(False)
    page.get_by_text("Gerade sucht niemand").wait_for()
