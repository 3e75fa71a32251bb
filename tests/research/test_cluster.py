"""Work on a Ray cluster: the same results as anywhere, and nothing is lost when workers and drivers are killed.

Ray is not among what every developer installs: `make test-research` brings it and runs these tests.
"""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGKILL

import pytest

from scripts import fit_chocolate, fit_tokan
from tafelrunde.players.arena import Plan, run
from tafelrunde.records.record import read_records
from tafelrunde.research.spread import LOCAL, RayExecutor, RayMissing, spread
from tests.cli.running import run as run_command
from tests.research.needs import need, thorough

need("ray")

pytestmark = [thorough, pytest.mark.filterwarnings("ignore")]
"""Ray leaves sockets and files open in the process that asks it."""

ROOT = Path(__file__).parents[2]

DOOMED = """
import os, signal
from tafelrunde.cli.app import app
from tafelrunde.research.spread import RayExecutor

submit, left = RayExecutor.submit, iter(range(5))

def until_death(self, *task):
    if next(left, None) is None:
        os.kill(os.getpid(), signal.SIGKILL)
    return submit(self, *task)

RayExecutor.submit = until_death
app()
"""
"""A driver that is killed instead of handing out its sixth task; four go out at once, so that it has got results."""

MURDERER = """
import json, os, signal, sys
from pathlib import Path
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import view_of

for number, line in enumerate(sys.stdin):
    mark = Path(sys.argv[1])
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getppid(), signal.SIGKILL)
    question = json.loads(line)
    view = view_of(read_record(question["record"]), question["seat"] - 1)
    print(json.dumps({"move": str(view.turns()[0])}), flush=True)
"""
"""A bot that kills, once, the worker it plays for, in the middle of a match."""

COMMANDS = {
    "arena": ("arena", "random", "greedy", "-n", "10", "--workers", "2", "--out", "{}/records.txt"),
    "tournament": ("tournament", "random", "greedy", "2", "-n", "2", "--nodes", "20", "--workers", "2", "--out", "{}"),
    "dataset": ("dataset", "{}", "--player", "random", "-n", "320", "--workers", "2"),
    "layouts": (
        "layouts",
        "8",
        "--threads",
        "2",
        "--positions",
        "20000",
        "--memory",
        "64",
        "--out",
        "{}/layouts.jsonl",
    ),
}


def die_once(mark: Path) -> str:
    """Die with the whole process, but only once."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), SIGKILL)
    return "done"


def records(file: Path) -> dict[str, str]:
    return {record.tags["Round"]: str(record) for record in read_records(file.read_text())}


def essence(folder: Path) -> dict[str, object]:
    """What a command left in its folder, whatever came first; without the seconds it took."""
    found: dict[str, object] = {}
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = str(file.relative_to(folder))
        if file.name == "layouts.jsonl":
            lines = map(json.loads, file.read_text().splitlines()[1:])
            found[name] = sorted([line["number"], line["start"], line["result"], line["estimate"]] for line in lines)
        elif file.name == "records.txt" or file.suffix == ".jsonl":
            found[name] = sorted(file.read_text().splitlines())
        else:
            found[name] = file.read_bytes()
    return found


def alone(*words: str) -> str:
    """Run a program without Ray, in a process that Ray has never touched: it does not bear being forked."""
    done = subprocess.run([sys.executable, *words], check=True, capture_output=True, cwd=ROOT)
    return done.stdout.decode()


@pytest.fixture
def cluster() -> Iterator[RayExecutor]:
    with RayExecutor(LOCAL, 2) as pool:
        yield pool


def test_an_arena_is_the_same_whoever_plays_it(cluster: RayExecutor, tmp_path: Path) -> None:
    run(Plan("tokan", "", "random", "greedy", 6, "1"), tmp_path / "0.txt", cluster.workers, pool=cluster)
    for workers in (1, 2):
        out = tmp_path / f"{workers}.txt"
        alone("-m", "tafelrunde", "arena", "random", "greedy", "-n", "6", "--workers", str(workers), "--out", str(out))
        assert records(out) == records(tmp_path / "0.txt")


def test_a_task_whose_worker_was_killed_is_done_again(cluster: RayExecutor, tmp_path: Path) -> None:
    marks = [tmp_path / str(number) for number in range(3)]
    assert dict(spread(cluster, 2, die_once, marks)) == dict.fromkeys(marks, "done")


def test_a_match_whose_worker_was_killed_is_played_again(cluster: RayExecutor, tmp_path: Path) -> None:
    bot, mark = tmp_path / "bot.py", tmp_path / "mark"
    bot.write_text(MURDERER)
    plan = Plan("tokan", "", "random", f"cmd:{sys.executable} {bot} {mark}", 6, "1")
    run(plan, tmp_path / "cluster.txt", cluster.workers, pool=cluster)
    assert mark.exists()
    with ThreadPoolExecutor(1) as pool:
        run(plan, tmp_path / "here.txt", 1, pool=pool)
    assert records(tmp_path / "cluster.txt") == records(tmp_path / "here.txt")


class Node:
    """A machine of a cluster, played by a process of this one."""

    def __init__(self, secrets: dict[str, str], *words: str) -> None:
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--num-cpus=1", "--block", *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ | secrets
        )
        assert self.process.stdout
        heard = ""
        while "Ray runtime started" not in heard:
            line = self.process.stdout.readline()
            assert line, heard
            heard += line

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


def test_a_cluster_that_runs_already_does_the_work_even_when_it_loses_a_machine(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    secrets = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "knights-and-chocolate", "RAY_USAGE_STATS_ENABLED": "0"}
    out = tmp_path / "there.txt"
    words = ("arena", "1", "2", "--game", "schokoly", "-n", "40", "--workers", "2", "--seed", "1", "--out")
    head = Node(secrets, "--head", f"--port={address.partition(':')[2]}", "--include-dashboard=false")
    other = Node(secrets, f"--address={address}")
    driver = subprocess.Popen(
        [sys.executable, "-m", "tafelrunde", *words, str(out), "--ray", address], env=os.environ | secrets
    )
    try:
        while driver.poll() is None and (not out.exists() or len(records(out)) < 4):
            time.sleep(0.1)
        assert driver.poll() is None, "over before a machine could be lost"
        other.end()
        assert driver.wait() == 0
    finally:
        driver.kill()
        other.end()
        head.end()
    alone("-m", "tafelrunde", *words, str(tmp_path / "here.txt"))
    assert records(out) == records(tmp_path / "here.txt")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_whose_driver_was_killed_goes_on(name: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()

    def words(folder: Path) -> list[str]:
        return [word.format(folder) for word in COMMANDS[name]]

    doomed = [sys.executable, "-c", DOOMED, *words(there), "--ray", LOCAL]
    assert subprocess.run(doomed, check=False, capture_output=True).returncode == -SIGKILL
    kept = essence(there)
    assert kept
    assert run_command(*words(there), "--ray", LOCAL).status == 0
    alone("-m", "tafelrunde", *words(here))
    assert essence(there) == essence(here) != kept


def test_weights_of_the_chocolate_games_are_the_same_on_a_cluster(tmp_path: Path) -> None:
    words = ["--forms", "0", "--rounds", "1", "--games", "120"]
    alone("-m", "scripts.fit_chocolate", *words, "--state", str(tmp_path / "here.json"))
    fit_chocolate.main([*words, "--state", str(tmp_path / "there.json"), "--workers", "2", "--ray", LOCAL])
    assert (tmp_path / "here.json").read_text() == (tmp_path / "there.json").read_text()


def test_weights_of_tokan_are_the_same_on_a_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--scorings", "towers", "--rounds", "1", "--games", "52"]
    told = alone("-m", "scripts.fit_tokan", *words, "--state", str(tmp_path / "here"))
    fit_tokan.main([*words, "--state", str(tmp_path / "there"), "--workers", "2", "--ray", LOCAL])
    assert capsys.readouterr().out == told
    assert essence(tmp_path / "here") == essence(tmp_path / "there")


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999", "auto"])
def test_an_address_where_nobody_is_is_refused(address: str) -> None:
    with pytest.raises(RayMissing, match=address):
        RayExecutor(address, 1)
