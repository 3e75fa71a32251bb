"""Balanced starts for pages, bots and organisers: none that gives whoever moves first more than a single move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import SystemRandom
from typing import Annotated

from litestar import Controller, get
from litestar.datastructures import State
from litestar.params import PathParameter, QueryParameter
from litestar.response import Response

from tafelrunde.games.core import Game, Options
from tafelrunde.games.errors import BadOptions, TafelrundeError
from tafelrunde.games.registry import find_game
from tafelrunde.players.starts import balanced_starts, draw_start, images_of
from tafelrunde.records.replay import new_record
from tafelrunde.server.doors.http import REFUSED, HttpRequest, desk_of
from tafelrunde.server.doors.middleware import address_of
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.wire.starts import StartKept, StartShown, StartsShown

GameName = Annotated[str, PathParameter(pattern="^[a-z]{1,40}$")]
OptionWords = Annotated[
    str, QueryParameter(max_length=200, description="A preset, or name=value words; the defaults if empty")
]
Seen = Annotated[
    str,
    QueryParameter(
        pattern="^([a-z0-9]{1,8}(,[a-z0-9]{1,8}){0,999})?$",
        description="Ids of those met, the last one last",
    ),
]
_KEPT = {"cache-control": "public, max-age=86400"}
_PLACE = "IMAGE"


class Starts(Controller):
    """Balanced starts, every one proved."""

    path = "/api/starts"
    tags: Sequence[str] | None = ("games",)

    @get("/{game:str}", operation_id="listStarts", responses=REFUSED)
    async def index(
        self, state: State, request: HttpRequest, game: GameName, options: OptionWords = ""
    ) -> Response[StartsShown]:
        """Return all balanced starts of a game, in all mirrors; they may be kept."""
        return Response(await desk_of(state).ask(address_of(request.scope), _index, game, options), headers=_KEPT)

    @get("/{game:str}/next", operation_id="nextStart", responses=REFUSED)
    async def following(
        self,
        state: State,
        request: HttpRequest,
        game: GameName,
        options: OptionWords = "",
        seen: Seen = "",
    ) -> StartShown:
        """Return a start that is none of those seen, mirrored by chance; once all were seen, not the last one."""
        return await desk_of(state).ask(address_of(request.scope), _next, game, options, seen)


def _read(name: str, words: str) -> tuple[Game, Options]:
    """Return a game and its options; raise Refusal where no balanced starts go with them."""
    try:
        game = find_game(name)
        options = game.options_type.parse(words)
        balanced_starts(game, options)
    except BadOptions as error:
        raise Refusal("bad-options", str(error)) from None
    except TafelrundeError as error:
        raise Refusal("unknown-game", str(error)) from None
    return game, options


@cache
def _kept(game: Game, options: Options) -> StartsShown:
    starts = [
        StartKept(start.id, start.kind, images_of(game, options, start)) for start in balanced_starts(game, options)
    ]
    return StartsShown(game.name, options.words(), str(new_record(game, options, _PLACE)), starts)


def _index(name: str, words: str) -> StartsShown:
    return _kept(*_read(name, words))


def _next(name: str, words: str, seen: str) -> StartShown:
    game, options = _read(name, words)
    start, image = draw_start(game, options, SystemRandom(), [one for one in seen.split(",") if one])
    return StartShown(start.id, start.kind, str(new_record(game, options, image)))
