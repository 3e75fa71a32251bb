"""Files that cannot be read get one clear line, and readers that go away end the program quietly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tafelrunde.cli import io
from tafelrunde.records.record import MAX_LENGTH
from tests.cli.running import VECTOR_NAMES, run, run_program, vectors

TOKAN = vectors("tokan-towers")[0]["record"]
ANSWER = '{"over": false, "points": [8, 14], "winner": null}\n'


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    status, out, err = run("moves", tmp_path / "none.txt")
    assert (status, out) == (2, "")
    assert err.startswith("cannot read '")
    assert err.endswith(": No such file or directory\n")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert run("score", tmp_path).err.endswith(": Is a directory\n")


@pytest.mark.parametrize(
    ("data", "number", "byte"),
    [
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 1, 1, id="a picture"),
        pytest.param(b'[Game "tok\xff', 1, 11, id="inside a tag"),
        pytest.param('[Game "tokan"]\n[Seat1 "Zoë"]\n'.encode("latin-1"), 1, 26, id="another encoding"),
        pytest.param(TOKAN.encode("utf-16"), 1, 1, id="UTF-16"),
    ],
)
def test_bytes_that_are_no_text_are_named(data: bytes, number: int, byte: int) -> None:
    expected = f"record {number}: byte {byte} of the file is not UTF-8 text\n"
    assert run("moves", "-", given=data) == (2, "", expected)


def test_the_answers_before_bytes_that_are_no_text_are_given() -> None:
    data = f"{TOKAN}\n{TOKAN}\n{TOKAN}".encode() + b" {\xff}"
    status, out, err = run("score", "-", given=data)
    assert (status, out) == (2, ANSWER * 2)
    assert err.startswith("record 3: byte ")


def test_bytes_that_are_text_but_no_record_are_refused() -> None:
    for data in (b"\0" * 1000, b"\x1b[2J", b"]]]]", b"}", bytes(range(1, 127))):
        status, out, err = run("moves", "-", given=data)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.rstrip("\n").isprintable()


def test_line_ends_and_byte_order_marks_of_other_systems_are_read() -> None:
    data = b"\xef\xbb\xbf" + f"{TOKAN}\n{TOKAN}".replace("\n", "\r\n").encode()
    assert run("score", "-", given=data).out == ANSWER * 2


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a4a2 " * 2_000_000, id="moves"),
        pytest.param("{" + "x" * 10_000_000 + "}", id="a comment"),
        pytest.param('[Event "' + "x" * 10_000_000 + '"]', id="a tag"),
        pytest.param("x" * 10_000_000, id="one word"),
    ],
)
def test_a_record_of_ten_megabytes_is_refused(text: str) -> None:
    assert run("moves", "-", given=text) == (2, "", f"record 1: it is longer than {MAX_LENGTH} characters\n")


def test_a_file_that_would_fill_the_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "long.txt"
    file.write_text(TOKAN)
    monkeypatch.setattr(io, "MAX_FILE", file.stat().st_size)
    assert run("score", file) == (0, ANSWER, "")
    file.write_text(TOKAN + "\n")
    assert run("score", file).status == 2
    assert run("score", "-", given=TOKAN + "\n").status == 2


def test_an_output_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    status, out, err = run("new", "tokan", "-o", tmp_path / "no" / "such.txt")
    assert (status, out) == (2, "")
    assert err.endswith(": No such file or directory\n")


def test_a_reader_that_goes_away_ends_the_program_quietly(tmp_path: Path) -> None:
    file = tmp_path / "many.txt"
    file.write_text("\n".join(vector["record"] for name in VECTOR_NAMES for vector in vectors(name)) * 10)
    reading, writing = os.pipe()
    program = subprocess.Popen(
        [sys.executable, "-X", "dev", "-m", "tafelrunde", "moves", str(file)], stdout=writing, stderr=subprocess.PIPE
    )
    os.close(writing)
    assert os.read(reading, 10)
    os.close(reading)
    _, err = program.communicate()
    assert (program.returncode, err) == (141, b"")


def test_answers_are_utf8_whatever_the_locale_says() -> None:
    record = TOKAN.replace("[Game", '[Seat1 "Zoë"]\n[Game', 1)
    command = [sys.executable, "-m", "tafelrunde", "view", "-", "--seat", "0"]
    environ = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    seen = subprocess.run(command, input=record.encode(), capture_output=True, check=True, env=environ)
    assert seen.stdout.decode() == record


def test_the_program_reports_the_same_status_as_its_parts() -> None:
    good = run_program("score", "-", given=TOKAN.encode())
    assert (good.returncode, good.stdout.decode(), good.stderr) == (0, ANSWER, b"")
    bad = run_program("score", "-", given=f"{TOKAN} a1a1".encode())
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.startswith(b"record 1, move 16 'a1a1': ")
