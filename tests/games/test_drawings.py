"""The pictures show what lies on the table, and nothing that their observer may not know."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

import pytest
from hypothesis import assume, given

from scripts.make_pictures import pictures
from tafelrunde.games.chocolate import svg as chocolate_svg
from tafelrunde.games.chocolate.cards import is_hidden
from tafelrunde.games.chocolate.field import Cell, Field
from tafelrunde.games.chocolate.moves import Offer, Pass, Turn
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.drawing import animals, sweets
from tafelrunde.games.drawing.palette import CHOCOLATES
from tafelrunde.games.drawing.svg import Picture, named, tag, use
from tafelrunde.games.errors import InvalidNotation
from tafelrunde.games.tokan import svg as tokan_svg
from tafelrunde.games.tokan.board import CELL_OF, NAMES
from tafelrunde.games.tokan.draft import FIRST, WIDTH
from tafelrunde.games.tokan.moves import Placing, Step
from tafelrunde.games.tokan.position import TokanTable
from tafelrunde.records.record import read_records
from tafelrunde.records.replay import replay
from tests.golden import diagrams
from tests.strategies import CHOCOLATE, TOKAN, Match, matches, play, variant, walled_matches

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
ANSI = re.compile(r"\x1b\[[0-9;]*m")
COLOUR = re.compile(r"#[0-9a-fA-F]{3,6}\b")
SVG = "{http://www.w3.org/2000/svg}"
PIECE = sweets.PIECE


def parsed(document: str) -> Element:
    return ET.fromstring(document)


def marked(root: Element, name: str) -> dict[str, Element]:
    """The elements with a mark, by what the mark says; each says something else."""
    found = [(element.get(f"data-{name}", ""), element) for element in root.iter() if f"data-{name}" in element.attrib]
    assert len(dict(found)) == len(found)
    return dict(found)


def used(root: Element) -> list[str]:
    """The names of the definitions that are drawn, without the prefix of their document, in their order."""
    return [element.attrib["href"].partition("-")[2] for element in root.iter(f"{SVG}use")]


def drawn(root: Element) -> list[str]:
    """What is drawn outside of definitions."""
    return [name for part in root if part.tag != f"{SVG}defs" for name in used(part)]


def chocolate(of: str, moves: int, seed: int = 5) -> ChocolatePosition:
    position = play(variant("schokoly", of), Random(seed), moves).final
    assert isinstance(position, ChocolatePosition)
    return position


def tokan(text: str, options: str = "") -> TokanTable:
    of = variant("tokan", options)
    position = of.game.start(of.options, text)
    assert isinstance(position, TokanTable)
    return position


def test_a_game_that_nobody_won_is_called_a_draw() -> None:
    table = replace(chocolate("players=2", 0), passes=2)
    assert parsed(table.svg()).findtext(f"{SVG}title") == "Schokoly: a draw"
    over = diagrams.table("tokan-drawn")
    assert parsed(over.svg()).findtext(f"{SVG}title") == "TOKAN: a draw"


# Pictures in general


def check_document(document: str) -> Element:
    """A picture stands for itself: well-formed, described, small, and without loose ends."""
    root = parsed(document)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")
    names = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(set(names)) == len(names)
    referred = set(re.findall(r'(?:href="#|url\(#)([^")]+)', document)) | set(root.attrib["aria-labelledby"].split())
    assert referred | {name for name in names if name.endswith(("-title", "-desc"))} == set(names)
    assert {element.tag for element in root.iter()} & {f"{SVG}style", f"{SVG}script", f"{SVG}image"} == set()
    assert len(document.encode()) < 60_000
    return root


@given(matches(limit=200))
def test_a_picture_is_a_whole_document(match: Match) -> None:
    check_document(match.final.svg())
    for observer in match.variant.observers:
        check_document(match.final.view(observer).svg())


@given(matches())
def test_a_picture_follows_from_its_table(match: Match) -> None:
    again = play(match.variant, Random(0), 0, deal=match.deal, opening=list(map(str, match.moves)))
    assert again.final == match.final
    assert again.final.svg() == match.final.svg() == match.final._repr_svg_()


def test_the_names_in_two_pictures_differ() -> None:
    """So that both can stand in one page, whichever is hidden or removed."""
    first, second = (parsed(diagrams.table(name).svg()) for name in ("schokoly-two", "schokoly-teams"))
    names = [{element.attrib["id"] for element in root.iter() if "id" in element.attrib} for root in (first, second)]
    assert names[0].isdisjoint(names[1])


def test_texts_are_escaped() -> None:
    body = tag("g", data_name='"<&>"')
    root = parsed(str(Picture(10, 10, "<b>&", "'\"", body)))
    assert root.findtext(f"{SVG}title") == "<b>&"
    assert root.findtext(f"{SVG}desc") == "'\""
    assert '"<&>"' in marked(root, "name")


def test_a_picture_keeps_only_the_definitions_it_needs() -> None:
    definitions = {name: tag("g", inside, id=named(name)) for name, inside in (("a", use("b")), ("b", ""), ("c", ""))}
    root = parsed(str(Picture(1, 1, "t", "d", use("a"), definitions)))
    assert [element.attrib["id"].partition("-")[2] for element in root.iter(f"{SVG}g")] == ["a", "b"]


def test_pictures_stand_inside_others() -> None:
    inner = tokan_svg.picture(tokan("J,j,j,l,j,j/J,J,j,L,l,L/J,m,M,l,J,M/l,J,m,L,l,m/J,M,j,j,L,L r -"))
    root = parsed(str(Picture(400, 300, "outer", "a picture in a picture", inner.inside(10, 0, 200, 300))))
    nested = root.find(f"{SVG}svg")
    assert nested is not None
    assert (nested.get("width"), nested.get("height")) == ("200", "300")
    assert len(marked(root, "cell")) == 30


# Shapes, not only colours


def without_colour(text: str) -> str:
    return COLOUR.sub("", re.sub(r'(id|href)="[^"]*"|url\([^)]*\)', "", text))


def test_chocolates_differ_by_their_marks() -> None:
    pieces = {without_colour(sweets.DEFINITIONS[f"piece{kind}"]) for kind in CHOCOLATES}
    assert len(pieces) == len(CHOCOLATES) == len(set(sweets.MARKS.values()))


def test_animals_differ_by_their_outlines_and_owners_by_their_lines() -> None:
    for part in ("tile", "edge"):
        assert len({without_colour(animals.DEFINITIONS[f"{part}{tile}"]) for tile in "MJLmjl"}) == 6
    assert len({without_colour(animals.DEFINITIONS[f"animal{tile}"]) for tile in "MJL"}) == 3
    for kind in "MJL":
        assert "dasharray" in animals.DEFINITIONS[f"tile{kind}"]
        assert "dasharray" not in animals.DEFINITIONS[f"tile{kind.lower()}"]


# Chocolate pictures


@given(matches(CHOCOLATE))
def test_every_placed_card_is_in_the_picture(match: Match) -> None:
    table = match.final
    assert isinstance(table, ChocolateTable)
    root = parsed(table.svg())
    groups = [element for element in root.iter(f"{SVG}g") if "data-card" in element.attrib]
    assert [(g.get("data-tier"), g.get("data-place"), g.get("data-card")) for g in groups] == [
        (str(card.tier), f"{card.x},{card.y}", card.card) for card in table.field.cards
    ]
    for group, card in zip(groups, table.field.cards, strict=True):
        parts = used(group)
        assert [part for part in parts if part.startswith("piece")] == [f"piece{kind}" for kind in card.card[:4]]
        assert parts.count("smartie") == card.smartie
        assert parts.count("rim") == (card.tier == 2)
        ring = group.find(f"{SVG}circle")
        assert (ring is not None) == card.card.endswith("s")
    parts = drawn(root)
    assert parts.count("float") == sum(card.tier == 2 for card in table.field.cards)
    laid = sum(card.smartie for card in table.field.cards)
    held = "".join(card for hand in table.hands for card in hand).count("s")
    offered = 0 if table.swap is None else (table.swap.offered + (table.swap.countered or "")).count("s")
    assert parts.count("smartie") == laid + held + offered + sum(table.smarties)


def transform(element: Element) -> tuple[float, float]:
    found = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    return (float(found[1]), float(found[2])) if found else (0, 0)


def test_the_second_tier_is_shifted_up_and_left() -> None:
    table = diagrams.table("schoko")
    for group in parsed(table.svg()).iter(f"{SVG}g"):
        if "data-card" in group.attrib:
            x, y = map(int, group.attrib["data-place"].split(","))
            dx, dy = transform(group)[0] - PIECE * x, transform(group)[1] - PIECE * y
            assert (dx < 0) == (dy < 0) == (group.attrib["data-tier"] == "2")


@given(matches(CHOCOLATE))
def test_a_smartie_lies_on_a_visible_piece_of_its_card(match: Match) -> None:
    """A card that is partly covered may be secured afterwards."""
    table = match.final
    assert isinstance(table, ChocolateTable)
    covered = {cell for card in table.field.cards if card.tier == 2 for cell, _ in card.pieces()}
    for group in parsed(table.svg()).iter(f"{SVG}g"):
        if group.get("data-tier") != "1":
            continue
        left, top = map(int, group.attrib["data-place"].split(","))
        for part in group.iter(f"{SVG}use"):
            if part.attrib["href"].endswith("-smartie"):
                x, y = (float(part.get(axis, "0")) / PIECE for axis in "xy")
                # Half a piece around its middle is free.
                near = {(left + int(x + dx), top + int(y + dy)) for dx in (-0.3, 0.3) for dy in (-0.3, 0.3)}
                assert near.isdisjoint(covered)


@pytest.mark.parametrize(
    ("covers", "middle"),
    [
        pytest.param([], (1, 1), id="nothing covered"),
        pytest.param([(1, 1)], (1, 0.5), id="a corner covered"),
        pytest.param([(0, 1)], (1, 0.5), id="the lower half covered"),
        pytest.param([(1, 0)], (0.5, 1), id="the right half covered"),
        pytest.param([(-1, -1), (1, 1)], (1.5, 0.5), id="two opposite corners covered"),
        pytest.param([(0, 1), (1, -1)], (0.5, 0.5), id="all but one covered"),
    ],
)
def test_where_a_smartie_is_seen(covers: list[Cell], middle: tuple[float, float]) -> None:
    field = Field().put("DDMM", 0, 0, 1, smartie=True)
    for x, y in covers:
        field = field.put("WWWD", x, y, 2, smartie=True)
    table = replace(chocolate("players=2", 2), field=field)
    (group,) = (group for group in parsed(table.svg()).iter(f"{SVG}g") if group.get("data-tier") == "1")
    (spot,) = (part for part in group.iter(f"{SVG}use") if part.attrib["href"].endswith("-smartie"))
    assert (float(spot.attrib["x"]) / PIECE, float(spot.attrib["y"]) / PIECE) == middle


@given(matches(CHOCOLATE))
def test_hands_and_stack_are_drawn_as_far_as_they_are_known(match: Match) -> None:
    for observer in match.variant.observers:
        view = match.final.view(observer)
        assert isinstance(view, ChocolateTable)
        swapped = () if view.swap is None else (view.swap.offered, view.swap.countered or "")
        cards = [card for hand in (*view.hands, swapped) for card in hand if card]
        parts = drawn(parsed(view.svg()))
        assert parts.count("back") == sum(map(is_hidden, cards)) + min(3, len(view.stack))
        assert parts.count("bed") == sum(not is_hidden(card) for card in cards) + len(view.field.cards)


@given(matches(CHOCOLATE) | walled_matches())
def test_a_drawing_tells_nothing_that_its_observer_may_not_know(match: Match) -> None:
    """Cards that change places out of the observer's sight change no drawing."""
    position = match.final
    assert isinstance(position, ChocolatePosition)
    assume(not position.is_over)
    for observer in match.variant.observers:
        unseen = [card for seat, hand in enumerate(position.hands) if seat != observer for card in hand]
        cards = iter(Random(3).sample([*unseen, *position.stack], len(unseen) + len(position.stack)))
        hands = tuple(
            hand if seat == observer else tuple(sorted(next(cards) for _ in hand))
            for seat, hand in enumerate(position.hands)
        )
        other = replace(position, hands=hands, stack=tuple(cards)).view(observer)
        view = position.view(observer)
        assert other.svg() == view.svg()
        assert other.diagram() == view.diagram()
        assert other.diagram(colour=True) == view.diagram(colour=True)


def test_cards_that_are_known_in_the_hand_of_another_are_shown_among_hidden_ones() -> None:
    view = replace(chocolate("players=3", 6).view(0), turn=0)
    assert isinstance(view, ChocolateTable)
    known = replace(view, hands=(view.hands[0], ("?", "?", "?", "DDMW"), view.hands[2]))
    assert "? ? ? DDMW" in known.diagram()
    before, after = drawn(parsed(view.svg())), drawn(parsed(known.svg()))
    assert after.count("back") == before.count("back") - 1
    assert after.count("bed") == before.count("bed") + 1


def test_the_seat_to_move_and_the_winners_stand_out() -> None:
    """By an arrow and by a star, whatever the colours."""
    arrow, star = "l17 13-17 13z", "M0-11L3.2-3.9"
    for name, arrows, stars in (("schokoly-teams", 1, 0), ("schokoly-teams-won", 0, 2), ("tokan-heads-won", 0, 1)):
        document = diagrams.table(name).svg()
        assert (document.count(arrow), document.count(star)) == (arrows, stars)
    assert "seats 2 and 4 won" in diagrams.table("schokoly-teams-won").svg()
    assert "TOKAN: red wins" in diagrams.table("tokan-heads-won").svg()
    assert "seat 3 to move" in diagrams.table("schokoly-teams").svg()


def test_a_swap_shows_who_offers_what() -> None:
    offer = diagrams.table("schokoly-three-offer")
    assert isinstance(offer, ChocolateTable)
    texts = [element.text for element in parsed(offer.svg()).iter(f"{SVG}text")]
    at = texts.index("offers")
    assert texts[at - 1 : at + 4] == ["Seat 3", "offers", "2", "Seat 1", "chooses"]
    answer = diagrams.table("schokoly-three-counter")
    assert isinstance(answer, ChocolateTable)
    texts = [element.text for element in parsed(answer.svg()).iter(f"{SVG}text")]
    at = texts.index("offers")
    assert texts[at - 1 : at + 5] == ["Seat 3", "offers", "2", "2", "Seat 1", "returns"]


def test_the_last_turn_is_marked() -> None:
    record = next(read_records((PICTURES / "records.txt").read_text(encoding="utf-8")))
    played = replay(record)
    table = played.final
    assert isinstance(table, ChocolateTable)
    turns = [move for move in played.moves if isinstance(move, Turn)]
    elsewhere = next(turn for turn in turns if turn.smartie not in (None, (turn.x, turn.y)))
    stacked = next(turn for turn in turns if turn.tier == 2)
    plain = parsed(chocolate_svg.draw(table, last=turns[0]))
    assert list(marked(plain, "last")) == [str(turns[0])]
    assert not marked(plain, "secured")
    ringed = parsed(chocolate_svg.draw(table, last=elsewhere))
    assert elsewhere.smartie is not None
    assert list(marked(ringed, "secured")) == ["{},{}".format(*elsewhere.smartie)]
    (corners,) = marked(parsed(chocolate_svg.draw(table, last=stacked)), "last").values()
    assert float(corners.attrib["x"]) < stacked.x * PIECE
    assert chocolate_svg.draw(table, last=Pass()) == chocolate_svg.draw(table, last=Offer(1, "DDMW")) == table.svg()


def test_legal_places_are_marked_and_fit_in() -> None:
    table = chocolate("players=2", 9)
    places = table.places(table.hands[table.turn][0])
    cells = [cell for looks in places.values() for found in looks.values() for cell in found]
    legal = sorted(set(cells))
    root = check_document(chocolate_svg.draw(table, legal=legal))
    assert sorted(marked(root, "legal")) == sorted(f"{x},{y}" for x, y in legal)
    width = float(root.attrib["viewBox"].split()[2])
    (field,) = (g for g in root.iter(f"{SVG}g") if any("data-legal" in part.attrib for part in g))
    scale = float(field.attrib["transform"].partition("scale(")[2].rstrip(")"))
    for x, _ in legal:
        left = transform(field)[0] + x * PIECE * scale
        assert 0 < left < left + 2 * PIECE * scale < width
    assert len(marked(parsed(chocolate_svg.draw(chocolate("players=2", 0), legal=[(0, 0)])), "legal")) == 1


def test_single_cards_and_hands() -> None:
    assert drawn(check_document(chocolate_svg.draw_card("DWMW")))[-4:] == ["pieceD", "pieceW", "pieceM", "pieceW"]
    assert drawn(check_document(chocolate_svg.draw_card("?3"))) == ["rest", "back"]
    hand = check_document(chocolate_svg.draw_hand(("DDWWs", "?", "DMMM")))
    parts = drawn(hand)
    assert (parts.count("bed"), parts.count("back"), parts.count("smartie")) == (2, 1, 1)
    spoken = hand.findtext(f"{SVG}desc")
    assert spoken == "dark dark white white with a smartie, a hidden card, dark milk milk milk"
    assert drawn(check_document(chocolate_svg.draw_hand(()))) == []
    with pytest.raises(InvalidNotation):
        chocolate_svg.draw_hand(("DDWW", "DDX"))


# Pictures of TOKAN


@given(matches(TOKAN))
def test_every_tile_is_in_the_picture(match: Match) -> None:
    table = match.final
    assert isinstance(table, TokanTable)
    root = parsed(table.svg())
    if table.draft is None:
        towers = {name: table.towers[cell] for cell, name in enumerate(NAMES)}
        groups = marked(root, "cell")
        assert {name: group.get("data-tower", "") for name, group in groups.items()} | dict.fromkeys(
            marked(root, "gap"), ""
        ) == towers
        for name, group in groups.items():
            edges = [part.removeprefix("edge") for part in used(group) if part.startswith("edge")]
            assert "".join(edges) == towers[name]
            assert f"tile{towers[name][-1]}" in used(group)
            badge = group.find(f".//{SVG}text")
            assert (badge.text if badge is not None else "1") == str(len(towers[name]))
        assert list(marked(root, "taboo")) == [NAMES[table.taboo]] * (table.taboo >= 0)
    else:
        laid = {
            f"{tile}@{index % WIDTH + FIRST},{index // WIDTH + 1}"
            for index, tile in enumerate(table.draft.cells)
            if tile
        }
        assert set(marked(root, "tile")) == laid
        assert set(marked(root, "space")) == {f"{column},{row}" for column, row in table.draft.spaces()}
        for side, name in enumerate(("red", "black")):
            tiles = [part[4:] for part in used(marked(root, "reserve")[name]) if part.startswith("tile")]
            assert "".join(tiles) == table.draft.reserve(side)


@given(matches(TOKAN, limit=200))
def test_towers_never_reach_the_row_above(match: Match) -> None:
    table = match.final
    assert isinstance(table, TokanTable)
    for tower in filter(None, table.towers):
        assert animals.TILE + animals.thickness(len(tower)) * len(tower) < 132


def test_the_last_step_is_marked_at_both_ends() -> None:
    table = tokan("J,j,j,l,j,j/J,J,j,L,l,L/J,m,M,l,J,M/l,J,m,L,l,m/J,M,j,j,L,L r -")
    step = table.parse("a4a2")
    assert isinstance(step, Step)
    after = table.play(step)
    root = check_document(tokan_svg.draw(after, last=step, legal=after.movable()))
    assert list(marked(root, "last")) == list(marked(root, "from")) == ["a4a2"]
    assert marked(marked(root, "cell")["a2"], "last")
    assert marked(marked(root, "cell")["a4"], "from"), "the tower behind closed the gap"
    assert {CELL_OF[name] for name in marked(root, "legal")} == set(after.movable())
    assert not marked(parsed(after.svg()), "last")


def test_the_last_placing_is_marked_while_the_field_is_laid() -> None:
    table = tokan("L,J/m,L/M,j/J,l/j,j b -", "setup=draft")
    placing = table.parse("j@2,4")
    assert isinstance(placing, Placing)
    after = table.play(placing)
    assert list(marked(check_document(tokan_svg.draw(after, last=placing)), "last")) == ["j@2,4"]
    assert not marked(parsed(tokan_svg.draw(table, last=Placing("j", 5, 4))), "last"), "not in this picture"


def test_a_tower_is_taken_apart_from_bottom_to_top() -> None:
    root = check_document(tokan_svg.draw_tower("LmJ"))
    assert [part[4:] for part in drawn(root) if part.startswith("tile")] == ["L", "m", "J"]
    assert root.findtext(f"{SVG}desc") == "From bottom to top: red lion, black mouse, red jackal"
    xs, ys = zip(*(transform(group) for group in root.findall(f"{SVG}g")), strict=True)
    assert list(xs) == sorted(xs)
    assert list(ys) == sorted(ys, reverse=True)
    assert drawn(check_document(tokan_svg.draw_tower(""))) == ["gap"]
    with pytest.raises(InvalidNotation):
        tokan_svg.draw_tower("LX")


# The documentation


def test_the_pictures_of_the_documentation_are_drawn_as_ever() -> None:
    """`python scripts/make_pictures.py` draws them anew."""
    drawings = pictures()
    assert set(drawings) == {file.stem for file in PICTURES.glob("*.svg")}
    for name, document in drawings.items():
        assert document + "\n" == (PICTURES / f"{name}.svg").read_text(encoding="utf-8"), name


def test_the_picture_of_the_readme_shows_a_chocolate_field_and_a_field_of_tokan() -> None:
    root = check_document((PICTURES / "tafelrunde.svg").read_text(encoding="utf-8").rstrip("\n"))
    records = {
        record.tags["Picture"]: record
        for record in read_records((PICTURES / "records.txt").read_text(encoding="utf-8"))
    }
    field, towers = (replay(records[name]).final for name in ("schokoly", "tokan"))
    assert isinstance(field, ChocolateTable)
    assert isinstance(towers, TokanTable)
    assert len(marked(root, "place")) == len(field.field.cards)
    assert len(marked(root, "cell")) == sum(map(bool, towers.towers))
