import { describe, expect, it } from 'vitest';
import { cardAt, flood, preview, seen, tierAt } from '../../../src/games/chocolate/board/sight';
import type { LyingCard } from '../../../src/games/chocolate/types';

const FIELD: LyingCard[] = [
  { card: 'DDMW', x: 0, y: 0, tier: 1, smartie: false },
  { card: 'DWWW', x: 2, y: 0, tier: 1, smartie: false },
  { card: 'MMDD', x: 1, y: 0, tier: 2, smartie: true },
];

describe('the view from above', () => {
  const sight = seen(FIELD);

  it('sees the second tier in place of what it covers', () => {
    expect(sight.get('0,0')).toBe('D');
    expect(sight.get('1,0')).toBe('M');
    expect(sight.get('2,1')).toBe('D');
    expect(sight.get('3,1')).toBe('W');
    expect(sight.get('4,0')).toBeUndefined();
    expect(cardAt(FIELD, 1, 1)?.tier).toBe(2);
    expect(cardAt(FIELD, 0, 1)?.card).toBe('DDMW');
    expect(cardAt(FIELD, 9, 9)).toBeNull();
  });

  it('follows a group through sides, never through corners', () => {
    expect(flood(sight, 1, 1)).toHaveLength(2);
    expect(flood(sight, 0, 0)).toEqual([[0, 0]]);
    expect(flood(sight, 7, 7)).toEqual([]);
  });

  it('takes a place for the second tier only where four pieces lie', () => {
    expect(tierAt(sight, 1, 0)).toBe(2);
    expect(tierAt(sight, 3, 0)).toBe(1);
  });

  it('says what a card would join', () => {
    const found = preview(sight, 'WDDW', 4, 0);
    expect(found.joins).toEqual([
      [
        [4, 0],
        [3, 0],
      ],
      [
        [4, 1],
        [3, 1],
      ],
    ]);
    expect(found.covered).toEqual([]);
    expect(found.groups).toEqual([
      {
        colour: 'W',
        cells: expect.arrayContaining([
          [3, 0],
          [3, 1],
          [4, 0],
          [4, 1],
        ]),
      },
    ]);
  });

  it('says what a card would cover, and counts without it', () => {
    const flat = seen(FIELD.slice(0, 2));
    const found = preview(flat, 'WDMM', 1, 0);
    expect(found.covered.map(({ colour }) => colour)).toEqual(['D', 'D', 'W', 'M']);
    // The dark pieces at 1,0 and 2,0 are covered; the new one at 2,0 touches none that is left.
    expect(found.groups.map(({ colour }) => colour)).toEqual([]);
  });
});
