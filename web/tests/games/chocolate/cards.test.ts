import { describe, expect, it } from 'vitest';
import { countOf, pieces, quartersBetween, turned, upright } from '../../../src/games/chocolate/board/cards';

describe('a card', () => {
  it('turns clockwise and comes round after four quarters', () => {
    expect(turned('DMWW')).toBe('WDMW');
    expect(turned('DMWW', -1)).toBe('MWWD');
    expect(turned('DMWW', 4)).toBe('DMWW');
    expect(turned('DWWWs')).toBe('WDWWs');
  });

  it('is held in the rotation that sorts first', () => {
    expect(upright('WDMW')).toBe('DMWW');
    expect(upright('WWDDs')).toBe('DDWWs');
  });

  it('knows how far one look is from another', () => {
    expect(quartersBetween('DMWW', 'WDMW')).toBe(1);
    expect(quartersBetween('DMWW', 'MWWD')).toBe(3);
    expect(quartersBetween('DDWW', 'DDWW')).toBe(0);
  });

  it('covers four cells clockwise from the top left', () => {
    expect(pieces('DMWD', -1, 2)).toEqual([
      { x: -1, y: 2, colour: 'D' },
      { x: 0, y: 2, colour: 'M' },
      { x: 0, y: 3, colour: 'W' },
      { x: -1, y: 3, colour: 'D' },
    ]);
  });

  it('shows so many pieces of a colour, also when only the number is known', () => {
    expect(countOf('DDMW', 'D')).toBe(2);
    expect(countOf('?3', 'W')).toBe(3);
  });
});
