/** From what the analysis counted to what a person is told. */
import { spoken } from '../i18n/i18n.svelte';
import type { TurnShown } from '../wire';

export type Judgement = 'best' | 'good' | 'slip' | 'mistake' | 'blunder';

/** The least chance to win that a move of each kind gives away. */
const LEAST: readonly (readonly [Judgement, number])[] = [
  ['blunder', 0.25],
  ['mistake', 0.12],
  ['slip', 0.05],
  ['good', 0.01],
];

/** Signs that go with the words, so that nobody has to tell colours apart. */
export const SIGNS: Readonly<Record<Judgement, string>> = {
  best: '★',
  good: '✓',
  slip: '?!',
  mistake: '?',
  blunder: '??',
};

export function judge({ loss, move, best }: Pick<TurnShown, 'loss' | 'move' | 'best'>): Judgement {
  if (move === best) return 'best';
  return LEAST.find(([, least]) => loss >= least)?.[0] ?? 'best';
}

/** A chance as it is written in the reader's language. */
export function percent(chance: number): string {
  return new Intl.NumberFormat(spoken(), { style: 'percent', maximumFractionDigits: 0 }).format(chance);
}

export interface Point {
  readonly number: number;
  readonly chance: number;
  readonly exact: boolean;
  /** The move itself, if the side made it. */
  readonly turn: TurnShown | null;
}

/**
 * How each side stood after each move.
 *
 * Of two sides one has what the other lacks, so that every move says something of both; among three a move tells only
 * of the side that made it. Each estimate is made with the eyes of the one who moves; what is not certain is therefore
 * drawn as the mean of an estimate and its neighbours.
 */
export function curves(
  turns: readonly TurnShown[],
  sides: number,
  sideOf: (seat: number) => number,
): readonly (readonly Point[])[] {
  const raw = Array.from({ length: sides }, (_, side) =>
    turns.flatMap((turn): Point[] => {
      const own = sideOf(turn.seat) === side;
      if (!own && sides !== 2) return [];
      return [
        {
          number: turn.number,
          chance: own ? turn.chance : 1 - turn.chance,
          exact: turn.exact,
          turn: own ? turn : null,
        },
      ];
    }),
  );
  return raw.map((points) =>
    points.map((point, index) => (point.exact ? point : { ...point, chance: smooth(points, index) })),
  );
}

function smooth(points: readonly Point[], index: number): number {
  const at = (place: number): number => (points[place] ?? (points[index] as Point)).chance;
  return (at(index - 1) + 2 * at(index) + at(index + 1)) / 4;
}

/** The number of the first move from which on every judgement is certain; null if none is. */
export function exactFrom(turns: readonly TurnShown[]): number | null {
  let first: number | null = null;
  for (const turn of [...turns].reverse()) {
    if (!turn.exact) break;
    first = turn.number;
  }
  return first;
}
