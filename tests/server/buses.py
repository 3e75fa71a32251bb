"""News between servers that run in one test: it arrives when the test says so, or never."""

from __future__ import annotations

from tafelrunde.server.cluster.bus import Bus, Hear, HearPresence


class Line:
    """What several servers hear of each other by."""

    def __init__(self) -> None:
        self.ends: list[LineEnd] = []
        self.is_cut = False
        self._news: list[tuple[LineEnd, str, int]] = []

    def publish(self, by: LineEnd, match: str, number: int) -> None:
        if not self.is_cut:
            self._news += [(end, match, number) for end in self.ends if end is not by]

    async def deliver(self) -> None:
        """Bring everybody all the news there is."""
        while self._news:
            end, match, number = self._news.pop(0)
            if end in self.ends:
                await end.hear(match, number)


class LineEnd(Bus):
    """One server's end."""

    is_shared = True
    hear: Hear

    def __init__(self, line: Line) -> None:
        self.line = line

    async def start(self, hear: Hear, hear_presence: HearPresence) -> None:
        self.hear = hear
        self.line.ends.append(self)

    def publish(self, match: str, number: int) -> None:
        self.line.publish(self, match, number)

    def publish_presence(self, match: str, seats: int, watching: int, asks: bool) -> None:
        """Say nothing: who is here decides nothing."""

    async def stop(self) -> None:
        self.line.ends.remove(self)
