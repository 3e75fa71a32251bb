/** The count of a table, step by step: each says what the rules found, and which cells of the board it speaks of. */
import type { ChocolateTableShown } from '../../../wire';
import type { Cell, Colour } from '../types';

/** The pieces that a side has of an area, and why they count. */
export type Step =
  /** The largest area of a side; nothing where it has none. */
  | { readonly kind: 'largest'; readonly side: number; readonly n: number; readonly cells: readonly Cell[] }
  /** A neutral area: with the most contacts it counts for a side, with as many as another for nobody. */
  | {
      readonly kind: 'neutral';
      readonly holder: number | null;
      readonly contacts: readonly number[];
      readonly n: number;
      readonly cells: readonly Cell[];
    }
  /** Neutral areas that are too small to count: how many. */
  | { readonly kind: 'small'; readonly n: number }
  | { readonly kind: 'total'; readonly points: readonly number[] }
  /** Of those with equal points, the second largest areas, which decide. */
  | { readonly kind: 'tie'; readonly seconds: readonly { readonly side: number; readonly n: number }[] };

/** The smallest neutral area that counts: the rules of Schokoly say so. */
export const NEUTRAL_LEAST = 6;

export interface Counted {
  readonly steps: readonly Step[];
  readonly colours: readonly Colour[];
  readonly points: readonly number[];
  /** Null for a draw. */
  readonly winner: number | null;
  /** Whether several sides share the most points. */
  readonly level: boolean;
  readonly neutral: Colour | null;
}

export function countOf(table: ChocolateTableShown): Counted {
  const { groups, neutral, points } = table;
  const cellsOf = (cells: readonly (readonly number[])[]): readonly Cell[] => cells as unknown as readonly Cell[];
  const best = Math.max(...points);
  const level = points.filter((n) => n === best).length > 1;
  const steps: Step[] = points.map((_, side) => {
    const cells = cellsOf(groups.find((group) => group.side === side && group.counts === 'largest')?.cells ?? []);
    return { kind: 'largest', side, n: cells.length, cells };
  });
  const large = neutral.filter((group) => group.counts).sort((a, b) => b.cells.length - a.cells.length);
  for (const { holder, contacts, cells } of large)
    steps.push({ kind: 'neutral', holder, contacts, n: cells.length, cells: cellsOf(cells) });
  if (neutral.length > large.length) steps.push({ kind: 'small', n: neutral.length - large.length });
  if (large.length) steps.push({ kind: 'total', points });
  // A side without a second area has nothing to show for it.
  const second = (side: number): number =>
    groups.find((group) => group.side === side && group.counts === 'tie')?.cells.length ?? 0;
  const sharing = points.flatMap((n, side) => (n === best ? [side] : []));
  if (level && groups.some((group) => group.counts === 'tie'))
    steps.push({ kind: 'tie', seconds: sharing.map((side) => ({ side, n: second(side) })) });
  return {
    steps,
    colours: table.colours as Colour[],
    points,
    winner: table.winner,
    level,
    neutral: table.neutral_colour as Colour | null,
  };
}
