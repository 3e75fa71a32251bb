"""What the documentation says is true: records replay, examples run, links lead somewhere, cited rules exist."""

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tafelrunde.games import errors
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.games.registry import GAMES
from tafelrunde.records.record import Record, RecordError, read_records
from tafelrunde.records.replay import redact, replay

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
RULES = {"T": "tokan", "C": "chocolate", "S": "schoko", "Y": "schokoly"}
ERRORS = [
    RecordError,
    *(thing for thing in vars(errors).values() if isinstance(thing, type) and TafelrundeError in thing.__bases__),
]

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
RULE = re.compile(r"^- \*\*([A-Z])([0-9]+)\.\*\*", re.MULTILINE)
CITED = re.compile(rf"\b[{''.join(RULES)}][1-9][0-9]?\b")

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
every_letter = pytest.mark.parametrize("letter", RULES)
every_game = pytest.mark.parametrize("name", GAMES)


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in FENCED.findall(page.read_text("utf-8")) if kind == language]


def records(page: Path) -> Iterator[Record]:
    for block in blocks(page, "record"):
        yield from read_records(block)


def rules_page(name: str) -> str:
    return (DOCS / "rules" / f"{name}.md").read_text("utf-8")


def rule_numbers(letter: str) -> list[int]:
    found = RULE.findall(rules_page(RULES[letter]))
    assert {kind for kind, _ in found} == {letter}
    return [int(number) for _, number in found]


def anchors(page: Path) -> set[str]:
    """The names under which a page's headings can be linked to."""
    text = FENCED.sub("", page.read_text("utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(text)}


@every_page
def test_records_replay(page: Path) -> None:
    for number, record in enumerate(records(page), start=1):
        replay(record, number)


@every_page
def test_examples_run(page: Path) -> None:
    assert all(">>> " in block for block in blocks(page, "python")), "an example that is no doctest cannot be checked"
    example = doctest.DocTestParser().get_doctest(page.read_text("utf-8"), {}, page.name, str(page), 0)
    complaints: list[str] = []
    doctest.DocTestRunner(verbose=False).run(example, out=complaints.append)
    assert not complaints, "".join(complaints)


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(FENCED.sub("", page.read_text("utf-8"))):
        if link.startswith("https://"):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{link} leads nowhere"
        assert not anchor or anchor in anchors(target), f"{link} names no heading of its page"


def test_the_notation_page_shows_every_game_and_the_view_it_promises() -> None:
    shown = list(records(DOCS / "notation.md"))
    assert {record.tags["Game"] for record in shown} == set(GAMES)
    everything, seen = (record for record in shown if record.tags["Game"] == "schokoly")
    assert str(redact(everything, 1)) == str(seen)


@every_letter
def test_rules_are_numbered_without_a_gap(letter: str) -> None:
    numbers = rule_numbers(letter)
    assert numbers == list(range(1, len(numbers) + 1))


def test_cited_rules_exist() -> None:
    known = {f"{letter}{number}" for letter in RULES for number in rule_numbers(letter)}
    for file in [*PAGES, *(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]:
        assert set(CITED.findall(file.read_text("utf-8"))) <= known, f"{file} cites a rule that does not exist"


@every_game
def test_rules_pages_have_the_version_that_is_played(name: str) -> None:
    assert f"Rules version {GAMES[name].rules_version}." in rules_page(name)


@every_game
def test_rules_pages_name_every_option_and_preset(name: str) -> None:
    options = GAMES[name].options_type
    words = {word for choices in options.CHOICES.values() for word in choices}
    presets = options.PRESETS if options.CHOICES else ()
    named = set(re.findall(r"`([^`]+)`", rules_page(name)))
    assert {*options.CHOICES, *words, *presets} <= named


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.code)
def test_the_architecture_page_lists_the_errors(error: type[TafelrundeError]) -> None:
    assert f"| `{error.__name__}` | `{error.code}` |" in (DOCS / "architecture.md").read_text("utf-8")


def test_the_index_of_the_architecture_names_files_that_are_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Where is …?")[2]
    rows = [re.findall(r"`([\w./<>-]+)`", row) for row in page.splitlines() if row.startswith("|")]
    named = 0
    for row in rows:
        beside: list[Path] = []
        for name in row:
            if "/" in name:
                own = name.startswith(("web/", "native/", "src/", "tests/", "docs/", "scripts/"))
                found = list((ROOT if own else ROOT / "src" / "tafelrunde").glob(name.replace("<game>", "*")))
                assert found, name
                named += 1
                beside = [each if each.is_dir() else each.parent for each in found]
            elif name.endswith((".py", ".ts", ".svelte", ".cpp", ".hpp")):
                # A file without a folder is in the folder of the one named before it.
                assert any((folder / name).exists() for folder in beside), f"{name} is not in {beside}"
    assert named > 50


CODE = {".cpp", ".hpp", ".ts", ".svelte"}


def test_the_index_covers_every_module_of_the_server_and_every_folder_of_the_core_and_the_page() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Where is …?")[2]
    source = ROOT / "src" / "tafelrunde"
    files = [file.relative_to(source) for file in (source / "server").rglob("*.py") if file.name != "__init__.py"]
    assert len(files) > 80
    for file in files:
        # A folder that is named whole stands for its files, and a name alone for the file in the folder before it.
        whole = any(f"`{folder.as_posix()}/`" in page for folder in list(file.parents)[:-2])
        assert whole or f"`{file.as_posix()}`" in page or f"`{file.name}`" in page, file
    for top in ("native/src", "native/bind", "native/wasm", "web/src"):
        for folder in {file.parent for file in (ROOT / top).rglob("*.*") if file.suffix in CODE}:
            own = folder.relative_to(ROOT).as_posix()
            shared = re.sub(r"(?<=/)(tokan|chocolate|schoko|schokoly)(?=/)", "<game>", f"{own}/")
            parts = own.split("/")
            # A folder that is named whole stands for those in it.
            around = {f"`{'/'.join(parts[:depth])}/`" for depth in range(3, len(parts))}
            known = any(start in page for start in (f"`{own}/", f"`{shared}", *around))
            assert known or folder.name in {"gallery", "module"}, folder


def test_the_page_about_options_names_files_that_are_there() -> None:
    page = (ROOT / "docs" / "adding-an-option.md").read_text(encoding="utf-8")
    named = [name for name in re.findall(r"`(\w[\w./<>-]+)`", page) if "/" in name]
    assert len(named) > 12
    for name in named:
        core = ROOT / "native" / "src"
        places = (ROOT, ROOT / "src" / "tafelrunde", core / "chocolate", core / "tokan")
        assert any(list(place.glob(name.rstrip("/").replace("<game>", "*"))) for place in places), name
