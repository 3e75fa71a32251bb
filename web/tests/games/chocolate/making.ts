/** A table on which a turn is in the making, and what is told of it. */
import { vi } from 'vitest';
import { Play } from '../../../src/games/chocolate/board/play.svelte';
import type { ChocolateLegal, ChocolateScene, LyingCard } from '../../../src/games/chocolate/types';

export const lying = (x: number, y: number, more: Partial<LyingCard> = {}): LyingCard => ({
  ...{ card: 'DDDD', x, y, tier: 1, smartie: false },
  ...more,
});
/** `DDMW` fits at 2,0 as it is, at 2,2 turned, and over the card at 0,0; `DDDWs` beside it at 0,2. */
export const LEGAL: ChocolateLegal = {
  places: {
    DDMW: { 1: { DDMW: [[2, 0]], WDDM: [[2, 2]] }, 2: { DDMW: [[0, 0]] } },
    DDDWs: { 1: { DDDWs: [[0, 2]] }, 2: {} },
  },
  ...{ smartie: true, targets: [[0, 0]], announce: null, pass: false, offer: [] },
};
export const scene = (more: Partial<ChocolateScene> = {}, legal: Partial<ChocolateLegal> = {}): ChocolateScene =>
  ({
    hand: ['DDMW', 'DDDWs'],
    viewer: 0,
    seats: [{ smarties: 2 }],
    cards: [lying(0, 0)],
    legal: { ...LEGAL, ...legal },
    ...more,
  }) as unknown as ChocolateScene;

export const told = { onSelect: vi.fn(), onCue: vi.fn(), onTurn: vi.fn(), onAnnounce: vi.fn(), explain: vi.fn() };
export const settings = { t: (key: string) => key, confirm: true };
export const begun = (...given: Parameters<typeof scene>) =>
  new Play(scene(...given), () => ({ ...told, ...settings }) as never);
export const cues = () => told.onCue.mock.calls.map(([cue]) => cue as string);
export const said = () => told.onAnnounce.mock.lastCall?.[0] as string;
export const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};
/** Picks the first card and lays it at its place. */
export const laid = (made: Play, x = 2, y = 0): Play => {
  made.pick(0);
  made.aimCell(x, y);
  made.lay();
  return made;
};
