"""The binding to the native core: the same games in C++, if it could be compiled.

Importing this package always works. Code that needs the core calls `require`; code that can continue in pure Python
calls `prefer`, which warns once.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import ClassVar

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.version import __version__


class NativeMissing(TafelrundeError):
    """The native core is needed for this and is not available."""

    code: ClassVar[str] = "native-missing"

    def __init__(self, reason: str) -> None:
        super().__init__(f"the native core is not available: {reason}")
        self.reason = reason


class PurePythonWarning(UserWarning):
    """The native core is missing and the slower rules in Python do its work."""


NAME = "tafelrunde.native._core"
"""The name of the binary module, whichever file it comes from."""
FAST = f"{NAME}_v3"
"""The file with code for x86-64-v3 (AVX2, BMI2), loaded where the processor has these."""


def _load() -> tuple[ModuleType | None, str]:
    """Return the binary module, or the reason why there is none."""
    try:
        found = [name for name in (FAST, NAME) if _file_of(name) is not None]
        if not found:
            return None, _why_none()
        usable = [name for name in found if name != FAST or _has_v3()]
        if not usable:
            return None, "it was compiled for a newer processor; build it again with TAFELRUNDE_ARCH=portable"
        module = _load_file(str(_file_of(usable[0])))
    except ImportError as error:
        return None, str(error)
    built = getattr(module, "version", "unknown")
    if built != __version__:
        return None, f"it was compiled for version {built} and this is {__version__}; install it again"
    return module, ""


def _file_of(name: str) -> str | None:
    """Return the file of a binary module, None where there is none; a folder of stubs is none."""
    spec = importlib.util.find_spec(name)
    return None if spec is None or not spec.has_location else spec.origin


def _load_file(file: str) -> ModuleType:
    """Load a file as the one binary module; raise ImportError."""
    loader = importlib.machinery.ExtensionFileLoader(NAME, file)
    spec = importlib.util.spec_from_file_location(NAME, file, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[NAME]
        raise
    return module


def _has_v3() -> bool:
    """Tell whether the processor runs code for x86-64-v3, unless the environment forbids to use it."""
    if os.environ.get("TAFELRUNDE_CORE") == "portable":
        return False
    return bool(importlib.import_module("tafelrunde.native._cpu").has_v3())


def _why_none() -> str:
    """Say why there is no file that this interpreter could load."""
    others = sorted(file.name for folder in __path__ for file in Path(folder).glob("_core*.*") if file.is_file())
    if others:
        running = f"{sys.implementation.name} {sys.version_info.major}.{sys.version_info.minor}"
        return f"{others[0]} was compiled for another Python than {running}"
    return "it was not compiled when this package was installed"


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
    """Return whether the native core is available, and warn the first time that it is not."""
    global _warned  # noqa: PLW0603  # said once a process
    if not AVAILABLE and not _warned:
        _warned = True
        warnings.warn(f"going on without the native core, more slowly: {_reason}", PurePythonWarning, stacklevel=2)
    return AVAILABLE
