"""Writes the TypeScript types of the protocol from the definitions that the server itself uses.

    python scripts/make_types.py [--check]

The web client imports nothing but these types from the server. ``--check`` writes nothing and fails when the file is
out of date.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec.inspect as shape

from tafelrunde.games.errors import FLAWS, NO_ACTION, OBJECTIONS, Objection
from tafelrunde.server.doors import reading
from tafelrunde.server.match import actions, events
from tafelrunde.server.match.refusal import CODES
from tafelrunde.server.studies import ops
from tafelrunde.server.wire import messages, people, pool, profiles, push, puzzles, rest, starts, studies, study

OUTPUT = Path(__file__).resolve().parent.parent / "web" / "src" / "wire.ts"

ROOTS: dict[str, Any] = {
    "ServerMessage": pool.ServerMessage | studies.ServerMessage,
    "ClientMessage": reading.ClientMessage,
    "StudyOp": ops.Op,
    "MatchEvent": events.Public,
    "AnyAction": actions.AnyAction,
    "AnalysisLine": study.AnalysisLine,
    "SolutionLine": study.SolutionLine,
}
HTTP = (
    rest.Create,
    rest.CreatedShown,
    rest.HintShown,
    rest.Join,
    rest.Withdraw,
    rest.WithdrawnShown,
    rest.SeatGiven,
    rest.ActAsked,
    rest.TrackAsked,
    rest.OwnMatch,
    rest.LobbyPage,
    rest.EventsShown,
    study.ReplayAsked,
    study.ReplayShown,
    study.StudyAsked,
    study.StudyShown,
    study.NewAsked,
    study.RecordShown,
    study.CountAsked,
    study.CountShown,
    study.AnalysisAsked,
    study.SolutionAsked,
    puzzles.PuzzlesShown,
    puzzles.DailyShown,
    puzzles.AttemptsTold,
    puzzles.TrainingShown,
    puzzles.PuzzleRatings,
    starts.StartsShown,
    starts.StartShown,
    rest.GamesShown,
    rest.Health,
    rest.ErrorShown,
    people.ActsShown,
    people.PersonActAsked,
    people.PlayAsked,
    people.PlayShown,
    people.ReportsShown,
    people.ResolveAsked,
    push.PushAsked,
    push.PushShown,
    people.RegisterAsked,
    people.Question,
    people.Proof,
    people.RecoverAsked,
    people.Me,
    people.Welcomed,
    people.DevicesShown,
    people.ApiTokenAsked,
    people.ApiTokenGiven,
    people.ClaimShown,
    people.OwnedPage,
    people.ChallengeAsked,
    people.ChallengesShown,
    people.ReportAsked,
    people.ReportsShown,
    people.ResolveAsked,
    profiles.ProfileShown,
    profiles.CurveShown,
    profiles.RatedPage,
    profiles.BoardShown,
    profiles.Public,
    profiles.RelationAsked,
    profiles.RelationsShown,
    studies.StudyWanted,
    studies.StudyGiven,
    studies.StudyListed,
    studies.StudyLog,
    studies.OpsAsked,
    studies.OpsDone,
    studies.LinksAsked,
)
PLAIN = {shape.StrType: "string", shape.IntType: "number", shape.FloatType: "number", shape.BoolType: "boolean"}


class Writer:
    """Collects the interfaces that the roots lead to."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def type_of(self, node: shape.Type) -> str:
        """Returns the TypeScript type; notes the interfaces it needs."""
        if isinstance(node, shape.Metadata):
            return self.type_of(node.type)
        if isinstance(node, shape.NoneType):
            return "null"
        if type(node) in PLAIN:
            return PLAIN[type(node)]
        if isinstance(node, shape.LiteralType):
            return " | ".join(f'"{value}"' for value in node.values)
        if isinstance(node, shape.UnionType):
            return " | ".join(
                sorted({self.type_of(part) for part in node.types}, key=lambda text: (text == "null", text))
            )
        if isinstance(node, shape.TupleType):
            return f"[{', '.join(map(self.type_of, node.item_types))}]"
        if isinstance(node, shape.ListType | shape.VarTupleType):
            inner = self.type_of(node.item_type)
            return f"({inner})[]" if " " in inner and not inner.startswith("[") else f"{inner}[]"
        if isinstance(node, shape.DictType):
            return f"Record<string, {self.type_of(node.value_type)}>"
        if isinstance(node, shape.StructType):
            return self.interface(node)
        if isinstance(node, shape.AnyType):
            return "unknown"
        raise TypeError(f"no TypeScript for {node}")

    def interface(self, node: shape.StructType) -> str:
        """Writes an interface once; returns its name."""
        name = node.cls.__name__
        if name in self.written:
            return name
        self.written[name] = ""
        lines = [f"/** {' '.join((node.cls.__doc__ or '').split())} */", f"export interface {name} {{"]
        if node.tag is not None:
            lines.append(f'  {node.tag_field}: "{node.tag}";')
        asked = issubclass(node.cls, messages.Asked | actions.Action)
        for field in node.fields:
            # What a client may leave out, and what the server leaves out because it is the default.
            optional = "?" if not field.required and (asked or node.cls.__struct_config__.omit_defaults) else ""
            lines.append(f"  {field.encode_name}{optional}: {self.type_of(field.type)};")
        self.written[name] = "\n".join([*lines, "}"])
        return name

    def text(self) -> str:
        """Returns the whole file."""
        head = "// Written by scripts/make_types.py from the server's own definitions: do not edit.\n"
        codes = " | ".join(f'"{code}"' for code in CODES)
        parts = [head, f"export const PROTOCOL = {messages.PROTOCOL};", f"export type RefusalCode = {codes};"]
        # Numbers of actions are for programs; clients send moves.
        rules = {code: rule for code, rule in OBJECTIONS.items() if code != NO_ACTION.code}
        parts.append(reasons("REASONS", "Why a move can be illegal", rules))
        parts.append(reasons("FLAWS", "Why a table that was laid by hand can be impossible", FLAWS))
        parts += [f"export type {name} = {self.type_of(shape.type_info(root))};" for name, root in ROOTS.items()]
        for kind in HTTP:
            self.type_of(shape.type_info(kind))
        return "\n\n".join([*parts, *self.interfaces()]) + "\n"

    def interfaces(self) -> Iterable[str]:
        """Returns the interfaces by name."""
        return (self.written[name] for name in sorted(self.written))


def reasons(name: str, says: str, known: Mapping[str, Objection]) -> str:
    """Returns codes with the names of their parameters."""
    lines = [f'  "{code}": {json.dumps(sorted(known[code].parameters))},' for code in sorted(known)]
    head = f"/** {says}: by code the parameters that come with it. */"
    return "\n".join([head, f"export const {name} = {{", *lines, "} as const;"])


def main() -> None:
    """Writes or checks the file."""
    parser = argparse.ArgumentParser(description="Write the TypeScript types of the protocol.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail when the file is out of date")
    check = parser.parse_args().check
    text = Writer().text()
    if check:
        if not OUTPUT.exists() or OUTPUT.read_text() != text:
            sys.exit("web/src/wire.ts is out of date: run python scripts/make_types.py")
        return
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(text)


if __name__ == "__main__":
    main()
