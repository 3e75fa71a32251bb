"""Games of the load generator in Colyseus rooms: a counter and a text, without rules and without storage."""

from __future__ import annotations

from collections.abc import Callable

from bench.rivals.node import NodeServer
from bench.server_load import Game, Socket

_JOIN, _MESSAGE, _STATE, _PATCH = 10, 13, 14, 15
_CODE = 0x1F
_BINARY = 2


def _word(text: str) -> bytes:
    """Return a short text as MessagePack."""
    return bytes((0xA0 | len(text),)) + text.encode()


def _move(ply: int) -> bytes:
    return _word(f"m{ply:03}")


class Colyseus(Game):
    """A room with two clients that take turns."""

    def __init__(self, port: int, places: list[tuple[str, str]], moves: int) -> None:
        self._port = port
        self._places = places
        self._sockets: list[Socket] = []
        self.length = moves

    async def connect(self) -> None:
        """Join the room as its client does."""
        for seat, (path, session) in enumerate(self._places):
            socket = await Socket.connect(self._port, f"{path}?sessionId={session}")
            await socket.until(lambda data: data[0] & _CODE == _JOIN)
            socket.send(bytes((_JOIN,)), _BINARY)
            await socket.until(lambda data: data[0] & _CODE == _STATE)
            socket.on_message = self._listener(seat)
            self._sockets.append(socket)

    def _listener(self, seat: int) -> Callable[[bytes], None]:
        def hear(data: bytes) -> None:
            # The mover hears of the move too, perhaps after the opponent: then it is not this ply's any more.
            if data[0] & _CODE == _PATCH and self.ply % 2 != seat and _move(self.ply) in data:
                self.on_heard(self)

        return hear

    def move(self) -> None:
        """Send the move of the present ply."""
        message = bytes((_MESSAGE,)) + _word("move") + _move(self.ply)
        self._sockets[self.ply % 2].send(message, _BINARY)

    def close(self) -> None:
        """Close both sockets."""
        for socket in self._sockets:
            assert socket.transport is not None
            socket.transport.close()


def colyseus_games(server: NodeServer, count: int, moves: int) -> list[Colyseus]:
    """Reserve two places in each of so many rooms."""
    games = []
    for _ in range(count):
        first = server.post("/matchmake/create/table", {})
        second = server.post(f"/matchmake/joinById/{first['roomId']}", {})
        places = [(f"/{each['processId']}/{each['roomId']}", each["sessionId"]) for each in (first, second)]
        games.append(Colyseus(server.port, places, moves))
    return games
