"""Collects the licences of everything that travels inside the package into web/public/licences.txt.

The page links the file and the wheel carries it. The build of the web client fails when it packs something that the
file does not name, so that nothing is shipped without its licence.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "web" / "node_modules"
TARGET = ROOT / "web" / "public" / "licences.txt"

# What the web client is made of, by the names of npm, and what each is for.
WEB = {
    "svelte": "the web client",
    "clsx": "the web client",
    "esm-env": "the web client",
    "uqr": "QR codes on the page",
    "gifenc": "moving pictures of lines",
    "@fontsource-variable/inter": "the letters of the page",
    "@fontsource/fraunces": "the letters of headings",
    "vite": "the script that loads parts of the page",
}

# What a licence file of a bundler adds is about the bundler itself, which does not travel.
BUNDLER = "\n# Licenses of bundled dependencies"

HEAD = """\
Tafelrunde carries work of others. Thank you! Each part is under the licence printed with it; Tafelrunde itself is under
the MIT licence at the end.
"""

# The library inside nanobind whose headers are compiled into the core; its licence stands in each of them.
ROBIN_MAP = "nanobind/ext/robin_map/include/tsl/robin_map.h"

# What the compiler of the engine links into its modules: the file of each licence, below the compiler's own folder.
LINKED = {
    "Zig's runtime": ("MIT", "LICENSE"),
    "libc++": ("Apache-2.0 WITH LLVM-exception", "lib/libcxx/LICENSE.TXT"),
    "libc++abi": ("Apache-2.0 WITH LLVM-exception", "lib/libcxxabi/LICENSE.TXT"),
    "wasi-libc": ("MIT", "lib/libc/wasi/LICENSE-MIT"),
    "cloudlibc": ("BSD-2-Clause", "lib/libc/wasi/libc-bottom-half/cloudlibc/LICENSE"),
    "musl": ("MIT", "lib/libc/wasi/libc-top-half/musl/COPYRIGHT"),
}


def main() -> None:
    """Write the file anew."""
    TARGET.write_text(collect(), encoding="utf-8")
    print(TARGET.relative_to(ROOT))


def collect() -> str:
    """Return the whole text."""
    parts = [HEAD]
    for name, purpose in WEB.items():
        folder = MODULES / name
        about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        texts = sorted(file for file in folder.iterdir() if re.match(r"(?i)licen[cs]e", file.name))
        text = texts[0].read_text(encoding="utf-8").partition(BUNDLER)[0]
        parts.append(section(name, about["license"], purpose, text))
    core = "the C++ core in Python"
    nanobind = importlib.metadata.distribution("nanobind")
    licence = next(file for file in nanobind.files or () if file.name == "LICENSE")
    parts.append(section("nanobind", "BSD-3-Clause", core, licence.read_text()))
    header = Path(str(nanobind.locate_file(ROBIN_MAP))).read_text(encoding="utf-8")
    parts.append(
        section("robin-map", "MIT", core, header.partition("/**")[2].partition("*/")[0].replace("\n * ", "\n"))
    )
    compiler = Path(str(importlib.metadata.distribution("ziglang").locate_file("ziglang")))
    for name, (kind, file) in LINKED.items():
        text = (compiler / file).read_text(encoding="utf-8")
        parts.append(section(name, kind, "the engine of the page", text))
    parts.append(section("tafelrunde", "MIT", "everything else", (ROOT / "LICENSE").read_text(encoding="utf-8")))
    return "\n".join(parts)


def section(name: str, licence: str, purpose: str, text: str) -> str:
    """Return one part under its heading."""
    body = textwrap.dedent("\n".join(line.rstrip() for line in text.replace("\n *\n", "\n\n").splitlines())).strip()
    return f"{'=' * 120}\n{name} ({licence}): {purpose}\n{'=' * 120}\n\n{body}\n"


if __name__ == "__main__":
    main()
