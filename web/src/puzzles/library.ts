/** All puzzles, fetched in parts and kept on the device. */
import { chosenPuzzles, puzzleIndex, puzzlePart, puzzleRatings } from '../net/puzzles';
import type { PuzzleShown, PuzzlesShown } from '../wire';
import { recalled } from './keeping';

/** Days from the first of January of the year 1 to that of 1970. */
const FIRST_DAY = 719163;
const STRIDE = 97;
const DAY = 86_400_000;
/** The next puzzle is one of so many whose ratings are nearest. */
const NEAR = 12;

export const isProved = ({ kind }: PuzzleShown): boolean => kind === 'win' || kind === 'draw';

export function index(): Promise<PuzzlesShown> {
  return recalled('index', puzzleIndex);
}

export function partNamed(name: string): Promise<PuzzleShown[]> {
  return recalled(`part-${name}`, () => puzzlePart(name));
}

/** The parts of a game, as far as they can be had, with the ratings that their puzzles have by now. */
export async function puzzlesOf(game: string): Promise<PuzzleShown[]> {
  const { parts } = await index();
  const own = parts.filter((part) => part.game === game);
  const found = await Promise.allSettled(own.map(({ name }) => partNamed(name)));
  const { ratings } = await recalled('ratings', puzzleRatings).catch(() => ({ ratings: {} as Record<string, number> }));
  return found
    .flatMap((part) => (part.status === 'fulfilled' ? part.value : []))
    .map((puzzle) => ({ ...puzzle, rating: ratings[puzzle.id] ?? puzzle.rating }));
}

/** Puzzles by their ids, in that order, without a network from the parts that are kept; hears of those that there are no more. */
export async function puzzlesNamed(
  ids: readonly string[],
  hear: (gone: readonly string[]) => void = () => undefined,
): Promise<PuzzleShown[]> {
  if (!ids.length) return [];
  try {
    const there = await recalled(`set-${ids.join(',')}`, () => chosenPuzzles(ids));
    hear(ids.filter((name) => !there.some(({ id }) => id === name)));
    return there;
  } catch (error) {
    const there = await keptNamed(ids);
    if (!there.length) throw error;
    return there;
  }
}

async function keptNamed(ids: readonly string[]): Promise<PuzzleShown[]> {
  const { parts } = await index();
  const found = await Promise.allSettled(parts.map(({ name }) => partNamed(name)));
  const there = found.flatMap((part) => (part.status === 'fulfilled' ? part.value : []));
  const byId = new Map(there.map((puzzle) => [puzzle.id, puzzle]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Today's date, the same everywhere. */
export function today(now = Date.now()): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The day before, or as many as are said. */
export function daysBefore(date: string, days = 1): string {
  return today(Date.parse(date) - days * DAY);
}

/** The puzzle of a day: found by the device itself, as the server finds it. */
export async function daily(date: string): Promise<PuzzleShown> {
  const { parts } = await index();
  const games = [...new Set(parts.map(({ game }) => game))];
  const number = Math.floor(Date.parse(date) / DAY) + FIRST_DAY;
  const game = games[number % games.length] as string;
  const there = (await partNamed(`${game}-0`)).filter(isProved).sort((a, b) => (a.id < b.id ? -1 : 1));
  return there[(Math.floor(number / games.length) * STRIDE) % there.length] as PuzzleShown;
}

export interface Wish {
  readonly game: string;
  readonly theme: string | null;
  readonly kinds: 'proved' | 'most' | 'chance';
}

/** A puzzle near a strength that is none of those seen; once all were seen they come again. */
export function pick(
  there: readonly PuzzleShown[],
  wish: Wish,
  rating: number,
  seen: ReadonlySet<string>,
): PuzzleShown | null {
  const fits = there.filter(
    (puzzle) =>
      (wish.kinds === 'proved' ? isProved(puzzle) : puzzle.kind === wish.kinds) &&
      (wish.theme === null || puzzle.themes.includes(wish.theme)),
  );
  const fresh = fits.filter(({ id }) => !seen.has(id));
  const near = (fresh.length ? fresh : fits).sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating));
  return near[Math.floor(Math.random() * Math.min(NEAR, near.length))] ?? null;
}
