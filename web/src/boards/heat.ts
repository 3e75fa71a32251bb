/** How good a move is, as boards colour it: with the number beside it, as a colour alone says nothing to everybody. */
import type { Heat, Heats } from './types';

/** What is given away, from the best on; the colours go with the words of an analysis. */
const STEPS: readonly (readonly [most: number, fill: string])[] = [
  [0.01, '#1c7a3c'],
  [0.05, '#4d7a1e'],
  [0.12, '#8a6400'],
  [0.25, '#a84a12'],
];
const WORST = '#a3201b';

export function heatFill({ loss }: Heat): string {
  return STEPS.find(([most]) => loss <= most)?.[1] ?? WORST;
}

export function heatText({ chance }: Heat): string {
  return String(Math.round(100 * chance));
}

/** The best of the moves that lead to each place; a move that leads nowhere is left out. */
export function bestByPlace(heats: Heats | null, placeOf: (move: string) => string | null): Map<string, Heat> {
  const best = new Map<string, Heat>();
  for (const [move, heat] of heats ?? []) {
    const place = placeOf(move);
    if (place !== null && heat.loss < (best.get(place)?.loss ?? Infinity)) best.set(place, heat);
  }
  return best;
}
