"""The build backend: scikit-build-core, with the web client built before it is packed.

A source package brings the page along. From a checkout it is built where Node.js is found, with the engine of the page
where Zig's compiler can be had; where they are not, the package is made without and says so. ``TAFELRUNDE_PAGE=off``
leaves the page as it is, ``TAFELRUNDE_PAGE=require`` makes the absence of either an error.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from scikit_build_core import build as backend
from scikit_build_core.build import build_editable, get_requires_for_build_editable

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

WEB = Path("web")
PAGE = WEB / "dist" / "index.html"
ENGINE = [WEB / "src" / "engine" / "module" / f"{name}.wasm" for name in ("engine", "solver")]

Settings = dict[str, list[str] | str] | None


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build a wheel with the page in it."""
    make_page()
    return backend.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build a source package with the page in it, so that nobody who builds from it needs Node.js."""
    make_page()
    return backend.build_sdist(sdist_directory, config_settings)


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what a wheel is built with."""
    return [*backend.get_requires_for_build_wheel(config_settings), *engine_compiler()]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Return what a source package is built with."""
    return [*backend.get_requires_for_build_sdist(config_settings), *engine_compiler()]


def engine_compiler() -> list[str]:
    """Return the pinned compiler of the page's engine, where a page is to be built and the engine is not there."""
    pins = Path("requirements", "engine.txt")
    if not is_wanted() or has_engine() or shutil.which("npm") is None or not pins.is_file():
        return []
    return re.findall(r"^ziglang==[\w.]+", pins.read_text(encoding="utf-8"), re.MULTILINE)


def is_wanted() -> bool:
    """Return whether a page has to be built."""
    return not PAGE.is_file() and os.environ.get("TAFELRUNDE_PAGE") != "off"


def has_engine() -> bool:
    """Return whether the engine of the page was compiled."""
    return all(module.is_file() for module in ENGINE)


def make_page() -> None:
    """Build the web client unless it is there; raise SystemExit where it is required and cannot be built."""
    if not is_wanted():
        return
    npm = shutil.which("npm")
    if npm is None:
        without("web page", "there is no Node.js")
        return
    if not has_engine():
        try:
            subprocess.run([sys.executable, str(Path("scripts", "engine.py"))], check=True, stdout=sys.stderr)
        except (OSError, subprocess.CalledProcessError) as error:
            for module in ENGINE:
                module.unlink(missing_ok=True)
            without("engine for its page", str(error))
    try:
        for step in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run([npm, "--prefix", str(WEB), *step], check=True, stdout=sys.stderr)
    except (OSError, subprocess.CalledProcessError) as error:
        without("web page", str(error))


def without(what: str, reason: str) -> None:
    """Say what the package does without; raise SystemExit where it is required."""
    if os.environ.get("TAFELRUNDE_PAGE") == "require":
        raise SystemExit(f"The package gets no {what}: {reason}")
    print(f"\n*** The package gets no {what}: {reason}. Everything else works.\n", file=sys.stderr)
