/** What is said of cards as they are laid by hand. */
import { notices } from '../../../app/notices.svelte';
import { boardText, t } from '../../../i18n/i18n.svelte';
import { cardInWords } from '../board/words';
import type { LyingCard } from '../types';
import type { Done } from './laying.svelte';

export function laidInWords(card: LyingCard): string {
  return t(card.tier === 2 ? 'count.laid.upper' : 'count.laid', {
    card: cardInWords(boardText, card.card),
    x: card.x,
    y: card.y,
  });
}

/** Says what a tap did; what it could not do is shown, too. */
export function tellDone(what: Done, card: LyingCard | null): void {
  if (what === 'nothing') notices.show(t('count.pick'));
  else if (what === 'secured' || what === 'freed') notices.say(t(`count.${what}`));
  else if (card && what !== 'let-go') notices.say(laidInWords(card));
}
