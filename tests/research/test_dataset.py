"""Data sets: what is in them is what was played, views keep secrets, files are the same every time."""

import json
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from tafelrunde.games.errors import BadOptions
from tafelrunde.games.registry import find_game
from tafelrunde.records.record import RecordError, read_record
from tafelrunde.records.replay import replay, view_of
from tafelrunde.research.dataset.files import Folder
from tafelrunde.research.dataset.load import BadDataset, TorchDecisions, action_masks, load_numpy, read
from tafelrunde.research.dataset.rows import Played, as_part
from tafelrunde.research.dataset.schema import MATCHES, decisions
from tafelrunde.research.dataset.selfplay import SelfPlay, play, play_one, run
from tafelrunde.research.spaces import space_of
from tafelrunde.version import __version__
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


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Return every file of a data set."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


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
    assert {name: loaded[name].tolist() for name in ("number", "seat", "reward")} == {
        name: [row[name] for row in rows] for name in ("number", "seat", "reward")
    }
    assert np.isnan(loaded["value"]).all()  # random players say nothing
    steps = [[action for action in row if action >= 0] for row in loaded["actions"].tolist()]
    assert steps == [row["actions"] for row in rows]
    assert ("scalars" in loaded) == ("scalars" in space.boxes)
    for number, (row, table) in enumerate(zip(rows, told.tables(), strict=False)):
        view = view_of(read_record(row["view"]), row["seat"])
        assert view == table.view(table.seat)  # type: ignore[attr-defined]
        assert str(space.decode(view, row["actions"])) == row["move"]
        seen = space.observe(view)
        assert all(np.array_equal(loaded[name][number], seen[name]) for name in seen)


def test_values_are_what_players_said(tmp_path: Path) -> None:
    folder = made(tmp_path, plan(players=("7",), matches=1))
    thoughts = play(plan(players=("7",), matches=1), 0).thoughts
    said = [thought.choice.value for thought in thoughts if thought is not None]
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
    assert bytes_of(tmp_path / "two") == bytes_of(one)
    whole = bytes_of(one)
    (one / "_matches" / "matches-00001.parquet").unlink()
    counts: list[int] = []
    run(plan(), one, Here(), 1, counts.append)
    assert counts == [2, 3]
    assert bytes_of(one) == whole


class Cut(Executor):
    """Plays here, and is interrupted after some matches."""

    def __init__(self, matches: int) -> None:
        self._left = matches

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self._left == 0:
            raise KeyboardInterrupt
        self._left -= 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.parametrize("matches", [2, 3, 4])
def test_what_was_played_before_an_interrupt_is_kept_and_can_be_read(matches: int, tmp_path: Path) -> None:
    whole = made(tmp_path / "whole", plan(matches=5))
    with pytest.raises(KeyboardInterrupt):
        run(plan(matches=5), tmp_path / "cut", Cut(matches), 1)
    # One is handed out ahead of the one that is waited for.
    kept = read(tmp_path / "cut", "matches")["match"].to_pylist()
    assert kept == read(whole, "matches")["match"].to_pylist()[: matches - 1]
    assert set(read(tmp_path / "cut")["match"].to_pylist()) == set(kept)
    made(tmp_path / "cut", plan(matches=5))
    assert bytes_of(tmp_path / "cut") == bytes_of(whole)


def test_a_set_that_has_more_matches_than_asked_for_says_how_many(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    for asked, told in ((3, 3), (2, 3), (4, 4)):
        done = run_command("dataset", folder, "-g", "tokan", "--player", "random", "-n", str(asked), "--workers", "1")
        assert done.out == f"{folder}: {told} matches\n"
    assert len(read(folder, "matches")) == 4


def test_gathering_and_reading_do_not_wait_for_pandas(tmp_path: Path) -> None:
    # Its import takes seconds on a busy machine, and Ctrl-C would wait for it.
    folder = tmp_path / "set"
    code = f"""if True:
        import sys
        from pathlib import Path
        from tafelrunde.research.dataset.load import read
        from tafelrunde.research.dataset.selfplay import SelfPlay, run
        from tafelrunde.research.spread import executor
        with executor(1) as (pool, workers):
            run(SelfPlay("tokan", "", ("random",), 2), Path({str(folder)!r}), pool, workers)
        print(len(read({str(folder)!r}, "matches")), "pandas" in sys.modules)
        """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2", "False"]


@pytest.mark.long
def test_a_kill_at_any_moment_loses_no_match_that_had_ended(tmp_path: Path) -> None:
    whole = made(tmp_path / "whole", plan())
    folder = tmp_path / "killed"
    kept = Folder(folder, plan().about, plan().part)
    for number in (0, 2):
        kept.add(number, play_one((plan(), number)))
    (folder / "_unfinished" / "_decisions-00000001.parquet.7").write_bytes(b"torn")
    again = Folder(folder, plan().about, plan().part)
    assert [number in again for number in range(3)] == [True, False, True]
    # Killed while a part is being gathered: its matches are there twice.
    again.add(1, play_one((plan(), 1)))
    loose = {file: file.read_bytes() for file in (folder / "_unfinished").glob("*-0000000[01].parquet")}
    again.close(0)
    for file, content in loose.items():
        file.write_bytes(content)
    made(folder, plan())
    assert bytes_of(folder) == bytes_of(whole)


def test_matches_can_be_added_later(tmp_path: Path) -> None:
    made(tmp_path / "a", plan(matches=1))
    for matches in (3, 5):
        counts: list[int] = []
        run(plan(matches=matches), tmp_path / "a", Here(), 1, counts.append)
        assert counts == list(range(1 if matches == 3 else 3, matches + 1))
    assert bytes_of(tmp_path / "a") == bytes_of(made(tmp_path / "b", plan(matches=5)))


def test_foreign_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("notes")
    for folder in (tmp_path, tmp_path / "mine.txt"):
        with pytest.raises(BadOptions, match="other things"):
            run(plan(), folder, Here(), 1)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


@every_kind
def test_every_decision_tells_what_was_legal_and_what_was_compared(game: str, options: str, tmp_path: Path) -> None:
    folder = made(tmp_path, plan(game, options, matches=1, players=("7",), nodes=200))
    (match,) = read(folder, "matches").to_pylist()
    told = replay(read_record(match["record"]))
    space = space_of(game, told.options)
    compared = 0
    for row, table in zip(read(folder).to_pylist(), told.tables(), strict=False):
        assert row["actions"][0] in row["legal"]
        assert row["legal"] == sorted({space.encode(table, move)[0] for move in table.legal_moves()})
        assert row["outcome"][row["seat"]] == row["reward"]
        assert row["judge"] is None
        for candidate in row["candidates"]:
            assert str(space.decode(table, candidate["actions"])) == candidate["move"]
            assert 0 <= candidate["chance"] <= 1
            compared += 1
    assert compared
    assert match["seed"] == "1/0"
    assert match["software"] == __version__


@pytest.mark.parametrize(
    ("game", "options", "player"), [("tokan", "", "8"), ("schokoly", "", "7"), ("schokoly", "players=3", "7")]
)
def test_every_side_has_the_chance_that_the_player_gave_it(
    game: str, options: str, player: str, tmp_path: Path
) -> None:
    folder = made(tmp_path, plan(game, options, players=(player,), matches=1, nodes=400))
    rows = read(folder).to_pylist()
    (match,) = read(folder, "matches").to_pylist()
    sides = len(match["points"])
    told = [row for row in rows if row["chances"] is not None]
    assert len(told) > len(rows) / 4
    for row in told:
        own = row["chances"][row["seat"]]
        assert 0 <= own <= 1
        others = [chance for side, chance in enumerate(row["chances"]) if side != row["seat"]]
        assert others == ([pytest.approx(1 - own, abs=1e-6)] if sides == 2 else [None, None])
        if row["verdict"]:
            assert own == {"win": 1.0, "draw": 0.5, "loss": 0.0}[row["verdict"]]
        else:
            assert own == row["candidates"][0]["chance"]
    quiet = read(made(tmp_path / "quiet", plan(game, options, players=("random",), matches=1)))
    assert set(quiet["chances"].to_pylist()) == {None}


@pytest.mark.parametrize("player", ["3", "7"])
def test_a_judge_speaks_only_where_the_player_says_nothing(player: str, tmp_path: Path) -> None:
    own = read(made(tmp_path / "own", plan(players=(player,), matches=1, nodes=60))).to_pylist()
    judged = read(made(tmp_path / "judged", plan(players=(player,), matches=1, nodes=60, judge="7"))).to_pylist()
    assert [row["move"] for row in own] == [row["move"] for row in judged]
    said = [row["value"] is not None or row["verdict"] is not None for row in own]
    assert all(row["judge"] is None for row in own)
    assert [row["judge"] for row in judged] == [None if spoke else "7" for spoke in said]
    for spoke, before, after in zip(said, own, judged, strict=True):
        if spoke:
            assert (before["value"], before["candidates"]) == (after["value"], after["candidates"])
    if player == "3":
        assert sum(row["value"] is not None for row in judged) > sum(said)


def test_other_tools_read_the_folder_as_one_table(tmp_path: Path) -> None:
    folder = made(tmp_path, plan(matches=5))
    whole = read(folder)
    assert ds.dataset(folder, format="parquet").count_rows() == len(whole)
    assert pq.read_table(folder).column_names == whole.column_names


def test_another_plan_is_not_mixed_in(tmp_path: Path) -> None:
    made(tmp_path, plan())
    with pytest.raises(BadOptions):
        run(plan(seed="2"), tmp_path, Here(), 1)


def test_files_say_what_they_are(tmp_path: Path) -> None:
    metadata = pq.read_schema(made(tmp_path, plan()) / "decisions-00000.parquet").metadata
    assert metadata[b"tafelrunde.schema"] == b"2"
    assert metadata[b"tafelrunde.game"] == b"schoko"
    assert metadata[b"tafelrunde.software"] == __version__.encode()
    assert json.loads((tmp_path / "_dataset.json").read_text())["seed"] == "1"


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
        as_part(told.game, told.options, [Played("1", record)])


def test_pytorch_gets_the_same_numbers(tmp_path: Path) -> None:
    torch = need("torch")
    folder = made(tmp_path, plan())
    rows, loaded = TorchDecisions(folder), load_numpy(folder)
    assert len(rows) == len(loaded["reward"])
    assert torch.equal(rows[5]["observation"], torch.from_numpy(loaded["observation"][5]))
    first = next(iter(torch.utils.data.DataLoader(rows, batch_size=8)))
    assert "action_mask" not in first
    for name, array in loaded.items():
        assert torch.equal(first[name].nan_to_num(), torch.from_numpy(array[:8].copy()).nan_to_num()), name
    assert torch.equal(rows[-1]["observation"], torch.from_numpy(loaded["observation"][-1]))
    with pytest.raises(IndexError):
        rows[len(rows)]


def test_pytorch_gets_masks_where_they_are_wanted(tmp_path: Path) -> None:
    torch = need("torch")
    folder = made(tmp_path, plan())
    loader = torch.utils.data.DataLoader(TorchDecisions(folder, masks=True), batch_size=16, shuffle=True)
    for batch in loader:
        begun = batch["actions"][:, :1].long()
        assert batch["action_mask"].gather(1, begun).all()
        assert not batch["action_mask"].all()
    legal = read(folder, columns=["legal"])["legal"].to_pylist()
    space = space_of("schoko", find_game("schoko").options_type.parse(""))
    (mask,) = action_masks(read(folder).slice(3, 1), space)
    assert np.flatnonzero(mask).tolist() == sorted(legal[3])


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
