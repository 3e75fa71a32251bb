"""Data sets: what is in them is what was played, views keep secrets, files are the same every time."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from tafelrunde.games.errors import BadOptions
from tafelrunde.games.registry import find_game
from tafelrunde.records.record import RecordError, read_record
from tafelrunde.records.replay import replay, view_of
from tafelrunde.research.dataset.load import BadDataset, TorchDecisions, load_numpy, read
from tafelrunde.research.dataset.rows import Played, tables
from tafelrunde.research.dataset.schema import MATCHES, decisions
from tafelrunde.research.dataset.selfplay import SelfPlay, play, run
from tafelrunde.research.spaces import space_of
from tests.cli.running import TRIO
from tests.cli.running import run as run_command
from tests.research.matches import KINDS, every_kind
from tests.research.needs import need
from tests.research.test_tournament import Here

DOCS = Path(__file__).parents[2] / "docs" / "research.md"


def plan(game: str = "schoko", options: str = "", **changes: object) -> SelfPlay:
    words: dict[str, object] = {"players": ("random", "2"), "matches": 3, "part": 2, "nodes": 10}
    return SelfPlay(game, options, **{**words, **changes})  # type: ignore[arg-type]


def made(folder: Path, what: SelfPlay) -> Path:
    run(what, folder, Here(), 1)
    return folder


@every_kind
def test_rows_are_what_was_played(game: str, options: str, tmp_path: Path) -> None:
    folder = made(tmp_path, plan(game, options, matches=1, players=("random",)))
    (match,) = read(folder, "matches").to_pylist()
    told = replay(read_record(match["record"]))
    assert tuple(match["points"]) == told.final.outcome().points
    rows = read(folder).to_pylist()
    assert [row["move"] for row in rows] == [str(move) for move in told.moves]
    space = space_of(game, told.options)
    loaded = load_numpy(folder)
    for number, (row, table) in enumerate(zip(rows, told.tables(), strict=False)):
        view = view_of(read_record(row["view"]), row["seat"])
        assert view == table.view(table.seat)  # type: ignore[attr-defined]
        assert str(space.decode(view, row["actions"])) == row["move"]
        seen = space.observe(view)
        assert all(np.array_equal(loaded[name][number], seen[name]) for name in seen)


def test_values_are_what_players_said(tmp_path: Path) -> None:
    folder = made(tmp_path, plan(players=("7",), matches=1))
    thoughts = play(plan(players=("7",), matches=1), 0).thoughts
    said = [choice.value for choice in thoughts if choice is not None]
    assert any(value is not None for value in said)
    stored = read(folder)["value"].to_pylist()
    assert stored == pytest.approx([None if isinstance(value, str) else value for value in said])


def test_rewards_are_those_of_the_outcome(tmp_path: Path) -> None:
    folder = made(tmp_path, plan("schokoly", "players=4"))
    winners = {row["match"]: row["winner"] for row in read(folder, "matches").to_pylist()}
    for row in read(folder, columns=["match", "seat", "reward"]).to_pylist():
        winner = winners[row["match"]]
        assert row["reward"] == (0 if winner is None else 1 if row["seat"] % 2 == winner else -1)


def test_the_same_plan_gives_the_same_files_and_goes_on_where_it_was(tmp_path: Path) -> None:
    one = made(tmp_path / "one", plan())
    with ThreadPoolExecutor(2) as pool:
        run(plan(), tmp_path / "two", pool, 2)
    files = sorted(file.name for file in one.iterdir())
    assert [(tmp_path / "two" / name).read_bytes() for name in files] == [(one / name).read_bytes() for name in files]
    whole = (one / "matches-00001.parquet").read_bytes()
    (one / "matches-00001.parquet").unlink()
    counts: list[int] = []
    run(plan(), one, Here(), 1, counts.append)
    assert counts == [1, 2]
    assert (one / "matches-00001.parquet").read_bytes() == whole


def test_another_plan_is_not_mixed_in(tmp_path: Path) -> None:
    made(tmp_path, plan())
    with pytest.raises(BadOptions):
        run(plan(seed="2"), tmp_path, Here(), 1)


def test_files_say_what_they_are(tmp_path: Path) -> None:
    metadata = pq.read_schema(made(tmp_path, plan()) / "decisions-00000.parquet").metadata
    assert metadata[b"tafelrunde.schema"] == b"1"
    assert metadata[b"tafelrunde.game"] == b"schoko"
    assert json.loads((tmp_path / "dataset.json").read_text())["seed"] == "1"


def test_every_column_is_documented() -> None:
    text = DOCS.read_text()
    for game, options in KINDS:
        space = space_of(game, find_game(game).options_type.parse(options))
        assert all(f"| `{name}` |" in text for name in [*MATCHES.names, *decisions(space).names])


def test_what_is_no_data_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadDataset):
        read(tmp_path)
    folder = made(tmp_path / "set", plan())
    file = folder / "decisions-00000.parquet"
    pq.write_table(pq.read_table(file).replace_schema_metadata({"tafelrunde.schema": "0"}), file)
    with pytest.raises(BadDataset):
        load_numpy(folder)


def test_a_match_that_is_not_over_is_refused() -> None:
    record = read_record(TRIO)
    told = replay(record)
    with pytest.raises(RecordError, match="not over"):
        tables(told.game, told.options, [Played("1", record)])


def test_pytorch_gets_the_same_numbers(tmp_path: Path) -> None:
    torch = need("torch")
    folder = made(tmp_path, plan())
    rows, loaded = TorchDecisions(folder), load_numpy(folder)
    assert len(rows) == len(loaded["reward"])
    assert torch.equal(rows[5]["observation"], torch.from_numpy(loaded["observation"][5]))
    loader = torch.utils.data.DataLoader(rows, batch_size=8, collate_fn=lambda batch: batch)
    assert next(iter(loader))["actions"].shape == (8, 3)


def test_the_command_plays_and_reads_records(tmp_path: Path) -> None:
    played = run_command("dataset", tmp_path / "a", "-g", "tokan", "--player", "random", "-n", "2", "--workers", "1")
    assert played.status == 0
    records = "\n".join(read(tmp_path / "a", "matches")["record"].to_pylist())
    (tmp_path / "records.txt").write_text(records)
    copied = run_command("dataset", tmp_path / "b", "--from", tmp_path / "records.txt")
    assert copied.status == 0
    moves = [read(tmp_path / name, columns=["move"])["move"].to_pylist() for name in "ab"]
    assert moves[0] == moves[1]
    (tmp_path / "records.txt").write_text(TRIO)
    assert run_command("dataset", tmp_path / "c", "--from", tmp_path / "records.txt").status == 2
    assert not (tmp_path / "c").exists()
