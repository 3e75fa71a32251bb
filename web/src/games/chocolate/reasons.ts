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

export function reasonsOf({ before, played, better, end, side }: Compared<ChocolateTableShown>): Reasons {
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
  if (cut) found.push({ kind: 'cut', side: cut.other, n: cut.n, m: cut.m });
  const [more, less] = [held(better, side), held(played, side)];
  if (more > less) found.push({ kind: 'neutral', side, n: more, m: less });
  const gained = lead(better, side) - lead(played, side);
  if (gained > 0) found.push({ kind: 'lead', side, n: gained, m: 0 });
  if (end.over && end.hands.some((hand) => hand.length)) later.push({ kind: 'passed', side, n: 0, m: 0 });
  return { better: found, later };
}
