/**
 * What came of puzzles, on its way to the server, which rates those with a name.
 *
 * An attempt gets its id here, once, and lies in this box until the server has answered it, so that it arrives exactly
 * once whatever the network does. Those of guests stay, and are taken along by the first name that signs in here.
 */
import { openAccount } from '../app/signed';
import { load, save } from '../app/store';
import { ownStanding, tellAttempts } from '../net/puzzles';
import type { AttemptTold } from '../wire';
import { training } from './training.svelte';

export interface Attempt extends AttemptTold {
  /** The name that was signed in when it was made; null for guests. */
  readonly owner: string | null;
}

const BOX = 'puzzleResults';
/** What a guest takes along at most. */
const MOST = 1000;
/** How many are told at once. */
const TOLD = 50;

export const waiting = (): readonly Attempt[] => load<readonly Attempt[]>(BOX, []);

/** Puts an attempt into the box and tries to hand it over. */
export function tell(attempt: AttemptTold): void {
  const box = waiting();
  if (!box.some(({ id }) => id === attempt.id)) save(BOX, [...box, { ...attempt, owner: training.name }].slice(-MOST));
  void deliver();
}

let delivering: Promise<void> | null = null;
let again = false;

/** Hands over what waits, if somebody is signed in; what cannot be handed over now stays. */
export function deliver(): Promise<void> {
  again = delivering !== null;
  return (delivering ??= handOver()
    // No network, or signed out elsewhere: the next time.
    .catch(() => undefined)
    .then(() => {
      delivering = null;
      return again ? deliver() : undefined;
    }));
}

async function handOver(): Promise<void> {
  const name = (await openAccount())?.shown?.name;
  if (name === undefined) return;
  for (;;) {
    const own = waiting().filter(({ owner }) => owner === null || owner === name);
    if (!own.length) return training.signedIn(name, await ownStanding());
    const attempts = own
      .slice(0, TOLD)
      .map(({ id, puzzle, moves, shown, at }): AttemptTold => ({ id, puzzle, moves, shown, at }));
    const answer = await tellAttempts({ attempts });
    const answered = new Set(answer.attempts.map(({ id }) => id));
    // Another page may have put something in meanwhile.
    save(
      BOX,
      waiting().filter(({ id }) => !answered.has(id)),
    );
    training.signedIn(name, answer.standing);
    if (own.length <= TOLD) return;
  }
}

globalThis.addEventListener?.('online', () => void deliver());
