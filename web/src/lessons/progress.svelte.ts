/** Which lessons this browser has seen to the end. */
import type { GameName } from '../app/games';
import { load, save } from '../app/store';

class Progress {
  #done: Readonly<Partial<Record<GameName, readonly string[]>>> = $state.raw(load('lessons', {}));

  of(game: GameName): readonly string[] {
    return this.#done[game] ?? [];
  }

  finish(game: GameName, lesson: string): void {
    if (this.of(game).includes(lesson)) return;
    this.#done = { ...this.#done, [game]: [...this.of(game), lesson] };
    save('lessons', this.#done);
  }
}

export const progress = new Progress();
