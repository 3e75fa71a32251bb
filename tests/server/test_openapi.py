"""The OpenAPI description is true: every request made up from it gets an answer that it describes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.serving import serving

EXAMPLES = "5"
# A body that is too long is refused before anybody reads what else is wrong with it.
SETTINGS = """[checks.negative_data_rejection]
expected-statuses = [400, 403, 404, 405, 409, 413, 415, 429, 503]
"""
# A request may fit its schema and still be refused: there is no such match, no such game. And the framework answers
# OPTIONS of a path with the methods of one of its handlers.
LEFT_OUT = "positive_data_acceptance,allow_header_conformance"


@pytest.mark.long
def test_requests_made_up_from_the_description_are_answered_as_described(tmp_path: Path) -> None:
    (tmp_path / "schemathesis.toml").write_text(SETTINGS)
    with serving(f"sqlite:{tmp_path / 'matches.db'}") as server:
        command = [
            str(Path(sys.executable).parent / "schemathesis"),
            "run",
            f"{server.address}/api/schema/openapi.json",
        ]
        command += ["--phases", "examples,coverage,fuzzing", "--max-examples", EXAMPLES, "--exclude-checks", LEFT_OUT]
        command += ["--seed", "1", "--no-color", "--generation-database", "none"]
        run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert run.returncode == 0, run.stdout[-6000:] + run.stderr
        assert server.get("/api/health")["status"] == "ok"
