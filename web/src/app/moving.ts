/** A match that leaves this device: it goes on over the server, with a link that others can open. */
import * as server from '../net/server';
import { here } from '../net/here';
import { keepSeat, ownTokens } from './seats';

/** Moves a match to the server and returns its name there; a friend may be invited to one of its seats. */
export async function moveToServer(match: string, token: string, friend: number | null): Promise<string> {
  const wish = await here.ask({ what: 'handOver', match, token });
  const seats = wish.seats.map((seat, index) => (index === friend ? ({ kind: 'open' } as const) : seat));
  const made = await server.create({ ...wish, seats, tokens: ownTokens() });
  for (const { seat, token: own } of made.seats) keepSeat(made.match, seat, own);
  // Only now, with everything safe there, is it given up here.
  await here.ask({ what: 'movedTo', match, token, to: made.match });
  return made.match;
}
