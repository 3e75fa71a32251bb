/** A match in memory: who follows it, and what goes on in it besides. */
import type { Listener } from './host';
import type { Match } from './state';

export class Live {
  readonly listeners = new Set<Listener>();
  /** Deleted, or gone on elsewhere. */
  isGone = false;
  /** Rings when the running clock is used up. */
  alarm: ReturnType<typeof setTimeout> | undefined;
  /** Notes from time to time that somebody looks after a running clock. */
  pulse: ReturnType<typeof setInterval> | undefined;
  beaten = 0;
  /** How often in a row a computer could not move, for want of a worker or of room on the disk. */
  failures = 0;
  /** Ends the computer's thought. */
  thinking: AbortController | null = null;
  /** What it thinks about: the seat, and how many moves were made before. */
  pondered: { readonly seat: number; readonly ply: number } | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(public match: Match) {}

  /** Does one thing after the other. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}
