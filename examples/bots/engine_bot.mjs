// A bot in another language: it knows no rules and asks `tafelrunde moves` what may be played.
// Try it: tafelrunde tournament random "cmd:node examples/bots/engine_bot.mjs" --game tokan -n 5
// The environment variable TAFELRUNDE names the command if it is not on the path.
import { execFileSync } from "node:child_process";
import { createInterface } from "node:readline";

const command = process.env.TAFELRUNDE ?? "tafelrunde";

for await (const line of createInterface({ input: process.stdin })) {
  const { record, seed = 0 } = JSON.parse(line);
  const moves = execFileSync(command, ["moves", "-"], { input: record, encoding: "utf8" }).split("\n").filter(Boolean);
  // In TOKAN carrying builds higher towers; in the chocolate games every card it can stack cuts something off.
  const liked = moves.filter((move) => move.includes("+") || move.includes("^"));
  const choice = liked.length ? liked : moves;
  // Nothing to play means that a card was offered: no, thanks.
  const refusal = record.trimEnd().split(/\s+/).at(-1).startsWith("counter") ? "reject" : "decline";
  console.log(JSON.stringify({ move: choice[seed % choice.length] ?? refusal }));
}
