/** What speaks for a move of TOKAN, in words, and how a game has ended. */
import { describe, expect, it, vi } from 'vitest';
import type { TokanTableShown } from '../../../src/wire';

vi.mock('../../../src/i18n/i18n.svelte', () => ({
  t: (key: string, more: object = {}) => [key, ...Object.values(more)].join(' '),
}));
const { advice, ending } = await import('../../../src/games/tokan/advice');
const { indexOf } = await import('../../../src/games/tokan/board/places');

const towers = (there: Record<string, string>): (string | null)[] => {
  const all = Array<string | null>(30).fill(null);
  for (const [cell, tower] of Object.entries(there)) all[indexOf(cell)] = tower;
  return all;
};
const table = (more: object = {}): TokanTableShown =>
  ({ towers: towers({ a1: 'm', b1: 'M', c1: 'Mm' }), points: [4, 4], over: false, ...more }) as never;
const said = (move: string, after: object | null, side = 1): string =>
  advice({ table: table(), after: after && table(after), move, side } as never);

describe('what speaks for a move', () => {
  it.each([
    ['is that it ends the game', 'a1b1', { over: true, points: [4, 9] }, 'reason.stuck'],
    ['is that it makes a tower', 'a1b1', { points: [4, 6] }, 'reason.tower 2'],
    ['is only that it is tight, where nothing is gained', 'a1b1', { points: [4, 4] }, 'reason.tight'],
    ['is not what the other side gains', 'a1b1', { points: [6, 4] }, 'reason.tight'],
    ['is nothing else where what comes of it is not known', 'a1b1', null, 'reason.tight'],
    ['is nothing else where it is not read', 'nonsense', { points: [4, 6] }, 'reason.tight'],
  ])('%s', (_, move, after, words) => expect(said(move, after)).toBe(words));

  it('is that a tower of the other side is taken, and not one of the own', () => {
    const [red, black] = [0, 1];
    expect(said('a1c1', { points: [4, 4] }, red)).not.toBe(said('a1c1', { points: [4, 4] }, black));
    expect([red, black].map((side) => said('a1c1', { points: [4, 4] }, side)).sort()).toEqual([
      'reason.take 3',
      'reason.tight',
    ]);
  });
});

describe('how a game has ended', () => {
  const seat = (you: boolean, name: string) => () => ({ you, name }) as never;

  it('is told of whoever cannot move, or only by what is taboo', () => {
    const over = (by_taboo: boolean): TokanTableShown => table({ seat: 1, by_taboo });
    expect(ending(over(false), [0, 1], seat(false, 'Ann'))).toBe('end.stuck Ann');
    expect(ending(over(true), [0, 1], seat(false, 'Ann'))).toBe('end.taboo Ann');
    expect(ending(over(true), [0, 1], seat(true, 'Ann'))).toBe('end.taboo.you Ann');
    expect(ending(over(false), [0, 1], seat(false, 'you'))).toBe('end.stuck.you you');
  });

  it('is told of the seat that plays the side', () => {
    const asked = vi.fn(() => ({ name: 'Bo' }) as never);
    ending(table({ seat: 0, by_taboo: false }), [1, 0], asked);
    expect(asked.mock.calls).toEqual([[1]]);
  });
});
