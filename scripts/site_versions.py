"""Lays the documentation of every release beside that of the newest state, and lets readers choose.

    python scripts/site_versions.py [--make COMMAND] TARGET

The site in build/site goes to TARGET/main. Each tag v1.2.3 is checked out into a folder of its own, its site is built
there by its own `make docs` (or by COMMAND, which leaves build/site there) and goes to TARGET/1.2.3. `versions.json`
names them for the menu of the theme, the newest first, and the front door leads to the newest release.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAIN = "main"
DOOR = """\
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Tafelrunde</title>
    <meta http-equiv="refresh" content="0; url=NEWEST/">
    <link rel="canonical" href="NEWEST/">
  </head>
  <body><a href="NEWEST/">Tafelrunde</a></body>
</html>
"""
TAG = re.compile(r"v(\d+)\.(\d+)\.(\d+)")


def main() -> None:
    """Build what is missing; raise SystemExit with what failed."""
    parser = argparse.ArgumentParser(description="Put the documentation of all versions together.")
    parser.add_argument("--make", default="make docs", help="the command that builds the site of a release")
    parser.add_argument("target", type=Path)
    given = parser.parse_args()
    print("versions:", *together(ROOT, given.target.resolve(), shlex.split(given.make)))


def together(repository: Path, target: Path, make: list[str]) -> list[str]:
    """Lay all sites below a folder and return their names; raise SystemExit with what failed."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(repository / "build" / "site", target / MAIN)
    names = [MAIN]
    for tag in releases(repository):
        names.append(tag.removeprefix("v"))
        build(repository, tag, target / names[-1], make)
    # The newest release first, and what is not released yet last.
    told = [*names[1:], MAIN]
    listed = [{"version": name, "title": name, "aliases": []} for name in told]
    (target / "versions.json").write_text(json.dumps(listed), encoding="utf-8")
    (target / "index.html").write_text(DOOR.replace("NEWEST", told[0]), encoding="utf-8")
    return told


def releases(repository: Path) -> list[str]:
    """Return the tags of all releases, the newest first."""
    said = subprocess.run(["git", "tag", "--list"], cwd=repository, capture_output=True, text=True, check=True)  # noqa: S607
    found = [match for match in map(TAG.fullmatch, said.stdout.split()) if match is not None]
    return [match[0] for match in sorted(found, key=lambda match: [*map(int, match.groups())], reverse=True)]


def build(repository: Path, tag: str, target: Path, make: list[str]) -> None:
    """Build the site of a tag in a folder of its own; raise SystemExit where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / tag
        steps = (["git", "worktree", "add", "--detach", str(tree), tag], make)
        try:
            for place, step in zip((repository, tree), steps, strict=True):
                if subprocess.run(step, cwd=place, check=False).returncode:
                    raise SystemExit(f"{tag}: {' '.join(step)} failed")
            shutil.copytree(tree / "build" / "site", target)
        finally:
            remove = ["git", "worktree", "remove", "--force", str(tree)]
            subprocess.run(remove, cwd=repository, capture_output=True, check=False)


if __name__ == "__main__":
    main()
