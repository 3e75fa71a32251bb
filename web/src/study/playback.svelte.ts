/** A line of the engine that plays itself on the board of a study, as long as somebody looks at it. */
import { tableAfter } from '../net/studying';
import type { Study } from './study.svelte';

/** Whoever only passes over a line sees nothing move. */
const BEFORE = 450;
/** Between two moves. */
const PACE = 900;

export class Playback {
  /** The line that plays. */
  line: readonly string[] | null = $state.raw(null);
  /** How many of its moves lie on the board. */
  made = $state(0);
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(private readonly study: Study) {}

  /** Plays a line from where the study is. */
  play(line: readonly string[], before = BEFORE): void {
    this.stop();
    this.line = line;
    const turn = ++this.#turn;
    this.#waiting = setTimeout(() => void this.#step(turn), before);
  }

  /** Puts everything back to where the study is. */
  stop(): void {
    clearTimeout(this.#waiting);
    this.#turn++;
    this.line = null;
    this.made = 0;
    this.study.previewed = null;
  }

  async #step(turn: number): Promise<void> {
    const { line, study } = this;
    if (!line || this.made >= line.length) return;
    try {
      const made = this.made + 1;
      const shown = await tableAfter({ record: study.tree.line(study.node, line.slice(0, made)) });
      if (turn !== this.#turn) return;
      study.previewed = shown;
      this.made = made;
      this.#waiting = setTimeout(() => void this.#step(turn), PACE);
    } catch {
      // What cannot be shown is not: the moves still stand in the list.
      if (turn === this.#turn) this.stop();
    }
  }
}
