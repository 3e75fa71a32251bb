"""The documentation of every release stays, each below the folder of its version."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import site_versions

MAKE = [sys.executable, "-c", "import pathlib as p, shutil; shutil.copytree('docs', 'build/site')"]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two releases, a tag that is none, and a change that is not released."""
    place = tmp_path / "repository"

    def git(*words: str) -> None:
        person = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *person, *words], cwd=place, check=True, capture_output=True)

    (place / "docs").mkdir(parents=True)
    git("init", "--quiet")
    for tag in ("v0.9.0", "v0.10.0", "nightly"):
        (place / "docs" / "index.html").write_text(tag)
        git("add", ".")
        git("commit", "--quiet", "--message", tag)
        git("tag", tag)
    (place / "build" / "site").mkdir(parents=True)
    (place / "build" / "site" / "index.html").write_text("new")
    return place


def test_every_release_keeps_its_pages_and_the_door_leads_to_the_newest(repository: Path, tmp_path: Path) -> None:
    target = tmp_path / "pages"
    assert site_versions.together(repository, target, MAKE) == ["0.10.0", "0.9.0", "main"]
    shown = {file.parent.name: file.read_text() for file in target.glob("*/index.html")}
    assert shown == {"0.10.0": "v0.10.0", "0.9.0": "v0.9.0", "main": "new"}
    listed = json.loads((target / "versions.json").read_text())
    assert [each["version"] for each in listed] == ["0.10.0", "0.9.0", "main"]
    assert 'url=0.10.0/"' in (target / "index.html").read_text()
    left = subprocess.run(["git", "worktree", "list"], cwd=repository, check=True, capture_output=True, text=True)
    assert left.stdout.count("\n") == 1


def test_before_the_first_release_the_door_leads_to_main(repository: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "tag", "--delete", "v0.9.0", "v0.10.0"], cwd=repository, check=True, capture_output=True)
    target = tmp_path / "pages"
    assert site_versions.together(repository, target, MAKE) == ["main"]
    assert 'url=main/"' in (target / "index.html").read_text()


def test_a_release_that_cannot_be_built_is_named(repository: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"v0\.10\.0: false failed"):
        site_versions.together(repository, tmp_path / "pages", ["false"])
