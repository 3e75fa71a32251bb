/** A whole table as the text of a start: the field, hands, stack, colours, and whose turn it is. */
import { upright } from '../board/cards';
import type { Colour, LyingCard } from '../types';
import type { Material } from './material';
import { laidText } from './places';

export const HAND = 4;

/** A table as somebody laid it; what is left open is dealt by chance. */
export interface Laid {
  readonly cards: readonly LyingCard[];
  readonly hands: readonly (readonly string[])[];
  /** What is drawn next, the first card first. */
  readonly stack: readonly string[];
  /** Of every side; null for one that is not announced yet. */
  readonly colours: readonly (Colour | null)[];
  readonly toMove: number;
  /** What each seat has left; of no meaning in a game without smarties to lay. */
  readonly smarties: readonly number[];
}

/** The same field with a card at 0,0, where the first one lies: nobody who lays a table thinks of numbers. */
export function centred(cards: readonly LyingCard[]): readonly LyingCard[] {
  const lower = cards.filter(({ tier }) => tier === 1);
  const first = lower.find(({ x, y }) => x === 0 && y === 0) ?? lower[0];
  return first ? cards.map((card) => ({ ...card, x: card.x - first.x, y: card.y - first.y })) : cards;
}

/** The kinds that are neither in the field nor in a hand or the stack, one for each card. */
export function restOf(material: Material, { cards, hands, stack }: Pick<Laid, 'cards' | 'hands' | 'stack'>): string[] {
  const left = new Map(material.kinds.map(([card, n]) => [upright(card), n]));
  for (const card of [...cards.map((lying) => upright(lying.card)), ...hands.flat(), ...stack])
    left.set(card, (left.get(card) ?? 0) - 1);
  return [...left].flatMap(([card, n]) => Array<string>(Math.max(0, n)).fill(card));
}

/**
 * Deals what was left open: hands first, always to whoever has the fewest cards, then the stack.
 *
 * `chance` gives a number from 0 on below what it is asked for.
 */
export function dealt(
  material: Material,
  laid: Laid,
  chance: (below: number) => number,
): Pick<Laid, 'hands' | 'stack'> {
  const rest = restOf(material, laid);
  const next = (): string => rest.splice(chance(rest.length), 1)[0] as string;
  const hands = laid.hands.map((hand) => [...hand]);
  while (rest.length) {
    const seats = hands.map((_, seat) => (seat + laid.toMove) % hands.length);
    const [poorest] = seats.sort((a, b) => (hands[a]?.length ?? 0) - (hands[b]?.length ?? 0));
    const hand = hands[poorest ?? 0];
    if (!hand || hand.length >= HAND) break;
    hand.push(next());
  }
  const stack = [...laid.stack];
  while (rest.length) stack.push(next());
  return { hands, stack };
}

/** The text of a start, as the rules read it. */
export function startText(material: Material, laid: Laid): string {
  const head = [
    laid.colours.map((colour) => colour ?? '-').join(','),
    laid.toMove + 1,
    ...(material.smarties ? [laid.smarties.join(',')] : []),
    ...(laid.cards.length ? [laidText(laid.cards)] : []),
  ].join(' ');
  const words = (cards: readonly string[]): string => [...cards].join(' ') || '-';
  return [head, ...laid.hands.map((hand) => words([...hand].sort())), words(laid.stack)].join(' / ');
}

/** Shares out so many smarties as evenly as can be, at most so many each. */
export function shared(left: number, seats: number, most: number): number[] {
  const each = Array<number>(seats).fill(0);
  for (let n = 0; n < Math.min(left, seats * most); n++) each[n % seats] = (each[n % seats] ?? 0) + 1;
  return each;
}
