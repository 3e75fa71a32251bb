"""A bot over plain HTTP: joins a match, or opens one against the computer, and plays any legal move.

    python examples/bots/http_bot.py [--server http://localhost:8080] [--match NAME] [--game tokan]

It needs the standard library alone and knows no rules: the server says what is legal.
"""

from __future__ import annotations

import argparse
import json
import random
import urllib.error
import urllib.request
from typing import Any


class Api:
    """The server's HTTP side."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.token: str | None = None

    def call(self, path: str, data: object = None) -> Any:
        """Send a request and return the answer; raise RuntimeError with the code of a refusal."""
        headers = {"content-type": "application/json"}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(self.server + path, body, headers)  # noqa: S310  (the user names the server)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as error:
            refusal = json.load(error)
            raise RuntimeError(f"{refusal['code']}: {refusal['message']}") from None


def choose(table: dict[str, Any]) -> str:
    """Return any legal move, put together from what the server says is legal."""
    legal = table["legal"]
    if table["family"] == "tokan":
        if legal["placings"]:
            column, row = random.choice(legal["placings"]["spaces"])
            return f"{random.choice(legal['placings']['tiles'])}@{column},{row}"
        source = random.choice(list(legal["steps"]))
        step = random.choice(legal["steps"][source])
        carried = random.choice(step["carry"])
        return f"{source}{step['target']}" + (f"+{carried}" if carried else "")
    looks = [look for looks in legal["cards"].values() for look in looks]
    places = [(look["look"], "@", place) for look in looks for place in look["first"]]
    places += [(look["look"], "^", place) for look in looks for place in look["second"]]
    if not places:
        # Nothing fits, or a swap is being negotiated: its answers come ready to send.
        return "pass" if legal["may_pass"] else str(random.choice(legal["swap"]))
    look, sign, (x, y) = random.choice(places)
    colour = f"{random.choice(legal['announce'])}:" if legal["announce"] else ""
    return f"{colour}{look}{sign}{x},{y}"


def main() -> None:
    """Play one match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://localhost:8080")
    parser.add_argument("--match", help="the match to join; without one a new match against the computer")
    parser.add_argument("--game", default="tokan")
    arguments = parser.parse_args()
    api = Api(arguments.server.rstrip("/"))
    match = arguments.match
    if match is None:
        seats = [{"kind": "local", "name": "HTTP bot"}, {"kind": "computer", "level": 1}]
        made = api.call("/api/matches", {"game": arguments.game, "seats": seats})
        match, given = made["match"], made["seats"][0]
    else:
        given = api.call(f"/api/matches/{match}/seats", {"name": "HTTP bot"})
    api.token, seat = given["token"], given["seat"]
    while True:
        shot = api.call(f"/api/matches/{match}")
        state = shot["state"]
        if state["status"] == "finished":
            break
        if state["turn"] == seat:
            # The id makes the move safe to send again: it is made once, however often it arrives.
            action = {"type": "move", "move": choose(shot["table"]), "ply": state["ply"]}
            api.call(f"/api/matches/{match}/acts", {"id": f"ply-{state['ply']}", "action": action})
        else:
            api.call(f"/api/matches/{match}/events?since={shot['number']}&wait=25")
    print(f"match {match}: {state['finished']}")


if __name__ == "__main__":
    main()
