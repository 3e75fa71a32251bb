/** Which lessons this browser has seen to the end. */
import { load, save } from '../app/store';

class Progress {
  #done: Readonly<Record<string, readonly string[]>> = $state.raw(load('lessons', {}));

  of(game: string): readonly string[] {
    return this.#done[game] ?? [];
  }

  finish(game: string, lesson: string): void {
    if (this.of(game).includes(lesson)) return;
    this.#done = { ...this.#done, [game]: [...this.of(game), lesson] };
    save('lessons', this.#done);
  }
}

export const progress = new Progress();
