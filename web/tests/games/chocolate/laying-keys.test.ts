/** What a key does while cards are laid by hand, and which keys are left to the browser. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Material } from '../../../src/games/chocolate/laying/material';

const say = vi.fn();
const show = vi.fn();
vi.mock('../../../src/app/notices.svelte', () => ({ notices: { say, show } }));
vi.mock('../../../src/i18n/i18n.svelte', () => ({ t: (key: string) => key, boardText: (key: string) => key }));
const { Laying } = await import('../../../src/games/chocolate/laying/laying.svelte');
const { pressed } = await import('../../../src/games/chocolate/laying/keys');
const { readLaid } = await import('../../../src/games/chocolate/laying/places');

const box = (smarties: number): Material => ({
  kinds: new Map([
    ['DDDW', 2],
    ['DDMM', 2],
  ]) as never,
  colours: ['D', 'M', 'W'],
  smarties,
  players: [2],
});
const laying = (smarties = 2) => {
  const made = new Laying(box(smarties), readLaid('DDDW@0,0 DDMM@2,0') ?? []);
  made.chosen = made.cards[0] ?? null;
  return made;
};
beforeEach(() => void vi.clearAllMocks());

describe('a key', () => {
  it.each(['Delete', 'Backspace', 'delete'])('%s takes away the card that is looked at, and nothing else', (key) => {
    const made = laying();
    expect(pressed(made, made.material, key)).toBe(true);
    expect(made.cards.map(({ card }) => card)).toEqual(['DDMM']);
    expect(say.mock.calls).toEqual([['count.gone']]);
    made.chosen = null;
    expect(pressed(made, made.material, key)).toBe(false);
    expect(made.cards).toHaveLength(1);
  });

  it.each(['u', 'U'])('%s takes a step back', (key) => {
    const made = laying();
    pressed(made, made.material, 'Delete');
    expect(pressed(made, made.material, key)).toBe(true);
    expect(made.cards).toHaveLength(2);
  });

  it.each(['r', 'R'])('%s turns the card that is looked at', (key) => {
    const made = laying();
    expect(pressed(made, made.material, key)).toBe(true);
    expect(made.cards.map(({ card }) => card)).toContain('WDDD');
  });

  it('s puts a smartie on the card that is looked at, or on those that are touched next', () => {
    const made = laying();
    expect([pressed(made, made.material, 's'), made.smarties, made.sweet]).toEqual([true, 1, false]);
    made.chosen = null;
    expect([pressed(made, made.material, 'S'), made.sweet]).toEqual([true, true]);
    expect([pressed(made, made.material, 's'), made.sweet]).toEqual([true, false]);
  });

  it('s is none where the box has no smarties', () => {
    const made = laying(0);
    expect([pressed(made, made.material, 's'), made.sweet]).toEqual([false, false]);
  });

  it('Escape looks away', () => {
    const made = laying();
    expect([pressed(made, made.material, 'Escape'), made.chosen]).toEqual([true, null]);
  });

  it.each(['x', 'Enter', 'Tab', 'ArrowLeft'])('%s is left to the browser', (key) => {
    const made = laying();
    expect(pressed(made, made.material, key)).toBe(false);
    expect([made.cards.length, made.chosen?.card, say.mock.calls]).toEqual([2, 'DDDW', []]);
  });
});
