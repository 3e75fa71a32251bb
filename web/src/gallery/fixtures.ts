/** The scenes of the gallery. */
import type { ChocolateScene, TokanScene } from '../boards/types';
import data from './fixtures.json';

interface Fixtures {
  readonly chocolate: Readonly<Record<string, { readonly scene: ChocolateScene; readonly reasons?: Readonly<Record<string, number>> }>> & {
    readonly match: readonly ChocolateScene[];
  };
  readonly tokan: Readonly<Record<string, TokanScene>> & { readonly match: readonly TokanScene[] };
  readonly reasons: readonly string[];
}

const fixtures = data as unknown as Fixtures;

export const { match: chocolateMatch, ...matches } = fixtures.chocolate;

const middle = (matches['schoko-middle'] as { scene: ChocolateScene }).scene;
/** A turn in which no card fits is rare: this one is made up. */
const stuck: ChocolateScene = { ...middle, legal: middle.legal && { ...middle.legal, places: {}, pass: true } };
export const chocolate: typeof matches = { ...matches, 'schoko-pass': { scene: stuck } };
export const { match: tokanMatch, ...tokan } = fixtures.tokan;

/** Why a card may not lie at a place of a scene: far from the field it touches nothing, else its colours decide. */
export function reason(name: string, tier: number, x: number, y: number): string {
  const { scene, reasons = {} } = chocolate[name] ?? {};
  const isNear = scene?.cards.some((card) => Math.abs(card.x - x) < 3 && Math.abs(card.y - y) < 3);
  const text = fixtures.reasons[reasons[`${tier}:${x},${y}`] ?? (isNear ? 6 : 2)] ?? '';
  return text.charAt(0).toUpperCase() + text.slice(1);
}
