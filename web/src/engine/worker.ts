/** The worker that the engine runs in: one question after the other. */
import { Refusal } from '../net/refusal';
import { answer, type Tell } from './answer';
import { type Core, loadCore } from './core';
import type { FromWorker, ToWorker } from './protocol';
import { listen } from './spawn';

let core: Promise<Core> | null = null;
let turn: Promise<void> = Promise.resolve();

/** The module, loaded when it is first needed, and again where that failed. */
function load(): Promise<Core> {
  core ??= loadCore().catch(() => {
    core = null;
    throw new Refusal('offline', 'the engine cannot be loaded');
  });
  return core;
}

async function work({ id, asked }: ToWorker, say: (message: FromWorker) => void): Promise<void> {
  try {
    const tell: Tell = (done, total, found) =>
      say({ id, type: 'progress', progress: { done, total, ...(found && { found }) } });
    say({ id, type: 'answer', answer: await answer(await load(), asked, tell) });
  } catch (error) {
    // What is no refusal is a trap in the module, and nobody knows what it left behind.
    if (!(error instanceof Refusal)) core = null;
    const { code, message, why } =
      error instanceof Refusal ? error : new Refusal('unavailable', error instanceof Error ? error.message : '');
    say({ id, type: 'refusal', code, message, why });
  }
}

listen<ToWorker>((asked, say) => {
  turn = turn.then(() => work(asked, say));
});
