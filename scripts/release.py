"""Checks that a release says the same everywhere.

    python scripts/release.py check v0.2.0

compares a tag with the version in src/tafelrunde/version.py, the newest section of the changelog and the citation file,
and looks for pages that still say how it is until the first release.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def versions() -> dict[str, str]:
    """Return every place that names the version of the last release or of the one to come, with what it says."""
    places = {
        "src/tafelrunde/version.py": r'^__version__ = "(.+)"$',
        "CHANGELOG.md": r"^## (\d\S*)",
        "CITATION.cff": r"^version: (\S+)$",
    }
    return {
        name: match[1] if (match := re.search(pattern, (ROOT / name).read_text("utf-8"), re.MULTILINE)) else "none"
        for name, pattern in places.items()
    }


def outdated(root: Path = ROOT) -> list[str]:
    """Return the pages that speak of the time before the first release, which ends with it."""
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    early = [page for page in pages if "ntil the first release](" in page.read_text("utf-8")]
    return [str(page.relative_to(root)) for page in early]


def main() -> None:
    """Check a tag; raise SystemExit with what differs."""
    if len(sys.argv) != 3 or sys.argv[1] != "check":
        raise SystemExit(__doc__)
    wanted = sys.argv[2].removeprefix("v")
    wrong = [f"{name} says {found}" for name, found in versions().items() if found != wanted]
    if wrong:
        raise SystemExit(f"The tag says {wanted}, but {', '.join(wrong)}")
    if early := outdated():
        raise SystemExit(f"The first release is out with this tag, but it is still to come in {', '.join(early)}")
    print(f"{wanted}: tag, package, changelog and citation agree")


if __name__ == "__main__":
    main()
