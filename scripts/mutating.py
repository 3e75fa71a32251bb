"""The changes that `mutants.py` makes: one thing in one place, by syntax in Python, by text in other languages."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

_PAIRS = (
    *(("<", "<="), (">", ">="), ("==", "!="), ("in", "not in"), ("is", "is not"), ("and", "or")),
    *(("+", "-"), ("*", "//"), ("===", "!=="), ("&&", "||")),
)
SWAPPED = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])} | {"??": "&&"}


@dataclass(frozen=True)
class Mutant:
    """A file with one change."""

    path: str
    line: int
    change: str
    text: str
    code: str
    """The line as it was."""
    nth: int
    """How many mutants of the file before it change an equal line in the same way."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {self.change}"


def mutants_of(path: str, text: str) -> list[Mutant]:
    """Returns every change of a file."""
    if path.endswith(".py"):
        edits = _python(text)
    elif path.endswith("pp"):
        edits = _cpp(text)
    else:
        edits = _typescript(text, path.endswith(".svelte"))
    lines = text.splitlines()
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    for start, end, new in edits:
        line = text.count("\n", 0, start) + 1
        change, code = f"{_short(text[start:end])} → {_short(new)}", lines[line - 1].strip()
        found.append(Mutant(path, line, change, text[:start] + new + text[end:], code, seen[change, code]))
        seen[change, code] += 1
    return found


Edit = tuple[int, int, str]


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 50 else flat[:49] + "…"


# Python


class _Source:
    """A text of Python and where its parts are."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.splitlines()
        self.starts = [0]
        for line in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def at(self, line: int, column: int) -> int:
        """Returns a place; the parser counts columns in bytes."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Returns where a node begins and ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def between(self, *operands: ast.expr) -> Iterator[Edit]:
        """Swaps the operators that stand between operands."""
        for left, right in pairwise(operands):
            start, end = self.span(left)[1], self.span(right)[0]
            if found := _WORD.search(self.text, start, end):
                yield *found.span(), SWAPPED[" ".join(found[0].split())]


_WORD = re.compile(r"not\s+in|is\s+not|<=|>=|==|!=|//|\bin\b|\bis\b|\band\b|\bor\b|[-<>+*]")


def _python(text: str) -> Iterator[Edit]:
    source = _Source(text)
    for node in _decisive(ast.parse(text)):
        match node:
            case ast.Compare():
                yield from source.between(node.left, *node.comparators)
            case ast.BoolOp():
                yield from source.between(*node.values)
            case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv()):
                if not (_is_text(node.left) or _is_text(node.right)):
                    yield from source.between(node.left, node.right)
            case ast.Constant(value=bool() | int() as value):
                yield *source.span(node), str(not value if isinstance(value, bool) else value + 1)
            case ast.If() | ast.While() | ast.IfExp():
                start, end = source.span(node.test)
                yield start, end, f"not ({text[start:end]})"
            case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
                yield *source.span(node), "return None"
            case ast.Break():
                yield *source.span(node), "pass"
            case _:
                pass


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _decisive(tree: ast.Module) -> Iterator[ast.AST]:
    """Walks through what decides something: no annotations, no assertions, no texts of errors."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                waiting += node.orelse
            case ast.Assert() | ast.Raise() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
                pass
            case ast.AnnAssign():
                waiting += [node.value] if node.value is not None else []
            case ast.ClassDef():  # Whether values are frozen is for the type checker.
                waiting += node.body
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                defaults = [default for default in node.args.kw_defaults if default is not None]
                waiting += [*node.args.defaults, *defaults, *node.body]
            case _:
                waiting += ast.iter_child_nodes(node)


# TypeScript

_HIDDEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`"
    r"|^\s*(?:import|export)\s[^;]*?\sfrom\s[^;]*;|^\s*(?:export\s+)?type\s[^;]*;|^\s*(?:export\s+)?interface\s.*?^\s*\}",
    re.DOTALL | re.MULTILINE,
)
_SCRIPT = re.compile(r"<script[^>]*>(.*?)</script>", re.DOTALL)
_OPERATOR = re.compile(r"(?<=\s)(===|!==|<=|>=|<|>|&&|\|\||\?\?|\+|-)(?=\s)")
_NUMBER = re.compile(r"(?<![\w.#])(\d+)(?![\w.])")
_RETURN = re.compile(r"\breturn\s+[^;\n]+;")
_CONDITION = re.compile(r"\b(?:if|while)\s*\(")


def _typescript(text: str, is_component: bool) -> Iterator[Edit]:
    parts = [match.span(1) for match in _SCRIPT.finditer(text)] if is_component else [(0, len(text))]
    # What is hidden keeps its length, so that places stay where they are.
    code = _HIDDEN.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for first, last in parts:
        for found in _OPERATOR.finditer(code, first, last):
            yield *found.span(1), SWAPPED[found[1]]
        for found in _NUMBER.finditer(code, first, last):
            yield *found.span(1), str(int(found[1]) + 1)
        for found in _RETURN.finditer(code, first, last):
            yield *found.span(), "return undefined as never;"
        yield from _conditions(text, code, first, last)


def _conditions(text: str, code: str, first: int, last: int) -> Iterator[Edit]:
    """Negates what decides about a branch or a loop."""
    for found in _CONDITION.finditer(code, first, last):
        end = _closing(code, found.end(), last)
        if end is not None:
            yield found.end(), end, f"!({text[found.end() : end]})"


# C++

_HIDDEN_CPP = re.compile(
    r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])+'|\"(?:\\.|[^\"\\\n])*\"|^\s*#[^\n]*|static_assert\(.*?;|assert\([^\n]*;",
    re.DOTALL | re.MULTILINE,
)
_OPERATOR_CPP = re.compile(r"(?<=\s)(==|!=|<=|>=|<|>|&&|\|\||\+|-)(?=\s)")
_TRUTH = re.compile(r"\b(true|false)\b")


def _cpp(text: str) -> Iterator[Edit]:
    code = _HIDDEN_CPP.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for found in _OPERATOR_CPP.finditer(code):
        yield *found.span(1), SWAPPED[found[1]]
    for found in _NUMBER.finditer(code):
        yield *found.span(1), str(int(found[1]) + 1)
    for found in _TRUTH.finditer(code):
        yield *found.span(), "false" if found[0] == "true" else "true"
    yield from _conditions(text, code, 0, len(text))


def _closing(code: str, start: int, last: int) -> int | None:
    """Returns where the bracket that was opened before `start` is closed."""
    depth = 1
    for place in range(start, last):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if depth == 0:
            return place
    return None
