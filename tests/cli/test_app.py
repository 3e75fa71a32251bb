"""The command as a whole: help that helps, completion, the version, wrong use."""

import os
import subprocess
import sys

import pytest

from tafelrunde import __version__
from tafelrunde.cli.app import PANELS
from tests.cli.running import run, run_program

COMMANDS = [command.__name__ for commands in PANELS.values() for command in commands]


def test_the_version_is_told() -> None:
    assert run("--version") == (0, f"tafelrunde {__version__}\n", "")


def test_help_lists_every_command() -> None:
    for arguments in (["--help"], ["-h"]):
        status, out, _ = run(*arguments)
        assert status == 0
        assert all(f" {command} " in out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    status, out, _ = run(command, "--help")
    assert status == 0
    assert f"tafelrunde {command} " in " ".join(out.replace("│", " ").split())
    assert "Example" in out


def test_wrong_use_has_status_two() -> None:
    for arguments in (["juggle"], ["moves"], ["perft", "-"], ["perft", "-", "deep"], ["show", "-", "--colour", "red"]):
        assert run(*arguments).status == 2


def completions(words: str) -> list[str]:
    """Return what bash would offer for the last word."""
    environ = {"_TAFELRUNDE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(
        [sys.executable, "-c", "from tafelrunde.cli import main; main()"],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.split()


def test_the_shell_completes_commands_games_options_and_presets() -> None:
    assert completions("tafelrunde pe") == ["perft"]
    assert completions("tafelrunde new scho") == ["schoko", "schokoly"]
    assert completions("tafelrunde new tokan --option s") == [
        "scoring=towers",
        "scoring=heads",
        "setup=random",
        "setup=draft",
    ]
    assert completions("tafelrunde play schokoly --preset t") == ["three", "teams"]


def test_completion_can_be_installed() -> None:
    out = run("--help").out
    assert "--install-completion" in out
    assert "--show-completion" in out


def test_python_runs_the_package() -> None:
    done = run_program("--version")
    assert (done.returncode, done.stdout.decode()) == (0, f"tafelrunde {__version__}\n")


def test_a_missing_core_is_told_once_and_in_a_sentence() -> None:
    program = (
        "import sys, tafelrunde.native as n; n.AVAILABLE, n._reason = False, 'nobody compiled it';"
        "from tafelrunde.cli import main; sys.argv = ['tafelrunde', *sys.argv[1:]]; main()"
    )
    words = ["arena", "1", "2", "--game", "tokan", "--games", "4", "--nodes", "10", "--workers", "2"]
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == "going on without the native core, more slowly: nobody compiled it\n"
