/** The table of TOKAN in words. */
import { describe, expect, it } from 'vitest';
import { CELLS } from '../../../src/games/tokan/board/places';
import { cellInWords, tableInWords, tileInWords } from '../../../src/games/tokan/board/words';
import type { TokanScene } from '../../../src/games/tokan/types';

const t = ((key: string, params?: object) => (params ? `${key}(${Object.values(params).join()})` : key)) as never;
const scene = (more: Partial<TokanScene> = {}): TokanScene =>
  ({
    towers: CELLS.map((cell) => (cell === 'a1' ? 'Mjl' : cell === 'b2' ? 'J' : '')),
    ...{
      taboo: null,
      legal: null,
      draft: null,
      players: [{ name: 'Ann' }, { name: 'Ben' }],
      score: { points: [3, 0] },
    },
    ...more,
  }) as unknown as TokanScene;

describe('a cell', () => {
  it('is a gap, or its top tile with what lies below it', () => {
    expect(cellInWords(t, scene(), 'f5', null)).toBe('tokan.cellGap(f5)');
    expect(cellInWords(t, scene(), 'b2', null)).toBe(`tokan.cell(b2,${tileInWords(t, 'J')},1)`);
    expect(cellInWords(t, scene(), 'a1', null)).toBe(
      `tokan.cell(a1,${tileInWords(t, 'l')},3); ${tileInWords(t, 'j')}, ${tileInWords(t, 'M')}`,
    );
    expect([tileInWords(t, 'M'), tileInWords(t, 'm')]).toEqual(['tokan.tile.0.m', 'tokan.tile.1.m']);
  });

  it('is taboo, may be left, or may be gone to from what was picked', () => {
    const at = scene({ taboo: 'b2', legal: { a1: { b2: [1] } } });
    const said = (cell: string, picked: string | null) => cellInWords(t, at, cell, picked).split('; ').slice(1);
    expect(said('b2', null)).toEqual(['tokan.taboo']);
    expect(said('b2', 'a1')).toEqual(['tokan.taboo', 'tokan.target']);
    expect(said('a1', null).at(-1)).toBe('tokan.mayMove');
    expect(said('a1', 'a1').includes('tokan.mayMove')).toBe(false);
    expect(said('b2', 'c3')).toEqual(['tokan.taboo']);
  });
});

describe('the whole table', () => {
  it('is both players, what is taboo, and every tower', () => {
    expect(tableInWords(t, scene({ taboo: 'b2' }))).toEqual([
      'side.0 (Ann): points(3)',
      'side.1 (Ben): points(0)',
      'tokan.tabooAt(b2)',
      `tokan.aboutTower(a1,${['M', 'j', 'l'].map((tile) => tileInWords(t, tile)).join(', ')})`,
      `tokan.aboutTower(b2,${tileInWords(t, 'J')})`,
    ]);
  });

  it('has no towers while its field is laid', () => {
    expect(tableInWords(t, scene({ draft: {} as never }))).toHaveLength(2);
  });
});
