import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PuzzleShown } from '../../src/wire';

const told = { counted: [] as unknown[], sent: [] as unknown[], daily: [] as string[], records: [] as unknown[] };
const puzzle = (id: string, rating = 1000): PuzzleShown =>
  ({ id, rating, kind: 'win', themes: [] }) as unknown as PuzzleShown;
const asked = { ratings: [] as number[], seen: [] as string[][] };

vi.mock('../../src/puzzles/library', () => ({
  today: () => '2026-11-18',
  daily: (date: string) => Promise.resolve(puzzle(`day-${date}`)),
  puzzlesNamed: (ids: readonly string[]) => Promise.resolve(ids.map((id) => puzzle(id))),
  puzzlesOf: () => Promise.resolve([puzzle('a'), puzzle('b'), puzzle('c')]),
  pick: (there: readonly PuzzleShown[], _: unknown, rating: number, seen: ReadonlySet<string>) => {
    asked.ratings.push(rating);
    asked.seen.push([...seen]);
    return there.find(({ id }) => !seen.has(id)) ?? null;
  },
}));
vi.mock('../../src/puzzles/results', () => ({ tell: (attempt: unknown) => told.sent.push(attempt) }));
vi.mock('../../src/puzzles/training.svelte', () => ({
  training: {
    strength: { rating: 1234 },
    seen: ['old'],
    due: () => Array.from({ length: 60 }, (_, index) => ({ id: `due${index}` })),
    count: (...given: unknown[]) => told.counted.push(given.slice(1)),
    solvedDaily: (date: string) => told.daily.push(date),
    record: (...given: unknown[]) => told.records.push(given),
  },
}));
const { Course } = await import('../../src/puzzles/course.svelte');

const WISH = { game: 'any', theme: null, kinds: 'proved' } as const;
const came = (solved: boolean) => ({ solved, moves: ['x'], shown: false }) as never;
async function begin(mode: ConstructorParameters<typeof Course>[0], ids: readonly string[] = []) {
  const course = new Course(mode, WISH, ids);
  await course.open();
  return course;
}

beforeEach(() => {
  for (const list of [...Object.values(told), ...Object.values(asked)]) list.length = 0;
});

describe('which puzzle comes', () => {
  it('is that of the day, once', async () => {
    const course = await begin('daily');
    expect([course.puzzle?.id, course.isLast, course.round]).toEqual(['day-2026-11-18', true, 1]);
  });

  it('is the next of a set, in its order, to its end', async () => {
    const course = await begin('set', ['p', 'q']);
    expect([course.puzzle?.id, course.isLast]).toEqual(['p', false]);
    course.next();
    expect([course.puzzle?.id, course.isLast]).toEqual(['q', true]);
    course.next();
    expect(course.puzzle).toBeNull();
  });

  it('is one that was missed, of fifty at most', async () => {
    const course = await begin('again');
    const ids = [course.puzzle?.id];
    while (!course.isLast) {
      course.next();
      ids.push(course.puzzle?.id);
    }
    expect(ids).toEqual(Array.from({ length: 50 }, (_, index) => `due${index}`));
  });

  it('fits the strength of whoever trains, and is none that was seen or passed', async () => {
    const course = await begin('train');
    course.next();
    expect(asked.ratings).toEqual([1234, 1234]);
    expect(asked.seen).toEqual([['old'], ['old', 'a']]);
    expect([course.puzzle?.id, course.isLast, course.round]).toEqual(['b', false, 2]);
  });

  it('gets harder with every one solved in a row or against the clock', async () => {
    for (const mode of ['streak', 'clock'] as const) {
      asked.ratings.length = 0;
      const course = await begin(mode);
      course.ended(came(true));
      course.next();
      expect(asked.ratings).toEqual([600, 660]);
    }
  });

  it('is looked for once, however often it is asked', async () => {
    const course = new Course('train', WISH, []);
    await Promise.all([course.open(), course.open()]);
    expect(course.round).toBe(1);
  });
});

describe('what comes of it', () => {
  it('counts, is told with an id of its own, and makes the day one that was solved', async () => {
    const course = await begin('daily');
    course.ended(came(true));
    expect(course.solved).toBe(1);
    expect(told.counted).toEqual([[course.puzzle, true]]);
    expect(told.sent).toMatchObject([{ puzzle: 'day-2026-11-18', moves: ['x'], shown: false }]);
    expect(told.daily).toEqual(['2026-11-18']);
    expect(told.records).toEqual([]);
  });

  it('is no solved day where it was missed, nor another kind of puzzle', async () => {
    (await begin('daily')).ended(came(false));
    const course = await begin('train');
    course.ended(came(true));
    course.next();
    course.ended(came(false));
    expect(told.daily).toEqual([]);
    expect([course.solved, course.over]).toEqual([1, false]);
    const ids = (told.sent as { id: string }[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  it('ends a row with the first mistake, and nothing counts after it', async () => {
    const course = await begin('streak');
    course.ended(came(true));
    course.next();
    course.ended(came(false));
    expect([course.over, course.isLast, course.solved]).toEqual([true, true, 1]);
    expect(told.records).toEqual([
      ['streak', 1],
      ['streak', 1],
    ]);
    course.ended(came(true));
    expect([course.solved, told.counted.length]).toEqual([1, 2]);
  });

  it('goes on against the clock until three minutes are over', async () => {
    const course = await begin('clock');
    const begun = Date.now();
    course.ended(came(false));
    expect(course.over).toBe(false);
    course.tick(begun + 60_000);
    expect([Math.round(course.left / 1000), course.over]).toEqual([120, false]);
    course.tick(begun + 181_000);
    expect([course.left, course.over]).toEqual([0, true]);
  });

  it('minds no clock elsewhere, nor before the first puzzle is there', async () => {
    const course = await begin('train');
    course.tick(Date.now() + 1e9);
    const early = new Course('clock', WISH, []);
    early.tick(Date.now() + 1e9);
    expect([course.over, early.over]).toEqual([false, false]);
  });
});
