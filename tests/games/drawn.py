"""What tests look for in a picture."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"


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


def transform(element: Element) -> tuple[float, float]:
    found = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    return (float(found[1]), float(found[2])) if found else (0, 0)


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
