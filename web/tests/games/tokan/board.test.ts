import { describe, expect, it } from 'vitest';
import { dance, readStep, stepText, stepped } from '../../../src/games/tokan/board/choreography';
import {
  CELLS,
  HEIGHT,
  WIDTH,
  indexOf,
  neighbour,
  rise,
  spotOf,
  thickness,
} from '../../../src/games/tokan/board/places';

function field(towers: Readonly<Record<string, string>>): string[] {
  return CELLS.map((cell) => towers[cell] ?? '');
}

describe('the field', () => {
  it('has a1 at the bottom left and f5 at the top right', () => {
    expect(CELLS).toHaveLength(30);
    expect(spotOf('a1').x).toBeLessThan(spotOf('f1').x);
    expect(spotOf('a1').y).toBeGreaterThan(spotOf('a5').y);
    for (const cell of CELLS) {
      expect(spotOf(cell).x).toBeLessThan(WIDTH);
      expect(spotOf(cell).y).toBeLessThan(HEIGHT);
    }
  });

  it('knows neighbours and edges', () => {
    expect(neighbour('c3', 1, 0)).toBe('d3');
    expect(neighbour('c3', 0, 1)).toBe('c4');
    expect(neighbour('f3', 1, 0)).toBeNull();
    expect(neighbour('a1', 0, -1)).toBeNull();
  });

  it('draws the tiles of high towers thinner, so that they stay in their row', () => {
    expect(thickness(1)).toBe(thickness(3));
    expect(thickness(12)).toBeLessThan(thickness(4));
    expect(rise(30)).toBeLessThan(60);
    expect(rise(1)).toBe(0);
  });
});

describe('steps', () => {
  it.each(['c3f3', 'b2b4+1', 'a5a2+2'])('writes and reads %s', (text) => {
    expect(stepText(readStep(text) as NonNullable<ReturnType<typeof readStep>>)).toBe(text);
  });

  it('takes along what is carried, in its order', () => {
    const { lifted, landed, flying } = stepped(field({ b2: 'mJL', b4: 'j' }), {
      source: 'b2',
      target: 'b4',
      carried: 1,
    });
    expect(flying).toBe('JL');
    expect(lifted[indexOf('b2')]).toBe('m');
    expect(landed[indexOf('b4')]).toBe('jJL');
  });
});

describe('how a field became the next', () => {
  const step = { source: 'c3', target: 'e3', carried: 0 };
  const before = field({ a3: 'l', b3: 'M', c3: 'J', d3: 'm', e3: 'j' });

  it('closes the gap with the towers behind', () => {
    const after = field({ b3: 'l', c3: 'M', d3: 'm', e3: 'jJ' });
    const plan = dance(before, after, step);
    expect(plan?.flying).toBe('J');
    expect(plan?.closing).toEqual([
      { from: 'b3', to: 'c3' },
      { from: 'a3', to: 'b3' },
    ]);
    expect(plan?.landed[indexOf('c3')]).toBe('');
  });

  it('lets an older gap stop the row, or not, as the next field says', () => {
    const gappy = field({ a3: 'l', c3: 'J', d3: 'm', e3: 'j' });
    expect(dance(gappy, field({ a3: 'l', d3: 'm', e3: 'jJ' }), step)?.closing).toEqual([]);
    expect(dance(gappy, field({ b3: 'l', d3: 'm', e3: 'jJ' }), step)?.closing).toEqual([{ from: 'a3', to: 'b3' }]);
  });

  it('closes nothing where tiles stay behind', () => {
    const high = field({ b3: 'M', c3: 'lJ', d3: 'm', e3: 'j' });
    expect(dance(high, field({ b3: 'M', c3: 'l', d3: 'm', e3: 'jJ' }), step)?.closing).toEqual([]);
  });

  it('closes along columns too', () => {
    const column = field({ d1: 'm', d2: 'J', d3: 'm', d4: 'l' });
    const plan = dance(column, field({ d2: 'm', d3: 'm', d4: 'lJ' }), { source: 'd2', target: 'd4', carried: 0 });
    expect(plan?.closing).toEqual([{ from: 'd1', to: 'd2' }]);
  });

  it('gives no account of fields that the step does not explain', () => {
    expect(dance(before, before, step)).toBeNull();
    expect(dance(before, field({ a1: 'm' }), step)).toBeNull();
    expect(dance(field({}), field({}), step)).toBeNull();
  });
});
