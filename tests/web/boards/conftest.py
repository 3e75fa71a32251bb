"""The gallery of boards for the tests beside, and its scenes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.locking import only_one
from tests.web.boards.gallery import build_gallery, serving
from tests.web.boards.hands import WEB, Open

PHONE = {"width": 360, "height": 720}
DESKTOP = {"width": 1440, "height": 900}


@pytest.fixture(scope="session")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the gallery; workers that test side by side build it once for all of them."""
    if shutil.which("npx") is None or not (WEB / "node_modules").is_dir():
        pytest.skip("the web client is not installed: npm ci in web/")
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with only_one(shared / "gallery"):
        if not (shared / "gallery").is_dir():
            build_gallery(shared / "gallery")
    with serving(shared / "gallery") as address:
        yield address


@pytest.fixture
def show(browser: Browser, gallery: str) -> Iterator[Open]:
    """Return a function that opens a scene of the gallery; an error in the page fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def open_scene(name: str, *, phone: bool = False, still: bool = False, theme: str = "light") -> Page:
        context = browser.new_context(
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce" if still else "no-preference",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{gallery}?show={name}")
        page.wait_for_selector(".tb")
        page.evaluate("document.fonts.ready")
        return page

    yield open_scene
    for context in contexts:
        context.close()
    assert not problems


@pytest.fixture(scope="session")
def fixtures(browser: Browser, gallery: str) -> dict[str, Any]:
    """The scenes of the gallery, as its own page makes them: by family and name, and those of a match."""
    page = browser.new_page()
    page.goto(gallery)
    loaded: dict[str, Any] = page.evaluate("window.scenes")
    page.close()
    return {family: {**shown["scenes"], "match": shown["match"]} for family, shown in loaded.items()}


@pytest.fixture
def scene(fixtures: dict[str, Any]) -> dict[str, Any]:
    """A match of chocolate for two in the middle."""
    found: dict[str, Any] = fixtures["chocolate"]["two-middle"]
    return found
