/** The seats this browser holds: the tokens that open them, kept until somebody clears the browser. */
import { isHere } from '../host/names';
import { accountSeat } from '../net/server';
import type { OwnSeat } from '../net/table.svelte';
import { load, save } from './store';

export interface KeptSeat extends OwnSeat {
  readonly match: string;
  /** When it was last used, in milliseconds since 1970. */
  readonly at: number;
  /** Another device shows this seat's hand. */
  readonly lent?: boolean;
}

const MOST = 200;

export function keptSeats(): readonly KeptSeat[] {
  return load<KeptSeat[]>('seats', []);
}

/** The seats of one match, in their order. */
export function seatsOf(match: string): readonly KeptSeat[] {
  return keptSeats()
    .filter((kept) => kept.match === match)
    .sort((a, b) => a.seat - b.seat);
}

export function keepSeat(match: string, seat: number, token: string, now: number = Date.now()): void {
  const others = keptSeats().filter((kept) => kept.match !== match || kept.seat !== seat);
  save('seats', [{ match, seat, token, at: now }, ...others].slice(0, MOST));
}

/** Forgets a seat whose token opens it no more; a newer token is kept. */
export function forgetSeat(match: string, seat: number, token: string): void {
  save(
    'seats',
    keptSeats().filter((kept) => kept.match !== match || kept.seat !== seat || kept.token !== token),
  );
}

/** The tokens of the newest seats: what the server may know us by. */
export function ownTokens(): string[] {
  const known = keptSeats().filter(({ match, token }) => !isHere(match) && accountSeat(token) === null);
  return [...new Set(known.map(({ token }) => token))].slice(0, 100);
}

export function lendSeat(match: string, seat: number, lent: boolean): void {
  save(
    'seats',
    keptSeats().map((kept) => (kept.match === match && kept.seat === seat ? { ...kept, lent } : kept)),
  );
}

/** The newest chat line of a match that somebody here has read. */
export function seenChat(match: string): number {
  return load<Record<string, number>>('chat', {})[match] ?? 0;
}

export function keepSeenChat(match: string, number: number): void {
  const seen = Object.entries(load<Record<string, number>>('chat', {})).filter(([name]) => name !== match);
  save('chat', Object.fromEntries([[match, number], ...seen].slice(0, MOST)));
}
