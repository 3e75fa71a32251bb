"""A picture is a whole document that stands for itself, and its shapes can be told apart without colours."""

from __future__ import annotations

import re
from random import Random

from hypothesis import given

from scripts.make_pictures import pictures
from tafelrunde.games.chocolate import sweets
from tafelrunde.games.chocolate.palette import CHOCOLATES
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.drawing.svg import Picture, named, tag, use
from tafelrunde.games.tokan import animals
from tafelrunde.games.tokan import svg as tokan_svg
from tafelrunde.games.tokan.position import TokanTable
from tafelrunde.records.record import read_records
from tafelrunde.records.replay import replay
from tests.games.drawn import PICTURES, SVG, check_document, marked, parsed
from tests.golden import diagrams
from tests.strategies import PlayedMatch, matches, play, variant

COLOUR = re.compile(r"#[0-9a-fA-F]{3,6}\b")


@given(matches(limit=200))
def test_a_picture_is_a_whole_document(match: PlayedMatch) -> None:
    check_document(match.final.svg())
    for observer in match.variant.observers:
        check_document(match.final.view(observer).svg())


@given(matches())
def test_a_picture_follows_from_its_table(match: PlayedMatch) -> None:
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
    start = play(variant("tokan"), Random(5), 0).final
    assert isinstance(start, TokanTable)
    inner = tokan_svg.picture(start)
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
