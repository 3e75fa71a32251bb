"""A name without a password, in a real browser: Chromium's own virtual authenticator is the passkey."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession

from tests.web.conftest import RunningServer
from tests.web.playing import start
from tests.web.visitor import Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
OPTIONS = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Person:
    """Somebody with a browser and an authenticator in it."""

    def __init__(self, browser: Browser, server: RunningServer, **wishes: Any) -> None:
        # A passkey is for a name, never for a number.
        address = server.address.replace("127.0.0.1", "localhost")
        self.visitor = Visitor(browser, address, **{"kept": False, **wishes})
        self.page = self.visitor.page
        self.tools: CDPSession = self.visitor.context.new_cdp_session(self.page)
        self.tools.send("WebAuthn.enable")
        self.device = self.tools.send("WebAuthn.addVirtualAuthenticator", {"options": OPTIONS})["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.tools.send("WebAuthn.getCredentials", {"authenticatorId": self.device})[
            "credentials"
        ]
        return found

    def lend_passkeys(self, other: Person) -> None:
        """Copy the passkeys to another device, as a synchronising provider does."""
        for credential in self.passkeys():
            other.tools.send("WebAuthn.addCredential", {"authenticatorId": other.device, "credential": credential})

    def register(self, name: str) -> list[str]:
        """Take a name; return the recovery codes."""
        self.visitor.go("/me")
        self.page.locator("input[autocomplete=username]").fill(name)
        self.visitor.press("form .accent")
        self.page.wait_for_selector(".codes")
        codes = self.page.locator(".codes code").all_inner_texts()
        self.visitor.press(".row .accent")
        self.page.wait_for_selector("#sessions")
        return codes

    def sign_in(self) -> None:
        self.visitor.go("/me")
        self.visitor.press("#sign-in")
        self.page.wait_for_selector("#sessions")

    def check_axe(self) -> None:
        """Nothing on the page is out of reach for anybody, and nothing is wider than it."""
        self.page.evaluate(AXE.read_text())
        found = self.page.evaluate(
            "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })"
        )
        assert [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]] == []
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture
def person(server: RunningServer, browser: Browser) -> Any:
    people: list[Person] = []

    def come(**wishes: Any) -> Person:
        people.append(Person(browser, server, **wishes))
        return people[-1]

    yield come
    for each in people:
        each.visitor.leave()


def match_of(person: Person) -> str:
    return person.page.url.rpartition("/")[2]


def wait_for_seat(person: Person) -> None:
    """Wait until the page plays a seat: a spectator has nothing to move."""
    person.page.wait_for_url("**/m/*")
    person.page.wait_for_function(
        "(id) => JSON.parse(localStorage.getItem('tafelrunde.seats') ?? '[]').some((kept) => kept.match === id)",
        arg=match_of(person),
    )
    person.page.wait_for_selector("main[data-ply]")


def test_a_life_with_a_name(person: Any) -> None:
    # Play first: a guest at a table.
    laptop: Person = person()
    start(laptop.visitor, "tokan", "computer")
    laptop.page.wait_for_selector("main[data-ply]")
    match = match_of(laptop)
    # Claim later: the name is taken in the middle of the match, and the seat comes with it.
    codes = laptop.register("Wanda")
    assert len(codes) == 10
    assert len(laptop.passkeys()) == 1
    laptop.check_axe()
    laptop.visitor.go(f"/m/{match}")
    laptop.page.wait_for_selector("main[data-ply]")
    seats = laptop.page.evaluate(f"fetch('/api/matches/{match}').then((a) => a.json()).then((m) => m.state.seats)")
    assert ("Wanda", "person") in [(seat["name"], seat["account"]) for seat in seats]

    # A second device finds the table and plays on.
    phone: Person = person(width=360, height=740, touch=True)
    laptop.lend_passkeys(phone)
    phone.sign_in()
    phone.check_axe()
    phone.visitor.go("/")
    phone.visitor.press(f"a[href='/m/{match}']")
    wait_for_seat(phone)
    kept = phone.page.evaluate("JSON.parse(localStorage.getItem('tafelrunde.seats'))")
    assert [seat["token"][0] for seat in kept if seat["match"] == match] == ["@"]
    answered = [frame for frame in phone.visitor.frames if frame["type"] == "snapshot" and frame["match"] == match]
    assert answered[-1]["seat"] >= 0

    # Both are lost; a code opens the account on a third, which signs the others out and gets a passkey of its own.
    desk: Person = person()
    desk.visitor.go("/me")
    desk.page.locator("input[placeholder]").fill(codes[0])
    desk.page.keyboard.press("Enter")
    desk.page.wait_for_selector("#sessions")
    assert desk.page.locator("#sessions li").count() == 3
    for left in (2, 1):
        desk.visitor.press("#sessions button")
        desk.page.wait_for_function("(n) => document.querySelectorAll('#sessions li').length === n", arg=left)
    # The table that is open on the lost phone shows it at once.
    phone.page.wait_for_function(
        "(id) => !JSON.parse(localStorage.getItem('tafelrunde.seats') ?? '[]').some((kept) => kept.match === id)",
        arg=match,
    )
    lost = [frame for frame in phone.visitor.frames if frame["type"] == "unsubscribed"]
    assert [frame["reason"] for frame in lost] == ["signed-out"]
    desk.visitor.press("#add-passkey")
    desk.page.wait_for_function("() => document.querySelectorAll('#passkeys li').length === 2")
    desk.visitor.press("#passkeys li:first-child button")
    desk.page.wait_for_function("() => document.querySelectorAll('#passkeys li').length === 1")
    laptop.visitor.go("/me")
    laptop.page.wait_for_selector("#sign-in")
    laptop.visitor.press("#sign-in")
    laptop.page.wait_for_selector(".notices p")
    assert laptop.page.locator("#sessions").count() == 0

    # Everything is taken along, and then the name goes.
    with desk.page.expect_download() as download:
        desk.page.locator("a[download]").click()
    lines = [json.loads(line) for line in Path(download.value.path()).read_text().splitlines()]
    assert lines[0]["account"]["name"] == "Wanda"
    assert [line["match"] for line in lines if "match" in line] == [match]
    desk.page.locator("details:last-of-type summary").click()
    assert desk.page.locator("#delete").is_disabled()
    desk.page.locator("details:last-of-type input").fill("Wanda")
    desk.visitor.press("#delete")
    desk.page.wait_for_selector("#sign-in")
    seats = desk.page.evaluate(f"fetch('/api/matches/{match}').then((a) => a.json()).then((m) => m.state.seats)")
    assert "Wanda" not in [seat["name"] for seat in seats]
    for each in (laptop, phone, desk):
        assert each.visitor.problems == []


def test_signing_out_and_in_with_the_keyboard_alone(person: Any) -> None:
    laptop: Person = person(dark=True)
    laptop.register("Ulrike")
    laptop.page.locator("button", has_text="Sign out").first.focus()
    laptop.page.keyboard.press("Enter")
    laptop.page.wait_for_selector("#sign-in")
    laptop.check_axe()
    laptop.page.locator("#sign-in").focus()
    laptop.page.keyboard.press("Enter")
    laptop.page.wait_for_selector("#sessions")
    assert laptop.page.locator("h1").inner_text() == "Ulrike"
    assert laptop.page.evaluate("document.cookie") == ""


def test_a_seat_is_claimed_at_the_table_with_one_touch(person: Any) -> None:
    phone: Person = person(width=390, height=780, touch=True)
    phone.register("Tilda")
    phone.page.locator("button", has_text="Sign out").first.click()
    phone.page.wait_for_selector("#sign-in")
    start(phone.visitor, "tokan", "computer")
    phone.page.wait_for_selector("main[data-ply]")
    match = match_of(phone)
    # Somebody without a name is led to one; whoever has it is back at the table and claims the seat.
    phone.visitor.press("button.menu")
    phone.visitor.press("dialog a[href='/me']")
    phone.visitor.press("#sign-in")
    phone.page.wait_for_selector("#sessions")
    phone.visitor.go(f"/m/{match}")
    phone.page.wait_for_selector("main[data-ply]")
    phone.visitor.press("button.menu")
    phone.visitor.press("dialog button:has-text('Keep under my name')")
    phone.page.wait_for_function(
        "(id) => fetch(`/api/matches/${id}`).then((a) => a.json()).then((m) => m.state.seats.some((s) => s.account))",
        arg=match,
    )
    phone.page.wait_for_function("() => !document.body.innerText.includes('Keep under my name')")
    assert phone.visitor.problems == []


def test_a_guest_is_asked_nothing(person: Any) -> None:
    guest: Person = person()
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    guest.visitor.look("/")
    assert not [url for url in asked if "/api/me" in url or "/api/people" in url]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_the_pages_of_a_name_are_for_everybody(person: Any, language: str) -> None:
    visitor: Person = person(width=360, height=740, touch=True, language=language, dark=language == "de")
    visitor.visitor.look("/me")
    visitor.check_axe()
    visitor.register(f"Nomi-{language}")
    other: Person = person(language=language)
    visitor.lend_passkeys(other)
    other.sign_in()
    visitor.visitor.go("/me")
    visitor.page.wait_for_function("() => document.querySelectorAll('#sessions li').length === 2")
    # Another device is signed out with a button that its words fit into.
    wide = "all => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.innerText)"
    assert visitor.page.eval_on_selector_all("main .btn", wide) == []
    for summary in visitor.page.locator("summary").all():
        summary.click()
    visitor.check_axe()
    assert visitor.visitor.problems == []
