/** The end of a game, shown step by step: what counts is counted one after the other, until somebody has seen enough. */
import { isStill } from './motion';

/** Milliseconds for one thing that is counted, and for all of them at most. */
const STEP = 260;
const LONGEST = 3600;

export class Finale {
  running = $state(false);
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly counted: () => readonly string[] | null,
    private readonly show: (counted: string[] | null) => void,
  ) {}

  /** Counts things one after the other; all at once where nothing may move. */
  play(things: readonly string[], onCount: () => void): void {
    if (isStill() || !things.length) return;
    this.running = true;
    this.show([]);
    this.#timer = setInterval(
      () => {
        const counted = this.counted() ?? [];
        const next = things[counted.length];
        if (next === undefined) this.skip();
        else {
          this.show([...counted, next]);
          onCount();
        }
      },
      Math.min(STEP, LONGEST / things.length),
    );
  }

  skip(): void {
    clearInterval(this.#timer);
    this.running = false;
    this.show(null);
  }
}
