"""The pictures of chocolate games show what lies on the table, and nothing that their observer may not know."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given

from tafelrunde.games.chocolate import svg as chocolate_svg
from tafelrunde.games.chocolate import sweets
from tafelrunde.games.chocolate.cards import is_hidden
from tafelrunde.games.chocolate.field import Cell, Field
from tafelrunde.games.chocolate.moves import Offer, Pass, Placement
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.errors import InvalidNotation
from tafelrunde.records.record import read_records
from tafelrunde.records.replay import replay
from tests.games.drawn import PICTURES, SVG, check_document, drawn, marked, parsed, transform, used
from tests.golden import diagrams
from tests.strategies import CHOCOLATE, PlayedMatch, matches, play, variant, walled_matches

ANSI = re.compile(r"\x1b\[[0-9;]*m")
PIECE = sweets.PIECE


def chocolate(of: str, moves: int, seed: int = 5) -> ChocolatePosition:
    position = play(variant("schokoly", of), Random(seed), moves).final
    assert isinstance(position, ChocolatePosition)
    return position


def test_a_game_that_nobody_won_is_called_a_draw() -> None:
    table = replace(chocolate("players=2", 0), passes=2)
    assert parsed(table.svg()).findtext(f"{SVG}title") == "Schokoly: a draw"
    over = diagrams.table("tokan-drawn")
    assert parsed(over.svg()).findtext(f"{SVG}title") == "TOKAN: a draw"


@given(matches(CHOCOLATE))
def test_every_placed_card_is_in_the_picture(match: PlayedMatch) -> None:
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


def test_the_second_tier_is_shifted_up_and_left() -> None:
    table = diagrams.table("schoko")
    for group in parsed(table.svg()).iter(f"{SVG}g"):
        if "data-card" in group.attrib:
            x, y = map(int, group.attrib["data-place"].split(","))
            dx, dy = transform(group)[0] - PIECE * x, transform(group)[1] - PIECE * y
            assert (dx < 0) == (dy < 0) == (group.attrib["data-tier"] == "2")


@given(matches(CHOCOLATE))
def test_a_smartie_lies_on_a_visible_piece_of_its_card(match: PlayedMatch) -> None:
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
def test_hands_and_stack_are_drawn_as_far_as_they_are_known(match: PlayedMatch) -> None:
    for observer in match.variant.observers:
        view = match.final.view(observer)
        assert isinstance(view, ChocolateTable)
        swapped = () if view.swap is None else (view.swap.offered, view.swap.countered or "")
        cards = [card for hand in (*view.hands, swapped) for card in hand if card]
        parts = drawn(parsed(view.svg()))
        assert parts.count("back") == sum(map(is_hidden, cards)) + min(3, len(view.stack))
        assert parts.count("bed") == sum(not is_hidden(card) for card in cards) + len(view.field.cards)


@given(matches(CHOCOLATE) | walled_matches())
def test_a_drawing_tells_nothing_that_its_observer_may_not_know(match: PlayedMatch) -> None:
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
    view = replace(chocolate("players=3", 6).view(0), to_move=0)
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
    turns = [move for move in played.moves if isinstance(move, Placement)]
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
    places = table.places(table.hands[table.to_move][0])
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
