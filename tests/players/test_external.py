"""Players of other makes by their command."""

from __future__ import annotations

import pytest

from tafelrunde.players.external import EngineFailed
from tafelrunde.players.registry import find_player


@pytest.mark.parametrize("name", ["cmd:", "cmd:  ", 'cmd:python "bot.py'], ids=["none", "blanks", "open quotation"])
def test_what_is_no_command_line_is_refused_at_once(name: str) -> None:
    with pytest.raises(EngineFailed):
        find_player(name)
