"""Messages when it is one's turn, in a real browser: off at first, one tap to begin and one to end, in every language.

No push service can be asked from here: what the browser would say is put in its place, and what the service would
bring is handed to the service worker by the browser's own tools.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import RunningServer
from tests.web.test_people import Person
from tests.web.visitor import until

pytestmark = pytest.mark.long

# What a browser answers when its push service has said yes.
AGREED = """
let current = null;
PushManager.prototype.getSubscription = async () => current;
PushManager.prototype.subscribe = async (wanted) => {
  window.wanted = wanted;
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const point = await crypto.subtle.exportKey('raw', pair.publicKey);
  current = {
    endpoint: 'https://push.example.org/send/abc',
    getKey: (name) => (name === 'auth' ? crypto.getRandomValues(new Uint8Array(16)).buffer : point),
    unsubscribe: async () => ((current = null), true),
  };
  return current;
};
Notification.requestPermission = async () => 'granted';
"""
# All messages that are shown, as soon as one of them says something.
_SHOWN = """async (text) => {
  const worker = await navigator.serviceWorker.ready;
  for (;;) {
    const found = await worker.getNotifications();
    const all = found.map((one) => [one.body, one.tag, one.actions.map((each) => each.action)]);
    if (all.some(([body]) => body.includes(text))) return all;
    await new Promise(requestAnimationFrame);
  }
}"""
WORDS = {"en": "your turn in 3 games", "de": "in 3 Partien am Zug", "fr": "dans 3 parties", "es": "en 3 partidas"}


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_messages_begin_and_end_with_one_tap(server: RunningServer, browser: Browser, language: str) -> None:
    person = Person(browser, server, kept=True, width=360, height=740, touch=True, language=language)
    page = person.page
    page.add_init_script(AGREED)
    person.register(f"Push{language}")
    person.visitor.press("header .round:last-child")
    switch = page.locator("#push input[role=switch]")
    # Off, unless somebody turns it on.
    expect(switch).not_to_be_checked()
    expect(page.locator("#push select")).to_have_count(0)
    person.visitor.press("#push label")
    expect(switch).to_be_checked()
    expect(page.locator("#push select").first).to_have_value("22")
    page.locator("#push select").first.select_option("21")
    told = "fetch('/api/me/push').then((answer) => answer.json())"
    until(page, f"async () => (await {told}).quiet_from === 21")
    assert page.evaluate(told)["on"]
    assert page.evaluate("wanted.userVisibleOnly")
    person.check_axe()
    person.visitor.press("#push label")
    expect(switch).not_to_be_checked()
    until(page, f"async () => !(await {told}).on")
    person.visitor.leave()


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_a_message_is_shown_in_the_language_of_its_reader(
    server: RunningServer, browser: Browser, language: str
) -> None:
    person = Person(browser, server, kept=True, language=language)
    page = person.page
    person.visitor.context.grant_permissions(["notifications"], origin=person.visitor.address)
    person.visitor.go("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    found: list[dict[str, Any]] = []
    person.tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    person.tools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    for data in (json.dumps({"turns": 3, "language": language}).ljust(64), "nonsense"):
        message = {"origin": person.visitor.address, "registrationId": found[-1]["registrationId"], "data": data}
        person.tools.send("ServiceWorker.deliverPushMessage", message)
        wanted = WORDS[language] if data != "nonsense" else "your turn in a game"
        # One takes the place of the other, and each can be the last.
        ((_, tag, actions),) = page.evaluate(_SHOWN, wanted)
        assert (tag, actions) == ("turns", ["open", "end"])
    person.visitor.leave()
