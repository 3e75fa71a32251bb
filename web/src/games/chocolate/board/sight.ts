/** The view from above: what is visible where, and what a card would join or cover there. */
import { keyOf } from '../../../boards/geometry/outline';
import type { Cell, Colour, Group, LyingCard, NeutralGroup, Tier } from '../types';
import { pieces } from './cards';

export type Sight = ReadonlyMap<string, Colour>;

const SIDES: readonly Cell[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

/** What is visible: pieces of the second tier hide those below. */
export function seen(cards: readonly LyingCard[]): Sight {
  const sight = new Map<string, Colour>();
  for (const tier of [1, 2]) {
    for (const card of cards) {
      if (card.tier === tier)
        for (const { x, y, colour } of pieces(card.card, card.x, card.y)) sight.set(keyOf(x, y), colour);
    }
  }
  return sight;
}

/** The card whose visible piece lies on a cell. */
export function cardAt(cards: readonly LyingCard[], x: number, y: number): LyingCard | null {
  const over = cards.filter((card) => (x === card.x || x === card.x + 1) && (y === card.y || y === card.y + 1));
  return over.find((card) => card.tier === 2) ?? over[0] ?? null;
}

/** The tier a card would lie in at a place: on four pieces it is the second, else the first. */
export function tierAt(sight: Sight, x: number, y: number): Tier {
  return pieces('????', x, y).every((piece) => sight.has(keyOf(piece.x, piece.y))) ? 2 : 1;
}

export interface Preview {
  /** Pairs of cells, one of the card and one beside it, that would join. */
  readonly joins: readonly (readonly [own: Cell, other: Cell])[];
  /** What the card would hide. */
  readonly covered: readonly { readonly x: number; readonly y: number; readonly colour: Colour }[];
  /** The groups the card would belong to, the largest first; those made of its own pieces only are left out. */
  readonly groups: readonly { readonly colour: Colour; readonly cells: readonly Cell[] }[];
}

/** Says what a card would do at a place, were it to lie there. */
export function preview(sight: Sight, look: string, x: number, y: number): Preview {
  const own = pieces(look, x, y);
  const ownKeys = new Set(own.map((piece) => keyOf(piece.x, piece.y)));
  const after = new Map(sight);
  for (const piece of own) after.set(keyOf(piece.x, piece.y), piece.colour);
  const joins: [Cell, Cell][] = [];
  for (const piece of own) {
    for (const [dx, dy] of SIDES) {
      const key = keyOf(piece.x + dx, piece.y + dy);
      if (!ownKeys.has(key) && sight.get(key) === piece.colour)
        joins.push([
          [piece.x, piece.y],
          [piece.x + dx, piece.y + dy],
        ]);
    }
  }
  const groups: { colour: Colour; cells: Cell[] }[] = [];
  const done = new Set<string>();
  for (const piece of own) {
    if (done.has(keyOf(piece.x, piece.y))) continue;
    const cells = flood(after, piece.x, piece.y);
    for (const [cx, cy] of cells) done.add(keyOf(cx, cy));
    if (cells.some(([cx, cy]) => !ownKeys.has(keyOf(cx, cy)))) groups.push({ colour: piece.colour, cells });
  }
  groups.sort((a, b) => b.cells.length - a.cells.length);
  const covered = own.flatMap((piece) => {
    const colour = sight.get(keyOf(piece.x, piece.y));
    return colour ? [{ x: piece.x, y: piece.y, colour }] : [];
  });
  return { joins, covered, groups };
}

/** The visible pieces that hang together with the one on a cell. */
export function flood(sight: Sight, x: number, y: number): Cell[] {
  const colour = sight.get(keyOf(x, y));
  if (!colour) return [];
  const found: Cell[] = [[x, y]];
  const known = new Set([keyOf(x, y)]);
  for (const [cx, cy] of found) {
    for (const [dx, dy] of SIDES) {
      const key = keyOf(cx + dx, cy + dy);
      if (!known.has(key) && sight.get(key) === colour) {
        known.add(key);
        found.push([cx + dx, cy + dy]);
      }
    }
  }
  return found;
}

/** The group of the scene that a cell belongs to. */
export function groupAt(groups: readonly Group[], x: number, y: number): Group | null {
  return groups.find(({ cells }) => holds(cells, x, y)) ?? null;
}

/** The neutral group of the scene that a cell belongs to. */
export function neutralGroupAt(groups: readonly NeutralGroup[], x: number, y: number): NeutralGroup | null {
  return groups.find(({ cells }) => holds(cells, x, y)) ?? null;
}

function holds(cells: readonly Cell[], x: number, y: number): boolean {
  return cells.some(([cx, cy]) => cx === x && cy === y);
}
