/** A board of TOKAN as somebody sees it from above: on every space the animal on top, and how high its tower is. */
import { CELLS, indexOf, sideOf } from '../board/places';
import { ALL } from '../editor/layout.svelte';
import { writePosition, type Side } from '../position';

export interface Seen {
  readonly top: string;
  readonly height: number;
}

const KINDS = 'MJLmjl';
const MOST_STEPS = 200;

/** The tiles that are not on top of a tower. */
function hidden(seen: readonly (Seen | null)[]): string[] {
  const left = [...ALL];
  for (const tower of seen) if (tower) left.splice(left.indexOf(tower.top), 1);
  return left;
}

/**
 * The towers as they may be: which tiles are below the tops decides nothing, neither what scores nor whether anybody can
 * move, so that those that are left are taken in turn.
 */
export function towersOf(seen: readonly (Seen | null)[]): string[] {
  const left = hidden(seen);
  return seen.map((tower) => (tower ? left.splice(0, tower.height - 1).join('') + tower.top : ''));
}

/** Reads a board as it is kept: for every space nothing or a tile with its height, as `-,L3`; null for anything else. */
export function readSeen(text: string): (Seen | null)[] | null {
  const words = text.split(',');
  if (words.length !== CELLS.length || !words.every((word) => /^(-|[MJLmjl]([1-9]|[12]\d|30))$/.test(word)))
    return null;
  const seen = words.map((word) => (word === '-' ? null : { top: word.charAt(0), height: Number(word.slice(1)) }));
  const tops = seen.flatMap((tower) => (tower ? [tower.top] : []));
  const enough = [...KINDS].every(
    (kind) => tops.filter((top) => top === kind).length <= [...ALL].filter((tile) => tile === kind).length,
  );
  const tiles = seen.reduce((sum, tower) => sum + (tower?.height ?? 0), 0);
  return enough && tiles <= ALL.length ? seen : null;
}

export function writeSeen(seen: readonly (Seen | null)[]): string {
  return seen.map((tower) => (tower ? `${tower.top}${tower.height}` : '-')).join(',');
}

export class Towers {
  seen: readonly (Seen | null)[] = $state.raw([]);
  /** The animal that is put down next. */
  inHand: string | null = $state(null);
  #before: readonly (readonly (Seen | null)[])[] = $state.raw([]);

  constructor(seen: readonly (Seen | null)[] | null) {
    this.seen = seen ?? CELLS.map(() => null);
  }

  readonly canUndo: boolean = $derived.by(() => this.#before.length > 0);
  /** The tiles that are not on the board yet. */
  readonly left: number = $derived.by(
    () => ALL.length - this.seen.reduce((sum, tower) => sum + (tower?.height ?? 0), 0),
  );
  readonly towers: readonly string[] = $derived.by(() => towersOf(this.seen));
  /** How many of each animal may still be on top of a tower. */
  readonly heap: readonly { readonly tile: string; readonly n: number }[] = $derived.by(() => {
    const left = hidden(this.seen);
    return [...KINDS].map((tile) => ({
      tile,
      n: this.left > 0 ? left.filter((other) => other === tile).length : 0,
    }));
  });

  /** The position with a side to move. */
  position(side: Side): string {
    return writePosition({ towers: this.towers, side, taboo: null });
  }

  take(tile: string): void {
    this.inHand = this.inHand === tile ? null : tile;
  }

  /** Puts the animal in hand onto a free space; on a tower it adds a tile below the top. */
  touch(cell: string): 'put' | 'raised' | 'nothing' {
    const place = indexOf(cell);
    const tower = this.seen[place] ?? null;
    if (this.left < 1) return 'nothing';
    if (tower) {
      this.#lay(place, { ...tower, height: tower.height + 1 });
      return 'raised';
    }
    const tile = this.inHand;
    if (!tile || !this.heap.some((kind) => kind.tile === tile && kind.n > 0)) return 'nothing';
    this.#lay(place, { top: tile, height: 1 });
    if (!this.heap.some((kind) => kind.tile === tile && kind.n > 0)) this.inHand = null;
    return 'put';
  }

  clear(): void {
    this.open(CELLS.map(() => null));
  }

  open(seen: readonly (Seen | null)[]): void {
    this.#change(seen);
  }

  undo(): void {
    const before = this.#before.at(-1);
    if (!before) return;
    this.seen = before;
    this.#before = this.#before.slice(0, -1);
  }

  #lay(place: number, tower: Seen): void {
    this.#change(this.seen.map((other, index) => (index === place ? tower : other)));
  }

  #change(seen: readonly (Seen | null)[]): void {
    this.#before = [...this.#before.slice(-MOST_STEPS), this.seen];
    this.seen = seen;
  }
}

/**
 * Every way in which a game can have come to this board: who was to move, and which of the other side's towers was taboo.
 * Without a taboo first, since that is what lies before everybody's eyes.
 */
export function* endings({ towers }: { readonly towers: readonly string[] }): Generator<string> {
  const sides = ['r', 'b'] as const;
  for (const side of sides) yield writePosition({ towers, side, taboo: null });
  for (const [index, side] of sides.entries())
    for (const [place, tower] of towers.entries())
      if (tower.length > 1 && sideOf(tower.slice(-1)) !== index)
        yield writePosition({ towers, side, taboo: CELLS[place] ?? null });
}

/** One sentence of the count. */
export type TowerStep =
  | { readonly kind: 'tower'; readonly side: 0 | 1; readonly cell: string; readonly tile: string; readonly n: number }
  | { readonly kind: 'none'; readonly side: 0 | 1 }
  | { readonly kind: 'tie'; readonly heights: readonly (readonly number[])[] };

/** What the rules found: every tower that scores, the best first, red before black; then what decides equal points. */
export function stepsOf(
  towers: readonly string[],
  scored: readonly { readonly cell: string; readonly points: number }[],
  tie: readonly (readonly number[])[] | null,
): TowerStep[] {
  const steps = ([0, 1] as const).flatMap((side): TowerStep[] => {
    const own = scored
      .map(({ cell, points }) => ({ cell, n: points, tile: (towers[indexOf(cell)] ?? '').slice(-1) }))
      .filter(({ tile }) => sideOf(tile) === side)
      .sort((a, b) => b.n - a.n);
    return own.length ? own.map((tower) => ({ kind: 'tower', side, ...tower })) : [{ kind: 'none', side }];
  });
  return tie ? [...steps, { kind: 'tie', heights: tie }] : steps;
}
