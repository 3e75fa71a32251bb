"""What only some users need: packages that come with an extra, and the line that says how to get them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import ClassVar, Literal

from tafelrunde.games.errors import TafelrundeError

Extra = Literal["postgres", "cluster", "jax", "push", "ray", "research"]


class MissingExtra(TafelrundeError, ModuleNotFoundError):
    """Something was asked for that needs packages which are not installed; for others an error of their import."""

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
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if not package or package == "tafelrunde":
            raise
        raise MissingExtra(package, extra) from None


def bring(extra: Extra, *packages: str) -> None:
    """Import packages that come with an extra; raise MissingExtra where one of them is not there."""
    with needs(extra):
        for package in packages:
            import_module(package)
