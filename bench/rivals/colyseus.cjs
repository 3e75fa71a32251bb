// A Colyseus room whose state is a counter and the last move: `node colyseus.cjs PORT default|eager`.
const { Server, Room } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { Schema, defineTypes } = require("@colyseus/schema");

class State extends Schema {
  constructor() {
    super();
    this.ply = 0;
    this.move = "";
  }
}
defineTypes(State, { ply: "number", move: "string" });

const [port, when] = process.argv.slice(2);
const eager = when === "eager";

class Table extends Room {
  onCreate() {
    this.maxClients = 2;
    this.state = new State();
    // By default changes are gathered for 50 ms; eagerly they are sent with every move.
    if (eager) this.patchRate = null;
    this.onMessage("move", (client, move) => {
      if (this.clients[this.state.ply % 2] !== client) return;
      this.state.ply += 1;
      this.state.move = move;
      if (eager) this.broadcastPatch();
    });
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport({}) });
server.define("table", Table);
server.listen(Number(port));
