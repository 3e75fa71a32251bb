/** The puzzles of the server. Every function throws a Refusal. */
import type { PuzzleShown, PuzzlesShown } from '../wire';
import { read } from './server';

/** In which parts all puzzles can be fetched, and their themes. */
export function puzzleIndex(): Promise<PuzzlesShown> {
  return read('/puzzles');
}

export function puzzlePart(name: string): Promise<PuzzleShown[]> {
  return read(`/puzzles/parts/${encodeURIComponent(name)}`);
}

export function chosenPuzzles(ids: readonly string[]): Promise<PuzzleShown[]> {
  return read(`/puzzles/set?ids=${ids.map(encodeURIComponent).join(',')}`);
}
