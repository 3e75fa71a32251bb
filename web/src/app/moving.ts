/** Matches that leave this device: they go on over the server, with a link that others can open. */
import { places } from '../net/api';
import { here } from '../net/here';
import { allKept, isUnsettled } from '../net/shelf';
import { keepSeat, ownTokens } from './seats';

/** Begins to move a match to the server: it stands still here from now on, and a friend may be invited to a seat. */
export async function startMoving(match: string, token: string, friend: number | null): Promise<void> {
  await here.ask({ what: 'handOver', match, token, friend });
}

/** Moves a match to the server that is on its way and returns its name there; throws a Refusal. */
export async function move(match: string): Promise<string> {
  const made = await here.ask({ what: 'carryOver', match, tokens: ownTokens() });
  for (const { seat, token } of made.seats) keepSeat(made.match, seat, token);
  return made.match;
}

/** Goes on here with a match that was on its way. */
export async function stay(match: string): Promise<void> {
  await here.ask({ what: 'keepHere', match });
  await here.ask({ what: 'withdraw' }).catch(() => undefined);
}

/** Takes up what an earlier page could not end. */
export async function resumeMoving(): Promise<void> {
  if (!places.hasEngine || !places.hasServer) return;
  const moving = (await allKept()).filter(({ handing }) => handing);
  for (const { id } of moving) await move(id).catch(() => undefined);
  if (await isUnsettled()) await here.ask({ what: 'withdraw' });
}
