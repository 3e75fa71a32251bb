"""What leaves the worker that hosts a match, in a real browser: for each seat what it may know, never the deal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route

from tafelrunde.games.registry import find_game
from tafelrunde.records.record import Record, read_record
from tafelrunde.records.replay import redact
from tests.engine.compare import record_of
from tests.web.conftest import DIST
from tests.web.playing import play, start, wanted
from tests.web.visitor import Guest

pytestmark = pytest.mark.skipif(
    not any((DIST / "assets").glob("engine-*.wasm")), reason="the page was built without the engine"
)

# Tells the page of everything that a worker says to others: to the page, and on lines to other workers.
_LISTEN = """{
  const told = new BroadcastChannel('told');
  for (const speaker of [MessagePort.prototype, self]) {
    const say = speaker.postMessage;
    speaker.postMessage = function (...given) {
      told.postMessage([self.name, this instanceof MessagePort ? 'worker' : 'page', JSON.stringify(given[0])]);
      return say.apply(this, given);
    };
  }
}
"""

_HEAR = "window.told = []; new BroadcastChannel('told').onmessage = ({ data }) => window.told.push(data);"

_ENTRIES = """() => new Promise((done) => {
  const open = indexedDB.open('tafelrunde');
  open.onsuccess = () => {
    const asked = open.result.transaction('entries').objectStore('entries').getAll();
    asked.onsuccess = () => done(asked.result);
  };
})"""


def written(record: Record) -> list[str]:
    return [str(move).replace(" ", "-") for move in record.moves]


@pytest.mark.parametrize(("game", "players", "moves"), [("schoko", 2, 4), ("schokoly", 3, 3), ("schokoly", 4, 3)])
def test_a_computer_is_handed_its_view_and_the_page_its_own(visit: Guest, game: str, players: int, moves: int) -> None:
    guest = visit(place="device", confirm=False)

    def listen(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=_LISTEN + answer.text())

    guest.context.route("**/assets/*worker*.js", listen)
    guest.context.add_init_script("navigator.serviceWorker.register = () => new Promise(() => undefined);")
    guest.page.add_init_script(_HEAR)
    page = start(guest, game, players=players)
    wanted(page, play(guest, moves=moves))
    told: list[tuple[str, str, str]] = page.evaluate("window.told")
    events: list[dict[str, Any]] = [
        event for entry in page.evaluate(_ENTRIES) for event in entry["events"] if event["type"] in {"started", "moved"}
    ]
    deal, played = events[0]["deal"], [event["move"] for event in events[1:]]
    rules = find_game(game)
    options = rules.options_type.read({} if game == "schoko" else {"players": str(players)})

    thoughts = [asked for name, to, said in told if name == "host" and to == "worker" and (asked := json.loads(said))]
    thoughts = [asked.get("asked", asked) for asked in thoughts]
    handed = [asked for asked in thoughts if asked.get("op") == "think"]
    assert len(handed) >= moves, thoughts
    created = next(entry["events"][0] for entry in page.evaluate(_ENTRIES) if entry["number"] == 1)
    assert {asked["seat"] for asked in handed} == {
        seat for seat, plan in enumerate(created["seats"]) if plan["kind"] == "computer"
    }
    for asked in handed:
        seen = read_record(asked["record"])
        number = len(seen.moves)
        # All that the seat may know, as the reference hides it, and nothing else.
        known = redact(record_of(rules, options, deal, played[:number]), asked["seat"])
        assert seen.tags[rules.deal_tag] == known.tags[rules.deal_tag]
        assert written(seen) == written(known)
        assert "?" in seen.tags[rules.deal_tag]
        assert not {"DealSecret", "DealSeed"} & set(seen.tags)

    # Nothing that any worker says has the deal in it, nor what it follows from; all was heard.
    assert {name for name, _, _ in told} >= {"host", "engine"}
    for _, _, said in told:
        assert deal not in said
        assert created["secret"] not in said
    tables = [message for name, to, said in told if name == "host" and to == "page" for message in [json.loads(said)]]
    shown = [each["message"] for each in tables if each.get("message", {}).get("table")]
    assert shown
    for message in shown:
        for seat, hand in enumerate(message["table"]["hands"]):
            assert seat == message["seat"] or set(hand) <= {"?"}
