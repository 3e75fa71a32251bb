/** The puzzles of the server. Every function throws a Refusal. */
import type { AttemptsTold, PuzzleRatings, PuzzleShown, PuzzlesShown, StandingShown, TrainingShown } from '../wire';
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

/** How hard puzzles turned out to be. */
export function puzzleRatings(): Promise<PuzzleRatings> {
  return read('/puzzles/ratings');
}

/** How strong whoever is signed in is at puzzles. */
export function ownStanding(): Promise<StandingShown> {
  return read('/me/puzzles');
}

/** Tells what came of puzzles; each id counts once. */
export function tellAttempts(told: AttemptsTold): Promise<TrainingShown> {
  return read('/me/puzzles', told);
}
