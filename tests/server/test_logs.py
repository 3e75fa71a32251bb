"""Logs say what went wrong and where, and never what a variable held."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

_PROGRAM = """
import logging
import structlog
from tafelrunde.server.logs import set_up_logs

def act(token):
    raise ValueError("a bug")

set_up_logs("info", plain={plain})
for log in (structlog.get_logger(), logging.getLogger("library")):
    try:
        act("token-of-a-seat")
    except ValueError:
        log.exception("went wrong")
"""


@pytest.mark.parametrize("plain", [False, True])
def test_a_traceback_is_logged_without_what_variables_held(plain: bool) -> None:
    program = _PROGRAM.format(plain=plain)
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stderr
    assert "token-of-a-seat" not in said
    assert said.count("a bug") == 2
    if not plain:
        assert [json.loads(line)["event"] for line in said.splitlines()] == ["went wrong"] * 2
