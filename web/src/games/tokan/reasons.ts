/** What tells one move of TOKAN from another: facts that stand on the tables themselves. */
import type { TokanTableShown } from '../../wire';
import type { Compared, Reason, Reasons } from '../game';
import { sideOf } from './board/places';

/** How many moves whoever is to move has; carrying more or less is another move. */
export function movesLeft({ over, legal }: TokanTableShown): number {
  if (over || !legal) return 0;
  return Object.values(legal.steps).reduce(
    (sum, steps) => sum + steps.reduce((all, { carry }) => all + carry.length, 0),
    0,
  );
}

/** The highest tower that belongs to a side. */
export function highest({ towers }: TokanTableShown, side: number): number {
  return Math.max(
    0,
    ...towers.filter((tower) => tower && sideOf(tower.slice(-1)) === side).map(({ length }) => length),
  );
}

function lead({ points }: TokanTableShown, side: number): number {
  return (points[side] ?? 0) - (points[1 - side] ?? 0);
}

export function reasonsOf({ played, better, end, side }: Compared<TokanTableShown>): Reasons {
  const found: Reason[] = [];
  const other = 1 - side;
  if (better.draft || played.draft) return { better: [], later: [] };
  if (better.over && better.winner === side) found.push({ kind: 'ends', side, n: 0, m: 0 });
  const [few, many] = [movesLeft(better), movesLeft(played)];
  if (!better.over && few < many) found.push({ kind: 'moves', side: other, n: few, m: many });
  const [high, low] = [highest(better, side), highest(played, side)];
  if (high > low) found.push({ kind: 'tower', side, n: high, m: low });
  const gained = lead(better, side) - lead(played, side);
  if (gained > 0) found.push({ kind: 'lead', side, n: gained, m: 0 });
  return { better: found, later: end.over ? [{ kind: 'stuck', side: end.seat, n: 0, m: 0 }] : [] };
}
