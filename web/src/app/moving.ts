/** A match that leaves this device: it goes on over the server, with a link that others can open. */
import { here } from '../net/here';
import { keepSeat, ownTokens } from './seats';

/** Moves a match to the server and returns its name there; a friend may be invited to one of its seats. */
export async function moveToServer(match: string, token: string, friend: number | null): Promise<string> {
  const made = await here.ask({ what: 'handOver', match, token, friend, tokens: ownTokens() });
  for (const { seat, token: own } of made.seats) keepSeat(made.match, seat, own);
  return made.match;
}
