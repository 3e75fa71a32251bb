"""A test that hangs fails by itself, also in a worker and where interrupts are ignored."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HANGING = """
import signal, threading

def test_hangs():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Event().wait()

def test_goes_on():
    pass
"""


@pytest.mark.long
@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_test_that_hangs_fails_and_the_others_go_on(tmp_path: Path, workers: str) -> None:
    (tmp_path / "test_sample.py").write_text(HANGING)
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path)]
    command += ["-n", workers, "-p", "no:cacheprovider", "-o", "timeout=6", str(tmp_path / "test_sample.py")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert "Timeout (>6" in done.stdout
    assert "threading.Event().wait()" in done.stdout, "the line where it hangs is shown"


def test_every_test_has_a_limit(request: pytest.FixtureRequest) -> None:
    assert float(request.config.getini("timeout")) > 0
    assert float(request.config.getini("faulthandler_timeout")) > float(request.config.getini("timeout"))
    assert request.config.getini("faulthandler_exit_on_timeout")
