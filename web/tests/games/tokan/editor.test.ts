import { describe, expect, it } from 'vitest';
import { readPosition, writePosition } from '../../../src/games/tokan/position';
import { ALL, Layout, missing, shuffled } from '../../../src/games/tokan/editor/layout.svelte';

const TEXT = 'L,-,lJ,-,L,-/-,l,jJj,Jjmm,-,-/-,-,jJJj,l,mL,-/-,l,-,JM,j,jM/l,M,-,L,J,L r c3';

describe('a position', () => {
  it('is read and written without loss', () => {
    const laid = readPosition(TEXT);
    expect(laid && writePosition(laid)).toBe(TEXT);
    expect(laid?.towers[2]).toBe('');
    expect(laid?.towers[3]).toBe('L');
  });

  it.each(['', 'L,-', TEXT.replace('r', 'x'), TEXT.replace('lJ', 'lQ'), TEXT.replace('c3', 'z9')])(
    'is not read from %s',
    (text) => {
      expect(readPosition(text)).toBe(null);
    },
  );

  it('knows which tiles are missing, and whether there are too many', () => {
    expect(missing([ALL])).toBe('');
    expect(missing([ALL.slice(1)])).toBe('M');
    expect(missing(['MMMM'])).toBe(null);
    expect(missing(shuffled(() => 0.4).towers)).toBe('');
  });
});

describe('a layout', () => {
  it('moves a tile with two touches and takes that back', () => {
    const layout = new Layout(readPosition(TEXT) ?? shuffled(() => 0));
    layout.touch('a1');
    expect([layout.inHand, layout.tray, layout.complete]).toEqual(['l', 'l', false]);
    layout.touch('b1');
    expect([layout.inHand, layout.complete, layout.laid.towers[1]]).toEqual([null, true, 'Ml']);
    layout.undo();
    layout.undo();
    expect(writePosition(layout.laid)).toBe(TEXT);
  });

  it('is filled tile by tile after it was cleared', () => {
    const layout = new Layout(shuffled(() => 0));
    layout.clear();
    expect(layout.tray).toBe(ALL);
    for (const _ of ALL) layout.touch('c3');
    expect(layout.laid.towers[14]).toBe(ALL);
    expect(layout.inHand).toBe(null);
  });

  it('forgets a taboo when its tower changes', () => {
    const layout = new Layout(readPosition(TEXT) ?? shuffled(() => 0));
    layout.touch('c3');
    expect(layout.laid.taboo).toBe(null);
  });
});
