/** The chocolate table in words: every part of a sentence where it belongs, and none where it does not. */
import { describe, expect, it } from 'vitest';
import { seen } from '../../../src/games/chocolate/board/sight';
import { tableInWords } from '../../../src/games/chocolate/board/about';
import * as words from '../../../src/games/chocolate/board/words';
import type { ChocolateScene, Group, LyingCard, NeutralGroup } from '../../../src/games/chocolate/types';

const t = ((key: string, params?: object) =>
  params
    ? `${key}(${Object.entries(params)
        .map(([name, value]) => `${name}=${value}`)
        .join()})`
    : key) as never;
const card = (text: string, x: number, y: number, more: Partial<LyingCard> = {}): LyingCard => ({
  ...{ card: text, x, y, tier: 1, smartie: false },
  ...more,
});
const scene = (more: Partial<ChocolateScene> = {}): ChocolateScene =>
  ({
    ...{ cards: [], groups: [], neutralGroups: [], last: null, stack: 5 },
    seats: [
      { name: 'you', side: 0 },
      { name: 'Ben', side: 1 },
      { name: 'Cleo', side: 1 },
    ],
    sides: [
      { colour: 'D', points: 4 },
      { colour: null, points: 0 },
    ],
    ...more,
  }) as unknown as ChocolateScene;
const group = (side: number | null, ...cells: [number, number][]): Group => ({
  colour: 'D',
  cells,
  side,
  counts: null,
});
const neutral = (more: Partial<NeutralGroup>): NeutralGroup => ({
  ...{ cells: [[0, 0]], contacts: [2, 1], holder: null, counts: true },
  ...more,
});

describe('a card', () => {
  it('is its pieces, with its smartie, or nothing that one may know', () => {
    expect(words.cardInWords(t, 'DDMW')).toBe('chocolate.card(pieces=colour.D colour.D colour.M colour.W)');
    expect(words.cardInWords(t, 'DDMWs')).toBe('chocolate.card.smartie(pieces=colour.D colour.D colour.M colour.W)');
    expect([words.cardInWords(t, '?'), words.cardInWords(t, '?3')]).toEqual(Array(2).fill('chocolate.card.hidden'));
  });

  it('is told where it would lie, what it covers and what it joins', () => {
    const seen = {
      joins: [],
      covered: [
        { x: 1, y: 2, colour: 'M' as const },
        { x: 2, y: 2, colour: 'W' as const },
      ],
      groups: [
        {
          colour: 'D' as const,
          cells: [
            [0, 0],
            [1, 0],
          ] as const,
        },
      ],
    };
    const ghost = { x: 1, y: -2, tier: 1 as const, look: 'DDMW', state: 'legal' as const };
    expect(words.ghostInWords(t, ghost, seen)).toBe('1, -2: chocolate.fits; chocolate.joins(colour=colour.D,n=2)');
    expect(words.ghostInWords(t, { ...ghost, tier: 2, state: 'turned' }, { ...seen, groups: [] })).toBe(
      '1, -2: chocolate.fitsTurned; chocolate.covers(pieces=colour.M colour.W)',
    );
    expect(words.ghostInWords(t, { ...ghost, state: 'illegal' }, seen)).toBe('chocolate.illegal');
  });
});

describe('a cell', () => {
  const cards = [card('DDMW', 0, 0), card('DDDD', 4, 0, { smartie: true }), card('WWWW', 4, 0, { tier: 2 })];
  const said = (more: Partial<ChocolateScene>, x: number, y: number) =>
    words.cellInWords(t, scene({ cards, ...more }), seen(cards), x, y);

  it('is empty, or a piece of its area', () => {
    expect(said({}, 9, 9)).toBe('chocolate.cellEmpty(x=9,y=9)');
    expect(said({}, 0, 0)).toBe('chocolate.cell(x=0,y=0,colour=colour.D,n=1)');
    expect(said({ groups: [group(0, [0, 0], [1, 0])] }, 0, 0)).toBe('chocolate.cell(x=0,y=0,colour=colour.D,n=2)');
  });

  it('tells of the second tier and of a smartie on what is seen', () => {
    expect(said({}, 4, 0)).toBe('chocolate.cell(x=4,y=0,colour=colour.W,n=1); chocolate.tier2');
    const secured = [card('DDMW', 0, 0, { smartie: true })];
    expect(words.cellInWords(t, scene({ cards: secured }), seen(secured), 0, 0)).toMatch(/; chocolate\.secured$/);
  });

  it.each([
    [{ counts: false, holder: 0 }, 'chocolate.small'],
    [{ holder: null }, 'chocolate.tied'],
    [{ holder: 0 }, 'chocolate.held.you'],
    [{ holder: 1 }, 'chocolate.held(name=Ben + Cleo)'],
  ])('tells who has a neutral area: %o', (more, end) => {
    expect(said({ neutralGroups: [neutral(more)] }, 0, 0)).toBe(
      `chocolate.cell(x=0,y=0,colour=colour.D,n=1); chocolate.contacts 2 : 1; ${end}`,
    );
  });

  it('of an area is told with its owner to who touched it', () => {
    const at = scene({ groups: [group(1, [0, 0], [0, 1]), group(null, [5, 5])], neutralGroups: [neutral({})] });
    expect(words.groupInWords(t, at, 9, 9)).toBeNull();
    expect(words.groupInWords(t, at, 0, 1)).toBe('chocolate.group(n=2) · Ben + Cleo');
    expect(words.groupInWords(t, at, 5, 5)).toBe('chocolate.group(n=1)');
    expect(words.groupInWords(t, at, 0, 0)).toContain(' · chocolate.contacts 2 : 1 · chocolate.tied');
  });
});

describe('the whole table', () => {
  const last = { seat: 1, card: 'DDMW', x: 3, y: -1, tier: 1, smartie: null } as const;

  it('is counted, every side told with its largest area, and what was done last', () => {
    const cards = [card('DDMW', 0, 0, { smartie: true }), card('DDMW', 4, 0, { tier: 2 }), card('WWWW', 8, 0)];
    const groups = [group(0, [0, 0]), group(0, [2, 0], [3, 0], [4, 0]), group(1, [7, 7])];
    const told = tableInWords(t, scene({ cards, groups, last }));
    expect(told).toEqual([
      'chocolate.about(n=3,upper=1,secured=1,stack=5)',
      'chocolate.aboutSide(name=you,colour=colour.D,points=4,n=3)',
      'chocolate.aboutSide(name=Ben + Cleo,colour=chocolate.noColour,points=0,n=1)',
      'chocolate.aboutLast(name=Ben,card=chocolate.card(pieces=colour.D colour.D colour.M colour.W),x=3,y=-1)',
    ]);
  });

  it('has no last turn before the first, and no area where nothing lies', () => {
    expect(words.lastInWords(t, scene())).toBeNull();
    const told = tableInWords(t, scene());
    expect([told.length, told[1]]).toEqual([3, 'chocolate.aboutSide(name=you,colour=colour.D,points=4,n=0)']);
  });
});
