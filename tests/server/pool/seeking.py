"""How tests look for somebody to play with."""

from __future__ import annotations

from typing import Any

from tafelrunde.store import Ask, Script
from tafelrunde.store.people.accounts import find_by_name
from tests.server.inside import Inside, Wire

TOKAN = {"game": "tokan", "clock": {"kind": "live", "seconds": 300, "increment": 5}}


def token(letter: str) -> str:
    return letter * 32


async def seek(wire: Wire, letter: str, terms: dict[str, Any] | None = TOKAN, **more: Any) -> dict[str, Any]:
    """Look for somebody; return the first answer."""
    asked = {"id": letter, "token": token(letter), "name": f"Guest {letter}", "terms": terms, **more}
    await wire.send(type="seek", **asked)
    while True:
        answer = await wire.next()
        if answer["type"] in ("seeking", "paired", "refusal"):
            return answer


async def block(server: Inside, one: str, other: str) -> None:
    def write() -> Script[None]:
        accounts = []
        for name in (one, other):
            account = yield from find_by_name(name.lower())
            assert account is not None
            accounts.append(account.id)
        yield Ask("INSERT INTO relations (account, kind, other, at) VALUES (?, 'block', ?, 0)", tuple(accounts))

    await server.host.store.transact(write)
