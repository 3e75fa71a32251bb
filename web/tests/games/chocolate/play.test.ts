/** The turn in the making: which card is picked, and that nothing more is picked once a turn was handed on. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Play } from '../../../src/games/chocolate/board/play.svelte';
import type { ChocolateScene, Places } from '../../../src/games/chocolate/types';

const HAND = ['DDMW', 'DDWW'];
const places: Readonly<Record<string, Places>> = {
  DDMW: { 1: { DDMW: [[2, 0]] }, 2: {} },
  DDWW: { 1: { DDWW: [[0, 2]] }, 2: {} },
};
const scene = (more: Partial<ChocolateScene> = {}): ChocolateScene =>
  ({
    hand: HAND,
    viewer: 0,
    seats: [{ smarties: 2 }],
    cards: [],
    groups: [],
    legal: { places, targets: [], announce: null },
    ...more,
  }) as unknown as ChocolateScene;

const onSelect = vi.fn();
const onCue = vi.fn();
let play: Play;
beforeEach(() => {
  vi.clearAllMocks();
  const settings = { t: (key: string) => key, explain: undefined, confirm: true, onSelect, onCue };
  play = new Play(scene(), () => settings as never);
});

describe('a smartie', () => {
  const takes = (more: object, smartie: boolean, hand = HAND): boolean => {
    const settings = { t: (key: string) => key, explain: undefined, confirm: true, onSelect, onCue };
    const at = scene({
      hand,
      legal: { places: { [hand[0] as string]: more }, targets: [], announce: null, smartie },
    } as never);
    const made = new Play(at, () => settings as never);
    made.pick(0);
    return made.takesSmartie;
  };
  const somewhere = { DDMW: [[0, 0]] };

  it('goes on the card in the hand where one may be spent, or where it lets the card lie on top', () => {
    expect(takes({ 1: somewhere, 2: {} }, true)).toBe(true);
    expect(takes({ 1: {}, 2: somewhere }, false)).toBe(true);
    expect(takes({ 1: somewhere, 2: {} }, false)).toBe(false);
    expect(takes({ 1: somewhere, 2: { DDMW: [] } }, false)).toBe(false);
  });

  it('goes on no card that has one printed', () => {
    expect(takes({ 1: somewhere, 2: somewhere }, true, ['DDDWs'])).toBe(false);
  });
});

describe('picking a card', () => {
  it('takes one up, and tells so once', () => {
    play.pick(1);
    play.pick(1);
    expect([play.picked, play.look]).toEqual([1, 'DDWW']);
    expect(onSelect.mock.calls).toEqual([['DDWW']]);
    expect([...play.spots.values()]).toEqual([{ x: 0, y: 2, tier: 1 }]);
    play.pick(0);
    expect(play.look).toBe('DDMW');
  });

  it('takes up nothing where there is no card', () => {
    play.pick(2);
    expect([play.picked, onSelect.mock.calls.length]).toEqual([null, 0]);
  });

  it('is over once a turn was handed on, until it comes back', () => {
    play.pick(0);
    play.sent = 'DDMW@2,0';
    play.pick(1);
    expect(play.look).toBe('DDMW');
    expect(play.legal).toBeNull();
    play.update(scene());
    play.pick(1);
    expect(play.look).toBe('DDWW');
  });

  it('turns only a card that is in the hand and was not handed on', () => {
    play.turn();
    expect(play.looks).toEqual(HAND);
    play.pick(0);
    play.turn();
    expect(play.looks[0]).not.toBe('DDMW');
    play.sent = 'x';
    const before = play.looks;
    play.turn();
    expect(play.looks).toBe(before);
  });

  it('ends with the hand it was picked from', () => {
    play.pick(0);
    play.update(scene({ hand: ['DDWW'] }));
    expect([play.picked, play.look]).toEqual([null, null]);
    expect(onSelect).toHaveBeenLastCalledWith(null);
  });
});
