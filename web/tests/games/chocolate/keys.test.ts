import { describe, expect, it, vi } from 'vitest';
import { fieldKey, type FieldCommands } from '../../../src/games/chocolate/board/keys';

/** Presses a key and returns which command it was with what, and whether the page may still do its own thing. */
function press(key: string, held: Partial<KeyboardEvent> = {}): { told: unknown[]; kept: boolean } {
  const told: unknown[] = [];
  const say =
    (name: string) =>
    (...given: number[]): void =>
      void told.push([name, ...given]);
  const names = ['move', 'pan', 'enter', 'next', 'zoom', 'fit'] as const;
  const commands = Object.fromEntries(names.map((name) => [name, say(name)])) as unknown as FieldCommands;
  const preventDefault = vi.fn();
  fieldKey({ key, preventDefault, ...held } as unknown as KeyboardEvent, commands);
  return { told, kept: preventDefault.mock.calls.length > 0 };
}

describe('the keys of the field', () => {
  it.each([
    ['ArrowLeft', ['move', -1, 0], ['pan', -1, 0]],
    ['ArrowRight', ['move', 1, 0], ['pan', 1, 0]],
    ['ArrowUp', ['move', 0, -1], ['pan', 0, -1]],
    ['ArrowDown', ['move', 0, 1], ['pan', 0, 1]],
    ['n', ['next', 1], ['next', -1]],
    ['N', ['next', 1], ['next', -1]],
  ])('%s goes one step, and otherwise with Shift', (key, plain, shifted) => {
    expect(press(key)).toEqual({ told: [plain], kept: true });
    expect(press(key, { shiftKey: true })).toEqual({ told: [shifted], kept: true });
  });

  it.each([
    ['Enter', ['enter']],
    [' ', ['enter']],
    ['+', ['zoom', 1.25]],
    ['=', ['zoom', 1.25]],
    ['-', ['zoom', 0.8]],
    ['f', ['fit']],
    ['F', ['fit']],
  ])('%s does its own', (key, told) => {
    expect(press(key)).toEqual({ told: [told], kept: true });
  });

  it.each(['x', 'Tab', 'Escape', 'r'])('%s is left to the board', (key) => {
    expect(press(key)).toEqual({ told: [], kept: false });
  });

  it.each(['ctrlKey', 'metaKey', 'altKey'])('with %s held they are the browser’s', (held) => {
    expect(press('ArrowLeft', { [held]: true })).toEqual({ told: [], kept: false });
    expect(press('f', { [held]: true })).toEqual({ told: [], kept: false });
  });
});
