/** Positions of TOKAN in their notation. */
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
