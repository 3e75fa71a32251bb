/** What tells one turn of the chocolate games from another: facts that stand on the tables themselves. */
import { keyOf } from '../../boards/geometry/outline';
import type { ChocolateTableShown } from '../../wire';
import type { Compared, Reason, Reasons } from '../game';

type Cells = ReadonlySet<string>;

/** The areas of a side, the largest first. */
function areas({ groups }: ChocolateTableShown, side: number): Cells[] {
  return groups
    .filter((group) => group.side === side)
    .map(({ cells }) => new Set(cells.map(([x, y]) => keyOf(x, y))))
    .sort((a, b) => b.size - a.size);
}

/** How many empty places lie beside a side's largest area, where it can go on growing. */
export function roomOf(table: ChocolateTableShown, side: number): number {
  const filled = new Set(
    table.field.flatMap(({ x, y }) => [keyOf(x, y), keyOf(x + 1, y), keyOf(x, y + 1), keyOf(x + 1, y + 1)]),
  );
  const rooms = table.groups
    .filter((group) => group.side === side && group.cells.length === largest(table, side))
    .map(({ cells }) => {
      const beside = cells.flatMap(([x, y]) => [keyOf(x + 1, y), keyOf(x - 1, y), keyOf(x, y + 1), keyOf(x, y - 1)]);
      return new Set(beside.filter((cell) => !filled.has(cell))).size;
    });
  return Math.max(0, ...rooms);
}

export function largest(table: ChocolateTableShown, side: number): number {
  return areas(table, side)[0]?.size ?? 0;
}

/** What a side gets for neutral areas. */
export function held({ neutral }: ChocolateTableShown, side: number): number {
  return neutral
    .filter((group) => group.holder === side && group.counts)
    .reduce((sum, { cells }) => sum + cells.length, 0);
}

function meets(one: Cells, other: Cells): boolean {
  return [...one].some((cell) => other.has(cell));
}

/** Whether some area touches cells of both. */
function together(table: ChocolateTableShown, side: number, one: Cells, other: Cells): boolean {
  return areas(table, side).some((area) => meets(area, one) && meets(area, other));
}

/** Of the areas that were apart before, the two largest that a table has as one and another has not. */
function joined(
  before: ChocolateTableShown,
  one: ChocolateTableShown,
  other: ChocolateTableShown,
  side: number,
): [Cells, Cells] | null {
  const parts = areas(before, side).filter(({ size }) => size > 1);
  for (const [index, first] of parts.entries())
    for (const second of parts.slice(index + 1))
      if (together(one, side, first, second) && !together(other, side, first, second)) return [first, second];
  return null;
}

function lead({ points }: ChocolateTableShown, side: number): number {
  return (points[side] ?? 0) - Math.max(...points.filter((_, other) => other !== side));
}

/** More than a card alone can add to an area. */
const LEAP = 5;

export function reasonsOf({ before, played, better, next, end, side }: Compared<ChocolateTableShown>): Reasons {
  const found: Reason[] = [];
  const later: Reason[] = [];
  const pair = joined(before, better, played, side);
  if (pair) {
    const [first, second] = pair;
    found.push({ kind: 'joins', side, n: first.size, m: second.size });
    if (!together(end, side, first, second)) later.push({ kind: 'apart', side, n: first.size, m: second.size });
  }
  const [large, small] = [largest(better, side), largest(played, side)];
  if (large > small) found.push({ kind: 'area', side, n: large, m: small });
  const cut = played.points
    .map((_, other) => ({ other, n: largest(better, other), m: largest(played, other) }))
    .filter(({ other, n, m }) => other !== side && n < m)
    .sort((a, b) => b.m - b.n - (a.m - a.n))[0];
  // Nothing is cut off where the area only does not grow.
  if (cut) {
    const kind = cut.n < largest(before, cut.other) ? 'cut' : 'holds';
    found.push({ kind, side: cut.other, n: cut.n, m: cut.m });
  }
  const [more, less] = [held(better, side), held(played, side)];
  if (more > less) found.push({ kind: 'neutral', side, n: more, m: less });
  const gained = lead(better, side) - lead(played, side);
  if (gained > 0) found.push({ kind: 'lead', side, n: gained, m: 0 });
  const rivals = played.points.map((_, other) => other).filter((other) => other !== side);
  if (large >= small && roomOf(better, side) > roomOf(played, side))
    found.push({ kind: 'room', side, n: roomOf(better, side), m: roomOf(played, side) });
  const hemmed = rivals.find((other) => roomOf(better, other) < roomOf(played, other));
  if (hemmed !== undefined && largest(better, hemmed) <= largest(played, hemmed))
    found.push({ kind: 'hems', side: hemmed, n: roomOf(better, hemmed), m: roomOf(played, hemmed) });
  const left = largest(next, side);
  if (left < small) later.push({ kind: 'shrank', side, n: left, m: small });
  const grown = rivals
    .map((other) => ({ other, n: largest(next, other), m: largest(played, other) }))
    .filter(({ n, m }) => n - m >= LEAP)
    .sort((a, b) => b.n - b.m - (a.n - a.m))[0];
  if (grown) later.push({ kind: 'grew', side: grown.other, n: grown.n, m: grown.m });
  if (end.over && end.hands.some((hand) => hand.length)) later.push({ kind: 'passed', side, n: 0, m: 0 });
  const most = largest(end, side);
  if (end.over && most <= small) later.push({ kind: 'stayed', side, n: most, m: small });
  const went = rivals
    .map((other) => ({ other, n: largest(end, other), m: largest(played, other) }))
    .filter(({ n, m }) => n > m)
    .sort((a, b) => b.n - b.m - (a.n - a.m))[0];
  if (end.over && went && end.winner !== side) later.push({ kind: 'went', side: went.other, n: went.n, m: went.m });
  return { better: found, later };
}
