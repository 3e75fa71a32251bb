/** What is in the box of a chocolate game, as far as it is laid on the table. */
import { turned } from '../board/cards';
import type { Colour } from '../types';

export interface Material {
  /** Every kind of card with its number. */
  readonly kinds: readonly (readonly [card: string, n: number])[];
  readonly colours: readonly Colour[];
  /** The smarties that are put on cards, beside those printed on them. */
  readonly smarties: number;
  /** How many may play; the fewest first. */
  readonly players: readonly number[];
}

/** So many of each of some kinds. */
export function each(n: number, ...cards: readonly string[]): (readonly [string, number])[] {
  return cards.map((card) => [card, n] as const);
}

export function cardsIn({ kinds }: Material): number {
  return kinds.reduce((sum, [, n]) => sum + n, 0);
}

/** How many sides score: partners sit across from each other. */
export function sidesOf(players: number): number {
  return players === 4 ? 2 : players;
}

/**
 * The four looks of a card, clockwise from the top left: a single piece of a colour is in the corner where its look is,
 * so that whoever sees the card finds its look without reading.
 */
export function looksOf(card: string): readonly string[] {
  const letters = [...card.slice(0, 4)];
  const single = letters.findIndex((letter) => letters.filter((other) => other === letter).length === 1);
  const two = new Set(letters).size === 2;
  const from = two && single >= 0 ? single : 0;
  return [0, 1, 2, 3].map((corner) => turned(card, corner - from));
}
