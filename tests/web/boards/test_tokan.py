"""The board of TOKAN under real hands."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.boards.hands import Open, announced, carry, middle, turns

CELLS = [f"{'abcdef'[index % 6]}{index // 6 + 1}" for index in range(30)]


@pytest.fixture
def scenes(fixtures: dict[str, Any]) -> dict[str, Any]:
    """The scenes of TOKAN."""
    found: dict[str, Any] = fixtures["tokan"]
    return found


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def simple_step(scene: dict[str, Any]) -> tuple[str, str, int]:
    """Return a step without a choice of how many to carry."""
    return next(
        (source, target, carries[0])
        for source, targets in scene["legal"].items()
        for target, carries in targets.items()
        if len(carries) == 1
    )


def choice(scene: dict[str, Any]) -> tuple[str, str]:
    """Return a step that may carry none, one or two."""
    return next(
        (source, target)
        for source, targets in scene["legal"].items()
        for target, carries in targets.items()
        if len(carries) == 3
    )


def text(source: str, target: str, carried: int) -> str:
    return f"{source}{target}" + (f"+{carried}" if carried else "")


def heights(page: Page) -> list[int]:
    """Return the heights of the towers as they are drawn."""
    drawn: dict[str, int] = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-tower]')]"
        ".map(tower => [tower.dataset.tower, tower.querySelectorAll('.level').length]))"
    )
    return [drawn[name] for name in CELLS]


# Moving


def test_an_animal_is_chosen_and_runs_to_a_target(show: Open, scenes: dict[str, Any]) -> None:
    page = show("tokan-middle")
    scene = scenes["middle"]
    expect(page.locator(".movable")).to_have_count(len(scene["legal"]))
    source, target, carried = simple_step(scene)
    cell(page, source).click()
    expect(page.locator(".movable")).to_have_count(0)
    expect(page.locator(".target:not(.under)")).to_have_count(len(scene["legal"][source]))
    cell(page, target).click()
    assert turns(page) == [text(source, target, carried)]


def test_a_move_may_wait_for_a_last_word(show: Open, scenes: dict[str, Any]) -> None:
    page = show("tokan-middle&confirm=on")
    source, target, carried = simple_step(scenes["middle"])
    cell(page, source).click()
    cell(page, target).click()
    assert turns(page) == []
    page.get_by_role("button", name="Undo").click()
    cell(page, target).click()
    page.get_by_role("button", name="Move").click()
    assert turns(page) == [text(source, target, carried)]


def test_how_many_to_carry_is_chosen_by_the_result(show: Open, scenes: dict[str, Any]) -> None:
    page = show("tokan-carry", phone=True)
    scene = scenes["carry"]
    source, target = choice(scene)
    cell(page, source).tap()
    cell(page, target).tap()
    dialog = page.get_by_role("dialog", name="How many does it carry?")
    height = len(scene["towers"][CELLS.index(target)])
    for carried, option in enumerate(dialog.locator(".options button").all()):
        expect(option).to_contain_text(f"becomes {height + carried + 1}")
    dialog.get_by_role("button", name="with 2").tap()
    assert turns(page) == [text(source, target, 2)]


def test_a_target_out_of_reach_says_why(show: Open, scenes: dict[str, Any]) -> None:
    page = show("tokan-middle")
    scene = scenes["middle"]
    source = next(iter(scene["legal"]))
    other = next(
        name
        for name in CELLS
        if name not in scene["legal"][source] and name not in scene["legal"] and name not in (source, scene["taboo"])
    )
    cell(page, source).click()
    cell(page, other).click()
    expect(page.get_by_role("status")).to_have_text(f"From {source} it does not reach {other}")
    assert turns(page) == []


def test_the_taboo_is_marked_and_explained(show: Open, scenes: dict[str, Any]) -> None:
    page = show("tokan-middle")
    taboo = scenes["middle"]["taboo"]
    expect(page.locator(f'[data-tower="{taboo}"] use[href="#art-taboo"]')).to_be_visible()
    page.get_by_role("button", name=f"taboo: {taboo}").click()
    expect(page.get_by_role("status")).to_contain_text("Taboo")
    assert "taboo" in (cell(page, taboo).get_attribute("aria-label") or "")


def test_a_refused_move_comes_back_to_the_player(show: Open, scenes: dict[str, Any]) -> None:
    page = show("tokan-middle&confirm=on&refuse")
    source, target, _ = simple_step(scenes["middle"])
    cell(page, source).click()
    cell(page, target).click()
    page.get_by_role("button", name="Move").click()
    page.get_by_role("button", name="Move").click()
    assert len(turns(page)) == 2


# Looking


def test_a_tower_is_looked_into_with_the_key_and_by_holding(show: Open, scenes: dict[str, Any]) -> None:
    towers = scenes["late"]["towers"]
    index = max(range(30), key=lambda number: len(towers[number]))
    names = {"m": "mouse", "j": "jackal", "l": "lion"}
    expected = [f"{'red' if tile.isupper() else 'black'} {names[tile.lower()]}" for tile in towers[index]]

    page = show("tokan-late")
    cell(page, CELLS[index]).focus()
    page.keyboard.press("l")
    dialog = page.get_by_role("dialog", name=f"Tower on {CELLS[index]}")
    assert dialog.locator("li .tb-unseen").all_text_contents() == expected
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(cell(page, CELLS[index])).to_be_focused()

    page.mouse.move(*middle(cell(page, CELLS[index])))
    page.mouse.down()
    expect(dialog).to_be_visible()
    page.mouse.up()
    expect(page.locator(".chosen")).to_have_count(0)


@pytest.mark.parametrize("name", ["over", "heads", "tie"])
def test_the_score_is_explained_on_the_towers(show: Open, scenes: dict[str, Any], name: str) -> None:
    page = show(f"tokan-{name}&score")
    score = scenes[name]["score"]
    badges = [int(badge) for badge in page.locator(".counted text").all_text_contents()]
    assert sum(badges) == sum(score["points"])
    page.get_by_role("button", name="Score").click()
    sums = page.get_by_role("dialog").locator("dd b").all_text_contents()
    assert [int(number) for number in sums] == score["points"]


# From scene to scene


# Counts the flights: one takes a fifth of a second, and whoever looks now and then may miss it.
_FLIGHTS = """() => {
  window.flights = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.classList?.contains('flier')) window.flights += 1;
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_the_gap_closes_after_the_move(show: Open, scenes: dict[str, Any]) -> None:
    match = scenes["match"]
    page = show("tokan-match")
    page.evaluate(_FLIGHTS)
    closed = 0
    for number, (before, after) in enumerate(pairwise(match[:7]), start=1):
        page.get_by_role("button", name="next").click()
        page.wait_for_function("(number) => window.flights >= number", arg=number)
        page.wait_for_selector(f'[data-tower="{after["last"]["target"]}"] .ticks', state="attached")
        assert heights(page) == [len(tower) for tower in after["towers"]]
        gone = sum(map(bool, before["towers"])) - sum(map(bool, after["towers"]))
        moved_up = after["towers"][CELLS.index(after["last"]["source"])] and gone
        closed += bool(moved_up)
        if moved_up:
            assert announced(page) == "The towers behind moved forward"
    assert closed


def test_nothing_flies_for_those_who_asked_for_stillness(show: Open, scenes: dict[str, Any]) -> None:
    page = show("tokan-match", still=True)
    page.get_by_role("button", name="next").click()
    expect(page.locator(".flier")).to_have_count(0)
    assert heights(page) == [len(tower) for tower in scenes["match"][1]["towers"]]


def test_a_next_scene_in_the_middle_of_a_move_wins(show: Open, scenes: dict[str, Any]) -> None:
    page = show("tokan-match")
    for _ in range(5):
        page.get_by_role("button", name="next").click()
    page.wait_for_selector(f'[data-tower="{scenes["match"][5]["last"]["target"]}"] .ticks', state="attached")
    assert heights(page) == [len(tower) for tower in scenes["match"][5]["towers"]]


# The draft


def test_a_tile_is_laid_by_dragging_by_touch_and_by_keyboard(show: Open, scenes: dict[str, Any]) -> None:
    scene = scenes["draft-middle"]
    tile = scene["draft"]["reserve"][scene["viewer"]][-1]
    column, row = scene["draft"]["spaces"][0]

    page = show("tokan-draft-middle")
    carry(
        page, middle(page.locator(".reserve.mine button").last), middle(page.locator(f'[data-space="{column},{row}"]'))
    )
    assert turns(page) == [f"{tile}@{column},{row}"]

    page = show("tokan-draft-middle&confirm=on", phone=True)
    page.locator(".reserve.mine button").last.tap()
    expect(page.locator(".legal")).to_have_count(len(scene["draft"]["spaces"]))
    page.locator(f'[data-space="{column},{row}"]').tap()
    page.get_by_role("button", name="Lay tile").tap()
    assert turns(page) == [f"{tile}@{column},{row}"]

    page = show("tokan-draft-middle")
    page.locator('[data-space="0,3"]').focus()
    page.keyboard.press(tile.lower())
    page.locator(f'[data-space="{column},{row}"]').focus()
    page.keyboard.press("Enter")
    assert turns(page) == [f"{tile}@{column},{row}"]


def test_a_tile_let_go_beside_the_field_goes_back(show: Open) -> None:
    page = show("tokan-draft-start")
    carry(page, middle(page.locator(".reserve.mine button").first), (20, 400))
    expect(page.locator(".carried")).to_have_count(0)
    assert turns(page) == []


# The keyboard


def test_a_whole_move_by_keyboard_alone(show: Open, scenes: dict[str, Any]) -> None:
    page = show("tokan-middle")
    source, target, carried = simple_step(scenes["middle"])
    while page.evaluate("document.activeElement.getAttribute('role')") != "gridcell":
        page.keyboard.press("Tab")

    def walk(goal: str) -> None:
        here = page.evaluate("document.activeElement.dataset.cell")
        across, up = ord(goal[0]) - ord(here[0]), int(goal[1]) - int(here[1])
        for _ in range(abs(across)):
            page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        for _ in range(abs(up)):
            page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")

    walk(source)
    page.keyboard.press("Enter")
    assert source in announced(page)
    walk(target)
    assert "target" in (cell(page, target).get_attribute("aria-label") or "")
    page.keyboard.press("Space")
    assert turns(page) == [text(source, target, carried)]


def test_escape_takes_back_step_by_step(show: Open, scenes: dict[str, Any]) -> None:
    page = show("tokan-middle&confirm=on")
    source, target, _ = simple_step(scenes["middle"])
    cell(page, source).click()
    cell(page, target).click()
    page.keyboard.press("Escape")
    expect(page.locator(".chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)
    expect(cell(page, source)).to_be_focused()


def test_every_move_can_be_played_from_a_list(show: Open, scenes: dict[str, Any]) -> None:
    page = show("tokan-carry&list")
    count = sum(len(carries) for targets in scenes["carry"]["legal"].values() for carries in targets.values())
    expect(page.locator("[data-turn]")).to_have_count(count)
    first = page.locator("[data-turn]").first
    wanted = first.get_attribute("data-turn")
    first.click()
    assert turns(page) == [wanted]


def test_everything_one_touches_is_large_enough(show: Open) -> None:
    for name in ("tokan-middle", "tokan-draft-late"):
        page = show(name, phone=True)
        for button in page.locator(".tb button").all():
            box = button.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44, (name, button.get_attribute("aria-label"), box)
