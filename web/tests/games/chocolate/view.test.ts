import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toScreen } from '../../../src/boards/geometry/viewport';
import { PIECE, View } from '../../../src/games/chocolate/board/view.svelte';
import type { LyingCard } from '../../../src/games/chocolate/types';

/** A field of so many rows of two cards each, from the top. */
function rows(count: number): LyingCard[] {
  return Array.from({ length: count }, (_, row) =>
    [0, 2].map((x): LyingCard => ({ card: 'DDWW', x, y: 2 * row, tier: 1, smartie: false })),
  ).flat();
}

/** A window onto it as on a phone, where the stack lies at the top. */
function phone(cards: readonly LyingCard[], height = 400): View {
  const view = new View();
  view.insets = { left: 0, top: 52, right: 0, bottom: 0 };
  view.resize(344, height);
  view.show(cards, []);
  return view;
}

const topOf = (view: View, y: number): number => toScreen(view.port, { x: 0, y: y * PIECE }).y;

describe('the window onto the field', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { documentElement: { dataset: { motion: 'less' } } });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('brings a card out from under the stack, and goes on showing everything', () => {
    const view = phone(rows(9));
    expect(topOf(view, -2)).toBeLessThan(52);
    view.uncover({ x: 0, y: -2 });
    expect(topOf(view, -2)).toBeGreaterThanOrEqual(52);
    expect(view.touched).toBe(false);
  });

  it('stays where it is for a card that is in sight', () => {
    const view = phone(rows(9));
    const before = view.port;
    view.uncover({ x: 4, y: 6 });
    expect(view.port).toEqual(before);
  });

  it('leaves no room around the cards where it is low and nobody places any', () => {
    const playing = phone(rows(2), 210);
    const looking = new View();
    looking.looking = true;
    looking.insets = { left: 0, top: 52, right: 0, bottom: 0 };
    looking.resize(344, 210);
    looking.show(rows(2), []);
    expect(looking.port.scale).toBeGreaterThan(1.5 * playing.port.scale);
    expect(topOf(looking, 0)).toBeGreaterThanOrEqual(52);
    // Where there is room, it is used.
    looking.resize(344, 500);
    expect(looking.port.scale).toBe(phone(rows(2), 500).port.scale);
  });
});
