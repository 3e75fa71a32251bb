import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NEWCOMER, rated } from '../../src/puzzles/glicko';
import { daysBefore, pick, today } from '../../src/puzzles/library';
import type { PuzzleShown } from '../../src/wire';

const DAY = 86_400_000;

/** A device that has kept nothing yet, and what its pages are told. */
let device: EventTarget;
function fromNew(): void {
  device = new EventTarget();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('addEventListener', device.addEventListener.bind(device));
  vi.resetModules();
}
const hear = (key: string): boolean => device.dispatchEvent(Object.assign(new Event('storage'), { key }));
const puzzle = (id: string, rating = 1200, themes: string[] = []): PuzzleShown => ({
  id,
  game: 'any',
  kind: 'win',
  record: '',
  solution: ['a'],
  right: ['a'],
  rating,
  level: 3,
  themes,
  tempting: [],
  refutation: [],
  grades: '',
});

describe('Glicko-2', () => {
  it('agrees with the first game of the example of its author', () => {
    // A player of 1500 ± 200 beats one of 1400 ± 30; worked out by the formulas of the paper.
    const after = rated(
      { rating: 1500, deviation: 200, volatility: 0.06 },
      { rating: 1400, deviation: 30, volatility: 0.06 },
      1,
    );
    expect(after.rating).toBeCloseTo(1563.56, 0);
    expect(after.deviation).toBeCloseTo(175.4, 0);
    expect(after.volatility).toBeCloseTo(0.06, 3);
  });

  it.each([
    // Own strength, the other's, the result, and what the server makes of it (players/glicko.py).
    [1200, 350, 0.06, 1800, 150, 0, 1176.208249085992, 328.76902293860866, 0.059999621854963554],
    [1200, 350, 0.06, 2300, 45, 1, 1892.178035444043, 348.8465536581285, 0.06001296641980321],
    [1900, 45, 0.09, 900, 350, 0, 1891.4466465547307, 47.62340892555457, 0.09001912441508178],
    [1320.5, 80, 0.06, 1290, 150, 0, 1303.0115322184174, 78.96980610130997, 0.06000032155284776],
  ] as const)(
    'agrees with the server about %d ± %d',
    (rating, deviation, volatility, theirs, known, score, ...made) => {
      const after = rated(
        { rating, deviation, volatility },
        { rating: theirs, deviation: known, volatility: 0.06 },
        score,
      );
      for (const [at, value] of [after.rating, after.deviation, after.volatility].entries())
        expect(value).toBeCloseTo(made[at] as number, 8);
    },
  );

  it('goes up with a win, down with a loss, and knows more afterwards', () => {
    const other = { ...NEWCOMER, deviation: 150 };
    expect(rated(NEWCOMER, other, 1).rating).toBeGreaterThan(NEWCOMER.rating);
    expect(rated(NEWCOMER, other, 0).rating).toBeLessThan(NEWCOMER.rating);
    expect(rated(NEWCOMER, other, 0).deviation).toBeLessThan(NEWCOMER.deviation);
  });
});

describe('which puzzle comes', () => {
  const wish = { game: 'any', theme: null, kinds: 'proved' } as const;

  it('is near, of the theme, and not one that was seen', () => {
    const there = [puzzle('near', 1210), puzzle('seen', 1200), puzzle('other', 1200, ['taboo'])];
    expect(pick(there, { ...wish, theme: 'taboo' }, 900, new Set())?.id).toBe('other');
    expect(pick(there.slice(0, 2), wish, 1200, new Set(['seen']))?.id).toBe('near');
    expect(pick(there, { ...wish, kinds: 'chance' }, 1200, new Set())).toBeNull();
  });

  it('knows the days', () => {
    expect(today(Date.UTC(2026, 10, 18, 23, 59))).toBe('2026-11-18');
    expect(daysBefore('2026-03-01')).toBe('2026-02-28');
  });
});

describe('what is remembered', () => {
  beforeEach(fromNew);
  afterEach(() => vi.unstubAllGlobals());
  const fresh = async () => (await import('../../src/puzzles/training.svelte')).training;

  it('counts an attempt once, however often it is told', async () => {
    const training = await fresh();
    training.count('one', puzzle('p'), true, 0);
    const once = training.strength;
    training.count('one', puzzle('p'), true, 0);
    expect(training.strength).toEqual(once);
    training.count('two', puzzle('q'), true, 0);
    expect(training.strength).not.toEqual(once);
  });

  it('rates only the first attempt, and goes on knowing the puzzles before the last one', async () => {
    const training = await fresh();
    training.count('one', puzzle('p'), true, 0);
    training.count('two', puzzle('q'), true, 0);
    const twice = training.strength;
    training.count('three', puzzle('p'), false, 0);
    training.count('four', puzzle('q'), false, 0);
    training.count('five', puzzle('p'), false, 0);
    expect(training.strength).toEqual(twice);
  });

  it('rates only the first attempt at a puzzle', async () => {
    const training = await fresh();
    training.count('one', puzzle('p'), false, 0);
    const once = training.strength;
    training.count('two', puzzle('p'), true, 0);
    expect(training.strength).toEqual(once);
  });

  it('brings back what was missed after growing intervals, until it is known', async () => {
    const training = await fresh();
    let now = 0;
    training.count('0', puzzle('p'), false, now);
    for (const [turn, days] of [1, 3, 7, 16, 35].entries()) {
      expect(training.due(now + days * DAY - 1)).toEqual([]);
      now += days * DAY;
      expect(training.due(now).map(({ id }) => id)).toEqual(['p']);
      training.count(`${turn + 1}`, puzzle('p'), true, now);
    }
    expect(training.due(now + 1000 * DAY)).toEqual([]);
  });

  it('keeps what two pages of one device count', async () => {
    const here = await fresh();
    vi.resetModules();
    const there = await fresh();
    here.count('one', puzzle('p'), false, 0);
    there.count('two', puzzle('q'), false, 0);
    here.solvedDaily('2026-11-18');
    there.record('streak', 3);
    here.record('streak', 2);
    vi.resetModules();
    const later = await fresh();
    expect(later.due(DAY).map(({ id }) => id)).toEqual(['p', 'q']);
    expect([...later.days]).toEqual(['2026-11-18']);
    expect(later.best.streak).toBe(3);
    // The same attempt is not counted by another page once more.
    const { strength } = later;
    there.count('one', puzzle('p'), false, 0);
    expect(there.strength).toEqual(strength);
  });

  it('shows what another page has counted', async () => {
    const here = await fresh();
    vi.resetModules();
    (await fresh()).solvedDaily('2026-11-18');
    expect(here.days.size).toBe(0);
    hear('tafelrunde.other');
    expect(here.days.size).toBe(0);
    hear('tafelrunde.puzzles');
    expect([...here.days]).toEqual(['2026-11-18']);
  });

  it('counts days in a row up to yesterday', async () => {
    const training = await fresh();
    for (const day of ['2026-11-14', '2026-11-16', '2026-11-17']) training.solvedDaily(day);
    expect(training.daysInARow('2026-11-18')).toBe(2);
    training.solvedDaily('2026-11-18');
    expect(training.daysInARow('2026-11-18')).toBe(3);
    expect(training.daysInARow('2026-11-20')).toBe(0);
  });
});

describe('puzzles by their ids', () => {
  const chosen = vi.fn();
  beforeEach(() => {
    fromNew();
    vi.doMock('../../src/net/puzzles', () => ({
      chosenPuzzles: chosen,
      puzzleIndex: () => Promise.resolve({ parts: [{ name: 'any-0', game: 'any', puzzles: 2 }], themes: {} }),
      puzzlePart: () => Promise.resolve([puzzle('a'), puzzle('b')]),
    }));
  });

  it('come from what is kept where there is no network', async () => {
    const { puzzlesNamed } = await import('../../src/puzzles/library');
    chosen.mockRejectedValue(new Error('no network'));
    const gone = vi.fn();
    expect((await puzzlesNamed(['b', 'c', 'a'], gone)).map(({ id }) => id)).toEqual(['b', 'a']);
    // Nobody knows whether the other one is still there.
    expect(gone).not.toHaveBeenCalled();
    await expect(puzzlesNamed(['c'])).rejects.toThrow('no network');
  });

  it('are not asked for again when a release has replaced them', async () => {
    const { training } = await import('../../src/puzzles/training.svelte');
    training.count('one', puzzle('a'), false, 0);
    training.count('two', puzzle('old'), false, 0);
    expect(training.due()).toHaveLength(2);
    chosen.mockResolvedValue([puzzle('a')]);
    const { Course } = await import('../../src/puzzles/course.svelte');
    const course = new Course('again', { game: 'any', theme: null, kinds: 'proved' }, []);
    await course.open();
    expect(course.puzzle?.id).toBe('a');
    expect(training.due().map(({ id }) => id)).toEqual(['a']);
  });
});
