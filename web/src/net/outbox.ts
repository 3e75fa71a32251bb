/** Actions that the server has not acknowledged yet. They outlive the page, and are sent again until they are answered. */
import type { Act } from '../wire';

const KEY = 'tafelrunde.outbox';

export class Outbox {
  readonly #store: Pick<Storage, 'getItem' | 'setItem'>;
  readonly #key: string;
  /** What waits where the browser has no room for it: then it lives as long as the page. */
  #unkept: readonly Act[] | null = null;

  constructor(store: Pick<Storage, 'getItem' | 'setItem'>, key = KEY) {
    this.#store = store;
    this.#key = key;
  }

  all(): readonly Act[] {
    if (this.#unkept) return this.#unkept;
    try {
      return JSON.parse(this.#store.getItem(this.#key) ?? '[]') as Act[];
    } catch {
      return [];
    }
  }

  add(act: Act): void {
    this.#write([...this.all(), act]);
  }

  remove(id: string): void {
    this.#write(this.all().filter((act) => act.id !== id));
  }

  /** What waits for a seat of a match, in the order in which it was done. */
  of(match: string, seat: number): readonly Act[] {
    return this.all().filter((act) => act.match === match && act.seat === seat);
  }

  #write(acts: readonly Act[]): void {
    // Other pages of the same browser read the same box: sending an action twice does no harm, losing it would.
    this.#unkept = null;
    try {
      this.#store.setItem(this.#key, JSON.stringify(acts));
    } catch {
      this.#unkept = acts;
    }
  }
}

/** A name for an action that nobody else makes; also a word for a deal that nobody can guess. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A token for a seat, made here so that a request whose answer was lost can be sent again. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
