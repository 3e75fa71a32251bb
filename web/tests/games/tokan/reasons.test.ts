/** What tells one move of TOKAN from another: moves that are left, towers, the lead, the end. */
import { describe, expect, it } from 'vitest';
import { highest, movesLeft, reasonsOf } from '../../../src/games/tokan/reasons';
import type { TokanTableShown } from '../../../src/wire';

const steps = (...carries: number[][]) => ({ steps: { a1: carries.map((carry) => ({ carry })) } });
const table = (more: object = {}): TokanTableShown =>
  ({
    over: false,
    winner: null,
    seat: 1,
    draft: null,
    points: [0, 0],
    towers: ['MJ', 'l', ''],
    legal: steps([0]),
    ...more,
  }) as never;
const reasons = (of: Partial<Record<'played' | 'better' | 'end', object>>, side = 0) =>
  reasonsOf({
    ...{ before: table(), played: table(of.played), better: table(of.better), next: table(), end: table(of.end) },
    side,
  });
const better = (of: Parameters<typeof reasons>[0], side = 0) =>
  reasons(of, side).better.map(({ kind, side: whose, n, m }) => [kind, whose, n, m]);

it('counts moves with what they carry, and none where nobody moves', () => {
  expect(movesLeft(table({ legal: steps([0, 1], [0]) }))).toBe(3);
  expect([movesLeft(table({ over: true })), movesLeft(table({ legal: null }))]).toEqual([0, 0]);
});

it('knows the highest tower of each side by its top', () => {
  const at = table({ towers: ['mmJ', 'Mm', 'l', '', 'L'] });
  expect([highest(at, 0), highest(at, 1), highest(table({ towers: ['', 'm'] }), 0)]).toEqual([3, 2, 0]);
});

describe('what speaks for a move', () => {
  it('is nothing where both come to the same, or while the field is laid', () => {
    expect(reasons({})).toEqual({ better: [], later: [] });
    const lead = { points: [3, 0] };
    expect(better({ better: { ...lead, draft: {} } })).toEqual([]);
    expect(better({ better: lead, played: { draft: {} } })).toEqual([]);
    expect(better({ better: lead })).toEqual([['lead', 0, 3, 0]]);
  });

  it('is the end where it wins, and nothing about moves then', () => {
    const won = { over: true, winner: 0 };
    expect(better({ better: won })).toEqual([['ends', 0, 0, 0]]);
    expect([better({ better: { ...won, winner: 1 } }), better({ better: { winner: 0 } })]).toEqual([[], []]);
  });

  it('is fewer moves for the other side, a higher tower, a larger lead', () => {
    expect(better({ played: { legal: steps([0, 1]) } })).toEqual([['moves', 1, 1, 2]]);
    expect(better({ better: { legal: steps([0, 1]) } })).toEqual([]);
    expect(better({ better: { towers: ['MJL'] } })).toEqual([['tower', 0, 3, 2]]);
    expect(better({ better: { towers: ['ml'] } }, 1)).toEqual([['tower', 1, 2, 1]]);
    expect(better({ better: { points: [1, 3] }, played: { points: [1, 2] } })).toEqual([]);
    expect(better({ better: { points: [1, 3] }, played: { points: [1, 2] } }, 1)).toEqual([['lead', 1, 1, 0]]);
  });
});

it('tells in the end who could not move any more, and nothing before', () => {
  expect(reasons({ end: { over: true, seat: 0 } }).later).toEqual([{ kind: 'stuck', side: 0, n: 0, m: 0 }]);
  expect(reasons({ end: { seat: 0 } }).later).toEqual([]);
});
