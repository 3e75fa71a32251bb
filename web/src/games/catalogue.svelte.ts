/** What can be played: every game with its options, kept in this browser for the next first paint. */
import { load, save } from '../app/store';
import { games as askForGames } from '../net/api';
import type { GameInfo } from '../tables';

class Catalogue {
  games: readonly GameInfo[] = $state.raw(load<readonly GameInfo[]>('games', []));
  /** Whether the server has answered, or could not be reached, since the page was opened. */
  asked = $state(false);
  #asking: Promise<void> | null = null;

  of(name: string): GameInfo | undefined {
    return this.games.find((game) => game.name === name);
  }

  /** Asks the server once; without it, what was kept stays. */
  refresh(): Promise<void> {
    this.#asking ??= askForGames()
      .then(({ games }) => {
        this.games = games;
        save('games', games);
      })
      // Whoever cannot be reached now is asked again by the next page.
      .catch(() => void (this.#asking = null))
      .finally(() => (this.asked = true));
    return this.#asking;
  }
}

export const catalogue = new Catalogue();
