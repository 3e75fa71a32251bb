"""Proofs of who wins a position of TOKAN, checked by the rules alone.

A proof is a gzip file: a line of JSON, then the choices of each claim, a byte a choice. A claim says that a side gets
at least a draw, or a win, whatever the opponent does. Whoever checks it plays all moves of the opponent, depth first
and in order, and for the side itself the move that the next choice names; a position of the side's that was met before
is passed over. Moves are numbered from 0 in the order of source, target (a1, b1, … f5) and tiles carried.

This module knows nothing of whoever found the proof: nothing is believed but the rules.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any, Literal

from tafelrunde.games.core import Outcome
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.games.tokan.board import SIDE_LETTERS
from tafelrunde.games.tokan.moves import Step
from tafelrunde.games.tokan.options import TokanOptions
from tafelrunde.games.tokan.position import TokanPosition, parse_position

__all__ = ["BadProof", "Checked", "Claim", "check", "pack"]

KIND = "tokan-proof-1"
MOST_BYTES = 1 << 30
Reach = Literal["win", "draw"]
Tick = Callable[[int], None]
_TICK_EVERY = 1 << 12


class BadProof(TafelrundeError):
    """A proof does not show what it claims; `position` is where it fails, if it got as far as that."""

    code = "bad-proof"

    def __init__(self, reason: str, position: TokanPosition | None = None) -> None:
        self.reason, self.position = reason, position
        super().__init__(reason if position is None else f"{reason}, at {position}")


@dataclass(frozen=True)
class Claim:
    """A side reaches at least a result, shown by so many choices."""

    side: Literal["r", "b"]
    reaches: Reach
    choices: int


@dataclass(frozen=True)
class Checked:
    """What a proof was found to show, for the side to move, and how many positions were walked for it."""

    position: TokanPosition
    result: Literal["win", "draw", "loss"]
    positions: int
    choices: int


def pack(position: TokanPosition, claims: Sequence[tuple[Claim, bytes]]) -> bytes:
    """Put the claims about a position into a file."""
    head = {
        "kind": KIND,
        "scoring": position.options.scoring,
        "gaps": position.options.gaps,
        "position": str(position),
        "claims": [asdict(claim) for claim, _ in claims],
    }
    data = json.dumps(head).encode() + b"\n" + b"".join(choices for _, choices in claims)
    return gzip.compress(data, mtime=0)


def check(packed: bytes, tick: Tick | None = None) -> Checked:
    """Walk through a proof; raise BadProof, naming the position at which it fails.

    `tick` is told the number of positions walked from time to time.
    """
    position, claims, rest = _unpack(packed)
    walked = total = 0
    shown: dict[str, Reach] = {}
    for claim in claims:
        choices, rest = rest[: claim.choices], rest[claim.choices :]
        walk = _Walk(claim, choices, tick, walked)
        walk.through(position)
        if walk.used != claim.choices or len(choices) != claim.choices:
            raise BadProof(f"{claim.choices} choices are announced, but {walk.used} were needed")
        shown[claim.side] = claim.reaches
        walked, total = walk.walked, total + claim.choices
    if rest:
        raise BadProof(f"{len(rest)} bytes belong to no claim")
    own, other = (shown.get(SIDE_LETTERS[side]) for side in (position.side, 1 - position.side))
    if own == "win":
        return Checked(position, "win", walked, total)
    if other == "win":
        return Checked(position, "loss", walked, total)
    if own == other == "draw":
        return Checked(position, "draw", walked, total)
    raise BadProof("the claims do not settle the result")


class _Walk:
    """One claim, gone through move by move."""

    def __init__(self, claim: Claim, choices: bytes, tick: Tick | None, walked: int) -> None:
        self._claim = claim
        self._side = SIDE_LETTERS.index(claim.side)
        self._choices = choices
        self._seen: set[bytes] = set()
        self._tick = tick
        self.walked = walked
        self.used = 0

    def through(self, position: TokanPosition) -> None:
        """Follow the claim from a position to the ends of all games that it allows."""
        self.walked += 1
        if self._tick is not None and self.walked % _TICK_EVERY == 0:
            self._tick(self.walked)
        moves = sorted(move for move in position.turns() if isinstance(move, Step))
        if not moves:
            self._end(position)
        elif position.side != self._side:
            for move in moves:
                self.through(position.apply(move))
        else:
            digest = blake2b(str(position).encode(), digest_size=16).digest()
            if digest not in self._seen:
                self._seen.add(digest)
                self.through(position.apply(self._choose(position, moves)))

    def _choose(self, position: TokanPosition, moves: list[Step]) -> Step:
        if self.used >= len(self._choices):
            raise BadProof("no choice is left", position)
        number = self._choices[self.used]
        self.used += 1
        if number >= len(moves):
            raise BadProof(f"there is no move number {number}", position)
        return moves[number]

    def _end(self, position: TokanPosition) -> None:
        outcome: Outcome = position.outcome()
        if outcome.winner != self._side and (self._claim.reaches == "win" or outcome.winner is not None):
            name = ("red", "black")[self._side]
            raise BadProof(f"{name} does not get the {self._claim.reaches} that is claimed", position)


def _unpack(packed: bytes) -> tuple[TokanPosition, list[Claim], bytes]:
    """Read a file; raise BadProof for what is no proof at all."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(packed)) as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise BadProof(f"no proof can be read: {error}") from None
    if len(data) > MOST_BYTES:
        raise BadProof("the proof is too large")
    line, _, rest = data.partition(b"\n")
    try:
        head: Any = json.loads(line)
        if head["kind"] != KIND:
            raise ValueError(f"it is no {KIND}")
        options = TokanOptions.read({"scoring": head["scoring"], "gaps": head["gaps"]})
        position = parse_position(options, head["position"])
        claims = [Claim(**claim) for claim in head["claims"]]
    except (TafelrundeError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BadProof(f"the head of the proof is broken: {error}") from None
    for claim in claims:
        known = claim.side in ("r", "b") and claim.reaches in ("win", "draw")
        if not known or type(claim.choices) is not int or claim.choices < 0:
            raise BadProof("the head of the proof has a claim that makes no sense")
    return position, claims, rest
