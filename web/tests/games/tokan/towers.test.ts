import { describe, expect, it } from 'vitest';
import { ALL } from '../../../src/games/tokan/editor/layout.svelte';
import { endings, readSeen, stepsOf, Towers, towersOf, writeSeen } from '../../../src/games/tokan/laying/towers.svelte';
import { readPosition } from '../../../src/games/tokan/position';

/** Lays towers: a cell with its top and how high it is. */
function laid(...towers: readonly (readonly [cell: string, top: string, height: number])[]): Towers {
  const laying = new Towers(null);
  for (const [cell, top, height] of towers) {
    laying.inHand = top;
    for (let n = 0; n < height; n++) laying.touch(cell);
  }
  return laying;
}
const sorted = (text: string): string => [...text].sort().join('');

describe('a board seen from above', () => {
  it('takes the animal on top first, and a tile below it with every further tap', () => {
    const laying = laid(['a1', 'L', 3]);
    laying.inHand = 'm';
    expect([laying.touch('b1'), laying.touch('a1')]).toEqual(['put', 'raised']);
    expect(laying.seen.slice(0, 3)).toEqual([{ top: 'L', height: 4 }, { top: 'm', height: 1 }, null]);
    expect(laying.left).toBe(25);
    expect(laying.towers[0]).toHaveLength(4);
    expect(laying.towers[0]?.at(-1)).toBe('L');
  });

  it('is made of all thirty tiles once none is left, whatever is below', () => {
    const laying = laid(['a1', 'L', 12], ['b1', 'M', 10], ['c1', 'j', 8]);
    expect(laying.left).toBe(0);
    expect(sorted(laying.towers.join(''))).toBe(sorted(ALL));
    expect(laying.touch('a1')).toBe('nothing');
    expect(laying.heap.every(({ n }) => n === 0)).toBe(true);
    expect(readPosition(laying.position('b'))?.towers).toEqual(laying.towers);
  });

  it('has no more of an animal than the box, and none without one in hand', () => {
    const laying = laid(['a1', 'M', 1], ['b1', 'M', 1], ['c1', 'M', 1]);
    expect(laying.inHand).toBeNull();
    laying.inHand = 'M';
    expect(laying.touch('d1')).toBe('nothing');
    laying.inHand = null;
    expect(laying.touch('d1')).toBe('nothing');
  });

  it('takes steps back, and reads as it was written', () => {
    const laying = laid(['a1', 'L', 2], ['f5', 'j', 1]);
    const text = writeSeen(laying.seen);
    expect(readSeen(text)).toEqual(laying.seen);
    laying.undo();
    laying.undo();
    expect(writeSeen(laying.seen)).toBe(text.replace('L2', 'L1').replace('j1', '-'));
    expect(towersOf(laying.seen)[0]).toBe('L');
  });

  it.each(['', 'L1', Array(30).fill('M1').join(','), `L31${',-'.repeat(29)}`, `X1${',-'.repeat(29)}`])(
    'does not read %s',
    (text) => expect(readSeen(text)).toBeNull(),
  );
});

describe('the count of towers', () => {
  it('tells those that score, the highest first, and who has none', () => {
    const laying = laid(['a1', 'L', 3], ['b1', 'M', 5], ['c1', 'j', 1]);
    const scored = [
      { cell: 'a1', points: 3 },
      { cell: 'b1', points: 5 },
    ];
    expect(stepsOf(laying.towers, scored, null)).toEqual([
      { kind: 'tower', side: 0, cell: 'b1', tile: 'M', n: 5 },
      { kind: 'tower', side: 0, cell: 'a1', tile: 'L', n: 3 },
      { kind: 'none', side: 1 },
    ]);
    expect(stepsOf(laying.towers, scored, [[5], [1]]).at(-1)).toEqual({ kind: 'tie', heights: [[5], [1]] });
  });

  it('asks for every way in which the game can have ended: who was to move, and what was taboo', () => {
    const laying = laid(['a1', 'L', 2], ['b1', 'm', 1], ['c1', 'l', 3]);
    expect([...endings(laying)].map((text) => text.split(' ').slice(1).join(' '))).toEqual([
      'r -',
      'b -',
      'r c1',
      'b a1',
    ]);
  });
});
