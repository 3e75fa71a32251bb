/** Where a card goes that somebody puts down with a finger, and how a laid table is written. */
import { keyOf } from '../../../boards/geometry/outline';
import type { Point } from '../../../boards/geometry/viewport';
import { CORNERS, hasPrintedSmartie } from '../board/cards';
import type { LyingCard, Tier } from '../types';

/** What a tap means: a card to look at, or a place for the next one. */
export type Meant =
  { readonly card: LyingCard } | { readonly place: { readonly x: number; readonly y: number; readonly tier: Tier } };

const WORD = /^([DMW]{4}s?)([@^])(0|-?[1-9]\d?),(0|-?[1-9]\d?)(\*?)$/;
/** No box has more cards. */
const MOST_CARDS = 48;
const BESIDE = [
  [0, -1],
  [1, -1],
  [2, 0],
  [2, 1],
  [1, 2],
  [0, 2],
  [-1, 1],
  [-1, 0],
] as const;

/** Which card of a tier is on which cell. */
export function coverOf(cards: readonly LyingCard[], tier: Tier): Map<string, LyingCard> {
  const cover = new Map<string, LyingCard>();
  for (const card of cards)
    if (card.tier === tier) for (const [dx, dy] of CORNERS) cover.set(keyOf(card.x + dx, card.y + dy), card);
  return cover;
}

function below(cover: ReadonlyMap<string, LyingCard>, x: number, y: number): (LyingCard | undefined)[] {
  return CORNERS.map(([dx, dy]) => cover.get(keyOf(x + dx, y + dy)));
}

/**
 * What a tap at a point, in cells with fractions, means: the point is the middle of a card.
 *
 * On the middle of a card it means that card. Between cards that are there already it is a place in the second tier.
 * Elsewhere it is the nearest free place, and rather one that touches other cards than one a finger's breadth beside
 * them: nobody taps exactly.
 */
export function meant(cards: readonly LyingCard[], { x, y }: Point): Meant {
  const first = coverOf(cards, 1);
  const second = coverOf(cards, 2);
  const [px, py] = [Math.round(x) - 1, Math.round(y) - 1];
  const under = (at: ReadonlyMap<string, LyingCard>): LyingCard | undefined =>
    at.get(keyOf(Math.floor(x), Math.floor(y)));
  const exact = [2, 1].map((tier) => cards.find((card) => card.tier === tier && card.x === px && card.y === py));
  const hit = exact[0] ?? exact[1];
  if (hit) return { card: hit };
  const carrying = below(first, px, py);
  if (carrying.every((card) => card !== undefined)) {
    if (below(second, px, py).every((card) => card === undefined)) return { place: { x: px, y: py, tier: 2 } };
    return { card: (under(second) ?? under(first)) as LyingCard };
  }
  const near = [-1, 0, 1]
    .flatMap((dy) => [-1, 0, 1].map((dx) => ({ x: px + dx, y: py + dy })))
    .filter((place) => below(first, place.x, place.y).every((card) => card === undefined))
    .map((place) => {
      const touching = BESIDE.filter(([dx, dy]) => first.has(keyOf(place.x + dx, place.y + dy))).length;
      const away = Math.hypot(place.x + 1 - x, place.y + 1 - y);
      return { place, away, cost: away + (touching >= 2 ? 0 : 0.45) };
    })
    .sort((a, b) => a.cost - b.cost)
    .find(({ away }) => away <= 1.25);
  if (near) return { place: { ...near.place, tier: 1 } };
  const there = under(second) ?? under(first) ?? carrying.find((card) => card !== undefined);
  return { card: there as LyingCard };
}

/** A card as it is written down. */
export function cardText({ card, x, y, tier, smartie }: LyingCard): string {
  const star = smartie && tier === 1 && !hasPrintedSmartie(card) ? '*' : '';
  return `${card}${tier === 1 ? '@' : '^'}${x},${y}${star}`;
}

/** The same without its smartie, as reasons name it. */
export function placeText({ card, x, y, tier }: LyingCard): string {
  return `${card}${tier === 1 ? '@' : '^'}${x},${y}`;
}

export function laidText(cards: readonly LyingCard[]): string {
  return cards.map(cardText).join(' ');
}

/** Reads cards as they were written down; null for a text that is no table. Whether they can be there is not asked. */
export function readLaid(text: string): LyingCard[] | null {
  if (!text.trim()) return [];
  const words = text.trim().split(/\s+/);
  if (words.length > MOST_CARDS) return null;
  const cards: LyingCard[] = [];
  for (const word of words) {
    const found = WORD.exec(word);
    if (!found) return null;
    const [, card = '', sign, x, y, star] = found;
    const tier: Tier = sign === '@' ? 1 : 2;
    if (star && (tier === 2 || hasPrintedSmartie(card))) return null;
    cards.push({ card, x: Number(x), y: Number(y), tier, smartie: tier === 2 || !!star || hasPrintedSmartie(card) });
  }
  return cards;
}
