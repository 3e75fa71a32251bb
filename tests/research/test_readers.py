"""Others' tools read our data sets by themselves, as the documentation says, and see the same rows as we do."""

from pathlib import Path

import pytest

from tafelrunde.research.dataset.load import TorchDecisions, read
from tests.research.needs import need
from tests.research.test_dataset import DOCS, made, plan

FOLDER = "games"


def as_documented(tool: str) -> str:
    """Return the line of the documentation that reads a data set with a tool."""
    (line,) = (line for line in DOCS.read_text().splitlines() if line.startswith(f"{tool}.") and "#" in line)
    return line.partition("#")[0].strip()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data set of two parts, in the folder that the documentation speaks of."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    return made(tmp_path / FOLDER, plan(matches=3, players=("7",)))


def test_pandas_reads_a_folder(folder: Path) -> None:
    pandas = need("pandas")
    table = eval(as_documented("pandas"), {"pandas": pandas})
    ours = read(folder)
    assert list(table.columns) == ours.column_names
    assert table["move"].tolist() == ours["move"].to_pylist()
    assert [list(row) for row in table["legal"]] == ours["legal"].to_pylist()


def test_polars_reads_a_folder(folder: Path) -> None:
    polars = need("polars")
    table = eval(as_documented("polars"), {"polars": polars})
    ours = read(folder)
    assert table.columns == ours.column_names
    assert table["candidates"].to_list() == ours["candidates"].to_pylist()


def test_duckdb_counts_moves_and_joins_matches(folder: Path) -> None:
    duckdb = need("duckdb")
    counted = dict(eval(as_documented("duckdb"), {"duckdb": duckdb}).fetchall())
    moves = read(folder)["move"].to_pylist()
    assert counted == {move: moves.count(move) for move in set(moves)}
    joined = duckdb.sql(
        "select winner, count(*) from 'games/*.parquet' join 'games/_matches/*.parquet' using (match) group by winner"
    )
    assert sum(count for _, count in joined.fetchall()) == len(moves)


def test_pytorch_loads_a_folder_in_batches(folder: Path) -> None:
    torch = need("torch")
    loader = eval(as_documented("torch.utils.data"), {"torch": torch, "TorchDecisions": TorchDecisions})
    ours = read(folder)
    rewards = torch.cat([batch["reward"] for batch in loader])
    assert rewards.tolist() == ours["reward"].to_pylist()
    masks = torch.cat([batch["action_mask"].sum(1) for batch in loader])
    assert masks.tolist() == [len(legal) for legal in ours["legal"].to_pylist()]


def test_hugging_face_loads_a_folder(folder: Path) -> None:
    datasets = need("datasets")
    rows = eval(as_documented("datasets"), {"datasets": datasets})["train"]
    ours = read(folder)
    assert rows.column_names == ours.column_names
    assert rows["reward"][:] == ours["reward"].to_pylist()
