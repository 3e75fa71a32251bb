/** The engine beside a study: what the moves here are worth, as long as somebody wants to know and looks. */
import { problemInWords } from '../app/notices.svelte';
import { load, save } from '../app/store';
import { places } from '../net/api';
import { judge, type MovesJudged, rest } from '../net/device';
import { Refusal } from '../net/refusal';

/** How long one table is thought about. */
const SECONDS = 30;
/** Whoever goes through moves quickly asks nothing on the way. */
const PATIENCE = 60;

export class Judge {
  /** Whether somebody wants to know. */
  on: boolean = $state(load('judge.on', true));
  /** Whether by the full truth, and not by what the seat could know. */
  open: boolean = $state(load('judge.open', false));
  /** In how many workers, 0 for as many as suit the device. */
  threads: number = $state(load('judge.threads', 0));
  found: MovesJudged | null = $state.raw(null);
  thinking = $state(false);
  problem = $state('');
  #stop: AbortController | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  switch(on: boolean): void {
    this.on = on;
    save('judge.on', on);
  }

  see(open: boolean): void {
    this.open = open;
    save('judge.open', open);
  }

  share(threads: number): void {
    this.threads = threads;
    save('judge.threads', threads);
  }

  /** Judges the end of a record from now on, and nothing else any more. */
  ask(record: string): void {
    this.stop();
    this.found = null;
    this.problem = '';
    this.thinking = true;
    this.#waiting = setTimeout(() => void this.#judge(record), PATIENCE);
  }

  /** Ends everything at once; what is known stays. */
  stop(): void {
    clearTimeout(this.#waiting);
    this.#stop?.abort();
    this.#stop = null;
    this.thinking = false;
  }

  /** Nobody will ask again. */
  leave(): void {
    this.stop();
    rest();
  }

  async #judge(record: string): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    const { open, threads } = this;
    const asked = { record, open, seconds: SECONDS, memory: places.memory, ...(threads > 0 && { threads }) };
    try {
      await judge(asked, stop.signal, (found) => {
        if (this.#stop === stop) this.found = found;
      });
    } catch (error) {
      if (stop.signal.aborted) return;
      this.problem = problemInWords(error instanceof Refusal ? error : new Refusal('unavailable', ''));
    }
    if (this.#stop === stop) this.thinking = false;
  }
}
