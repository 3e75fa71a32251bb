/** A position of TOKAN that is being set up: tiles are taken up and put down, none is ever lost. */
import { CELLS, indexOf } from '../board/places';
import type { Laid } from '../position';

/** Three mice, seven jackals and five lions of each colour, in the order in which they lie in the tray. */
export const ALL = 'MMMJJJJJJJLLLLLmmmjjjjjjjlllll';
const KINDS = 'MJLmjl';

/** The tiles that are missing from some towers; null if there are too many of a kind. */
export function missing(towers: readonly string[]): string | null {
  const left = [...ALL];
  for (const tile of towers.join('')) {
    const place = left.indexOf(tile);
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left.join('');
}

export function shuffled(chance: () => number): Laid {
  const tiles = [...ALL];
  for (let last = tiles.length - 1; last > 0; last--) {
    const other = Math.floor(chance() * (last + 1));
    [tiles[last], tiles[other]] = [tiles[other] as string, tiles[last] as string];
  }
  return { towers: tiles, side: 'r', taboo: null };
}

export class Layout {
  laid: Laid = $state.raw() as Laid;
  /** The tile that is put down next. */
  inHand: string | null = $state(null);
  #before: readonly Laid[] = $state.raw([]);

  constructor(laid: Laid) {
    this.laid = laid;
  }

  readonly tray: string = $derived.by(() => missing(this.laid.towers) ?? '');
  readonly complete: boolean = $derived(this.tray === '');
  readonly canUndo: boolean = $derived.by(() => this.#before.length > 0);
  /** The tiles beside the field by kind, with their number. */
  readonly heap: readonly { readonly tile: string; readonly n: number }[] = $derived(
    [...KINDS]
      .map((tile) => ({ tile, n: [...this.tray].filter((other) => other === tile).length }))
      .filter(({ n }) => n > 0),
  );

  /** Puts the tile in hand onto a cell; an empty hand takes up the top tile that lies there. */
  touch(cell: string): void {
    const place = indexOf(cell);
    const tower = this.laid.towers[place] ?? '';
    if (this.inHand) {
      const tile = this.inHand;
      this.#lay(place, tower + tile);
      this.inHand = this.tray.includes(tile) ? tile : (this.tray[0] ?? null);
    } else if (tower) {
      this.#lay(place, tower.slice(0, -1));
      this.inHand = tower.slice(-1);
    }
  }

  take(tile: string): void {
    this.inHand = this.inHand === tile || !this.tray.includes(tile) ? null : tile;
  }

  change(laid: Laid): void {
    this.#before = [...this.#before.slice(-99), this.laid];
    this.laid = laid;
    this.inHand = null;
  }

  clear(): void {
    this.change({ towers: CELLS.map(() => ''), side: this.laid.side, taboo: null });
    this.inHand = ALL[0] ?? null;
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.laid = last;
    this.#before = this.#before.slice(0, -1);
    this.inHand = null;
  }

  #lay(place: number, tower: string): void {
    const towers = this.laid.towers.map((other, index) => (index === place ? tower : other));
    // Only a tower can be taboo, and one that is being changed was not moved to.
    const taboo = this.laid.taboo === CELLS[place] ? null : this.laid.taboo;
    const hand = this.inHand;
    this.change({ ...this.laid, towers, taboo });
    this.inHand = hand;
  }
}
