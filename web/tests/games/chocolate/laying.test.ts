import { describe, expect, it } from 'vitest';
import { upright } from '../../../src/games/chocolate/board/cards';
import { Laying } from '../../../src/games/chocolate/laying/laying.svelte';
import { cardsIn, each, looksOf, sidesOf, type Material } from '../../../src/games/chocolate/laying/material';
import { laidText, meant, readLaid } from '../../../src/games/chocolate/laying/places';
import type { LyingCard } from '../../../src/games/chocolate/types';

const BOX: Material = {
  kinds: [...each(2, 'DDDW', 'DDMM'), ...each(1, 'DDWWs')],
  colours: ['D', 'M', 'W'],
  smarties: 2,
  players: [2],
};
const table = (text: string): LyingCard[] => readLaid(text) as LyingCard[];
const PAIR = table('DDDW@0,0 DDMM@2,0');
const place = (cards: readonly LyingCard[], x: number, y: number): string => {
  const found = meant(cards, { x, y });
  return 'place' in found ? `${found.place.tier === 1 ? '@' : '^'}${found.place.x},${found.place.y}` : found.card.card;
};

describe('the looks of a card', () => {
  it('are its four rotations, with a single piece in the corner where the look is', () => {
    expect(looksOf('DDDW')).toEqual(['WDDD', 'DWDD', 'DDWD', 'DDDW']);
    expect(looksOf('DWWWs')).toEqual(['DWWWs', 'WDWWs', 'WWDWs', 'WWWDs']);
    for (const card of ['DDMM', 'DDMW', 'DWMM'])
      expect(new Set(looksOf(card))).toEqual(new Set([0, 1, 2, 3].map((at) => card.slice(at) + card.slice(0, at))));
    for (const card of ['DDDW', 'DDMM', 'DWMM'])
      expect(looksOf(card).map(upright)).toEqual(Array(4).fill(upright(card)));
  });

  it('belong to a box with so many cards, and partners make one side', () => {
    expect(cardsIn(BOX)).toBe(5);
    expect([2, 3, 4].map(sidesOf)).toEqual([2, 3, 2]);
  });
});

describe('a tap on the field', () => {
  it('means the card whose middle it hits', () => {
    expect(place(PAIR, 1.2, 0.9)).toBe('DDDW');
    expect(place(PAIR, 3, 1.3)).toBe('DDMM');
  });

  it('between two cards means the second tier, and there only where all four pieces are on cards', () => {
    expect(place(PAIR, 2.1, 1)).toBe('^1,0');
    expect(place(PAIR, 2, 2.2)).toBe('@1,2');
  });

  it('means the card in the second tier where one is already, and never a second one over it', () => {
    const stacked = [...PAIR, ...table('DDWWs^1,0')];
    expect(place(stacked, 2, 1)).toBe('DDWWs');
    const wide = [...stacked, ...table('DDDW@4,0')];
    expect(place(wide, 2.9, 1.1)).toBe('DDMM');
    expect(place(wide, 4, 1)).toBe('^3,0');
  });

  it('beside other cards means the place that touches them', () => {
    // A finger that is a little off neither overlaps nor leaves a gap.
    for (const [x, y] of [
      [5, 1],
      [4.6, 1.3],
      [5.45, 0.8],
    ] as const)
      expect(place(PAIR, x, y)).toBe('@4,0');
    expect(place(PAIR, 1.1, 2.7)).toBe('@0,2');
  });

  it('far from everything means that very place', () => {
    expect(place(PAIR, 12, -7)).toBe('@11,-8');
    expect(place([], 0.2, 0.4)).toBe('@-1,-1');
  });

  it('never lays a card over another of its tier, wherever it is', () => {
    const cards = table('DDDW@0,0 DDMM@2,0 DDDW@1,2 DDWWs^1,0');
    for (let x = -3; x < 7; x += 0.25)
      for (let y = -3; y < 7; y += 0.25) {
        const found = meant(cards, { x, y });
        if (!('place' in found)) continue;
        const { place: spot } = found;
        const same = cards.filter((card) => card.tier === spot.tier);
        expect(same.every((card) => Math.abs(card.x - spot.x) > 1 || Math.abs(card.y - spot.y) > 1)).toBe(true);
      }
  });
});

describe('laying', () => {
  it('repeats the last card until another one is taken or none is left', () => {
    const laying = new Laying(BOX);
    expect(laying.touch({ x: 1, y: 1 })).toBe('nothing');
    laying.take('WDDD');
    expect([laying.touch({ x: 1, y: 1 }), laying.touch({ x: 3, y: 1 })]).toEqual(['laid', 'laid']);
    expect(laidText(laying.cards)).toBe('WDDD@0,0 WDDD@2,0');
    expect([laying.left('DDDW'), laying.look]).toEqual([0, null]);
    expect(laying.touch({ x: 5, y: 1 })).toBe('nothing');
    laying.take('DDWD');
    expect(laying.look).toBeNull();
  });

  it('puts what is on others into the second tier, with its smartie', () => {
    const laying = new Laying(BOX, PAIR);
    laying.take('DMMD');
    laying.touch({ x: 2, y: 1 });
    expect(laidText(laying.cards)).toBe('DDDW@0,0 DDMM@2,0 DMMD^1,0');
    expect(laying.smarties).toBe(1);
  });

  it('puts smarties on cards and takes them off; a printed one stays', () => {
    const laying = new Laying(BOX, [...PAIR, ...table('DDWWs@4,0')]);
    laying.sweet = true;
    expect(laying.touch({ x: 1, y: 1 })).toBe('secured');
    expect([laidText(laying.cards), laying.smarties]).toEqual(['DDDW@0,0* DDMM@2,0 DDWWs@4,0', 1]);
    expect(laying.touch({ x: 5, y: 1 })).toBe('nothing');
    expect(laying.touch({ x: 1, y: 1 })).toBe('freed');
    expect(laying.smarties).toBe(2);
  });

  it('changes, turns, moves and removes the card that is looked at', () => {
    const laying = new Laying(BOX, PAIR);
    expect(laying.touch({ x: 1, y: 1 })).toBe('chosen');
    laying.turn();
    expect(laidText(laying.cards)).toBe('WDDD@0,0 DDMM@2,0');
    laying.take('MDDM');
    expect(laidText(laying.cards)).toBe('MDDM@0,0 DDMM@2,0');
    expect(laying.move(laying.chosen as LyingCard, { x: 3, y: 3 })).toBe(true);
    expect(laidText(laying.cards)).toBe('MDDM@2,2 DDMM@2,0');
    laying.remove(laying.chosen as LyingCard);
    expect(laidText(laying.cards)).toBe('DDMM@2,0');
    expect(laying.left('DDMM')).toBe(1);
  });

  it('takes every step back', () => {
    const laying = new Laying(BOX);
    laying.take('DDDW');
    laying.touch({ x: 1, y: 1 });
    laying.touch({ x: 1, y: 1 });
    laying.turn(2);
    laying.secure(laying.cards[0] as LyingCard);
    laying.clear();
    const seen: string[] = [];
    while (laying.canUndo) {
      laying.undo();
      seen.push(laidText(laying.cards));
    }
    expect(seen).toEqual(['DWDD@0,0*', 'DWDD@0,0', 'DDDW@0,0', '']);
  });
});

describe('a laid table as text', () => {
  it('reads as it was written', () => {
    const text = 'DDDW@0,0* DDMM@2,-10 DDWWs@4,0 DMMD^1,0 DDWWs^11,0';
    expect(laidText(table(text))).toBe(text);
    expect(readLaid('  ')).toEqual([]);
  });

  it.each([
    'DDDW',
    'DDDX@0,0',
    'DDDW@0',
    'DDDW@100,0',
    'DDDW@-0,0',
    'DDWWs@0,0*',
    'DDDW^1,0*',
    'D:DDDW@0,0',
    '<b>@0,0',
  ])('does not read %s', (word) => expect(readLaid(`DDDW@2,2 ${word}`)).toBeNull());

  it.each([
    [0, 0],
    [0, -1],
    [-1, 0],
    [1, 12],
    [-12, 1],
    [99, -99],
  ])('reads a card at %d,%d, in both tiers', (x, y) => {
    const [first, second] = readLaid(`DDDW@${x},${y} DDMM^${x},${y}`) as LyingCard[];
    expect(first).toEqual({ card: 'DDDW', x, y, tier: 1, smartie: false });
    expect(second).toEqual({ card: 'DDMM', x, y, tier: 2, smartie: true });
  });

  it('has no more cards than a box', () => {
    expect(readLaid(Array(49).fill('DDDW@0,0').join(' '))).toBeNull();
    expect(readLaid(Array(48).fill('DDDW@0,0').join(' '))).toHaveLength(48);
  });
});
