// A bot in another language: it knows no rule. It asks `tafelrunde engine` what the levels 4, 3 and 2 would play and plays
// what most of them want, the strongest if all differ.
// Try it: tafelrunde tournament 2 3 4 "cmd:node examples/bots/engine_bot.mjs" --game tokan -n 5
// The environment variable TAFELRUNDE names the command if it is not on the path.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const engine = spawn(process.env.TAFELRUNDE ?? "tafelrunde", ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

for await (const line of createInterface({ input: process.stdin })) {
  const { record, seat, seed } = JSON.parse(line);
  const votes = new Map();
  for (const level of [4, 3, 2]) {
    engine.stdin.write(JSON.stringify({ record, seat, seed, level }) + "\n");
    const { move } = JSON.parse((await answers.next()).value);
    votes.set(move, (votes.get(move) ?? 0) + 1);
  }
  const [[move]] = [...votes].sort(([, some], [, others]) => others - some);
  console.log(JSON.stringify({ move }));
}
engine.stdin.end();
