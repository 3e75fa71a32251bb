/** The puzzles of the server; on a static site they are files beside the page. Every function throws a Refusal. */
import type { AttemptsTold, PuzzleRatings, PuzzleShown, PuzzlesShown, StandingShown, TrainingShown } from '../wire';
import { Refusal } from './refusal';
import { read } from './server';

async function file<T>(name: string): Promise<T> {
  try {
    const answer = await fetch(`puzzles/${encodeURIComponent(name)}.json`);
    if (answer.ok) return (await answer.json()) as T;
  } catch {
    // As where it is not there.
  }
  throw new Refusal('offline', 'the puzzles cannot be reached');
}

/** In which parts all puzzles can be fetched, and their themes. */
export function puzzleIndex(): Promise<PuzzlesShown> {
  return __SITE__ ? file('index') : read('/puzzles');
}

export function puzzlePart(name: string): Promise<PuzzleShown[]> {
  return __SITE__ ? file(name) : read(`/puzzles/parts/${encodeURIComponent(name)}`);
}

export async function chosenPuzzles(ids: readonly string[]): Promise<PuzzleShown[]> {
  if (!__SITE__) return read(`/puzzles/set?ids=${ids.map(encodeURIComponent).join(',')}`);
  const { parts } = await puzzleIndex();
  const there = (await Promise.all(parts.map(({ name }) => puzzlePart(name)))).flat();
  return ids.flatMap((name) => there.filter(({ id }) => id === name));
}

/** How hard puzzles turned out to be. */
export async function puzzleRatings(): Promise<PuzzleRatings> {
  return __SITE__ ? { ratings: {} } : read('/puzzles/ratings');
}

/** How strong whoever is signed in is at puzzles. */
export function ownStanding(): Promise<StandingShown> {
  return read('/me/puzzles');
}

/** Tells what came of puzzles; each id counts once. */
export function tellAttempts(told: AttemptsTold): Promise<TrainingShown> {
  return read('/me/puzzles', told);
}
