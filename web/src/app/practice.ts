/** Going on from somewhere: a moment of a game, or a position, played against the computer. */
import { t } from '../i18n/i18n.svelte';
import { create } from '../net/api';
import type { SeatAsked } from '../wire';
import { named } from './characters';
import { notices } from './notices.svelte';
import { router } from './router.svelte';
import { keepSeat, ownTokens } from './seats';
import { settings } from './settings.svelte';
import { lastSetup } from './setup';

/** Begins a match where a record ends, with the person on one seat and computers on the others; tells why not. */
export async function playOn(game: string, record: string, seat: number, seats: number): Promise<void> {
  const { level } = lastSetup(game);
  const name = settings.name.trim() || t('seat.player', { n: seat + 1 });
  const asked = Array.from({ length: seats }, (_, index): SeatAsked =>
    index === seat ? { kind: 'local', name } : { kind: 'computer', level },
  );
  try {
    const made = await create({ game, seats: named(asked), record, tokens: ownTokens() });
    for (const { seat: own, token } of made.seats) keepSeat(made.match, own, token);
    router.go(`/m/${made.match}`);
  } catch (error) {
    notices.refuse(error);
  }
}
