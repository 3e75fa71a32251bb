"""What belongs to a release says the same everywhere, and the wheel promises what it holds."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from scripts import make_licences, release
from tafelrunde import __version__

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_the_version_stands_in_one_place_and_the_papers_agree() -> None:
    assert set(release.versions().values()) == {__version__}
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["version"] == "0.0.0"


def test_a_release_does_not_say_that_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("[Install](docs/install.md) it.", encoding="utf-8")
    page = tmp_path / "docs" / "guide.md"
    page.write_text("([until the first release](install.md): build it)", encoding="utf-8")
    assert release.outdated(tmp_path) == ["docs/guide.md"]
    page.write_text("Since the first release", encoding="utf-8")
    assert release.outdated(tmp_path) == []


def test_workflows_are_clean_to_their_linter() -> None:
    node = shutil.which("node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert node is not None
    program = ROOT / "web" / "node_modules" / "@tktco" / "node-actionlint" / "bin" / "node-actionlint.js"
    command = [node, str(program), ".github/workflows/*.yml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert f"Checking {len(WORKFLOWS)} workflow file(s)" in done.stdout
    complaints = re.findall(r"^\S+:\d+:\d+ .*$", done.stdout, re.MULTILINE)
    # Machines that are newer than the linter.
    assert [line for line in complaints if 'label "macos-15-intel" is unknown' not in line] == []
    assert done.stderr == ""


def test_only_the_last_job_of_a_release_may_publish() -> None:
    allowed = {("release.yml", "publish"), ("site.yml", "deploy")}
    for file in WORKFLOWS:
        described = yaml.safe_load(file.read_text(encoding="utf-8"))
        assert described["permissions"] == {"contents": "read"}
        writing = {name for name, job in described["jobs"].items() if "write" in job.get("permissions", {}).values()}
        assert {(file.name, name) for name in writing} <= allowed


def test_what_workflows_run_of_others_is_pinned() -> None:
    texts = [file.read_text(encoding="utf-8") for file in WORKFLOWS]
    used = [line for text in texts for line in re.findall(r"uses: (?!\./)(.*)$", text, re.MULTILINE)]
    assert used
    # A tag can be moved by whoever owns it, a commit cannot.
    assert [line for line in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []
    tools = [word for text in texts for word in re.findall(r"pipx run (?:--spec )?(\S+)", text)]
    assert tools
    assert [tool for tool in tools if "==" not in tool] == []
    locked = (ROOT / "requirements" / "package.txt").read_text(encoding="utf-8")
    pins = dict(re.findall(r"^([\w-]+)==([\w.]+)", locked, re.MULTILINE))
    assert {tool: pins.get(tool.partition("==")[0], tool.partition("==")[2]) for tool in tools} == {
        tool: tool.partition("==")[2] for tool in tools
    }


def test_upper_bounds_have_a_reason_beside_them() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    bounded = [line for line in re.findall(r'^ +"[a-z].*$', text, re.MULTILINE) if re.search(r"[^!=~<>]<", line)]
    assert bounded
    assert all("# " in line for line in bounded)


def test_everything_imported_by_the_plain_package_is_required() -> None:
    required = {re.split(r"[\[<>=!; ]", name)[0].replace("-", "_") for name in PROJECT["project"]["dependencies"]}
    foreign = re.compile(r"^ *(?:import|from) (rich|segno|platformdirs|typer)\b", re.MULTILINE)
    files = (ROOT / "src" / "tafelrunde" / "cli").rglob("*.py")
    found = {name for file in files for name in foreign.findall(file.read_text("utf-8"))}
    assert found == {"rich", "segno", "platformdirs", "typer"}
    assert found <= required


def test_the_licences_of_what_is_shipped_are_in_the_page() -> None:
    text = (ROOT / "web" / "public" / "licences.txt").read_text(encoding="utf-8")
    shipped = {*make_licences.WEB, *make_licences.LINKED, "nanobind", "robin-map", "tafelrunde"}
    named = dict(re.findall(r"^={120}\n(.+) \((.+)\): .*\n={120}$", text, re.MULTILINE))
    assert set(named) == shipped
    assert "SIL OPEN FONT LICENSE" in text.upper()
    # What an index shows is what the file says.
    assert set(PROJECT["project"]["license"].split(" AND ")) == set(named.values())
    assert set(PROJECT["project"]["license-files"]) == {"LICENSE", "web/public/licences.txt"}


def test_what_the_page_is_made_of_is_audited() -> None:
    # The audit leaves out what only development needs.
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    own = {name for name in make_licences.WEB if not packages[f"node_modules/{name}"].get("dev")}
    assert own == make_licences.WEB.keys() - {"vite"}
    assert packages[""]["dependencies"].keys() <= own


def test_the_licences_are_those_of_the_versions_that_are_pinned() -> None:
    pytest.importorskip("ziglang", reason="the engine of the page was not compiled here")
    assert make_licences.collect() == (ROOT / "web" / "public" / "licences.txt").read_text(encoding="utf-8")
