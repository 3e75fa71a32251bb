"""The examples for running several servers name files, options and services that exist."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from typer.testing import CliRunner

from tafelrunde.cli.app import app
from tafelrunde.server.settings import Limits

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "examples" / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))


def options_of(command: str) -> set[str]:
    """Return the options that a command knows."""
    wide = {"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
    return set(re.findall(r"--[a-z][a-z-]+", CliRunner().invoke(app, [command, "--help"], env=wide).output))


def commands() -> list[list[str]]:
    """Return every command line of ours in the examples."""
    found = [
        line.split() for unit in UNITS for line in re.findall(r"tafelrunde ((?:serve|worker).*)", unit.read_text())
    ]
    found += [service["command"] for service in compose()["services"].values() if "build" in service]
    return found


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_options_in_the_examples_exist(command: str) -> None:
    lines = [line for line in commands() if line[0] == command]
    assert lines
    used = {word for line in lines for word in line if word.startswith("--")}
    assert used <= options_of(command)


def test_the_compose_file_names_services_and_files_that_exist() -> None:
    described = compose()
    services = described["services"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= services.keys()
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in described["volumes"]
    proxied = re.findall(r"server ([a-z0-9-]+):8080;", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    assert proxied == [name for name in services if name.startswith("server")]


def test_the_image_is_made_of_files_that_exist() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    lines = [line for line in re.findall(r"^COPY (.*)", text, re.MULTILINE) if not line.startswith("--from")]
    copied = [word for line in lines for word in line.split()[:-1]]
    assert copied
    assert not [name for name in copied if not (ROOT / name).exists()]


def test_what_the_image_is_made_of_is_sent_to_its_builder_and_nothing_large() -> None:
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (?!--from)(.*)", text, re.MULTILINE):
        for name in line.split()[:-1]:
            assert name == "." or any(f"!{name}".startswith(kept) for kept in sent if kept.startswith("!")), name
    assert {"*", "web/node_modules", "web/dist"} <= set(sent)
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for name in ("LICENSE", packed["project"]["readme"], *packed["build-system"]["backend-path"]):
        assert f"!{name}" in sent


def test_the_image_runs_as_nobody_with_its_data_in_a_volume_and_its_health_watched() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    last = text.rpartition("FROM ")[2]
    assert re.search(r"^USER [1-9]", last, re.MULTILINE)
    assert re.search(r"^VOLUME /var/lib/tafelrunde$", last, re.MULTILINE)
    watched = re.search(r"^ +CMD (\[.*\])$", last, re.MULTILINE)
    assert watched is not None
    assert "HEALTHCHECK" in last
    for name, service in compose()["services"].items():
        if name.startswith("server"):
            assert service["healthcheck"]["test"] == ["CMD", *json.loads(watched[1])]
    for name, service in compose()["services"].items():
        if "build" in service:
            assert service["read_only"] is True, name
        for condition in service.get("depends_on", {}).values():
            assert condition == {"condition": "service_healthy"}


def test_the_image_is_clean_to_its_linter() -> None:
    program = shutil.which("hadolint", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        pytest.skip("hadolint is not installed")
    done = subprocess.run([program, str(DEPLOY / "Dockerfile")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_are_accepted_by_systemd(unit: Path, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed")
    copy = tmp_path / unit.name.replace("@", "@1")
    # The program is where the administrator puts it.
    copy.write_text(unit.read_text(encoding="utf-8").replace("/opt/tafelrunde/bin/tafelrunde", sys.executable))
    done = subprocess.run([program, "verify", "--man=no", str(copy)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_no_password_is_written_down_and_only_the_proxy_is_trusted() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    passwords = re.findall(
        r"(?:PASSWORD: |tafelrunde:)(\S+?)(?:@\S*)?$", text.replace("?choose one", "?"), re.MULTILINE
    )
    assert passwords
    assert set(passwords) == {"${TAFELRUNDE_PASSWORD:?}"}
    described = compose()
    proxy = described["services"]["proxy"]["networks"]["inner"]["ipv4_address"]
    servers = [each["command"] for name, each in described["services"].items() if name.startswith("server")]
    assert servers
    for command in servers:
        assert command[command.index("--trusted-proxy") + 1] == proxy
    (network,) = described["networks"]["inner"]["ipam"]["config"]
    assert ip_address(proxy) in ip_network(network["subnet"])
    # No other service may be given the proxy's address.
    assert ip_address(proxy) not in ip_network(network["ip_range"])
    assert all("inner" in service["networks"] for service in described["services"].values())


def test_units_leave_room_for_all_connections() -> None:
    (unit,) = (unit for unit in UNITS if "serve " in unit.read_text(encoding="utf-8"))
    handles = int(re.findall(r"^LimitNOFILE=(\d+)", unit.read_text(encoding="utf-8"), re.MULTILINE)[0])
    assert handles >= Limits().sockets * 9 // 8
    for service in compose()["services"].values():
        if service.get("command", [""])[0] == "serve":
            assert service["ulimits"]["nofile"]["hard"] >= Limits().sockets * 9 // 8


@pytest.mark.parametrize("works", [True, False])
def test_old_backups_go_only_when_there_is_a_new_one(works: bool, tmp_path: Path) -> None:
    kept = tmp_path / "backups"
    kept.mkdir()
    for day in range(1, 16):
        (kept / f"tafelrunde-2026-01-{day:02}T000000Z.dump").write_text("old")
    # The program that dumps, and a sleep that ends the first round.
    dump = 'for word; do case "$word" in --file=*) echo new >"${word#--file=}";; esac; done'
    dump += "" if works else "; false"
    for name, text in {"pg_dump": dump, "sleep": 'kill "$PPID"'}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    script = (DEPLOY / "backup.sh").read_text(encoding="utf-8").replace("/backups", str(kept))
    done = subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    left = sorted(file.name for file in kept.iterdir())
    if works:
        assert len(left) == 14
        assert "tafelrunde-2026-01-02T000000Z.dump" not in left
        assert (kept / left[-1]).read_text() == "new\n"
        assert done.stderr == ""
    else:
        assert left == [f"tafelrunde-2026-01-{day:02}T000000Z.dump" for day in range(1, 16)]
        assert "no backup was made" in done.stderr
