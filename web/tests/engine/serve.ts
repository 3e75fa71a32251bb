/**
 * The engine for programs: questions of `protocol.ts` as lines of JSON in, answers out.
 *
 * It runs in Node with the module and the folder of nets that its arguments name, and notes all calls of the module in the
 * file that a third one names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { answer } from '../../src/engine/answer';
import { Core } from '../../src/engine/calls';
import type { AnyAsked } from '../../src/engine/protocol';
import { Refusal } from '../../src/net/refusal';
import { trace } from './tracing';

const [file, nets, noted] = process.argv.slice(2) as [string, string, string?];
if (noted !== undefined) trace(noted);
const core = new Core(await WebAssembly.compile(readFileSync(file)), async (form) => {
  const path = join(nets, `${form}.net`);
  return existsSync(path) ? readFileSync(path) : null;
});

for await (const line of createInterface({ input: process.stdin })) {
  let said: unknown;
  try {
    said = { answer: await answer(core, JSON.parse(line) as AnyAsked, () => undefined) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    said = { refusal: { code: error.code, message: error.message, why: error.why } };
  }
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
