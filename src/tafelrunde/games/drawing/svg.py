"""SVG documents, put together from texts.

Names of definitions carry a prefix made from the content of the document, so that several pictures can stand in one
page. There are no style sheets either: they would reach beyond their picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape

SANS = "Inter, system-ui, sans-serif"
SERIF = "Fraunces, Georgia, serif"

_PREFIX = "\ue000"
"""Stands for the prefix until the whole content is known."""


def number(value: float) -> str:
    """Write a number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *content: str, **attributes: object) -> str:
    """Write an element; `_` in a name of an attribute stands for `-`, an attribute that is None is left out."""
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            text = number(value) if isinstance(value, float) else str(value)
            words.append(f'{key.replace("_", "-")}="{escape(text)}"')
    inside = "".join(content)
    return f"<{' '.join(words)}>{inside}</{name}>" if inside else f"<{' '.join(words)}/>"


def named(name: str) -> str:
    """Return the name of a definition as it stands in its `id`."""
    return _PREFIX + name


def use(name: str, x: float = 0, y: float = 0, **attributes: object) -> str:
    """Draw a definition at a place."""
    return tag("use", href=f"#{_PREFIX}{name}", x=float(x) if x else None, y=float(y) if y else None, **attributes)


def paint(name: str) -> str:
    """Refer to a gradient, a pattern or a filter."""
    return f"url(#{_PREFIX}{name})"


def at(x: float, y: float, *content: str, scale: float = 1, rotation: float = 0, **attributes: object) -> str:
    """Move a part of the picture, and scale and turn it there."""
    steps = [f"translate({number(x)} {number(y)})"] if x or y else []
    steps += [f"rotate({number(rotation)})"] if rotation else []
    steps += [f"scale({number(scale) if scale >= 1 else f'{scale:.4g}'})"] if scale != 1 else []
    return tag("g", *content, transform=" ".join(steps) or None, **attributes)


def words(x: float, y: float, text: str, size: float, anchor: str | None = None, **attributes: object) -> str:
    """Write a line of text; it is escaped here."""
    style: dict[str, object] = {"x": float(x), "y": float(y), "font_size": float(size), "text_anchor": anchor}
    return tag("text", escape(text), **style, **attributes)


def box(x: float, y: float, width: float, height: float, round_: float, **style: object) -> str:
    """Draw a rectangle with round corners."""
    return tag("rect", x=float(x), y=float(y), width=float(width), height=float(height), rx=round_, **style)


def disc(x: float, y: float, r: float, **style: object) -> str:
    """Draw a circle."""
    return tag("circle", cx=float(x) if x else None, cy=float(y) if y else None, r=float(r), **style)


def line(d: str, colour: str, width: float, **style: object) -> str:
    """Draw a path with a round pen."""
    pen: dict[str, object] = {"fill": "none", "stroke": colour, "stroke_width": width, "stroke_linecap": "round"}
    return tag("path", d=d, **{**pen, **style})


def blur(name: str, strength: float) -> str:
    """Define a blur, with room around what is blurred for all of it."""
    room = {"x": "-40%", "y": "-40%", "width": "180%", "height": "180%"}
    return tag("filter", tag("feGaussianBlur", stdDeviation=strength), id=named(name), **room)


def gradient(name: str, *stops: str, radial: bool = False, **attributes: object) -> str:
    """Define a gradient with evenly spaced stops, by default from the top left to the bottom right."""
    last = len(stops) - 1
    marks = (tag("stop", offset=index / last, stop_color=colour) for index, colour in enumerate(stops))
    if radial:
        return tag("radialGradient", *marks, id=named(name), **attributes)
    return tag("linearGradient", *marks, id=named(name), **{"x2": 1, "y2": 1, **attributes})


@dataclass(frozen=True)
class Picture:
    """A drawing with what it needs: its size, a title and a description for those who cannot see it."""

    width: float
    height: float
    title: str
    description: str
    body: str
    definitions: Mapping[str, str] = field(default_factory=dict)
    """Each definition by its name; those that the picture never mentions are left out."""

    def __str__(self) -> str:
        return self._written(style="max-width:100%;height:auto")

    def inside(self, x: float, y: float, width: float, height: float) -> str:
        """Return the picture as a part of another one."""
        return self._written(x=float(x), y=float(y), shown=(width, height))

    def _written(self, shown: tuple[float, float] | None = None, **attributes: object) -> str:
        width, height = shown or (self.width, self.height)
        document = tag(
            "svg",
            tag("title", escape(self.title), id=named("title")),
            tag("desc", escape(self.description), id=named("desc")),
            tag("defs", *self._needed()) if self.definitions else "",
            self.body,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(self.width)} {number(self.height)}",
            width=float(width),
            height=float(height),
            role="img",
            aria_labelledby=f"{named('title')} {named('desc')}",
            font_family=SANS,
            **attributes,
        )
        digest = sha256(document.encode()).hexdigest()
        # An XML name must not begin with a digit.
        return document.replace(_PREFIX, f"t{digest[:7]}-")

    def _needed(self) -> list[str]:
        """List the definitions that the body mentions, directly or through others, in their order."""
        needed: set[str] = set()
        texts = [self.body]
        while texts:
            text = texts.pop()
            for name in self.definitions.keys() - needed:
                if f'#{_PREFIX}{name}"' in text or f"#{_PREFIX}{name})" in text:
                    needed.add(name)
                    texts.append(self.definitions[name])
        return [definition for name, definition in self.definitions.items() if name in needed]
