"""A tutorial becomes a notebook that shows what Jupyter would show."""

import pytest

from scripts.notebook import SVG, notebook
from tests.docs.test_docs import DOCS, ROOT

PAGE = """# A page

```python cell
from random import Random
from tafelrunde.games.registry import find_game
tokan = find_game("tokan")
options = tokan.options_type.parse("")
print("dealt")
position = tokan.start(options, tokan.deal(options, Random(1)))
position
```

```sh
not run
```

```python cell
position.seat;
```

```python cell
1 + 1
```
"""


def test_cells_run_in_order_and_show_what_jupyter_shows() -> None:
    cells = notebook(PAGE)["cells"]
    assert [cell["cell_type"] for cell in cells] == ["markdown", "code", "markdown", "code", "code"]
    printed, drawn = cells[1]["outputs"]
    assert printed["text"] == "dealt\n"
    assert drawn["data"][SVG].startswith("<svg")
    assert cells[3]["outputs"] == []
    assert cells[4]["outputs"][0]["data"] == {"text/plain": "2"}


def test_a_page_that_fails_is_no_notebook() -> None:
    with pytest.raises(ZeroDivisionError):
        notebook("```python cell\n1 / 0\n```\n")


def test_the_bot_of_the_tutorial_is_the_example() -> None:
    example = (ROOT / "examples" / "bots" / "engine_bot.py").read_text("utf-8").split('"""', 2)[2].strip()
    assert example in (DOCS / "tutorials" / "bot.md").read_text("utf-8")
