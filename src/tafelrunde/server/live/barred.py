"""Who may not act and hear any more, though they once could: asked at every act and before everything that is sent."""

from __future__ import annotations

from tafelrunde.server.match.parts import session_of
from tafelrunde.server.match.refusal import Code
from tafelrunde.server.match.state import Match


class Barred:
    """The tokens of seats that are shut out, and the sessions and API tokens of accounts that have ended."""

    def __init__(self) -> None:
        self.tokens: frozenset[str] = frozenset()
        """Hashes."""
        self.ended: set[str] = set()
        """Names of sessions and API tokens."""
        self.seen = 0
        """The number of the last revocation that is known here."""

    def against(self, match: Match, seat: int, holder: str) -> Code | None:
        """Return what there is against somebody at a seat; None if it is theirs.

        The token of a seat that belongs to an account holds as long as the session that it came from: whoever signs a
        lost device out has closed the seats it holds as well.
        """
        if holder in self.tokens:
            return "banned"
        if not match.is_held(seat, holder):
            return "forbidden"
        if self.ended and (session_of(holder) or match.seats[seat].session) in self.ended:
            return "signed-out"
        return None
