"""The build backend: scikit-build-core, with the web client built before it is packed.

A source package brings the page along. From a checkout it is built where Node.js is found; where it is not, the
package is made without a page and says so. ``TAFELRUNDE_PAGE=off`` leaves the page as it is,
``TAFELRUNDE_PAGE=require`` makes its absence an error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from scikit_build_core import build as backend
from scikit_build_core.build import (
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)

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

Settings = dict[str, list[str] | str] | None


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build a wheel with the page in it."""
    make_page()
    return backend.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build a source package with the page in it, so that nobody who builds from it needs Node.js."""
    make_page()
    return backend.build_sdist(sdist_directory, config_settings)


def make_page() -> None:
    """Build the web client unless it is there; raise SystemExit where it is required and cannot be built."""
    wish = os.environ.get("TAFELRUNDE_PAGE", "")
    if PAGE.is_file() or wish == "off":
        return
    reason = "there is no Node.js"
    npm = shutil.which("npm")
    if npm is not None:
        try:
            for step in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
                subprocess.run([npm, "--prefix", str(WEB), *step], check=True, stdout=sys.stderr)
            return
        except (OSError, subprocess.CalledProcessError) as error:
            reason = str(error)
    if wish == "require":
        raise SystemExit(f"The web client cannot be built: {reason}")
    print(f"\n*** The package gets no web page: {reason}. Everything else works.\n", file=sys.stderr)
