"""Puzzles for pages, bots and teachers. Guests keep their own results; the server keeps those of accounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import cache, partial
from typing import Annotated

from litestar import Controller, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Response

from tafelrunde.games.errors import BadOptions
from tafelrunde.research.puzzles import picking
from tafelrunde.research.puzzles.corpus import by_id, corpus, part, parts
from tafelrunde.server.doors.http import REFUSED, HttpRequest, desk_of
from tafelrunde.server.doors.middleware import Middleware, address_of
from tafelrunde.server.doors.people import host_of, signed_in
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.solving import count, judge, training
from tafelrunde.server.wire.puzzles import (
    AttemptsTold,
    DailyShown,
    PuzzlePart,
    PuzzleRatings,
    PuzzleShown,
    PuzzlesShown,
    StandingShown,
    TrainingShown,
    show_puzzle,
)
from tafelrunde.store.people.puzzles import ratings_after

GameName = Annotated[str | None, QueryParameter(max_length=40, description="Only of this game")]
Ids = Annotated[str, QueryParameter(pattern="^[a-z2-7]{8}(,[a-z2-7]{8}){0,99}$", description="Ids with commas between")]
_KEPT = {"cache-control": "public, max-age=86400"}


class Puzzles(Controller):
    """Puzzles, every answer proved."""

    path = "/api/puzzles"
    tags: Sequence[str] | None = ("puzzles",)

    @get("/", operation_id="listPuzzles", responses=REFUSED)
    async def index(self, state: State, request: HttpRequest) -> PuzzlesShown:
        """List the parts in which all puzzles can be fetched, and the themes of each game."""
        return await desk_of(state).ask(address_of(request.scope), _index)

    @get("/parts/{name:str}", operation_id="getPuzzles", responses=REFUSED)
    async def part(
        self,
        state: State,
        request: HttpRequest,
        name: Annotated[str, PathParameter(pattern="^[a-z]{1,40}-[0-9]{1,4}$")],
    ) -> Response[list[PuzzleShown]]:
        """Return all puzzles of a part; it may be kept."""
        try:
            found = await desk_of(state).ask(address_of(request.scope), part, name)
        except BadOptions:
            raise Refusal("not-found", "there is no such part") from None
        return Response([show_puzzle(puzzle) for puzzle in found], headers=_KEPT)

    @get("/daily", operation_id="dailyPuzzle", responses=REFUSED)
    async def daily(
        self,
        state: State,
        request: HttpRequest,
        day: Annotated[date | None, QueryParameter(name="date", description="Another day than today")] = None,
        game: GameName = None,
    ) -> DailyShown:
        """Return the puzzle of the day, the same for everybody; days begin at midnight UTC."""
        today = day or datetime.now(UTC).date()
        try:
            puzzle = await desk_of(state).ask(address_of(request.scope), picking.daily, today, game)
        except BadOptions:
            raise Refusal("unknown-game", "there are no puzzles of this game") from None
        return DailyShown(today.isoformat(), show_puzzle(puzzle))

    @get("/next", operation_id="nextPuzzle", responses=REFUSED)
    async def following(  # noqa: PLR0917  (the framework hands them over by name)
        self,
        state: State,
        request: HttpRequest,
        game: Annotated[str, QueryParameter(max_length=40)],
        rating: Annotated[int, QueryParameter(ge=0, le=4000, description="The strength of who solves it")] = 1200,
        theme: Annotated[str | None, QueryParameter(max_length=40)] = None,
        seen: Annotated[str, QueryParameter(pattern="^([a-z2-7]{8},?){0,200}$")] = "",
        seed: Annotated[str, QueryParameter(max_length=64, description="Which of those that would do")] = "",
    ) -> PuzzleShown:
        """Return a puzzle near a strength, of a theme if one is named, that is none of those seen."""
        try:
            puzzle = await desk_of(state).ask(
                address_of(request.scope),
                picking.following,
                game,
                rating,
                theme,
                set(seen.split(",")),
                seed or str(datetime.now(UTC)),
            )
        except BadOptions:
            raise Refusal("unknown-game", "there are no puzzles of this game") from None
        if puzzle is None:
            raise Refusal("not-found", "no puzzle of this theme is left")
        return show_puzzle(puzzle)

    @get("/set", operation_id="puzzleSet", responses=REFUSED)
    async def chosen(self, state: State, request: HttpRequest, ids: Ids) -> list[PuzzleShown]:
        """Return a set that somebody chose, in its order."""
        return [
            show_puzzle(puzzle)
            for puzzle in await desk_of(state).ask(address_of(request.scope), picking.chosen, ids.split(","))
        ]

    @get("/ratings", operation_id="puzzleRatings", responses=REFUSED)
    async def ratings(self, state: State) -> PuzzleRatings:
        """Return how hard puzzles have turned out to be for people with names."""
        found: dict[str, int] = {}
        last = ""
        while page := await host_of(state).store.ask(partial(ratings_after, last)):
            found |= {puzzle: round(standing.strength.rating) for puzzle, standing in page}
            last = page[-1][0]
        return PuzzleRatings(found)

    @get("/{name:str}", operation_id="showPuzzle", responses=REFUSED)
    async def one(
        self, state: State, request: HttpRequest, name: Annotated[str, PathParameter(pattern="^[a-z2-7]{8}$")]
    ) -> PuzzleShown:
        """Return a puzzle by its id."""
        puzzle = (await desk_of(state).ask(address_of(request.scope), by_id)).get(name)
        if puzzle is None:
            raise Refusal("not-found", "there is no such puzzle")
        return show_puzzle(puzzle)


class Training(Controller):
    """What came of one's own puzzles."""

    path = "/api/me/puzzles"
    tags: Sequence[str] | None = ("me",)

    @get("/", operation_id="ownTraining", responses=REFUSED)
    async def standing(self, state: State, request: HttpRequest) -> StandingShown:
        """Return how strong one is at puzzles."""
        return await training(host_of(state), await signed_in(state, request, "read"))

    @post("/", operation_id="tellAttempts", responses=REFUSED, status_code=200)
    async def tell(self, state: State, request: HttpRequest, data: JSONBody[AttemptsTold]) -> TrainingShown:
        """Count attempts, each once however often it is told. Whether one solved it is read off its moves."""
        caller = await signed_in(state, request, "play")
        gate = state.gate
        assert isinstance(gate, Middleware)
        gate.check_attempts(caller.account.id, len(data.attempts))
        judged = await desk_of(state).ask(address_of(request.scope), judge, data.attempts)
        return await count(host_of(state), caller, judged)


@cache
def _index() -> PuzzlesShown:
    themes = {
        game: dict(Counter(theme for puzzle in corpus(game) for theme in puzzle.themes).most_common())
        for game in picking.games()
    }
    return PuzzlesShown([PuzzlePart(name, game, len(part(name))) for name, game in parts().items()], themes)
