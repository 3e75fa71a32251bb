/** What this device remembers of whoever solves puzzles on it. */
import { isLikely } from '../app/signed';
import { load, save } from '../app/store';
import type { PuzzleShown } from '../wire';
import { FIRST_DEVIATION, NEWCOMER, rated, type Strength } from './glicko';
import { daysBefore, today } from './library';

const MOST_SEEN = 3000;
const MOST_RATED = 500;
const DAY = 86_400_000;
/** Days until a missed puzzle comes again (spaced repetition); each time it is solved the next of these. */
export const INTERVALS: readonly number[] = [1, 3, 7, 16, 35];

export interface Due {
  readonly id: string;
  /** When it comes again. */
  readonly at: number;
  /** How often it was solved since it was missed. */
  readonly step: number;
}

interface Kept {
  /** Of a guest. */
  readonly strength: Strength;
  /** Whoever was signed in last, as the server rates them. */
  readonly account: { readonly name: string; readonly strength: Strength } | null;
  readonly puzzles: Readonly<Record<string, Strength>>;
  readonly seen: readonly string[];
  readonly due: readonly Due[];
  /** Puzzles of the day that were solved, by their dates. */
  readonly days: readonly string[];
  readonly best: { readonly streak: number; readonly clock: number };
  /** The last results that were counted: each counts once. */
  readonly counted: readonly string[];
}

const NOTHING: Kept = {
  strength: NEWCOMER,
  account: null,
  puzzles: {},
  seen: [],
  due: [],
  days: [],
  best: { streak: 0, clock: 0 },
  counted: [],
};

const NAME = 'puzzles';

class Training {
  #kept: Kept = $state.raw(NOTHING);

  constructor() {
    this.#read();
    // Another page of this device has counted something.
    globalThis.addEventListener?.('storage', ({ key }) => {
      if (key === null || key === `tafelrunde.${NAME}`) this.#kept = { ...NOTHING, ...load<Partial<Kept>>(NAME, {}) };
    });
  }

  /** Reads what was kept, by whichever page; a browser that keeps nothing goes on with what this page remembers. */
  #read(): Kept {
    const kept = load<Partial<Kept> | null>(NAME, null);
    if (kept) this.#kept = { ...NOTHING, ...kept };
    return this.#kept;
  }

  /** The name that is signed in here, as far as is known; null for guests. */
  get name(): string | null {
    return this.#account?.name ?? null;
  }
  get strength(): Strength {
    return (this.#account ?? this.#kept).strength;
  }
  get #account(): Kept['account'] {
    return isLikely() ? this.#kept.account : null;
  }
  get seen(): ReadonlySet<string> {
    return new Set(this.#kept.seen);
  }
  get days(): ReadonlySet<string> {
    return new Set(this.#kept.days);
  }
  get best(): Kept['best'] {
    return this.#kept.best;
  }

  /** What was missed and is to be tried again by now, the oldest first. */
  due(now = Date.now()): readonly Due[] {
    return this.#kept.due.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
  }

  /** How many days in a row the puzzle of the day was solved, up to today or yesterday. */
  daysInARow(date = today()): number {
    const { days } = this;
    let day = days.has(date) ? date : daysBefore(date);
    let count = 0;
    while (days.has(day)) {
      count++;
      day = daysBefore(day);
    }
    return count;
  }

  /** Hears from the server how strong a name is. */
  signedIn(name: string, { rating, deviation, volatility }: Strength): void {
    this.#keep({ ...this.#read(), account: { name, strength: { rating, deviation, volatility } } });
  }

  /** Counts a result; the same attempt counts once, however often it is told. Only the first attempt at a puzzle is
   * rated: whoever has seen the answer knows it. */
  count(attempt: string, puzzle: PuzzleShown, solved: boolean, now = Date.now()): void {
    const kept = this.#read();
    if (kept.counted.includes(attempt)) return;
    const theirs = kept.puzzles[puzzle.id] ?? {
      rating: puzzle.rating,
      deviation: FIRST_DEVIATION,
      volatility: NEWCOMER.volatility,
    };
    const isNew = !kept.seen.includes(puzzle.id);
    const { strength } = this;
    const after = isNew ? rated(strength, theirs, solved ? 1 : 0) : strength;
    const account = this.#account && { ...this.#account, strength: after };
    const puzzles = Object.entries({
      ...kept.puzzles,
      ...(isNew && { [puzzle.id]: rated(theirs, strength, solved ? 0 : 1) }),
    });
    this.#keep({
      ...kept,
      ...(account ? { account } : { strength: after }),
      puzzles: Object.fromEntries(puzzles.slice(-MOST_RATED)),
      seen: [...kept.seen.filter((id) => id !== puzzle.id), puzzle.id].slice(-MOST_SEEN),
      due: rescheduled(kept.due, puzzle.id, solved, now),
      counted: [...kept.counted, attempt].slice(-200),
    });
  }

  solvedDaily(date: string): void {
    const kept = this.#read();
    if (!kept.days.includes(date)) this.#keep({ ...kept, days: [...kept.days, date].slice(-800) });
  }

  record(mode: 'streak' | 'clock', solved: number): void {
    const kept = this.#read();
    if (solved > kept.best[mode]) this.#keep({ ...kept, best: { ...kept.best, [mode]: solved } });
  }

  /** Asks no more for puzzles that a new release has replaced. */
  forget(gone: readonly string[]): void {
    const kept = this.#read();
    if (gone.length) this.#keep({ ...kept, due: kept.due.filter(({ id }) => !gone.includes(id)) });
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    save(NAME, kept);
  }
}

function rescheduled(due: readonly Due[], id: string, solved: boolean, now: number): readonly Due[] {
  const old = due.find((one) => one.id === id);
  const others = due.filter((one) => one.id !== id);
  if (!solved) return [...others, { id, at: now + (INTERVALS[0] as number) * DAY, step: 0 }];
  if (!old) return others;
  const days = INTERVALS[old.step + 1];
  // Solved after the longest interval, it is known.
  return days === undefined ? others : [...others, { id, at: now + days * DAY, step: old.step + 1 }];
}

export const training = new Training();
