/** What tells one turn from another: the room that a side's largest area has to grow. */
import { describe, expect, it } from 'vitest';
import { held, largest, roomOf } from '../../../src/games/chocolate/reasons';
import type { ChocolateTableShown } from '../../../src/wire';

type Cell = readonly [x: number, y: number];

/** A card with all four pieces of a side's colour, and cards of nobody's around it. */
function table(areas: readonly Cell[][], cards: readonly Cell[]): ChocolateTableShown {
  return {
    field: cards.map(([x, y]) => ({ x, y })),
    groups: areas.map((cells, side) => ({ side: side % 2, cells })),
    neutral: [],
  } as unknown as ChocolateTableShown;
}
const SQUARE: readonly Cell[] = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
];
const BESIDE: readonly Cell[] = [
  [2, 0],
  [-2, 0],
  [0, 2],
  [0, -2],
];

describe('the room of an area', () => {
  it('is all that is empty beside it, counted once', () => {
    expect(roomOf(table([[...SQUARE]], [[0, 0]]), 0)).toBe(8);
    // Where two cards lie askew, an empty cell is beside both.
    const askew = SQUARE.map(([x, y]): Cell => [x + 2, y + 1]);
    const cards: Cell[] = [
      [0, 0],
      [2, 1],
    ];
    expect(roomOf(table([[...SQUARE, ...askew]], cards), 0)).toBe(12);
  });

  it.each(BESIDE.map((at) => [at] as const))('is less by a card at %s', (at) => {
    expect(roomOf(table([[...SQUARE]], [[0, 0], at]), 0)).toBe(6);
  });

  it('is gone where cards lie all around', () => {
    expect(roomOf(table([[...SQUARE]], [[0, 0], ...BESIDE]), 0)).toBe(0);
    expect(roomOf(table([], []), 0)).toBe(0);
  });

  it('is that of the largest area, and of the roomiest of equal ones', () => {
    const far = SQUARE.map(([x, y]): Cell => [x + 9, y]);
    const single: Cell[] = [[20, 0]];
    const cards: Cell[] = [[0, 0], [9, 0], ...BESIDE];
    const of = { ...table([], cards), groups: [SQUARE, far, single].map((cells) => ({ side: 0, cells })) };
    expect(roomOf(of as unknown as ChocolateTableShown, 0)).toBe(8);
    expect(largest(of as unknown as ChocolateTableShown, 0)).toBe(4);
    expect([largest(of as unknown as ChocolateTableShown, 1), roomOf(of as unknown as ChocolateTableShown, 1)]).toEqual(
      [0, 0],
    );
  });
});

describe('what a side holds of neutral areas', () => {
  it('is what counts and is its own', () => {
    const neutral = [
      { holder: 0, counts: true, cells: SQUARE },
      { holder: 0, counts: false, cells: SQUARE },
      { holder: 1, counts: true, cells: [...SQUARE, [7, 7]] },
      { holder: 0, counts: true, cells: SQUARE },
    ];
    const of = { ...table([], []), neutral } as unknown as ChocolateTableShown;
    expect([held(of, 0), held(of, 1)]).toEqual([8, 5]);
  });
});
