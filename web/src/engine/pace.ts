/** How long something may take, and time that is shared out over the turns of a match. */
import { UNWATCHED, type Watch } from './calls';

/** Seconds, or nodes for an answer that can be reproduced; else as a level has it. */
export interface Budget {
  seconds?: number | undefined;
  nodes?: number | undefined;
}

export const now = (): number => performance.now() / 1000;

/** A watch that ends a search after some seconds. */
export function within(seconds: number | undefined): Watch {
  if (seconds === undefined || seconds <= 0) return UNWATCHED;
  const begin = now();
  const passed = () => (now() - begin) / seconds;
  return { passed, tell: () => passed() < 1 };
}

/** A stop sign for every turn in its time: each gets an equal share of what is left of some seconds. */
export class Pace implements Watch {
  private readonly end: number;
  private until = 0;
  private begun = false;

  constructor(
    seconds: number,
    private left: number,
  ) {
    this.end = now() + seconds;
    this.nextTurn();
  }

  /** Begins the share of the next turn and returns its seconds. */
  nextTurn(): number {
    const share = Math.max(0, this.end - now()) / Math.max(1, this.left);
    this.left -= 1;
    this.until = now() + share;
    this.begun = false;
    return share;
  }

  /** Whether the share is used up; time never keeps a turn from being begun. */
  isOver(): boolean {
    const { begun } = this;
    this.begun = true;
    return begun && now() >= this.until;
  }

  passed(): number {
    return this.isOver() ? 1 : 0;
  }

  tell(): boolean {
    return !this.isOver();
  }
}

/** Rounds as Python does: exactly, and to the even neighbour where it lies in the middle. */
export function round(value: number, digits: number): number {
  const rounded = Number(value.toFixed(digits));
  const exact = Math.abs(value).toFixed(digits + 30 > 100 ? 100 : digits + 30);
  const rest = exact.slice(exact.length - 30);
  if (!/^50*$/.test(rest)) return rounded;
  const down = exact.slice(0, exact.length - 30);
  const even = Number(down.at(-1) === '.' ? down.at(-2) : down.at(-1)) % 2 === 0;
  const size = even ? Number(down) : Math.abs(Number(down)) + 10 ** -digits;
  return Number((Math.sign(value) * size).toFixed(digits));
}
