import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ending } from '../../../src/games/chocolate/advice';
import { need, speak } from '../../../src/i18n/i18n.svelte';
import type { ChocolateTableShown } from '../../../src/wire';

type Group = ChocolateTableShown['groups'][number];

const area = (side: number, size: number, counts: Group['counts']): Group => ({
  colour: side ? 'W' : 'D',
  cells: Array.from({ length: size }, (_, x) => [x, side] as [number, number]),
  side,
  counts,
});

function over(points: number[], winner: number | null, groups: Group[]): ChocolateTableShown {
  return { hands: [[], []], points, winner, groups } as unknown as ChocolateTableShown;
}

describe('why a game with chocolate is over', () => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await need('match');
    await speak('en');
  });
  afterAll(() => vi.unstubAllGlobals());
  const largest = [area(0, 5, 'largest'), area(1, 5, 'largest')];

  it('says when the second largest areas decided, and how', () => {
    expect(ending(over([5, 5], 1, [...largest, area(0, 2, 'tie'), area(1, 3, 'tie')]))).toContain('decides, 2 : 3');
    expect(ending(over([5, 5], 1, [...largest, area(1, 3, 'tie')]))).toContain('decides, 0 : 3');
  });

  it('says when they were equal too', () => {
    expect(ending(over([5, 5], null, [...largest, area(0, 2, 'tie'), area(1, 2, 'tie')]))).toContain('equal too');
  });

  it('says nothing of them where the largest decided, or no second one counts', () => {
    expect(ending(over([6, 5], 0, [area(0, 6, 'largest'), area(1, 5, 'largest')]))).toBe(
      'The last card has been placed.',
    );
    expect(ending(over([5, 5], null, largest))).toBe('The last card has been placed.');
  });
});
