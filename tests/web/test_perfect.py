"""The opponent that thinks until it knows: chosen like a level, and honest about how long it takes."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.playing import start
from tests.web.visitor import Guest


def test_the_slider_goes_on_to_who_thinks_until_it_knows(visit: Guest) -> None:
    guest = visit()
    page = guest.go("/play/schoko")
    assert page.locator("input[type=range]").get_attribute("max") == "8"
    page = guest.go("/play/tokan")
    slider = page.locator("input[type=range]")
    assert slider.get_attribute("max") == "9"
    slider.fill("9")
    assert slider.get_attribute("aria-valuetext") == "perfect: knows for certain"
    expect(page.get_by_text("Thinks until it knows, a minute at most")).to_be_visible()


def test_whoever_waits_for_it_is_told_how_long_it_has_been(visit: Guest) -> None:
    guest = visit(place="device")
    page = guest.page
    for _ in range(12):
        page = start(guest, "tokan", level=9)
        page.wait_for_selector("main .tb")
        if not page.locator("main[data-mover]").count():
            break  # the computer begins, and no start is known at once
    expect(page.locator(".plates")).to_contain_text("perfect")
    told = page.locator(".pondering")
    expect(told).to_contain_text("is thinking: ", timeout=15_000)
    assert int(told.get_attribute("data-seconds") or 0) >= 2
    assert told.locator("progress").get_attribute("max") == "60"
    # Nobody has to wait for the end of it.
    guest.press("aside .btn:has-text('Resign')")
    guest.press("dialog .accent")
    expect(told).to_have_count(0)
