import { describe, expect, it } from 'vitest';
import { Setting } from '../../../src/games/chocolate/laying/setting.svelte';
import { centred, dealt, HAND, restOf, shared, startText, type Laid } from '../../../src/games/chocolate/laying/starts';
import type { LyingCard } from '../../../src/games/chocolate/types';
import { MATERIAL as SCHOKO } from '../../../src/games/schoko/laying/box';
import { MATERIAL as SCHOKOLY } from '../../../src/games/schokoly/laying/box';

const card = (look: string, x: number, y: number, tier: 1 | 2 = 1): LyingCard => ({
  card: look,
  x,
  y,
  tier,
  smartie: tier === 2 || look.endsWith('s'),
});
const first = (): number => 0;
const laid = (parts: Partial<Laid> = {}): Laid => ({
  cards: [],
  hands: [[], []],
  stack: [],
  colours: ['D', 'W'],
  toMove: 0,
  smarties: [],
  ...parts,
});

describe('a table that is laid by hand', () => {
  it('has a card where the first one is placed, wherever it was laid', () => {
    const moved = centred([card('DDWWs', 4, 5, 2), card('DDDW', 3, 5), card('DDDW', 5, 5)]);
    expect(moved.map(({ x, y }) => [x, y])).toEqual([
      [1, 0],
      [0, 0],
      [2, 0],
    ]);
    const still = [card('DDDW', 2, 0), card('DDDW', 0, 0)];
    expect(centred(still)).toEqual(still);
    expect(centred([])).toEqual([]);
  });

  it('deals what is left open to hands first, and keeps what was said', () => {
    const table = laid({ cards: [card('DDDW', 0, 0)], hands: [['DDWW'], []], stack: ['DWWWs'] });
    const { hands, stack } = dealt(SCHOKO, table, first);
    expect(hands.map((hand) => hand.length)).toEqual([HAND, HAND]);
    expect(hands[0]?.[0]).toBe('DDWW');
    expect(stack[0]).toBe('DWWWs');
    expect(hands.flat().length + stack.length).toBe(31);
    expect(restOf(SCHOKO, { ...table, hands, stack })).toEqual([]);
  });

  it('shares out the last cards evenly, beginning with whose turn it is', () => {
    const all = restOf(SCHOKO, laid());
    const lying = all.slice(0, 27).map((look, n) => card(look, 2 * n, 0));
    const { hands, stack } = dealt(SCHOKO, laid({ cards: lying, toMove: 1 }), first);
    expect(hands.map((hand) => hand.length)).toEqual([2, 3]);
    expect(stack).toEqual([]);
  });

  it('is written as the rules read it', () => {
    const table = laid({ cards: [card('DDDW', 0, 0)], hands: [['DWWW', 'DDWW'], []], colours: ['D', null], toMove: 1 });
    expect(startText(SCHOKO, table)).toBe('D,- 2 DDDW@0,0 / DDWW DWWW / - / -');
    expect(startText(SCHOKOLY, laid({ colours: [null, null], smarties: [6, 6] }))).toBe('-,- 1 6,6 / - / - / -');
  });

  it('shares smarties, never more than a seat begins with', () => {
    expect(shared(11, 3, 4)).toEqual([4, 4, 3]);
    expect(shared(99, 2, 6)).toEqual([6, 6]);
  });
});

describe('somebody who lays it', () => {
  it('finds each card only once, in the field, in hands and in the stack', () => {
    const setting = new Setting(SCHOKO);
    setting.where = 1;
    for (let n = 0; n < 3; n++) expect(setting.put('DDDWs')).toBe(true);
    expect(setting.laying.left('DDDWs')).toBe(0);
    expect(setting.put('DDDWs')).toBe(false);
    setting.where = 'stack';
    expect(setting.put('DDDWs')).toBe(false);
    setting.where = 1;
    setting.takeOut(0);
    expect(setting.laying.left('DDDWs')).toBe(1);
  });

  it('puts no fifth card into a hand, and none of the palette into the field by it', () => {
    const setting = new Setting(SCHOKO);
    expect(setting.put('DDDW')).toBe(false);
    setting.where = 0;
    for (let n = 0; n < HAND; n++) expect(setting.put('DDDW')).toBe(true);
    expect(setting.put('DDDW')).toBe(false);
    expect(setting.hands[0]).toHaveLength(HAND);
  });

  it('has no colour and the first seat to move before a card lies there', () => {
    const setting = new Setting(SCHOKO);
    setting.toMove = 1;
    expect(setting.start(first).deal).toMatch(/^-,- 1 \/ /);
    setting.laying.look = 'DDDW';
    setting.laying.lay(4, 4, 1);
    expect(setting.start(first).deal).toMatch(/^D,W 2 DDDW@0,0 \/ /);
  });

  it('exchanges colours, and knows all where none is left over', () => {
    const setting = new Setting(SCHOKO, { cards: [card('DDDW', 0, 0)] });
    setting.paint(0, 'W');
    expect(setting.colours).toEqual(['W', 'D']);
    setting.paint(0, null);
    expect(setting.colours).toEqual([null, null]);
    setting.paint(1, 'W');
    expect(setting.colours).toEqual(['D', 'W']);
    const two = new Setting(SCHOKOLY, { cards: [card('DDDW', 0, 0)] });
    two.paint(1, null);
    expect(two.colours).toEqual(['D', null]);
  });

  it('keeps the number of smarties whoever has them', () => {
    const setting = new Setting(SCHOKOLY, { cards: [card('DDDM', 0, 0)] });
    expect(setting.smarties).toEqual([6, 6]);
    setting.sweeten(0, 1);
    expect(setting.smarties).toEqual([6, 6]);
    setting.laying.secure(setting.laying.cards[0] as LyingCard);
    expect(setting.smarties).toEqual([6, 5]);
    setting.sweeten(0, -1);
    expect(setting.smarties).toEqual([5, 6]);
  });

  it('finds the table again as it was left, and starts anew from what does not fit', () => {
    const setting = new Setting(SCHOKOLY);
    setting.seat(3);
    setting.where = 2;
    setting.put('DDMM');
    expect(new Setting(SCHOKOLY, setting.laid).laid).toEqual(setting.laid);
    const odd = new Setting(SCHOKOLY, { players: 9, hands: [[]], colours: ['D'], toMove: 7 });
    expect([odd.players, odd.hands.length, odd.toMove]).toEqual([2, 2, 0]);
  });
});
