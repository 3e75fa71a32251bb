/** Exact play in TOKAN: the solver within an allowance. */
import type { Core } from '../calls';
import { now } from '../pace';
import type { Play } from '../play';
import { isExact, solve, UNKNOWN, type Value } from './search';

/** Positions between two looks at the clock, where none runs. */
const SLICE = 50_000;
/** The same in seconds where one does. */
const SLICE_SECONDS = 0.015;
const MOST_MEMORY = 64 << 20;
const LEAST_MEMORY = 1 << 20;
function deviceMemory(): number | undefined {
  return (globalThis.navigator as { deviceMemory?: number } | undefined)?.deviceMemory;
}

/** What a solver usually has, on a device that does not say how little memory it has. */
export const ALL_MEMORY = ((deviceMemory() ?? 8) < 4 ? 128 : 512) << 20;
/** Memory for a question, as far as it is limited. */
const BYTES_A_POSITION = 128;
const MOST_PROMISES = 8_192;

/** Does some work with a solver that has so many bytes, or as many as the device can spare. */
export function withMemory<T>(core: Core, memory: number, work: () => T): T {
  let begun = false;
  for (let bytes = memory; ; bytes /= 2)
    try {
      return core.solving(bytes, () => ((begun = true), work()));
    } catch (error) {
      if (begun || bytes <= MOST_MEMORY) throw error;
    }
}

/** What solving may cost; without seconds the clock does not matter. */
export interface Allowance {
  positions: number;
  seconds: number | null;
}

const CHECK: Allowance = { positions: SLICE, seconds: null };

/** What is certain of a position for the side to move, and a move that keeps it if anything is. */
export interface Certainty {
  value: Value;
  best: string | null;
}

/** What a position is known to be worth at least to the side to move, and the positions it took to find out. */
export interface Promised {
  worth: number;
  positions: number;
}

/** What was proved in earlier moves and is to be kept in later ones. */
export class Promises {
  private readonly kept = new Map<string, Promised>();

  find(play: Play): Promised | null {
    return this.kept.get(keyOf(play)) ?? null;
  }

  /** Promises for a position, and for whatever the opponent replies to a move. */
  make(play: Play, move: string, promise: Promised): void {
    this.keep(keyOf(play), promise);
    play.after(move, () => {
      for (const reply of play.legal())
        this.keep(
          play.after(reply, () => keyOf(play)),
          promise,
        );
    });
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST_PROMISES) break;
      this.kept.delete(oldest);
    }
  }

  private keep(key: string, promise: Promised): void {
    this.kept.delete(key);
    this.kept.set(key, promise);
  }
}

function keyOf(play: Play): string {
  const { position } = JSON.parse(play.table(undefined, undefined, false)) as { position: string };
  return `${Object.values(play.form.all).join(' ')} ${position}`;
}

/** A solver for the questions of one move; what it learns from one helps with the next. It must be open. */
export class ExactPlay {
  /** Looked at so far. */
  positions = 0;
  private readonly begin = now();

  constructor(
    private readonly play: Play,
    private readonly allowance: Allowance,
  ) {}

  /** The bytes that the solver of an allowance takes. */
  static memory({ positions }: Allowance): number {
    return Math.max(Math.min(BYTES_A_POSITION * positions, MOST_MEMORY), LEAST_MEMORY);
  }

  /** How long it has been there. */
  get seconds(): number {
    return now() - this.begin;
  }

  /** Solves the position as far as the allowance goes, and then on until a promise is kept. */
  find(promise: Promised | null): Certainty {
    const certainty = this.solve(this.allowance);
    if (promise === null || certainty.value.low >= promise.worth) return certainty;
    return this.solve({ positions: 2 * promise.positions + SLICE, seconds: null }, certainty);
  }

  /** The first of some moves after which the opponent is known not to win. */
  firstSafe(moves: readonly string[]): string | null {
    for (const move of new Set(moves)) {
      const worst = this.play.after(move, () => {
        const { over, winner, seat } = this.play.stand();
        if (!over) return this.solve(CHECK).value;
        const worth = winner === null ? 0 : winner === seat ? 1 : -1;
        return { low: worth, high: worth };
      });
      if (worst.high <= 0) return move;
    }
    return null;
  }

  private solve(allowance: Allowance, known: Certainty = { value: UNKNOWN, best: null }): Certainty {
    let certainty = known;
    let used = 0;
    const begin = now();
    while (!isExact(certainty.value) && used < allowance.positions) {
      let positions = Math.min(SLICE, allowance.positions - used);
      let watch;
      if (allowance.seconds !== null) {
        const seconds = allowance.seconds - (now() - begin);
        if (seconds <= 0) break;
        positions = allowance.positions - used;
        const end = now() + Math.min(SLICE_SECONDS, seconds);
        watch = { passed: () => 0, tell: () => now() < end };
      }
      const solution = solve(this.play, this.play.size, { positions }, watch);
      used += Math.max(1, solution.positions);
      this.positions += solution.positions;
      const { low, high } = certainty.value;
      const value = { low: Math.max(low, solution.low), high: Math.min(high, solution.high) };
      // A move stays good for what it was found to keep.
      const same = value.low === low && value.high === high;
      certainty = { value, best: certainty.best === null || !same ? solution.best : certainty.best };
    }
    return certainty;
  }
}
