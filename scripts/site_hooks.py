"""Runs the tutorials while MkDocs builds the site, shows what they show, and lays the notebooks beside the pages.

Each tutorial runs in a process of its own, all at once and beside the rest of the build. Papers of the project become
pages, a folder in the navigation stands for all its pages, links to files of the repository lead to where that is
published, and the front page gets a board (``live_board.py``). A page that would ask anybody else while it is read ends
the build.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).parent
ROOT = SCRIPTS.parent
sys.path.insert(0, str(ROOT))

from scripts import live_board  # noqa: E402  # MkDocs loads this file from wherever it is started

DOCS = ROOT / "docs"
NOTEBOOKS = ROOT / "build" / "notebooks"
PAPERS = {
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
    "CODE_OF_CONDUCT.md": "project/conduct.md",
}
LINK = re.compile(r"(?<=\]\()([^)\s#:]+)(#[^)\s]*)?(?=\))")
ASKS = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*?\bsrc(?:set)?=["']?(?:https?:)?//[^>]*>"""
    r"""|<link\b(?=[^>]*\brel=["']?(?:stylesheet|preload|prefetch|preconnect|icon|manifest))[^>]*?\bhref=["']?(?:https?:)?//[^>]*>"""
    r"""|<[a-z]+\b[^>]*?\bdata-md-component=["']?source\b[^>]*>"""
)
"""What makes a browser ask others: files from elsewhere, and the theme's part that asks the repository's host."""
TUTORIALS = "tutorials/"
FRONT = "README.md"
FILM = "![A match of TOKAN, move by move](pictures/match.webp)"
"""What stands for the board where the page is read in the repository."""
SVG = "image/svg+xml"

_running: dict[str, subprocess.Popen[bytes]] = {}


def on_config(config: Any) -> Any:
    """Put the pages of a folder where the navigation names it."""
    config.nav = _expanded(config.nav)
    return config


def _expanded(entries: list[Any]) -> list[Any]:
    named = {entry for entry in entries if isinstance(entry, str)}
    done: list[Any] = []
    for entry in entries:
        if isinstance(entry, dict):
            done.append({title: _expanded(part) for title, part in entry.items()})
        elif entry.endswith("/*"):
            pages = (file.relative_to(DOCS).as_posix() for file in sorted((DOCS / entry[:-2]).glob("*.md")))
            done.extend(page for page in pages if page not in named)
        else:
            done.append(entry)
    return done


def on_files(files: Any, config: Any) -> Any:
    """Start the tutorials, announce their notebooks, and add the project's papers and the board of the front page."""
    from mkdocs.structure.files import File

    for name, page in PAPERS.items():
        files.append(File.generated(config, page, content=(ROOT / name).read_text(encoding="utf-8")))
    for name, content in live_board.files():
        files.append(File.generated(config, name, content=content))
    NOTEBOOKS.mkdir(parents=True, exist_ok=True)
    for file in [file for file in files.documentation_pages() if file.src_uri.startswith(TUTORIALS)]:
        target = NOTEBOOKS / f"{Path(file.src_uri).stem}.ipynb"
        command = [sys.executable, str(SCRIPTS / "notebook.py"), file.abs_src_path, str(target)]
        _running[file.src_uri] = subprocess.Popen(command)
        files.append(File.generated(config, f"{TUTORIALS}{target.name}", abs_src_path=str(target)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, **_: Any) -> str:
    """Show a tutorial as it went, and lead links out of the folder somewhere; raise PluginError for what failed."""
    from mkdocs.exceptions import PluginError

    if page.file.src_uri == FRONT:
        markdown = markdown.replace(FILM, live_board.html())
    markdown = LINK.sub(lambda link: _led(link, page.file.src_uri, config.repo_url), markdown)
    process = _running.get(page.file.src_uri)
    if process is None:
        return markdown
    if process.wait():
        raise PluginError(f"{page.file.src_uri} does not run")
    name = f"{Path(page.file.src_uri).stem}.ipynb"
    shown = "\n\n".join(map(_part, json.loads((NOTEBOOKS / name).read_text(encoding="utf-8"))["cells"]))
    title, text = shown.split("\n", 1)
    return f"{title}\n\n[This page as a notebook for Jupyter]({name})\n{text}"


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Leave a page as it is; raise PluginError where reading it would tell a third party."""
    from mkdocs.exceptions import PluginError

    if asked := ASKS.search(output):
        raise PluginError(f"{page.file.src_uri} asks others while it is read: {asked[0]}")
    return output


def _led(link: re.Match[str], page: str, repository: str) -> str:
    """Return where a link leads on the site: to a page, to a paper, or to a file where the repository is published."""
    written = {uri: name for name, uri in PAPERS.items()}
    home = ROOT / written[page] if page in written else DOCS / page
    target, anchor = Path(os.path.normpath(home.parent / link[1])), link[2] or ""
    if not target.exists():
        return link[0]
    if target.is_relative_to(DOCS):
        inside = target.relative_to(DOCS).as_posix()
    else:
        name = target.relative_to(ROOT).as_posix()
        if name not in PAPERS:
            return f"{repository}/{'tree' if target.is_dir() else 'blob'}/main/{name}{anchor}"
        inside = PAPERS[name]
    return os.path.relpath(inside, Path(page).parent) + anchor


def _part(cell: dict[str, Any]) -> str:
    if cell["cell_type"] == "markdown":
        return str(cell["source"])
    return "\n\n".join([f"```python\n{cell['source']}\n```", *map(_output, cell["outputs"])])


def _output(output: dict[str, Any]) -> str:
    if output["output_type"] == "stream":
        return f"```text\n{output['text'].rstrip()}\n```"
    data = output["data"]
    if SVG in data:
        # A blank line would end the picture.
        lines = [line for line in data[SVG].splitlines() if line.strip()]
        return "\n".join(["<div>", *lines, "</div>"])
    return f"```text\n{data['text/plain']}\n```"
