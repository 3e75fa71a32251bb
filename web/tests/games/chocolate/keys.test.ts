import { describe, expect, it, vi } from 'vitest';
import { fieldKey } from '../../../src/games/chocolate/board/keys';

/** Presses a key; returns what it did, and whether the browser is kept from doing anything else. */
function press(key: string, held: Partial<KeyboardEvent> = {}): [unknown[], boolean] {
  const done: unknown[] = [];
  const note =
    (name: string) =>
    (...words: unknown[]): void =>
      void done.push(name, ...words);
  const preventDefault = vi.fn();
  fieldKey({ key, preventDefault, ...held } as unknown as KeyboardEvent, {
    move: note('move'),
    pan: note('pan'),
    enter: note('enter'),
    next: note('next'),
    zoom: note('zoom'),
    fit: note('fit'),
  });
  return [done, preventDefault.mock.calls.length === 1];
}

describe('the keys of the field', () => {
  it.each([
    ['ArrowLeft', {}, ['move', -1, 0]],
    ['ArrowRight', {}, ['move', 1, 0]],
    ['ArrowUp', {}, ['move', 0, -1]],
    ['ArrowDown', { shiftKey: true }, ['pan', 0, 1]],
    ['Enter', {}, ['enter']],
    [' ', {}, ['enter']],
    ['n', {}, ['next', 1]],
    ['N', { shiftKey: true }, ['next', -1]],
    ['+', {}, ['zoom', 1.25]],
    ['=', {}, ['zoom', 1.25]],
    ['-', {}, ['zoom', 0.8]],
    ['f', {}, ['fit']],
    ['F', {}, ['fit']],
  ])('%s does one thing', (key, held, done) => {
    expect(press(key, held)).toEqual([done, true]);
  });

  it.each([
    ['x', {}],
    ['Tab', {}],
    ['n', { ctrlKey: true }],
    ['ArrowLeft', { metaKey: true }],
    ['f', { altKey: true }],
  ])('%s is left to the browser', (key, held) => {
    expect(press(key, held)).toEqual([[], false]);
  });
});
