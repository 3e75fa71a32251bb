"""What builds the package: the page comes with its engine, and whatever is missing is said or refused."""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PIN = "ziglang==1.2.3"


@pytest.fixture
def backend() -> Any:
    pytest.importorskip("scikit_build_core")
    found = spec_from_file_location("tafelrunde_build", ROOT / "scripts" / "backend" / "tafelrunde_build.py")
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose npm and whose compiler only leave files behind."""
    tree = tmp_path / "checkout"
    for folder in ("bin", "scripts", "requirements", "web/src/engine/module"):
        (tree / folder).mkdir(parents=True)
    shutil.copy(ROOT / "pyproject.toml", tree)
    (tree / "requirements" / "engine.txt").write_text(f"{PIN} \\\n    --hash=sha256:0\n")
    (tree / "scripts" / "engine.py").write_text(
        "from pathlib import Path\n"
        "for name in ('engine', 'solver'): Path('web/src/engine/module', f'{name}.wasm').touch()\n"
    )
    npm = tree / "bin" / "npm"
    npm.write_text(
        f"#!{sys.executable}\n"
        "import sys; from pathlib import Path\n"
        "if 'run' in sys.argv:\n"
        "    page = Path('web/dist/index.html'); page.parent.mkdir()\n"
        "    page.write_text(' '.join(sorted(file.name for file in Path('web/src/engine/module').iterdir())))\n"
    )
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(npm.parent))
    monkeypatch.delenv("TAFELRUNDE_PAGE", raising=False)
    monkeypatch.chdir(tree)
    return tree


def page(tree: Path) -> str:
    return (tree / "web" / "dist" / "index.html").read_text()


@pytest.mark.parametrize("wish", ["", "require"])
def test_a_page_is_built_with_its_engine(
    backend: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch, wish: str
) -> None:
    monkeypatch.setenv("TAFELRUNDE_PAGE", wish)
    backend.make_page()
    assert page(checkout) == "engine.wasm solver.wasm"


def test_an_engine_that_cannot_be_compiled_is_said_or_refused(
    backend: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (checkout / "scripts" / "engine.py").write_text(
        "from pathlib import Path; Path('web/src/engine/module/engine.wasm').touch(); raise SystemExit(1)"
    )
    monkeypatch.setenv("TAFELRUNDE_PAGE", "require")
    with pytest.raises(SystemExit, match="no engine for its page"):
        backend.make_page()
    assert not (checkout / "web" / "dist").exists()
    monkeypatch.setenv("TAFELRUNDE_PAGE", "")
    backend.make_page()
    # Half of an engine would be taken for one.
    assert page(checkout) == ""
    assert "The package gets no engine for its page" in capfd.readouterr().err


def test_without_node_there_is_no_page_unless_it_is_required(
    backend: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    assert PIN not in backend.get_requires_for_build_sdist()
    backend.make_page()
    assert "no web page: there is no Node.js" in capfd.readouterr().err
    monkeypatch.setenv("TAFELRUNDE_PAGE", "require")
    with pytest.raises(SystemExit, match=r"Node\.js"):
        backend.make_page()
    assert not (checkout / "web" / "dist").exists()


def test_the_compiler_of_the_engine_is_asked_for_only_where_there_is_something_to_compile(
    backend: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for asked in (backend.get_requires_for_build_sdist, backend.get_requires_for_build_wheel):
        assert PIN in asked()
        monkeypatch.setenv("TAFELRUNDE_PAGE", "off")
        assert PIN not in asked()
        monkeypatch.delenv("TAFELRUNDE_PAGE")
    # As in a source package, which brings its page along.
    backend.make_page()
    assert PIN not in backend.get_requires_for_build_wheel()
