import { describe, expect, it } from 'vitest';
import {
  aimed,
  chancesOf,
  looksFrom,
  readTurn,
  spends,
  spotsOf,
  turnText,
} from '../../../src/games/chocolate/board/turns';
import type { Places, Tier } from '../../../src/games/chocolate/types';

const PLACES: Places = {
  1: {
    DDMW: [
      [2, 0],
      [-2, 1],
    ],
    WDDM: [
      [2, 0],
      [0, 2],
    ],
    MWDD: [],
    DMWD: [[4, 4]],
  },
  2: { DDMW: [[1, 1]], WDDM: [], MWDD: [], DMWD: [] },
};
const onTheGround = (): Tier => 1;

describe('turns in their notation', () => {
  it.each([
    [{ look: 'DDMW', spot: { x: 2, y: -1, tier: 1 }, smartie: null, colour: null }, 'DDMW@2,-1'],
    [{ look: 'DDMW', spot: { x: 0, y: 0, tier: 1 }, smartie: null, colour: 'D' }, 'D:DDMW@0,0'],
    [{ look: 'DDMW', spot: { x: 2, y: 0, tier: 1 }, smartie: 'self', colour: null }, 'DDMW@2,0*'],
    [{ look: 'DDMW', spot: { x: 2, y: 0, tier: 1 }, smartie: [-4, 3], colour: null }, 'DDMW@2,0*-4,3'],
    [{ look: 'DWWWs', spot: { x: 1, y: 1, tier: 2 }, smartie: null, colour: null }, 'DWWWs^1,1'],
  ] as const)('writes and reads %o', (parts, text) => {
    expect(turnText(parts)).toBe(text);
    expect(readTurn(text)).toEqual(parts);
  });

  it('leaves the star away in the second tier, where the smartie goes without saying', () => {
    expect(turnText({ look: 'DDMW', spot: { x: 1, y: 1, tier: 2 }, smartie: 'self', colour: null })).toBe('DDMW^1,1');
  });

  it('reads nothing out of what is no turn', () => {
    for (const text of ['pass', 'offer 2 DDMW', 'DDMW', '?@0,0', 'DDMW@1']) expect(readTurn(text)).toBeNull();
  });

  it('knows when a smartie of the supply is spent', () => {
    expect(spends('DDMW', 2, null)).toBe(true);
    expect(spends('DDWWs', 2, null)).toBe(false);
    expect(spends('DDMW', 1, null)).toBe(false);
    expect(spends('DDMW', 1, 'self')).toBe(true);
    expect(spends('DDMW', null, [0, 0])).toBe(true);
  });
});

describe('a card held over the field', () => {
  it('may lie in both tiers', () => {
    expect([...spotsOf(PLACES, 'DDMW').values()]).toEqual([
      { x: 2, y: 0, tier: 1 },
      { x: -2, y: 1, tier: 1 },
      { x: 1, y: 1, tier: 2 },
    ]);
    expect(spotsOf(undefined, 'DDMW').size).toBe(0);
  });

  it('has its looks in the order in which it turns, equal ones once', () => {
    expect(looksFrom(PLACES, 'WDDM')).toEqual(['WDDM', 'MWDD', 'DMWD', 'DDMW']);
    expect(looksFrom(undefined, 'DWDW')).toEqual(['DWDW', 'WDWD']);
  });

  it('snaps to the nearest legal place within reach', () => {
    expect(aimed(chancesOf(PLACES, 'DDMW'), 'DDMW', 1.7, 0.3, 1, onTheGround)).toEqual({
      x: 2,
      y: 0,
      tier: 1,
      look: 'DDMW',
      state: 'legal',
    });
    expect(aimed(chancesOf(PLACES, 'DDMW'), 'DDMW', 1.2, 0.9, 1, onTheGround)).toMatchObject({
      x: 1,
      y: 1,
      tier: 2,
      state: 'legal',
    });
  });

  it('offers to turn where only another look fits', () => {
    expect(aimed(chancesOf(PLACES, 'DDMW'), 'DDMW', 0.1, 2.1, 1, onTheGround)).toEqual({
      x: 0,
      y: 2,
      tier: 1,
      look: 'WDDM',
      state: 'turned',
    });
  });

  it('says no elsewhere, on the cell it is over and in the tier that would be', () => {
    const two = (x: number, y: number): Tier => (x === 9 && y === 9 ? 2 : 1);
    expect(aimed(chancesOf(PLACES, 'DDMW'), 'DDMW', 9.4, 8.6, 1, two)).toEqual({
      x: 9,
      y: 9,
      tier: 2,
      look: 'DDMW',
      state: 'illegal',
    });
    expect(aimed(chancesOf(undefined, 'DDMW'), 'DDMW', 2, 0, 1, onTheGround).state).toBe('illegal');
  });
});
