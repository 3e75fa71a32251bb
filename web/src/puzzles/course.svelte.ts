/** One puzzle after the other: which comes, what counts, and when it is over. */
import type { PuzzleShown } from '../wire';
import { daily, pick, puzzlesNamed, puzzlesOf, today, type Wish } from './library';
import { newId } from '../net/outbox';
import { tell } from './results';
import type { CameOf } from './solving.svelte';
import { training } from './training.svelte';

export type Mode = 'daily' | 'train' | 'streak' | 'clock' | 'again' | 'set';

const CLOCK = 3 * 60_000;
/** A row begins easily and gets harder. */
const FIRST = 600;
const HARDER = 60;

export class Course {
  puzzle: PuzzleShown | null = $state.raw(null);
  /** Counts the puzzles, so that each has a board of its own. */
  round = $state(0);
  solved = $state(0);
  /** Whether a row or the time has ended. */
  over = $state(false);
  left = $state(CLOCK);
  readonly date = today();
  #there: readonly PuzzleShown[] = [];
  #queue: PuzzleShown[] = [];
  #passed = new Set<string>();
  #opening: Promise<void> | null = null;
  #begun = 0;
  /** The name of the attempt at this puzzle, by which it counts once. */
  #attempt = '';

  constructor(
    readonly mode: Mode,
    readonly wish: Wish,
    readonly ids: readonly string[],
  ) {}

  /** Finds the first puzzle; throws a Refusal. */
  open(): Promise<void> {
    return (this.#opening ??= this.#open());
  }

  async #open(): Promise<void> {
    if (this.mode === 'daily') this.#queue = [await daily(this.date)];
    else if (this.mode === 'set') this.#queue = await puzzlesNamed(this.ids);
    else if (this.mode === 'again')
      this.#queue = await puzzlesNamed(
        training
          .due()
          .map(({ id }) => id)
          .slice(0, 50),
        (gone) => training.forget(gone),
      );
    else this.#there = await puzzlesOf(this.wish.game);
    this.#begun = Date.now();
    this.next();
  }

  get isLast(): boolean {
    return this.over || (!this.#there.length && !this.#queue.length);
  }

  next(): void {
    const rising = this.mode === 'streak' || this.mode === 'clock';
    const rating = rising ? FIRST + HARDER * this.solved : training.strength.rating;
    const seen = new Set([...training.seen, ...this.#passed]);
    this.puzzle = this.#queue.shift() ?? pick(this.#there, this.wish, rating, seen);
    if (this.puzzle) this.#passed.add(this.puzzle.id);
    this.round++;
    this.#attempt = newId();
  }

  /** Hears what came of the puzzle. */
  ended({ solved, moves, shown }: CameOf): void {
    const { puzzle } = this;
    if (!puzzle || this.over) return;
    training.count(this.#attempt, puzzle, solved);
    tell({ id: this.#attempt, puzzle: puzzle.id, moves: [...moves], shown, at: Date.now() });
    if (solved) this.solved++;
    if (this.mode === 'daily' && solved) training.solvedDaily(this.date);
    if (this.mode === 'streak' && !solved) this.over = true;
    if (this.mode === 'streak' || this.mode === 'clock') training.record(this.mode, this.solved);
  }

  /** Looks at the clock. */
  tick(now = Date.now()): void {
    if (this.mode !== 'clock' || this.over || !this.#begun) return;
    this.left = Math.max(0, CLOCK - (now - this.#begun));
    if (!this.left) this.over = true;
  }
}
