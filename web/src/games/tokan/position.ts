/** Positions of TOKAN in their notation. */
import type { TokanTableShown } from '../../wire';
import { COLUMNS, ROWS } from './board/places';

export type Side = 'r' | 'b';

export interface Laid {
  readonly towers: readonly string[];
  readonly side: Side;
  readonly taboo: string | null;
}

/** Reads a position in its notation; null for a text that is none. Whether it can be played is not asked here. */
export function readPosition(text: string): Laid | null {
  const found = /^(\S+) ([rb]) (-|[a-f][1-5])$/.exec(text.trim());
  const rows = found?.[1]?.split('/').map((row) => row.split(',')) ?? [];
  if (!found || rows.length !== ROWS || rows.some((row) => row.length !== COLUMNS)) return null;
  const towers = rows.reverse().flat();
  if (!towers.every((tower) => /^(-|[MJLmjl]+)$/.test(tower))) return null;
  return {
    towers: towers.map((tower) => (tower === '-' ? '' : tower)),
    side: found[2] as Side,
    taboo: found[3] === '-' ? null : (found[3] as string),
  };
}

export function writePosition({ towers, side, taboo }: Laid): string {
  const rows = Array.from({ length: ROWS }, (_, row) =>
    towers
      .slice(row * COLUMNS, (row + 1) * COLUMNS)
      .map((tower) => tower || '-')
      .join(','),
  );
  return `${rows.reverse().join('/')} ${side} ${taboo ?? '-'}`;
}

/** A position as a table of which nothing is known beyond what is laid: no score, no legal moves. */
export function bareTable(laid: Laid): TokanTableShown {
  return {
    family: 'tokan',
    position: writePosition(laid),
    towers: [...laid.towers],
    seat: laid.side === 'r' ? 0 : 1,
    taboo: laid.taboo,
    draft: null,
    scored: [],
    points: [0, 0],
    tie: null,
    over: false,
    winner: null,
    by_taboo: false,
    legal: null,
  };
}
