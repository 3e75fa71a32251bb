"""Games of the load generator on boardgame.io: tic-tac-toe over Socket.IO."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from bench.rivals.node import NodeServer
from bench.server_load import Game, Socket

_NAME = "tic-tac-toe"
_CELLS = (0, 1, 2, 4, 3, 5, 7, 6, 8)
"""Nine moves without three in a row."""
_STATE = re.compile(rb'"_stateID":(\d+)')


def _state_of(text: bytes) -> int:
    """Return the number of the state that a message carries."""
    found = _STATE.search(text)
    assert found is not None
    return int(found[1])


class Boardgame(Game):
    """A match of tic-tac-toe that nobody wins."""

    length = len(_CELLS)

    def __init__(self, port: int, match: str, credentials: list[str]) -> None:
        self._port = port
        self._match = match
        self._credentials = credentials
        self._sockets: list[Socket] = []
        self._state = -1

    async def connect(self) -> None:
        """Open a socket for each player and ask for the state, as its client does."""
        for player, credentials in enumerate(self._credentials):
            socket = await Socket.connect(self._port, "/socket.io/?EIO=4&transport=websocket")
            socket.send(f"40/{_NAME},".encode())
            await socket.until(lambda text: text.startswith(b"40/"))
            sync = ["sync", self._match, str(player), credentials, 2]
            socket.send(f"42/{_NAME},{json.dumps(sync)}".encode())
            self._state = _state_of(await socket.until(lambda text: b'["sync"' in text[:40]))
            socket.on_message = self._listener(socket, player)
            self._sockets.append(socket)

    def _listener(self, socket: Socket, player: int) -> Callable[[bytes], None]:
        def hear(text: bytes) -> None:
            if text == b"2":
                socket.send(b"3")
            elif b'["update"' in text[:40] and self.ply % 2 != player:
                state = _state_of(text)
                # The mover hears of the move too, perhaps after the opponent.
                if state > self._state:
                    self._state = state
                    self.on_heard(self)

        return hear

    def move(self) -> None:
        """Send the move of the present ply."""
        player = self.ply % 2
        payload = {
            "type": "clickCell",
            "args": [_CELLS[self.ply]],
            "playerID": str(player),
            "credentials": self._credentials[player],
        }
        update = ["update", {"type": "MAKE_MOVE", "payload": payload}, self._state, self._match, str(player)]
        self._sockets[player].send(f"42/{_NAME},{json.dumps(update)}".encode())

    def close(self) -> None:
        """Close both sockets."""
        for socket in self._sockets:
            assert socket.transport is not None
            socket.transport.close()


def boardgame_games(server: NodeServer, count: int) -> list[Boardgame]:
    """Create matches through the lobby."""
    games = []
    for _ in range(count):
        match = server.post(f"/games/{_NAME}/create", {"numPlayers": 2})["matchID"]
        join = f"/games/{_NAME}/{match}/join"
        credentials = [
            server.post(join, {"playerID": str(player), "playerName": f"P{player}"})["playerCredentials"]
            for player in range(2)
        ]
        games.append(Boardgame(server.port, match, credentials))
    return games
