/** The signs that judge a move, by their numbers, the best first. */
import { GLYPHS as SIGNS } from '../../engine/records';

const ORDER = [3, 1, 5, 6, 2, 4] as const;

export const GLYPHS = ORDER.map((number) => [number, SIGNS[number] ?? ''] as const);
