"""`tafelrunde` without a command: a table of one's own, for this machine unless said otherwise."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tafelrunde.cli import table
from tafelrunde.cli.io import Refused
from tests.cli.running import run
from tests.databases import free_port

pytestmark = pytest.mark.long

needs_network = pytest.mark.skipif(table.network_address() is None, reason="this machine is in no network")


class Table:
    """The program, with a home of its own."""

    def __init__(self, home: Path, *wishes: str) -> None:
        self.port = free_port()
        self.environ = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "BROWSER": ""}
        self.command = [sys.executable, "-X", "dev", "-m", "tafelrunde", "--port", str(self.port), *wishes]
        self.process = subprocess.Popen(
            self.command, env=self.environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def get(self, path: str = "/", host: str | None = None, to: str = "127.0.0.1") -> tuple[int, str]:
        request = urllib.request.Request(f"http://{to}:{self.port}{path}", headers={"Host": host} if host else {})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def wait(self) -> None:
        while self.process.poll() is None:
            with contextlib.suppress(OSError, urllib.error.URLError):
                self.get("/api/health")
                return
            time.sleep(0.05)

    def end(self) -> tuple[str, str]:
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=60)
        return out.decode(), err.decode()


@contextlib.contextmanager
def set_table(home: Path, *wishes: str) -> Iterator[Table]:
    running = Table(home, *wishes)
    try:
        running.wait()
        yield running
    finally:
        if running.process.poll() is None:
            running.end()


def test_the_table_is_for_this_machine_alone_and_in_the_own_folder(tmp_path: Path) -> None:
    with set_table(tmp_path) as running:
        assert running.get("/api/health")[0] == 200
        assert running.get(host="elsewhere.example")[0] == 403
        address = table.network_address()
        if address is not None:
            with pytest.raises(OSError, match="refused"):
                socket.create_connection((address, running.port), 5)
        out, err = running.end()
    assert out == f"Tafelrunde is running at http://127.0.0.1:{running.port}/ (stop with Ctrl-C)\n"
    assert "Traceback" not in err
    folder = tmp_path / "data" / "tafelrunde"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "matches.db").stat().st_mode & 0o077 == 0
    assert not (folder / "table.txt").exists()


@needs_network
def test_phones_are_let_in_when_asked_for_and_shown_the_address_as_a_code(tmp_path: Path) -> None:
    address = str(table.network_address())
    with set_table(tmp_path, "--phones") as running:
        assert running.get(to=address)[0] == 200
        assert running.get(to=address, host="elsewhere.example")[0] == 403
        out, _ = running.end()
    lines = out.splitlines()
    assert lines[0] == f"Tafelrunde is running at http://{address}:{running.port}/ (stop with Ctrl-C)"
    code = [line for line in lines[2:] if line.strip()]
    assert len({len(line) for line in code}) == 1
    assert re.search("[▀▄█]", "".join(code))


def test_a_second_table_shows_the_first(tmp_path: Path) -> None:
    with set_table(tmp_path) as first:
        second = Table(tmp_path)
        out, err = second.process.communicate(timeout=60)
        assert (second.process.returncode, err) == (0, b"")
        assert out.decode() == f"Tafelrunde is already running at http://127.0.0.1:{first.port}/\n"
        with set_table(tmp_path / "somebody-else") as other:
            assert other.get("/api/health")[0] == 200


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    refused = Table(tmp_path)
    out, err = refused.process.communicate(timeout=60)
    assert (refused.process.returncode, out) == (2, b"")
    assert str(tmp_path / "data") in err.decode()
    assert err.count(b"\n") == 1


def test_a_port_in_use_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        busy = taken.getsockname()[1]
        monkeypatch.setattr(table, "PORTS", [busy])
        assert table.free_port("127.0.0.1") not in (busy, 0)


def test_a_port_that_was_asked_for_and_is_used_is_said_in_a_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for wish in (
            ["--port", str(port)],
            ["serve", "--port", str(port), "--database", f"sqlite:{tmp_path}/new/matches.db"],
        ):
            done = run(*wish, environ={"XDG_DATA_HOME": str(tmp_path), "BROWSER": ""})
            assert (done.status, done.out) == (2, "")
            assert done.err == f"port {port} is in use by another program: choose another one with --port\n"
    assert not (tmp_path / "new").exists()


def test_an_address_of_nobody_here_is_said_in_a_line() -> None:
    with pytest.raises(Refused, match="is not an address of this machine"):
        table.check_port("192.0.2.77", 20_000)
    with pytest.raises(Refused, match="is not an address of this machine"):
        table.check_port("no.such.host.invalid", 20_000)


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8080/"),
        ("0.0.0.0", "http://127.0.0.1:8080/"),
        ("::", "http://[::1]:8080/"),
        ("2001:db8::7", "http://[2001:db8::7]:8080/"),
        ("play.example", "http://play.example:8080/"),
    ],
)
def test_addresses_can_be_opened(host: str, url: str) -> None:
    assert table.url_of(host, 8080) == url


def test_a_machine_with_no_older_address_is_known_by_its_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Probe(socket.socket):
        def connect(self, address: object) -> None:
            if self.family == socket.AF_INET:
                raise OSError("no way")

        def getsockname(self) -> tuple[str, int, int, int]:
            return ("2001:db8::7", 0, 0, 0)

    monkeypatch.setattr(socket, "socket", Probe)
    assert table.network_address() == "2001:db8::7"
    monkeypatch.setattr(Probe, "getsockname", lambda _: ("::1", 0, 0, 0))
    assert table.network_address() is None


def test_a_user_without_a_home_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: Path("~/.local/share/tafelrunde"))
    with pytest.raises(Refused, match="no home folder"):
        table.set_table(phones=False, browser=False, port=None)


def test_a_second_table_beside_one_that_is_being_set_says_so(tmp_path: Path) -> None:
    with set_table(tmp_path):
        (tmp_path / "data" / "tafelrunde" / "table.txt").unlink()
        done = run("--no-browser", environ={"XDG_DATA_HOME": str(tmp_path / "data")})
    assert (done.status, done.out) == (2, "")
    assert done.err == "another Tafelrunde is just starting or stopping; try again in a moment\n"


def test_ending_the_table_is_no_failure(tmp_path: Path) -> None:
    with set_table(tmp_path) as running:
        running.end()
    assert running.process.returncode == 0


def test_an_interruption_while_the_program_loads_says_nothing() -> None:
    program = (
        "import sys; from tafelrunde.cli import main\n"
        "class Key:\n"
        "    def find_spec(self, *_):\n"
        "        raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Key()); main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("name", ["with spaces", "Tüte 空", "a?b#c%20d%", "quote'd"])
def test_any_folder_will_do(tmp_path: Path, name: str) -> None:
    with set_table(tmp_path / name) as running:
        assert running.get("/api/health")[0] == 200
        running.end()
    assert sorted(file.name for file in (tmp_path / name / "data").rglob("*") if file.is_file()) == [
        "matches.db",
        "table.lock",
    ]
