"""The balanced starts of TOKAN: a layout with four moves of each side made, found by `scripts/make_starts.py`."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Sequence
from functools import cache
from importlib import resources

from tafelrunde.games.core import Options
from tafelrunde.games.tokan import TokanOptions
from tafelrunde.games.tokan.mirrors import images
from tafelrunde.games.tokan.position import parse_position
from tafelrunde.players.room import Balance, BalancedStart

FILE = "starts.csv.gz"


@cache
def _known() -> dict[str, tuple[BalancedStart, ...]]:
    """Return all of them by the way of counting."""
    data = gzip.decompress(resources.files("tafelrunde.players.tokan").joinpath(FILE).read_bytes())
    found: dict[str, list[BalancedStart]] = {}
    for row in csv.DictReader(io.StringIO(data.decode())):
        kind: Balance = "draw" if row["kind"] == "draw" else "only"
        found.setdefault(row["scoring"], []).append(BalancedStart(row["id"], kind, row["start"]))
    return {scoring: tuple(starts) for scoring, starts in found.items()}


class TokanStarts:
    """What is known of TOKAN."""

    def of(self, options: Options) -> Sequence[BalancedStart]:
        """List those of the way of counting; none where other house rules hold, or players lay the field."""
        assert isinstance(options, TokanOptions)
        usual = options == TokanOptions.read({"scoring": options.scoring})
        return _known().get(options.scoring, ()) if usual else ()

    def images(self, options: Options, start: BalancedStart) -> list[str]:
        """Mirror the field along, across or both, and exchange the colours or not."""
        assert isinstance(options, TokanOptions)
        return list(map(str, images(parse_position(options, start.start))))
