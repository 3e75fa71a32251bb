import { describe, expect, it, vi } from 'vitest';
import { readLaid } from '../../../src/games/chocolate/laying/places';
import { countOf } from '../../../src/games/chocolate/laying/steps';
import { flawOf } from '../../../src/games/chocolate/laying/telling.svelte';
import type { LyingCard } from '../../../src/games/chocolate/types';
import { need, speak } from '../../../src/i18n/i18n.svelte';
import EN from '../../../src/i18n/count/en';
import { Refusal } from '../../../src/net/refusal';
import { FLAWS, type ChocolateTableShown } from '../../../src/wire';

const cells = (n: number, y = 0): [number, number][] => Array.from({ length: n }, (_, x) => [x, y]);

function shown(changes: Partial<ChocolateTableShown>): ChocolateTableShown {
  return {
    family: 'chocolate',
    field: [],
    hands: [[], []],
    stack: 0,
    colours: ['D', 'W'],
    smarties: [0, 0],
    seat: 0,
    turn: 0,
    swap: null,
    facts: [],
    groups: [
      { colour: 'D', side: 0, cells: cells(9), counts: 'largest' },
      { colour: 'D', side: 0, cells: cells(2, 1), counts: null },
      { colour: 'W', side: 1, cells: cells(7, 2), counts: 'largest' },
    ],
    neutral: [],
    neutral_colour: null,
    points: [9, 7],
    over: true,
    winner: 0,
    legal: null,
    ...changes,
  };
}

describe('the count', () => {
  it('tells the largest area of each side, and no sum where there is nothing to add', () => {
    const { steps, winner, level } = countOf(shown({}));
    expect(steps.map((step) => step.kind)).toEqual(['largest', 'largest']);
    expect(steps).toMatchObject([
      { side: 0, n: 9 },
      { side: 1, n: 7 },
    ]);
    expect([winner, level]).toEqual([0, false]);
  });

  it('tells who holds a neutral area, who does not, what is too small, and the sum', () => {
    const neutral = [
      { cells: cells(6, 3), contacts: [2, 5], holder: 1, counts: true },
      { cells: cells(5, 4), contacts: [5, 0], holder: null, counts: false },
      { cells: cells(8, 5), contacts: [3, 3], holder: null, counts: true },
    ];
    const { steps } = countOf(shown({ neutral, neutral_colour: 'M', points: [9, 13], winner: 1 }));
    expect(steps.slice(2)).toMatchObject([
      { kind: 'neutral', n: 8, holder: null, contacts: [3, 3] },
      { kind: 'neutral', n: 6, holder: 1, contacts: [2, 5] },
      { kind: 'small', n: 1 },
      { kind: 'total', points: [9, 13] },
    ]);
  });

  it('tells what decides equal points, of those only who share them', () => {
    const groups = [
      { colour: 'D', side: 0, cells: cells(7), counts: 'largest' as const },
      { colour: 'D', side: 0, cells: cells(4, 1), counts: 'tie' as const },
      { colour: 'W', side: 1, cells: cells(7, 2), counts: 'largest' as const },
      { colour: 'M', side: 2, cells: cells(3, 3), counts: 'largest' as const },
    ];
    const { steps, level } = countOf(shown({ groups, colours: ['D', 'W', 'M'], points: [7, 7, 3] }));
    expect(level).toBe(true);
    expect(steps.at(-1)).toEqual({
      kind: 'tie',
      seconds: [
        { side: 0, n: 4 },
        { side: 1, n: 0 },
      ],
    });
  });

  it('says that a side has nothing, and of equal points nothing where nothing decides them', () => {
    const groups = [{ colour: 'D', side: 0, cells: cells(3), counts: 'largest' as const }];
    expect(countOf(shown({ groups, points: [3, 0] })).steps[1]).toMatchObject({ side: 1, n: 0, cells: [] });
    expect(countOf(shown({ groups: [], points: [0, 0], winner: null })).steps.map(({ kind }) => kind)).toEqual([
      'largest',
      'largest',
    ]);
  });
});

describe('what is wrong with a table', () => {
  const cards = readLaid('DDDW@0,0* DDDW@5,0 WDDD@7,0 DDWWs^1,0') as LyingCard[];
  const flaw = (why: Record<string, string | number>) => flawOf(new Refusal('bad-setup', 'said', why), cards);

  it.each(Object.entries(FLAWS))('%s has words, with no gap that stays open', (code, params) => {
    const text = EN[`flaw.${code}` as keyof typeof EN];
    expect(text).toBeTruthy();
    const gaps = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    expect(params).toEqual(expect.arrayContaining(gaps));
    expect(gaps).not.toContain('card');
  });

  it('has no words for what is no flaw', () => {
    const codes = Object.keys(EN).flatMap((key) => (key.startsWith('flaw.') ? [key.slice(5)] : []));
    expect(codes.filter((code) => !(code in FLAWS))).toEqual([]);
  });

  it('is said and shown at the cards that it is about', async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await need('count', 'reasons');
    await speak('de');
    expect(flaw({ code: 'lies-apart', card: 'DDDW@5,0' })).toMatchObject({ cards: [cards[1]] });
    expect(flaw({ code: 'smartie-covered', card: 'DDDW@0,0', other: 'DDWWs^1,0' })?.cards).toEqual([
      cards[0],
      cards[3],
    ]);
    expect(flaw({ code: 'too-many-of-a-card', n: 2, card: 'DDDW' })).toMatchObject({
      text: 'Von dieser Karte hat das Spiel nur 2.',
      cards: cards.slice(0, 3),
    });
    expect(flaw({ code: 'too-many-smarties', n: 0 })?.cards).toEqual([cards[0], cards[3]]);
    vi.unstubAllGlobals();
  });

  it('is no flaw of the table where somebody could not be asked', () => {
    expect(flawOf(new Refusal('offline', 'away'), cards)).toBeNull();
    expect(flawOf(new Error('broken'), cards)).toBeNull();
  });
});
