import { describe, expect, it } from 'vitest';
import { curves, exactFrom, judge, percent } from '../../src/study/judging';
import type { TurnShown } from '../../src/wire';

function turn(number: number, chance: number, more: Partial<TurnShown> = {}): TurnShown {
  const base = {
    number,
    seat: (number - 1) % 2,
    move: 'a',
    chance,
    best: 'b',
    best_chance: chance,
    loss: 0,
    exact: true,
  };
  return { ...base, changed: null, margin: null, line: [], open_best: null, open_loss: null, ...more };
}

describe('judging a move', () => {
  it('goes by the chance that was given away', () => {
    expect([0, 0.02, 0.06, 0.2, 0.6].map((loss) => judge({ loss, move: 'a', best: 'b' }))).toEqual([
      'best',
      'good',
      'slip',
      'mistake',
      'blunder',
    ]);
    expect(judge({ loss: 0.6, move: 'a', best: 'a' })).toBe('best');
  });
});

it('chances are told in whole hundredths', () => {
  expect([0, 0.004, 0.005, 0.5, 0.996, 1].map((chance) => percent(chance))).toEqual([
    ...['0%', '0%', '1%', '50%', '100%', '100%'],
  ]);
});

describe('curves', () => {
  it('are one the mirror of the other between two sides', () => {
    const [first, second] = curves([turn(1, 0.75), turn(2, 1)], 2, (seat) => seat);
    expect(first?.map(({ chance }) => chance)).toEqual([0.75, 0]);
    expect(second?.map(({ chance }) => chance)).toEqual([0.25, 1]);
  });

  it('hold only own moves among three, and smooth what is not certain', () => {
    const turns = [0, 1, 2, 0, 1, 2].map((seat, index) => turn(index + 1, index / 10, { seat, exact: false }));
    const [first] = curves(turns, 3, (seat) => seat);
    expect(first?.map(({ number }) => number)).toEqual([1, 4]);
    expect(first?.[0]?.chance).toBeCloseTo(0.075);
  });
});

it('what is certain is certain to the end', () => {
  expect(exactFrom([turn(1, 1), turn(2, 1, { exact: false }), turn(3, 1), turn(4, 0)])).toBe(3);
  expect(exactFrom([turn(1, 1, { exact: false })])).toBe(null);
});
