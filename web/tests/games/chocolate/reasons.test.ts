/** What tells one turn from another: the room that a side's largest area has to grow. */
import { describe, expect, it } from 'vitest';
import { held, largest, reasonsOf, roomOf } from '../../../src/games/chocolate/reasons';
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

/** A row of so many pieces that belong to a side, somewhere below. */
const row = (side: number, x: number, y: number, length: number) => ({
  side,
  cells: Array.from({ length }, (_, index): Cell => [x + index, y]),
});
interface Shown {
  readonly groups: readonly { readonly side: number; readonly cells: readonly Cell[] }[];
  readonly field?: readonly Cell[];
  readonly points?: readonly number[];
  readonly neutral?: readonly object[];
  readonly over?: boolean;
  readonly winner?: number | null;
  readonly hands?: readonly string[][];
}
const shown = ({
  field = [],
  points = [0, 0],
  neutral = [],
  over = false,
  winner = null,
  hands = [[], []],
  groups,
}: Shown) => ({ ...table([], field), groups, points, neutral, over, winner, hands }) as unknown as ChocolateTableShown;
/** Which facts speak for the better turn and what came later, of tables that are the same but for what is said. */
const reasons = (of: Partial<Record<'before' | 'played' | 'better' | 'next' | 'end', Partial<Shown>>>, base: Shown) => {
  const at = (name: keyof typeof of) => shown({ ...base, ...of[name] });
  return reasonsOf({
    ...{ before: at('before'), played: at('played'), better: at('better'), next: at('next'), end: at('end') },
    side: 0,
  });
};
const BASE: Shown = { groups: [row(0, 0, 0, 4), row(1, 0, 9, 4)] };
const APART = [row(0, 0, 0, 3), row(0, 4, 0, 2), row(1, 0, 9, 4)];
const TOGETHER = [row(0, 0, 0, 6), row(1, 0, 9, 4)];
const found = (of: Parameters<typeof reasons>[0], base = BASE) =>
  reasons(of, base).better.map(({ kind, side, n, m }) => [kind, side, n, m]);
const later = (of: Parameters<typeof reasons>[0], base = BASE) =>
  reasons(of, base).later.map(({ kind, side, n, m }) => [kind, side, n, m]);

describe('what speaks for a turn', () => {
  it('is nothing where both come to the same', () => {
    expect(reasons({}, BASE)).toEqual({ better: [], later: [] });
  });

  it('is two areas that become one, unless both turns join them or one is a single piece', () => {
    const joining = { better: { groups: TOGETHER }, end: { groups: TOGETHER } };
    expect(found(joining, { groups: APART })[0]).toEqual(['joins', 0, 3, 2]);
    expect(later(joining, { groups: APART })).toEqual([]);
    expect(found({ ...joining, played: { groups: TOGETHER } }, { groups: APART })).toEqual([]);
    const single = [row(0, 0, 0, 3), row(0, 4, 0, 1), row(1, 0, 9, 4)];
    expect(found(joining, { groups: single })[0]?.[0]).toBe('area');
    // What was never joined is told of the end.
    expect(later({ better: { groups: TOGETHER } }, { groups: APART })).toContainEqual(['apart', 0, 3, 2]);
  });

  it('is a larger area, and never a smaller one', () => {
    const larger = { groups: [row(0, 0, 0, 6), row(1, 0, 9, 4)] };
    expect(found({ better: larger })[0]).toEqual(['area', 0, 6, 4]);
    expect(found({ played: larger }).map(([kind]) => kind)).not.toContain('area');
  });

  it('is what others lose or do not gain, of those the most', () => {
    const three = (...lengths: number[]) => ({
      groups: lengths.map((length, side) => row(side, 0, 9 * side, length)),
      points: [0, 0, 0],
    });
    const base = three(4, 5, 5);
    expect(found({ better: three(4, 4, 2) }, base)[0]).toEqual(['cut', 2, 2, 5]);
    expect(found({ better: three(4, 2, 4) }, base)[0]).toEqual(['cut', 1, 2, 5]);
    expect(found({ played: three(4, 5, 8) }, base)[0]).toEqual(['holds', 2, 5, 8]);
    expect(found({ better: three(4, 6, 5) }, base).map(([kind]) => kind)).not.toContain('cut');
  });

  it('is what a side gets of neutral areas, and by how much it leads', () => {
    const neutral = (holder: number) => ({ neutral: [{ holder, counts: true, cells: SQUARE }] });
    expect(found({ better: neutral(0) })).toEqual([['neutral', 0, 4, 0]]);
    expect([found({ better: neutral(1) }), found({ played: neutral(0) })]).toEqual([[], []]);
    expect(found({ better: { points: [5, 3] }, played: { points: [4, 3] } })).toEqual([['lead', 0, 1, 0]]);
    expect(found({ better: { points: [5, 4] }, played: { points: [4, 3] } })).toEqual([]);
    expect(found({ better: { points: [5, 9] }, played: { points: [4, 9] } })).toEqual([['lead', 0, 1, 0]]);
  });

  it('is room to grow, and less of it for others, unless an area shrank for it', () => {
    const cards: Cell[] = [0, 2].flatMap((x): Cell[] => [
      [x, 0],
      [x, 9],
    ]);
    const base = { ...BASE, field: cards };
    const above = (y: number) => ({ field: [...cards, [0, y - 2]] as Cell[] });
    expect(found({ played: above(0) }, base)).toEqual([['room', 0, 6, 4]]);
    expect(found({ better: above(9) }, base)).toEqual([['hems', 1, 4, 6]]);
    expect([found({ better: above(0) }, base), found({ played: above(9) }, base)]).toEqual([[], []]);
    const smaller = { groups: [row(0, 0, 0, 3), row(1, 0, 9, 4)] };
    expect(found({ better: smaller, played: above(0) }, base).map(([kind]) => kind)).not.toContain('room');
    const grown = { groups: [row(0, 0, 0, 4), row(1, 0, 9, 5)], field: [...cards, [0, 7], [2, 7], [4, 7]] as Cell[] };
    expect(found({ better: grown }, base)).toEqual([]);
  });
});

describe('what came of it', () => {
  const of = (mine: number, theirs: number) => ({ groups: [row(0, 0, 0, mine), row(1, 0, 9, theirs)] });

  it('is an area that the answer made smaller', () => {
    expect(later({ next: of(3, 4) })).toEqual([['shrank', 0, 3, 4]]);
    expect(later({ next: of(5, 4) })).toEqual([]);
  });

  it('is an area of another that grew by more than a card, of several the most', () => {
    expect([later({ next: of(4, 8) }), later({ next: of(4, 9) })]).toEqual([[], [['grew', 1, 9, 4]]]);
    const three = (...lengths: number[]) => ({
      groups: lengths.map((length, side) => row(side, 0, 9 * side, length)),
      points: [0, 0, 0],
    });
    expect(later({ next: three(4, 10, 11) }, three(4, 4, 4))).toEqual([['grew', 2, 11, 4]]);
    expect(later({ next: three(4, 11, 10) }, three(4, 4, 4))).toEqual([['grew', 1, 11, 4]]);
  });

  it('is how the game ended: with cards that fit nowhere, with no growth of one’s own, with that of another', () => {
    const over = { over: true, winner: 0, ...of(6, 4) };
    expect(later({ end: over })).toEqual([]);
    expect(later({ end: { ...over, hands: [[], ['DDMW']] } })).toEqual([['passed', 0, 0, 0]]);
    expect(later({ end: { ...over, ...of(4, 4) } })).toEqual([['stayed', 0, 4, 4]]);
    expect(later({ end: { ...over, ...of(6, 7), winner: 1 } })).toEqual([['went', 1, 7, 4]]);
    expect(later({ end: { ...over, ...of(6, 7), winner: null } })).toEqual([['went', 1, 7, 4]]);
    // Who has won anyway is told nothing of it, and nothing is told of an end before there is one.
    expect(later({ end: { ...over, ...of(6, 7) } })).toEqual([]);
    expect(later({ end: { ...of(4, 7), hands: [['DDMW'], []] } })).toEqual([]);
  });
});
