"""Games of the load generator on a server of ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from bench.server_load import Game, Socket
from tafelrunde.games.core import Position
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tests.server.serving import ServerProcess


class Ours(Game):
    """A match of TOKAN."""

    def __init__(self, port: int, match: str, tokens: list[str], moves: list[tuple[int, str]], tables: bool) -> None:
        self._port = port
        self.match = match
        self._tokens = tokens
        self._tables = tables
        self._sockets: list[Socket] = []
        self.length = len(moves)
        self._frames = [(seat, self._frame(ply, seat, move)) for ply, (seat, move) in enumerate(moves)]

    def _frame(self, ply: int, seat: int, move: str) -> bytes:
        action = {"type": "move", "move": move, "ply": ply}
        return json.dumps(
            {"type": "act", "id": f"p{ply}", "match": self.match, "seat": seat, "action": action}
        ).encode()

    async def connect(self) -> None:
        """Follow the match from both seats."""
        for seat, token in enumerate(self._tokens):
            socket = await Socket.connect(self._port, "/api/ws")
            ask = {"type": "subscribe", "match": self.match, "token": token, "tables": self._tables}
            socket.send(json.dumps(ask).encode())
            await socket.until(lambda text: text.startswith(b'{"type":"snapshot"'))
            socket.on_message = self._listener(seat)
            self._sockets.append(socket)

    def _listener(self, seat: int) -> Callable[[bytes], None]:
        # The opponent's copy is the one whose arrival counts.
        foreign = f'"type":"moved","seat":{1 - seat},'.encode()

        def hear(text: bytes) -> None:
            if text.startswith(b'{"type":"event"'):
                if foreign in text:
                    self.on_heard(self)
            elif text.startswith(b'{"type":"refusal"'):
                raise RuntimeError(text.decode())

        return hear

    def move(self) -> None:
        """Send the move of the present ply."""
        seat, frame = self._frames[self.ply]
        self._sockets[seat].send(frame)

    def close(self) -> None:
        """Close both sockets."""
        for socket in self._sockets:
            assert socket.transport is not None
            socket.transport.close()


def our_games(server: ServerProcess, count: int, tables: bool = False, share: float = 1.0, seed: int = 1) -> list[Ours]:
    """Create matches of TOKAN and work out a random game for each, or the first part of one."""
    rng = Random(seed)
    games = []
    local = [{"kind": "local", "name": "A"}, {"kind": "local", "name": "B"}]
    for _ in range(count):
        made = server.post("/api/matches", {"game": "tokan", "seats": local})
        text = server.request(f"/api/matches/{made['match']}/record")[1].decode()
        position = replay(read_record(text)).final
        assert isinstance(position, Position)
        moves = []
        while not position.is_over:
            move = rng.choice(position.turns())
            moves.append((position.seat, str(move)))
            position = position.apply(move)
        moves = moves[: max(1, int(share * len(moves)))]
        games.append(Ours(server.port, made["match"], [given["token"] for given in made["seats"]], moves, tables))
    return games
