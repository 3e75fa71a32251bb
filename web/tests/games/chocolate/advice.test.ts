/** What speaks for a turn, in words: each move of a swap has its own, and a placing tells what it changes. */
import { describe, expect, it, vi } from 'vitest';
import type { ChocolateTableShown } from '../../../src/wire';

vi.mock('../../../src/i18n/i18n.svelte', () => ({
  t: (key: string, more: object = {}) => [key, ...Object.values(more)].join(' '),
}));
const { advice } = await import('../../../src/games/chocolate/advice');

type Shown = Partial<{
  colours: (string | null)[];
  points: number[];
  groups: { side: number; cells: number[][] }[];
  neutral: { holder: number; counts: boolean; cells: number[][] }[];
}>;
const cells = (n: number): number[][] => Array.from({ length: n }, (_, x) => [x, 0]);
const table = (more: Shown = {}): ChocolateTableShown =>
  ({
    colours: ['D', 'W'],
    points: [4, 4],
    groups: [
      { side: 0, cells: cells(4) },
      { side: 1, cells: cells(4) },
    ],
    neutral: [],
    ...more,
  }) as unknown as ChocolateTableShown;
const said = (move: string, after: ChocolateTableShown | null = null, before = table()): string =>
  advice({ table: before, after, move, side: 0, name: (seat: number) => `seat ${seat}` } as never);
const TURN = 'DDWW@2,0';

describe('what speaks for a turn', () => {
  it.each([
    ['offer 2 DDWW', 'reason.offer seat 1'],
    ['counter DDWW', 'reason.counter'],
    ['accept', 'reason.accept'],
    ['decline', 'reason.decline'],
    ['reject', 'reason.decline'],
    ['pass', 'reason.pass'],
    [TURN, 'reason.prepare'],
  ])('of %s', (move, words) => expect(said(move)).toBe(words));

  it('is the colour where it is chosen by it', () => {
    expect(said(TURN, table(), table({ colours: [null, 'W'] }))).toBe('reason.colour colour.D');
    expect(said(TURN, table({ colours: ['D', 'W'] }))).toBe('reason.prepare');
  });

  it('is what grows, what is won and what others lose, two of them at most', () => {
    const grown = { groups: [{ side: 0, cells: cells(6) }] };
    const neutral = [
      { holder: 0, counts: true, cells: cells(7) },
      { holder: 0, counts: false, cells: cells(3) },
    ];
    expect(said(TURN, table(grown))).toBe('reason.grow 6');
    expect(said(TURN, table({ neutral }))).toBe('reason.neutral 7');
    expect(said(TURN, table({ points: [4, 1] }))).toBe('reason.shrink 3');
    expect(said(TURN, table({ points: [1, 4] }))).toBe('reason.prepare');
    expect(said(TURN, table({ ...grown, neutral, points: [4, 1] }))).toBe('reason.grow 6 reason.neutral 7');
  });
});
