"""The browser that tests and measurements use."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright


@contextmanager
def browsing(*options: str) -> Iterator[Browser]:
    """Start the Chromium of this machine."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as engine:
        # Chromium refuses to sandbox itself for root, as which containers run tests.
        browser = engine.chromium.launch(executable_path=chromium, args=["--no-sandbox", *options])
        yield browser
        browser.close()
