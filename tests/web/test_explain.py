"""A game in three sentences and three boards: the facts in them are those that the rules count."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import Position
from tafelrunde.games.tokan.position import TokanPosition
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tafelrunde.server.wire.show import show_open
from tests.engine.node import WEB, missing, node
from tests.strategies import play, swapper, variants
from tests.web.conftest import DIST
from tests.web.rooms import Room
from tests.web.test_pages import check
from tests.web.test_study import CARDS, MISSED
from tests.web.visitor import Guest

pytestmark = pytest.mark.long

Fact = dict[str, Any]
engine = pytest.mark.skipif(
    not any((DIST / "assets").glob("engine-*.wasm")), reason="the page was built without the engine"
)


def fact(kind: str, side: int, n: int = 0, m: int = 0) -> Fact:
    return {"kind": kind, "side": side, "n": n, "m": m}


def of_tokan(played: TokanPosition, better: TokanPosition, end: TokanPosition, side: int) -> tuple[list[Fact], ...]:
    """What the rules of TOKAN say of two moves."""
    if played.draft is not None or better.draft is not None:
        return [], []
    found = []
    if better.is_over and better.outcome().winner == side:
        found.append(fact("ends", side))
    few, many = len(better.legal_moves()), len(played.legal_moves())
    if not better.is_over and few < many:
        found.append(fact("moves", 1 - side, few, many))

    def highest(table: TokanPosition) -> int:
        return max((len(tower) for tower in table.towers if tower and tower[-1].isupper() == (side == 0)), default=0)

    if highest(better) > highest(played):
        found.append(fact("tower", side, highest(better), highest(played)))
    leads = [points[side] - points[1 - side] for points in (better.outcome().points, played.outcome().points)]
    if leads[0] > leads[1]:
        found.append(fact("lead", side, leads[0] - leads[1]))
    return found, [fact("stuck", end.seat)] if end.is_over else []


def areas(table: ChocolatePosition, side: int) -> list[set[Any]]:
    """The areas of a side, the largest first."""
    colour = table.colours[side]
    return [] if colour is None else [set(group.cells) for group in table.groups(colour)]


def largest(table: ChocolatePosition, side: int) -> int:
    return max(map(len, areas(table, side)), default=0)


def held(table: ChocolatePosition, side: int) -> int:
    return sum(len(group.cells) for group in table.neutral_groups() if group.holder == side)


def room(table: ChocolatePosition, side: int) -> int:
    """How many empty places lie beside the largest area of a side."""
    filled = {(card.x + dx, card.y + dy) for card in table.field.cards for dx in (0, 1) for dy in (0, 1)}
    sides = ((1, 0), (-1, 0), (0, 1), (0, -1))
    rooms = [
        len({(x + dx, y + dy) for x, y in area for dx, dy in sides} - filled)
        for area in areas(table, side)
        if len(area) == largest(table, side)
    ]
    return max(rooms, default=0)


def lead(table: ChocolatePosition, side: int) -> int:
    points = table.outcome().points
    return points[side] - max(points[:side] + points[side + 1 :])


def joined(
    before: ChocolatePosition, played: ChocolatePosition, better: ChocolatePosition, side: int
) -> tuple[set[Any], set[Any]] | None:
    """The two largest areas that are one after the better turn only."""

    def together(table: ChocolatePosition, one: set[Any], other: set[Any]) -> bool:
        return any(area & one and area & other for area in areas(table, side))

    parts = [area for area in areas(before, side) if len(area) > 1]
    pairs = combinations(parts, 2)
    return next((pair for pair in pairs if together(better, *pair) and not together(played, *pair)), None)


def of_cards(
    before: ChocolatePosition,
    played: ChocolatePosition,
    better: ChocolatePosition,
    following: ChocolatePosition,
    end: ChocolatePosition,
    side: int,
) -> tuple[list[Fact], ...]:
    """What the rules of the chocolate games say of two turns."""
    found, later = [], []
    if pair := joined(before, played, better, side):
        sizes = [len(part) for part in pair]
        found.append(fact("joins", side, *sizes))
        if not any(area & pair[0] and area & pair[1] for area in areas(end, side)):
            later.append(fact("apart", side, *sizes))
    if largest(better, side) > largest(played, side):
        found.append(fact("area", side, largest(better, side), largest(played, side)))
    cuts = [(largest(played, of) - largest(better, of), -of) for of in range(before.rules.sides) if of != side]
    if max(cuts)[0] > 0:
        cut = -max(cuts)[1]
        kind = "cut" if largest(better, cut) < largest(before, cut) else "holds"
        found.append(fact(kind, cut, largest(better, cut), largest(played, cut)))
    if held(better, side) > held(played, side):
        found.append(fact("neutral", side, held(better, side), held(played, side)))
    if lead(better, side) > lead(played, side):
        found.append(fact("lead", side, lead(better, side) - lead(played, side)))
    if largest(better, side) >= largest(played, side) and room(better, side) > room(played, side):
        found.append(fact("room", side, room(better, side), room(played, side)))
    rivals = [of for of in range(before.rules.sides) if of != side]
    hemmed = [of for of in rivals if room(better, of) < room(played, of)]
    if hemmed and largest(better, hemmed[0]) <= largest(played, hemmed[0]):
        found.append(fact("hems", hemmed[0], room(better, hemmed[0]), room(played, hemmed[0])))
    return found, later + what_came(played, following, end, side)


def what_came(played: ChocolatePosition, following: ChocolatePosition, end: ChocolatePosition, side: int) -> list[Fact]:
    """What the rules say of the tables after a turn."""
    later = []
    rivals = [of for of in range(played.rules.sides) if of != side]
    if largest(following, side) < largest(played, side):
        later.append(fact("shrank", side, largest(following, side), largest(played, side)))
    gains = [(largest(following, of) - largest(played, of), -of) for of in rivals]
    if max(gains)[0] > 4:
        grown = -max(gains)[1]
        later.append(fact("grew", grown, largest(following, grown), largest(played, grown)))
    if end.is_over and any(end.hands):
        later.append(fact("passed", side))
    if end.is_over and largest(end, side) <= largest(played, side):
        later.append(fact("stayed", side, largest(end, side), largest(played, side)))
    growth = [(largest(end, of) - largest(played, of), -of) for of in rivals]
    if end.is_over and max(growth)[0] > 0 and end.outcome().winner != side:
        went = -max(growth)[1]
        later.append(fact("went", went, largest(end, went), largest(played, went)))
    return later


def moments(seed: int) -> Iterator[dict[str, Any]]:
    """Moments of random games of every form, each with another legal move, and what the rules count there."""
    for of in variants():
        rng = Random(f"{of} {seed}")
        match = play(of, rng, policy=swapper)
        for number in rng.sample(range(len(match.moves)), min(40, len(match.moves))):
            before, played = match.positions[number], match.positions[number + 1]
            # Some games end in the middle, because somebody resigns.
            end = rng.choice((match.final, match.positions[min(number + 3, len(match.moves))]))
            following = match.positions[min(number + rng.choice((2, 3, 9)), len(match.moves))]
            better: Position = before.play(rng.choice(before.legal_moves()))
            side = of.game.side(of.options, before.seat)
            if isinstance(before, TokanPosition):
                assert isinstance(played, TokanPosition)
                assert isinstance(better, TokanPosition)
                assert isinstance(end, TokanPosition)
                found, later = of_tokan(played, better, end, side)
            else:
                assert isinstance(before, ChocolatePosition)
                assert isinstance(played, ChocolatePosition)
                assert isinstance(better, ChocolatePosition)
                assert isinstance(following, ChocolatePosition)
                assert isinstance(end, ChocolatePosition)
                found, later = of_cards(before, played, better, following, end, side)
            tables = {"before": before, "played": played, "better": better, "next": following, "end": end}
            shown = {name: json.loads(msgspec.json.encode(show_open(table))) for name, table in tables.items()}
            yield {
                "game": of.game.name,
                "compared": {**shown, "side": side},
                "expected": {"better": found, "later": later},
            }


def test_every_fact_is_what_the_rules_count(tmp_path: Path) -> None:
    if reason := missing():
        pytest.skip(reason)
    cases = [moment for seed in range(int(os.environ.get("MOMENTS_SEEDS", "2"))) for moment in moments(seed)]
    kinds = {one["kind"] for case in cases for one in (*case["expected"]["better"], *case["expected"]["later"])}
    better = {"joins", "area", "cut", "holds", "neutral", "lead", "room", "hems", "moves", "tower"}
    assert kinds >= better | {"apart", "shrank", "grew", "stayed", "went", "stuck"}
    file = tmp_path / "moments.json"
    file.write_text(json.dumps(cases))
    vitest = WEB / "node_modules" / "vitest" / "vitest.mjs"
    done = subprocess.run(
        [str(node()), str(vitest), "run", "tests/study/explain.test.ts"],
        cwd=WEB,
        env={**os.environ, "MOMENTS": str(file)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "skipped" not in done.stdout


@engine
def test_a_missed_win_is_told_and_its_boards_lead_to_the_study_room(visit: Guest) -> None:
    guest = visit(touch=True, width=360, height=740, place="device")
    page = guest.go("/replay")
    page.fill("textarea", MISSED)
    guest.press("form .accent")
    page.locator("aside").get_by_role("button", name="Analyse").click()
    told = page.get_by_role("region", name="In three sentences").locator("li")
    expect(told).to_have_count(3)
    expect(told.nth(0)).to_have_text(
        re.compile(
            r"Before move 1, .+ could still force a win; after it, the game was lost against best play\. "
            r"This is certain\."
        )
    )
    expect(told.nth(1)).to_contain_text("The second board shows a better move")
    expect(told.nth(2)).to_have_text(re.compile(r"It was over when .+ had no move left\. .+ won \d+ to \d+\."))
    expect(told.locator("img")).to_have_count(3)
    check(page)
    told.nth(1).locator("a").tap()
    # The study has both moves, and one stands at the better one.
    page.wait_for_selector("main[data-ply='1']")
    expect(page.locator(".tree .on, .tree [aria-current]")).not_to_have_text(re.compile("b1"))
    expect(page.locator(".tree")).to_contain_text("b1")


@engine
def test_a_game_of_cards_that_is_not_over_is_told_in_german(visit: Guest) -> None:
    guest = visit(width=1440, height=900, language="de", dark=True, place="device")
    page = guest.go("/replay")
    page.fill("textarea", CARDS)
    guest.press("form .accent")
    page.locator("aside section .btn.small").click()
    told = page.get_by_role("region", name="In drei Sätzen").locator("li")
    expect(told).to_have_count(3, timeout=90_000)
    expect(told.nth(0)).to_contain_text("Beurteilt nach dem, was man an diesem Platz wissen konnte.")
    points = replay(read_record(CARDS)).final.outcome().points
    stands = rf"Der Punktestand, als aufgehört wurde: .+ \({points[0]}\) und .+ \({points[1]}\)\."
    expect(told.nth(2)).to_have_text(re.compile(stands))
    check(page)


@engine
def test_whoever_reads_of_their_own_game_goes_by_their_colour(visit: Guest) -> None:
    guest = visit(width=1280, language="de", place="device")
    room = Room(guest.address, "tokan", 2).play()
    guest.look(room.seat(0))
    page = guest.go(f"/replay/{room.name}#analysis")
    told = page.get_by_role("region", name="In drei Sätzen").locator("li")
    expect(told).to_have_count(3, timeout=90_000)
    # Their plate says "Du", after which a verb would have another form.
    expect(page.locator(".tb-plate .name", has_text="Du")).to_have_count(1)
    words = " ".join(told.all_inner_texts())
    assert "Bruno" in words
    assert "Rot" in words
    assert not re.search(r"\bDu\b", words)
