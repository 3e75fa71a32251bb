import { expect, it } from 'vitest';
import { steady } from '../../src/boards/steady';

const keep = () => steady<{ readonly at: string; readonly n: number; readonly more?: object | null }>(({ at }) => at);

it('what has not changed stays the same thing, wherever it stands now', () => {
  const kept = keep();
  const [a, b] = kept([
    { at: 'a', n: 1 },
    { at: 'b', n: 2 },
  ]);
  const after = kept([
    { at: 'c', n: 3 },
    { at: 'b', n: 2 },
    { at: 'a', n: 5 },
  ]);
  expect(after.map(({ at, n }) => `${at}${n}`)).toEqual(['c3', 'b2', 'a5']);
  expect(after[1]).toBe(b);
  expect(after[2]).not.toBe(a);
});

it('a field more or less, or another thing in one, is a change', () => {
  const kept = keep();
  const more = {};
  const [first] = kept([{ at: 'a', n: 1 }]);
  const [second] = kept([{ at: 'a', n: 1, more }]);
  expect(second).not.toBe(first);
  expect(kept([{ at: 'a', n: 1, more }])[0]).toBe(second);
  expect(kept([{ at: 'a', n: 1, more: {} }])[0]).not.toBe(second);
  expect(kept([{ at: 'a', n: 1, more: null }])[0]).toEqual({ at: 'a', n: 1, more: null });
});

it('what was gone for a while is new', () => {
  const kept = keep();
  const [first] = kept([{ at: 'a', n: 1 }]);
  expect(kept([])).toEqual([]);
  expect(kept([{ at: 'a', n: 1 }])[0]).not.toBe(first);
});
