"""The documentation site names pages and modules that exist; `make docs` builds it."""

import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from scripts.site_hooks import ASKS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = re.findall(r"^ +- ((?!project/)\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
MODULES = [
    module
    for page in sorted((DOCS / "reference").glob("*.md"))
    for module in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.MULTILINE)
]


def test_every_page_of_the_site_is_there() -> None:
    assert [page for page in PAGES if not (DOCS / page).exists()] == []


@pytest.mark.parametrize("module", MODULES)
def test_every_documented_module_is_there(module: str) -> None:
    assert find_spec(module) is not None


def test_the_table_is_built_before_the_page_it_stands_on() -> None:
    told = subprocess.run(["make", "--dry-run", "docs"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert 0 <= told.find("run site") < told.find("mkdocs build")


@pytest.mark.parametrize(
    "part",
    [
        '<script src="https://unpkg.com/mermaid.js"></script>',
        "<script async src=//cdn.example/x.js></script>",
        '<link rel="stylesheet" href="https://fonts.googleapis.com/css?family=Roboto">',
        '<link href="https://fonts.gstatic.com" rel="preconnect" crossorigin>',
        '<img alt="" src="https://img.shields.io/badge.svg">',
        '<a href="https://github.com/a/b" title="Go" class="md-source" data-md-component="source">',
    ],
)
def test_what_would_ask_others_ends_the_build(part: str) -> None:
    assert ASKS.search(f"<head>{part}</head>")


@pytest.mark.parametrize(
    "part",
    [
        '<script src="../assets/javascripts/bundle.js"></script>',
        '<link rel="canonical" href="https://tafelrunde.github.io/tafelrunde/">',
        '<a href="https://github.com/tafelrunde/tafelrunde">source</a>',
        '<img src="pictures/match.webp"><a href="https://www.python.org">',
    ],
)
def test_what_comes_from_the_site_itself_or_is_only_a_link_does_not(part: str) -> None:
    assert not ASKS.search(part)


def test_the_theme_shows_where_the_repository_is_without_asking_there() -> None:
    theme = ROOT / re.findall(r"^  custom_dir: (\S+)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)[0]
    shown = (theme / "partials" / "source.html").read_text("utf-8")
    assert "config.repo_url" in shown
    assert not ASKS.search(shown)
