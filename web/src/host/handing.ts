/**
 * A match on its way to the server. Its key is on disk before the server is asked, and the same key gets the same match:
 * whatever is lost or killed on the way, the match goes on in one place.
 */
import { isTemporary, Refusal } from '../net/refusal';
import type { Create, CreatedShown } from '../wire';
import type { World } from './host';
import { toLetters } from './names';
import { fullRecord } from './record';
import type { Entropy } from './rematch';
import { keptOf } from './show';
import type { Match } from './state';
import type { Handing, Kept } from './store';

const KEY_BYTES = 24;
/** After so long nothing arrives at the server that was sent before. */
const LATEST = 600_000;

type Needs = Pick<World, 'store' | 'send' | 'withdraw' | 'now'>;

export function newHanding(entropy: Entropy, friend: number | null): Handing {
  return { key: toLetters(entropy(KEY_BYTES)), friend };
}

export function onItsWay(): Refusal {
  return new Refusal('moving', 'the match is on its way to the server');
}

/**
 * Lets the server go on with a match that is on its way, and keeps of it only where it is: the deal goes there from
 * here, never through a page. Where the server does not want it, it goes on here. Throws a Refusal.
 */
export async function carryOver(
  { store, send, now }: Needs,
  read: (kept: Kept) => Promise<Match>,
  id: string,
  tokens: readonly string[],
): Promise<CreatedShown> {
  const kept = await store.find(id);
  if (!kept?.handing) return whereTo(kept);
  const { key, friend } = kept.handing;
  const match = await read(kept);
  let made: CreatedShown;
  try {
    made = await send({ ...wishFor(match, friend), tokens: [...tokens], key });
  } catch (error) {
    if (isFinal(error)) await store.release(id, key, now());
    throw error;
  }
  if (await store.replace({ ...keptOf(match), seats: made.seats, movedTo: made.match }, key)) return made;
  const after = await store.find(id);
  // Somebody took it back meanwhile, and the server is not to go on with it as well.
  if (after && !after.movedTo) await store.giveUp(key, now());
  return whereTo(after);
}

/** Goes on here with a match that is on its way; what the server may have made of it is given up. */
export async function keepHere({ store, now }: Needs, id: string): Promise<void> {
  const kept = await store.find(id);
  if (kept?.handing) await store.release(id, kept.handing.key, now());
}

/** Ends on the server what was given up here. */
export async function withdraw({ store, now, withdraw: ask }: Needs): Promise<void> {
  for (const [key, at] of await store.givenUp()) {
    try {
      // It may have been asked for a moment ago, and come to the server after this.
      if ((await ask(key)) || Math.abs(now() - at) > LATEST) await store.settle(key);
    } catch (error) {
      if (isFinal(error)) await store.settle(key);
    }
  }
}

/** Where a match is that was handed over; throws a Refusal for one that was not. */
function whereTo(kept: Kept | undefined): CreatedShown {
  if (!kept) throw new Refusal('no-such-match', 'the match has been deleted');
  if (!kept.movedTo) throw new Refusal('stale', 'the match goes on here');
  return { match: kept.movedTo, seats: [...kept.seats], deal_hash: null };
}

/** Whether asking the server again would not help. */
function isFinal(error: unknown): boolean {
  return error instanceof Refusal && !isTemporary(error.code) && error.code !== 'too-many';
}

/** What another host needs to go on with a match: everything. */
function wishFor(match: Match, friend: number | null): Create {
  const { created, terms, seats } = match;
  return {
    game: created.game,
    options: { ...terms.options },
    seats: seats.map(({ kind, name, level }, seat) => {
      if (seat === friend) return { kind: 'open' };
      return kind === 'computer' ? { kind, name, level } : { kind, name };
    }),
    clock: created.clock && { ...created.clock },
    friendly: created.friendly,
    record: fullRecord(match),
  };
}
