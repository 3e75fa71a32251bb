"""The door to the native core: the same games in C++, where it could be compiled.

Importing this package always works. Whoever cannot do without the core calls `require`; whoever goes on in pure Python
without it asks `prefer`, which says so once.
"""

from __future__ import annotations

import importlib
import warnings
from types import ModuleType
from typing import ClassVar

from tafelrunde.games.errors import TafelrundeError


class NativeMissing(TafelrundeError):
    """Something was asked for that only the native core can do, and it is not there."""

    code: ClassVar[str] = "native-missing"

    def __init__(self, reason: str) -> None:
        super().__init__(f"the native core is not available: {reason}")
        self.reason = reason


class PurePythonWarning(UserWarning):
    """The native core is missing and the slower rules in Python do its work."""


def _load() -> tuple[ModuleType | None, str]:
    """Return the binary module, or the reason why there is none."""
    try:
        module = importlib.import_module("tafelrunde.native._core")
    except ImportError as error:
        return None, str(error)
    if module.__file__ is None:  # the folder of the stubs alone
        return None, "it was not compiled when this package was installed"
    return module, ""


_core, _reason = _load()
_warned = False

AVAILABLE: bool = _core is not None
"""Whether the native core is there."""


def require() -> ModuleType:
    """Return the binary module; raise NativeMissing."""
    if _core is None:
        raise NativeMissing(_reason)
    return _core


def prefer() -> bool:
    """Tell whether the native core is there, and warn the first time that it is not."""
    global _warned  # noqa: PLW0603  # said once a process
    if not AVAILABLE and not _warned:
        _warned = True
        warnings.warn(f"going on in pure Python, more slowly: {_reason}", PurePythonWarning, stacklevel=2)
    return AVAILABLE
