/** The keyboard on the field of a chocolate game: the cursor goes where the key points, and from place to place. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Handling } from '../../../src/games/chocolate/board/handling.svelte';
import { Play } from '../../../src/games/chocolate/board/play.svelte';
import { View } from '../../../src/games/chocolate/board/view.svelte';
import type { ChocolateScene, Places } from '../../../src/games/chocolate/types';

vi.stubGlobal('document', { documentElement: { dataset: { motion: 'less' } } });
const places: Readonly<Record<string, Places>> = {
  DDMW: {
    1: {
      DDMW: [
        [2, 0],
        [0, 2],
        [-2, 0],
      ],
    },
    2: {},
  },
};
const SCENE = {
  hand: ['DDMW'],
  viewer: 0,
  seats: [{ smarties: 2 }],
  cards: [],
  groups: [],
  legal: { places, targets: [], announce: null },
} as unknown as ChocolateScene;

let hands: Handling;
beforeEach(() => {
  const settings = { t: (key: string) => key, explain: undefined, confirm: true, onSelect: vi.fn(), onCue: vi.fn() };
  const play = new Play(SCENE, () => settings as never);
  const view = new View();
  view.resize(344, 400);
  hands = new Handling(play, view, () => undefined);
});

describe('the cursor', () => {
  it.each([
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ])('moves by %i, %i', (dx, dy) => {
    hands.commands.move(3, 5);
    hands.commands.move(dx, dy);
    expect(hands.cursor).toEqual([3 + dx, 5 + dy]);
    expect([hands.byKeyboard, hands.looked]).toEqual([true, hands.cursor]);
  });

  it('goes through the places for a card row by row, and around', () => {
    hands.play.pick(0);
    const seen = [1, 1, 1, 1, -1].map((step) => (hands.commands.next(step), [...hands.cursor].join()));
    expect(seen).toEqual(['-2,0', '2,0', '0,2', '-2,0', '0,2']);
    expect(hands.looked).toBeNull();
  });
});
