"""Imports point one way, and the contract that says so notices when they do not."""

import sys
from pathlib import Path

import grimp
import pytest
from importlinter.cli import EXIT_STATUS_ERROR, EXIT_STATUS_SUCCESS, lint_imports

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"

LAYERS = ("cli", "server", "store", "research", "players", "records", "native", "games")


def lint(config: Path) -> int:
    return lint_imports(config_filename=str(config), no_cache=True, no_logo=True)


def test_the_package_keeps_its_contract() -> None:
    assert lint(PYPROJECT) == EXIT_STATUS_SUCCESS


def test_the_rules_of_the_games_need_the_standard_library_alone() -> None:
    graph = grimp.build_graph("tafelrunde", include_external_packages=True, cache_dir=None)
    games = {"tafelrunde.games", *graph.find_descendants("tafelrunde.games")}
    imported = {module for game in games for module in graph.find_modules_directly_imported_by(game)}
    assert {module.partition(".")[0] for module in imported - games} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("importer", "imported", "status"),
    [
        pytest.param("cli", "server", EXIT_STATUS_SUCCESS, id="the command line may start the server"),
        pytest.param("server", "cli", EXIT_STATUS_ERROR, id="the server may not call the command line"),
        pytest.param("store", "server", EXIT_STATUS_ERROR, id="the store may not know the server"),
        pytest.param("players", "native", EXIT_STATUS_SUCCESS, id="players may search in the native core"),
        pytest.param("players", "store", EXIT_STATUS_ERROR, id="players may not read the store"),
        pytest.param("records", "native", EXIT_STATUS_ERROR, id="records may not need the native core"),
        pytest.param("games", "records", EXIT_STATUS_ERROR, id="games may not import records"),
        pytest.param("games", "native", EXIT_STATUS_ERROR, id="games may not import the native core"),
    ],
)
def test_the_contract_tells_right_from_wrong(
    importer: str, imported: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lint(sample(tmp_path, monkeypatch, LAYERS, f"{importer}/__init__.py", imported)) == status


def test_a_package_without_a_layer_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lint(sample(tmp_path, monkeypatch, (*LAYERS, "stray"), "stray/__init__.py", "games")) == EXIT_STATUS_ERROR


def sample(
    folder: Path, monkeypatch: pytest.MonkeyPatch, packages: tuple[str, ...], importer: str, imported: str
) -> Path:
    """Write a package of empty layers with one import in it, and the project's contract for it."""
    # A name of its own for each test: what was imported once is never looked for again.
    name = folder.name.replace("-", "_")
    (folder / name).mkdir()
    (folder / name / "__init__.py").touch()
    for package in packages:
        (folder / name / package).mkdir()
        (folder / name / package / "__init__.py").touch()
    (folder / name / importer).write_text(f"import {name}.{imported}\n")
    config = folder / "pyproject.toml"
    config.write_text(PYPROJECT.read_text().replace('"tafelrunde"', f'"{name}"'))
    monkeypatch.syspath_prepend(folder)
    return config
