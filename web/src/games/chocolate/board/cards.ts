/** Cards as texts: turning, looks, cells. */
import type { Cell, Colour } from '../types';

/** The cells of a card in the order of its text: clockwise from the top left. */
export const CORNERS: readonly Cell[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/** Turns a card by quarter turns clockwise. */
export function turned(card: string, quarters = 1): string {
  const pieces = card.slice(0, 4);
  const cut = 4 - (((quarters % 4) + 4) % 4);
  return pieces.slice(cut) + pieces.slice(0, cut) + card.slice(4);
}

/** How many quarter turns clockwise lead from one look of a card to another. */
export function quartersBetween(from: string, to: string): number {
  return [0, 1, 2, 3].find((quarters) => turned(from, quarters) === to) ?? 0;
}

/** The rotation that sorts first, in which a card is held. */
export function upright(card: string): string {
  return [0, 1, 2, 3].map((quarters) => turned(card, quarters)).sort()[0] as string;
}

export function isHidden(card: string): boolean {
  return card.startsWith('?');
}

export function hasPrintedSmartie(card: string): boolean {
  return card.endsWith('s');
}

/** The cells a card covers, with the colours that lie there. */
export function pieces(card: string, x: number, y: number): { x: number; y: number; colour: Colour }[] {
  return CORNERS.map(([dx, dy], index) => ({ x: x + dx, y: y + dy, colour: card.charAt(index) as Colour }));
}

export function countOf(card: string, colour: Colour): number {
  return isHidden(card) ? Number(card.slice(1)) : [...card].filter((letter) => letter === colour).length;
}
