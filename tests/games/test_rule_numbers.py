"""Tests cite the numbered rules: every rule has one, and no number is wrong."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
OPEN_IN_THE_BOOKLETS = {
    *("T10", "T12", "T14", "T20", "T24", "C1", "C21"),
    *("S1", "S7", "Y1", "Y8", "Y12", "Y13"),
}
"""Rules that look like the booklets' own and yet settle what these leave open."""
DECISION = {"": "Decision", "de": "Entscheidung", "fr": "Décision", "es": "Decisión"}


def key(rule: str) -> tuple[str, int]:
    return rule[0], int(rule[1:])


def written() -> list[str]:
    """The rules of all pages."""
    pages = sorted((ROOT / "docs" / "rules").glob("*.md"))
    return [
        rule for page in pages for rule in re.findall(r"^- \*\*([A-Z]\d+)\.\*\*", page.read_text("utf-8"), re.MULTILINE)
    ]


def cited() -> set[str]:
    """The rules in the names of tests (`test_t1_to_t6_…`) and in the first words of what they say (`"T25. …`)."""
    found = set()
    for file in sorted((ROOT / "tests").glob("[gr]*/**/test_*.py")):
        text = file.read_text("utf-8")
        for name in re.findall(r"def test_(\w+)", text):
            for letter, first, last in re.findall(r"(?:^|_)([tcsy])(\d+)(?:_to_\1(\d+))?(?=_)", name):
                found |= {f"{letter.upper()}{number}" for number in range(int(first), int(last or first) + 1)}
        found |= set(re.findall(r'"""([TCSY]\d+)\.', text))
    return found


def test_no_rule_is_numbered_twice() -> None:
    rules = written()
    assert len(rules) == len(set(rules)) > 50


def test_every_rule_is_cited_by_a_test_and_every_citation_is_right() -> None:
    assert sorted(cited(), key=key) == sorted(written(), key=key)


def decided(language: str) -> dict[str, str]:
    """The rules of the pages in a language that are marked as a decision, with what follows the mark."""
    found = {}
    for page in sorted((ROOT / "docs" / "rules" / language).glob("*.md")):
        _, *parts = re.split(r"^- \*\*([A-Z]\d+)\.\*\*", page.read_text("utf-8"), flags=re.MULTILINE)
        for rule, text in zip(parts[::2], parts[1::2], strict=True):
            _, mark, reason = text.partition(f"**{DECISION[language]}.**")
            if mark:
                found[rule] = reason.strip()
    return found


def test_the_same_decisions_are_marked_in_every_language_with_what_was_decided() -> None:
    english = decided("")
    assert set(english) >= OPEN_IN_THE_BOOKLETS
    assert len(english) < len(written()) / 2
    for language in DECISION:
        marked = decided(language)
        assert set(marked) == set(english)
        assert all(len(reason) > 30 for reason in marked.values())
