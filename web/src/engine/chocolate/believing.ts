/**
 * Where the cards may be that a seat does not see.
 *
 * Drawn as the search draws its worlds: every deal that fits what the seat knows (its hand, the field, passes, what
 * swaps told) counts the same. What others chose to lay where they could choose is not taken for a sign.
 */
import { fraction } from '../calls';
import type { Play } from '../play';
import type { Believed } from '../protocol';

/** The same question has the same answer. */
const SEED = 1;

export function believe(play: Play, deals: number): Believed {
  const { seat } = play.stand();
  const { cards } = play.ask<{ cards: [string, number, string[], string][] }>([`${SEED}`, `${deals}`], (exports, id) =>
    exports.chocolate_believe(id, play.size, seat),
  );
  const shown = cards.map(([card, unseen, hands, stack]) => ({
    card,
    unseen,
    hands: hands.map(fraction),
    stack: fraction(stack),
  }));
  return { seat, cards: shown, deals };
}
