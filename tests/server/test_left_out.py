"""What a client leaves out of a message means what docs/protocol.md says: another default would be another question."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from tafelrunde.games.registry import GAMES
from tafelrunde.server import wire
from tafelrunde.server.wire.games import room_of
from tafelrunde.server.wire.games import tokan as tokan_tables
from tafelrunde.server.wire.messages import Asked
from tafelrunde.server.wire.show import show
from tafelrunde.server.wire.state import encode

NOTHING = None
LEFT_OUT: dict[str, dict[str, object]] = {
    "AnalysisAsked": {"match": NOTHING, "record": NOTHING, "seconds": 20.0, "tokens": NOTHING},
    "ClockAsked": {"increment": 0},
    "CountAsked": {"options": {}},
    "Create": {
        "options": {},
        "draw_seats": False,
        "clock": NOTHING,
        "listed": False,
        "friendly": True,
        "rated": False,
        "pace": 0,
        "record": NOTHING,
        "tokens": NOTHING,
        "key": NOTHING,
    },
    "FollowStudy": {"token": NOTHING},
    "Join": {"seat": NOTHING, "token": NOTHING, "word": NOTHING, "new_token": NOTHING},
    "LinksAsked": {"read": NOTHING, "write": NOTHING},
    "OpsAsked": {"tokens": ()},
    "PersonActAsked": {"new": NOTHING},
    "NewAsked": {"options": {}},
    "Proof": {"label": ""},
    "Public": {"profile": True, "matches": True, "board": True},
    "PushAsked": {"quiet_from": NOTHING, "quiet_to": NOTHING},
    "RecoverAsked": {"label": ""},
    "RegisterAsked": {"kind": "person"},
    "ReportAsked": {"line": NOTHING, "text": ""},
    "ResolveAsked": {"seat": NOTHING, "line": NOTHING, "new": NOTHING, "why": ""},
    "Rotate": {"new_token": NOTHING},
    "SeatAsked": {"name": NOTHING, "level": NOTHING, "engine": NOTHING, "word": NOTHING},
    "Seek": {"terms": NOTHING, "answer": NOTHING, "range": 150},
    "SolutionAsked": {"seconds": 20.0, "tokens": NOTHING},
    "StudyAsked": {"move": NOTHING, "seat": NOTHING},
    "Subscribe": {"token": NOTHING, "seat": NOTHING, "since": NOTHING, "tables": True},
    "Terms": {"options": {}, "clock": NOTHING, "rated": False},
    "Unsubscribe": {"seat": -1},
}

LEFT_UNSAID: dict[str, dict[str, object]] = {
    "AccountShown": {"moderator": False},
    "AttemptShown": {"solved": False, "rated": False, "refusal": NOTHING},
    "ChatShown": {"name": ""},
    "ErrorShown": {"why": NOTHING},
    "Happened": {"state": NOTHING, "table": NOTHING},
    "MatchShown": {"pace": 0, "hints": [], "wins": [], "played": 0, "rated": False, "known": False},
    "Me": {"session": NOTHING},
    "OpDone": {"code": NOTHING, "message": ""},
    "OptionShown": {"only": {}, "unwritten": False, "breaks_ties": False},
    "Refused": {"id": NOTHING, "match": NOTHING, "why": NOTHING},
    "SeatShown": {"account": NOTHING},
    "SummaryShown": {"rated": False, "turn": NOTHING},
    "TallyShown": {"level": 0, "name": ""},
    "TokanTableShown": {"by_taboo": False},
}
"""The same of what the server says. The lines of the lobby are kept, too: old ones lack what is younger."""


def all_asked(kind: type[msgspec.Struct] = Asked) -> Iterator[type[msgspec.Struct]]:
    for module in pkgutil.walk_packages(wire.__path__, f"{wire.__name__}."):
        importlib.import_module(module.name)
    for each in kind.__subclasses__():
        yield each
        yield from all_asked(each)


def left_out(kind: type[msgspec.Struct]) -> dict[str, object]:
    fields = [field for field in msgspec.structs.fields(kind) if not field.required]
    return {
        field.name: field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        for field in fields
    }


def test_what_is_left_out_means_the_same_as_ever() -> None:
    found = {kind.__name__: left_out(kind) for kind in all_asked()}
    assert {name: defaults for name, defaults in found.items() if defaults} == LEFT_OUT


def test_what_is_left_unsaid_means_the_same_as_ever() -> None:
    asked = set(all_asked())
    said = (kind for kind in all_asked(msgspec.Struct) if kind.__module__.startswith(wire.__name__))
    found = {kind.__name__: left_out(kind) for kind in said if kind not in asked}
    assert {name: defaults for name, defaults in found.items() if defaults} == LEFT_UNSAID


def test_what_is_not_known_is_refused() -> None:
    assert all(kind.__struct_config__.forbid_unknown_fields for kind in all_asked())


@pytest.mark.parametrize("name", GAMES)
def test_a_table_is_written_alike_with_the_core_and_without_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[name]
    options = game.options_type.parse("standard")
    view = game.start(options, game.deal(options, Random(1))).view(0)
    quickly = {decides: room_of(game).write(view, decides) for decides in (True, False)}
    monkeypatch.setattr(tokan_tables, "written", lambda *_: None)
    for decides, text in quickly.items():
        slowly = room_of(game).write(view, decides)
        assert slowly == text == encode(show(view, may_act=decides))
