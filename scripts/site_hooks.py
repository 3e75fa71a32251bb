"""Runs the tutorials while MkDocs builds the site, shows what they show, and lays the notebooks beside the pages.

Each tutorial runs in a process of its own, all at once and beside the rest of the build.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).parent
NOTEBOOKS = SCRIPTS.parent / "build" / "notebooks"
TUTORIALS = "tutorials/"
SVG = "image/svg+xml"

_running: dict[str, subprocess.Popen[bytes]] = {}


def on_files(files: Any, config: Any) -> Any:
    """Start the tutorials and announce their notebooks."""
    from mkdocs.structure.files import File

    NOTEBOOKS.mkdir(parents=True, exist_ok=True)
    for file in [file for file in files.documentation_pages() if file.src_uri.startswith(TUTORIALS)]:
        target = NOTEBOOKS / f"{Path(file.src_uri).stem}.ipynb"
        command = [sys.executable, str(SCRIPTS / "notebook.py"), file.abs_src_path, str(target)]
        _running[file.src_uri] = subprocess.Popen(command)
        files.append(File.generated(config, f"{TUTORIALS}{target.name}", abs_src_path=str(target)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Show a tutorial as it went; raise PluginError for one that failed."""
    from mkdocs.exceptions import PluginError

    process = _running.get(page.file.src_uri)
    if process is None:
        return markdown
    if process.wait():
        raise PluginError(f"{page.file.src_uri} does not run")
    name = f"{Path(page.file.src_uri).stem}.ipynb"
    shown = "\n\n".join(map(_part, json.loads((NOTEBOOKS / name).read_text(encoding="utf-8"))["cells"]))
    title, text = shown.split("\n", 1)
    return f"{title}\n\n[This page as a notebook for Jupyter]({name})\n{text}"


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
