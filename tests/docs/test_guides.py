"""The guides can be followed: their commands exist with these options, their bot plays, their extras are offered."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest
import typer
from typer.main import get_command

from tafelrunde.cli.app import app

ROOT = Path(__file__).parents[2]
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))
PAGES = [
    *GUIDES,
    ROOT / "README.md",
    ROOT / "docs" / "install.md",
    ROOT / "docs" / "server.md",
    ROOT / "docs" / "bots.md",
]
COMMAND = re.compile(r"(?:^|`|/bin/|&& |; )tafelrunde((?: (?!&&|#)[^`#\n]*)?)(?:`|#|$)", re.MULTILINE)


def commands(page: Path) -> list[list[str]]:
    """Return the words of every command line of ours on a page."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    return [shlex.split(line.partition("  ")[0]) for line in COMMAND.findall(text)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_on_the_page_exists_with_its_options(page: Path) -> None:
    for words in commands(page):
        known = get_command(app)
        for word in words:
            if word.startswith("-") and word != "-":
                options = {option for each in known.params for option in (*each.opts, *each.secondary_opts)}
                assert word.partition("=")[0] in {*options, "--help", "-h"}, words
            elif isinstance(known, typer.core.TyperGroup) and re.fullmatch(r"[a-z-]+", word):
                assert word in known.commands, words
                known = known.commands[word]


def test_there_are_commands_on_the_pages() -> None:
    assert sum(len(commands(page)) for page in PAGES) > 30


def test_extras_that_are_named_are_offered() -> None:
    offered = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for page in PAGES:
        for extras in re.findall(r"tafelrunde\[([\w,]+)\]", page.read_text(encoding="utf-8")):
            assert set(extras.split(",")) <= offered.keys(), page.name


def test_the_bot_of_the_guide_plays(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "guides" / "bot-author.md").read_text(encoding="utf-8")
    found = re.search(r"```text\n(.*?)```", page, re.DOTALL)
    assert found is not None
    # The program is on the path of whoever follows the guide; here it is this interpreter's.
    text = textwrap.dedent(found[1]).replace('["tafelrunde", ', f'[{sys.executable!r}, "-m", "tafelrunde", ')
    (tmp_path / "bot.py").write_text(text, encoding="utf-8")
    line = next(words for words in commands(ROOT / "docs" / "guides" / "bot-author.md") if words[0] == "tournament")
    line[line.index("-n") + 1] = "1"
    line[line.index("--nodes") + 1] = "20"
    wish = [f"cmd:{sys.executable} bot.py" if word.startswith("cmd:") else word for word in line if word not in "23"]
    command = [sys.executable, "-m", "tafelrunde", *wish]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "bot.py" in done.stdout
    assert (tmp_path / "cup" / "report.html").is_file()


def test_what_a_club_saves_is_what_its_server_writes() -> None:
    page = (ROOT / "docs" / "guides" / "club.md").read_text(encoding="utf-8")
    unit = (ROOT / "examples" / "deploy" / "tafelrunde.service").read_text(encoding="utf-8")
    assert set(re.findall(r"--database (\S+)", page)) == set(re.findall(r"--database (\S+)", unit))
    # Where the guide has installed it, it is on nobody's path.
    assert set(re.findall(r"(\S*/bin/tafelrunde) ", page)) == set(re.findall(r"ExecStart=(\S+) ", unit))
