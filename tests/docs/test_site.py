"""The documentation site names pages and modules that exist; `make docs` builds it."""

import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

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
