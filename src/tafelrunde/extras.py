"""What only some users need: packages that come with an extra, and the line that says how to get them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, Literal

from tafelrunde.games.errors import TafelrundeError

Extra = Literal["postgres", "cluster", "push", "ray", "research"]


class MissingExtra(TafelrundeError):
    """Something was asked for that needs packages which are not installed."""

    code: ClassVar[str] = "missing-extra"

    def __init__(self, package: str, extra: Extra) -> None:
        super().__init__(f'{package} is not installed: pip install "tafelrunde[{extra}]"')
        self.package = package
        self.extra = extra


@contextmanager
def needs(extra: Extra) -> Iterator[None]:
    """Import what an extra brings; raise MissingExtra where it is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if not package or package == "tafelrunde":
            raise
        raise MissingExtra(package, extra) from None
