"""A bot over the WebSocket: plays any legal move, resumes by itself, and never loses or doubles one.

    python examples/bots/socket_bot.py [--server http://localhost:8080] [--match NAME] [--game tokan]

It needs the package `websockets`. Joining and choosing a move are those of `http_bot.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from typing import Any

from http_bot import Api, choose
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

LONGEST_PAUSE = 30.0


class Bot:
    """One seat of one match."""

    def __init__(self, match: str, seat: int, token: str) -> None:
        self.match = match
        self.seat = seat
        self.token = token
        self.number = 0
        """The last event seen."""
        self.unanswered: dict[str, Any] | None = None
        """An action that the server has not acknowledged yet."""
        self.result: dict[str, Any] | None = None

    async def play(self, address: str) -> None:
        """Play to the end; after a lost connection wait a little longer each time and go on."""
        pause = 1.0
        while self.result is None:
            try:
                async with connect(address) as socket:
                    await self._follow(socket)
                    pause = 1.0
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                await asyncio.sleep(pause * random.uniform(0.5, 1.5))
                pause = min(LONGEST_PAUSE, 2 * pause)

    async def _follow(self, socket: ClientConnection) -> None:
        async with asyncio.TaskGroup() as tasks:
            beating = tasks.create_task(self._beat(socket))
            await self._listen(socket)
            beating.cancel()

    async def _beat(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(15)
            await socket.send(json.dumps({"type": "ping"}))

    async def _listen(self, socket: ClientConnection) -> None:
        subscribe = {"type": "subscribe", "match": self.match, "token": self.token}
        await socket.send(json.dumps(subscribe))
        async for text in socket:
            message = json.loads(text)
            if message["type"] in ("snapshot", "event"):
                self.number = message["number"]
                if message["type"] == "snapshot" and self.unanswered is not None:
                    # It may have been written before the connection broke: the same id will tell.
                    await socket.send(json.dumps(self.unanswered))
                else:
                    await self._consider(socket, message)
            elif message["type"] == "ack":
                self.unanswered = None
            elif message["type"] == "refusal":
                # Something happened meanwhile: look again.
                self.unanswered = None
                await socket.send(json.dumps(subscribe))
            if self.result is not None:
                return

    async def _consider(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        state = message["state"]
        if state["status"] == "finished":
            self.result = state["finished"]
        elif state["turn"] == self.seat and message["table"]["legal"]:
            action = {"type": "move", "move": choose(message["table"]), "ply": state["ply"]}
            act = {"type": "act", "id": f"ply-{state['ply']}-{message['number']}", "action": action}
            self.unanswered = {**act, "match": self.match, "seat": self.seat}
            await socket.send(json.dumps(self.unanswered))


def main() -> None:
    """Play one match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://localhost:8080")
    parser.add_argument("--match", help="the match to join; without one a new match against the computer")
    parser.add_argument("--game", default="tokan")
    arguments = parser.parse_args()
    api = Api(arguments.server.rstrip("/"))
    if arguments.match is None:
        seats = [{"kind": "local", "name": "Socket bot"}, {"kind": "computer", "level": 1}]
        made = api.call("/api/matches", {"game": arguments.game, "seats": seats})
        match, given = made["match"], made["seats"][0]
    else:
        match, given = arguments.match, api.call(f"/api/matches/{arguments.match}/seats", {"name": "Socket bot"})
    bot = Bot(match, given["seat"], given["token"])
    address = arguments.server.rstrip("/").replace("http", "ws", 1) + "/api/ws"
    asyncio.run(bot.play(address))
    print(f"match {match}: {bot.result}")


if __name__ == "__main__":
    main()
