"""The steps of the image, taken in an empty tree: this machine is the base, and nothing of it is written to.

Every RUN, COPY, WORKDIR and ENV of the Dockerfile is obeyed as it is written, below a layer of its own (an overlay in a
mount namespace of its own). It takes minutes, so only ``make image`` asks for it, and it needs root. A wheel that
``make packages`` has left is taken as one of a release would be; without one everything is compiled.
"""

from __future__ import annotations

import fnmatch
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from scripts.strangers import pythons, run

ROOT = Path(__file__).parent.parent.parent
DOCKERFILE = ROOT / "examples" / "deploy" / "Dockerfile"
LONG = os.environ.get("TAFELRUNDE_IMAGE") == "1"
MAKING = ("engine", "page", "wheel")
"""The stages that make the wheel, for those who have none."""


class Step(NamedTuple):
    """One instruction."""

    word: str
    rest: str


def stages() -> dict[str, list[Step]]:
    """Return the instructions of each stage by its name; the last one is called `image`."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE.read_text(encoding="utf-8"), flags=re.MULTILINE).replace("\\\n", " ")
    found: dict[str, list[Step]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            found[rest.partition(" AS ")[2] or "image"] = []
        elif found:
            list(found.values())[-1].append(Step(word, rest.strip()))
    return found


def sent(patterns: list[str]) -> Iterator[str]:
    """Iterate over the files of the checkout that .dockerignore lets through."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    )
    for name in listed.stdout.decode().splitlines():
        parts = [name, *(str(parent) for parent in Path(name).parents)]
        kept = True
        for pattern in patterns:
            bare = pattern.removeprefix("!").replace("**/", "*")
            if bare == "*" or any(fnmatch.fnmatch(part, bare) for part in parts):
                kept = pattern.startswith("!")
        if kept and (ROOT / name).is_file():
            yield name


def test_the_dockerfile_is_read_as_it_is_meant() -> None:
    read = stages()
    assert list(read) == [*MAKING, "needed", "image"]
    assert {step.word for steps in read.values() for step in steps} <= {
        *(
            "COPY",
            "RUN",
            "WORKDIR",
            "ENV",
            "USER",
            "VOLUME",
            "EXPOSE",
            "HEALTHCHECK",
            "STOPSIGNAL",
            "ENTRYPOINT",
            "CMD",
        ),
    }
    names = set(sent((ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()[1:]))
    assert {"pyproject.toml", "README.md", "requirements/build.txt", "scripts/backend/tafelrunde_build.py"} <= names
    assert {"requirements/engine.txt", "scripts/engine.py", "native/wasm/abi.cpp"} <= names
    assert not [name for name in names if name.startswith(("tests/", "docs/decisions", "web/tests", "bench"))]


def ready(minor: int) -> Path | None:
    """Return the wheel with a core that was built before for a version of Python, where there is one."""
    kind = "cp312-abi3" if minor >= 12 else f"cp3{minor}-cp3{minor}"
    return next((ROOT / "build" / "packages").glob(f"built-*/*-{kind}-*.whl"), None)


class Builder:
    """Obeys a Dockerfile below this machine's own files."""

    def __init__(self, work: Path, python: Path) -> None:
        self.work = work
        self.python = python
        self.context = work / "context"
        for name in sent((ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()[1:]):
            (self.context / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self.context / name)

    def script(self, steps: list[Step]) -> str:
        """Return the steps as commands for a shell."""
        # Python is where anybody may use it in an image; here it may be in somebody's home.
        lines = ["set -eu", *(f"chmod a+x {parent}" for parent in self.python.parents)]
        lines += [f"export PATH={self.python}:/usr/sbin:$PATH", "cd /"]
        for word, rest in steps:
            if word == "WORKDIR":
                lines.append(f"mkdir -p {rest} && cd {rest}")
            elif word == "ENV":
                lines += [f"export {pair}" for pair in re.split(r"\s+(?=\w+=)", rest)]
            elif word == "COPY":
                lines.append(self.copied(rest))
            elif word == "RUN" and "apt-get" not in rest:
                mount = r"--mount=type=bind,from=(\w+),source=(\S+),target=(\S+)\s+"
                for stage, source, target in re.findall(mount, rest):
                    lines.append(f"mkdir -p {target} && mount --bind {self.work}/{stage}/upper{source} {target}")
                lines.append(f"({re.sub(mount, '', rest)})")
        return "\n".join(lines)

    def copied(self, rest: str) -> str:
        words = shlex.split(rest)
        source = self.context
        if words[0].startswith("--from="):
            source = self.work / words.pop(0).partition("=")[2] / "upper"
        *names, target = words
        lines = []
        for name in names:
            found = source / name.lstrip("/")
            into = target if len(names) == 1 and found.is_dir() else f"{target}/"
            lines.append(f"mkdir -p {into} && cp -a {found}{'/.' if found.is_dir() else ''} {into}")
        return " && ".join(lines)

    def stage(self, name: str, steps: list[Step], *more: str) -> str:
        """Obey the steps of a stage and then more commands; return what they say."""
        place = self.work / name
        for folder in ("upper", "within", "tree"):
            (place / folder).mkdir(parents=True, exist_ok=True)
        (place / "steps.sh").write_text("\n".join([self.script(steps), *more]), encoding="utf-8")
        layers = f"lowerdir=/,upperdir={place}/upper,workdir={place}/within"
        enter = f"""set -e
            mount -t overlay overlay -o {layers} {place}/tree
            for kept in proc dev sys; do mount --rbind /$kept {place}/tree/$kept; done
            mount --bind {self.work} {place}/tree{self.work}
            exec chroot {place}/tree sh {place}/steps.sh"""
        command = ["unshare", "--mount", "--net" if name == "image" else "--uts", "sh", "-c", enter]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{name}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stdout


@pytest.mark.skipif(not LONG, reason="for make image")
@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("unshare") is None, reason="needs root and unshare")
@pytest.mark.timeout(3600)
def test_the_steps_of_the_image_lead_to_a_server_that_runs_as_nobody_and_is_healthy() -> None:
    steps = stages()
    with tempfile.TemporaryDirectory() as folder:
        minor, python = max(pythons().items())
        wheel = ready(minor)
        # Where the interpreter really is, and not a link of an environment to it.
        home = run([str(python), "-c", "import sys; print(sys.base_prefix)"]).strip()
        builder = Builder(Path(folder), Path(home) / "bin")
        if wheel is not None:
            # As with --build-context wheel=.
            given = builder.work / "wheel" / "upper" / "dist"
            given.mkdir(parents=True)
            shutil.copy2(wheel, given)
        with ThreadPoolExecutor() as beside:
            needed = beside.submit(builder.stage, "needed", steps["needed"])
            for name in () if wheel is not None else MAKING:
                builder.stage(name, steps[name])
            needed.result()
        described = dict(steps["image"])
        health = shlex.join(eval(described["HEALTHCHECK"].partition("CMD ")[2]))
        start = shlex.join([*eval(described["ENTRYPOINT"]), *eval(described["CMD"])])
        running = shlex.quote(f"{start} & echo $! >pid; wait")
        said = builder.stage(
            "image",
            steps["image"],
            "ip link set lo up",
            # Read-only but for the volume, as the compose file runs it: the mount, not what both are a part of.
            "mount --bind /var/lib/tafelrunde /var/lib/tafelrunde && cd /var/lib/tafelrunde",
            "mount -o remount,bind,ro /",
            f"setpriv --reuid={described['USER']} --clear-groups sh -c {running} &",
            f"until {health} 2>/dev/null; do sleep 0.2; kill -0 $!; done",
            "stat -c '%u %a %n' /var/lib/tafelrunde /var/lib/tafelrunde/matches.db",
            "python -c \"import urllib.request as u; print(u.urlopen('http://127.0.0.1:8080/').read(15))\"",
            "python -c 'import asyncpg, pywebpush, redis, saq, tafelrunde.native as n; print(n.AVAILABLE)'",
            "(cd /opt/tafelrunde/lib/*/site-packages/tafelrunde/web/dist/assets; echo engine-*.wasm solver-*.wasm)",
            "touch /opt/tafelrunde/x 2>&1 || true; kill -TERM $(cat pid); wait",
        )
    lines = said.splitlines()
    uid = described["USER"]
    assert f"{uid} 700 /var/lib/tafelrunde" in lines
    assert f"{uid} 600 /var/lib/tafelrunde/matches.db" in lines
    assert "b'<!doctype html>'" in lines
    assert "True" in lines
    assert [line for line in lines if re.match(r"engine-[\w-]+\.wasm (?:.* )?solver-[\w-]+\.wasm", line)]
    assert "touch: cannot touch '/opt/tafelrunde/x': Read-only file system" in lines
