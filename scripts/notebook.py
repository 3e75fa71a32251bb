"""Turn a tutorial into a notebook that has been run.

    python scripts/notebook.py docs/tutorials/game.md game.ipynb

Blocks that begin with ```` ```python cell ```` become cells of code, the text between them becomes cells of text. Cells
run in order as Jupyter would run them: what they print, the value of a last expression and open figures are kept.
Pictures are SVG. A cell that fails ends the run.
"""

from __future__ import annotations

import ast
import io
import json
import os
import re
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

CELL = re.compile(r"^```python cell\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SVG = "image/svg+xml"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

Output = dict[str, Any]


def notebook(text: str) -> dict[str, Any]:
    """Run a page and return it as a notebook of format 4.5."""
    cells: list[dict[str, Any]] = []
    names: dict[str, Any] = {"__name__": "__main__"}
    # Every other part is code.
    for number, part in enumerate(CELL.split(text)):
        source = part.strip()
        cell: dict[str, Any] = {"id": f"cell-{number}", "metadata": {}, "source": source}
        if number % 2:
            count = number // 2 + 1
            outputs = run(source, names, count)
            cells.append({**cell, "cell_type": "code", "execution_count": count, "outputs": outputs})
        elif source:
            cells.append({**cell, "cell_type": "markdown"})
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def run(source: str, names: dict[str, Any], count: int) -> list[Output]:
    """Run a cell and return what it shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, f"<cell {count}>", "exec"), names)  # noqa: S102  (the page is ours)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"<cell {count}>", "eval"), names)  # noqa: S307
    outputs: list[Output] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue()})
    # As in Jupyter, a semicolon at the end keeps a value to itself.
    if value is not None and not source.endswith(";"):
        outputs.append({"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data(value)})
    outputs += [{"output_type": "display_data", "metadata": {}, "data": {SVG: svg}} for svg in figures()]
    return outputs


def data(value: object) -> dict[str, str]:
    """Return a value as Jupyter shows it."""
    shown = {"text/plain": repr(value)}
    draw = getattr(value, "_repr_svg_", None)
    return shown if draw is None else {SVG: draw(), **shown}


def figures() -> list[str]:
    """Draw the open figures and close them, as Jupyter does at the end of a cell."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return []
    drawn = []
    for number in pyplot.get_fignums():
        target = io.StringIO()
        pyplot.figure(number).savefig(target, format="svg", metadata={"Date": None})
        drawn.append(target.getvalue()[target.getvalue().index("<svg") :])
    pyplot.close("all")
    return drawn


def main() -> None:
    """Run the page named first and write the notebook named second."""
    page, target = (Path(argument).resolve() for argument in sys.argv[1:])
    text = page.read_text(encoding="utf-8")
    os.environ["MPLBACKEND"] = "agg"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        made = notebook(text)
        os.chdir(target.parent)
    target.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
