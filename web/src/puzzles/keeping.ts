/** What was fetched once and is still there without a network. */
import { study } from '../net/api';
import type { StudyShown } from '../wire';

/** The service worker leaves this one alone when a new build comes. */
const KEPT = 'tafelrunde-puzzles';
const held = new Map<string, unknown>();

const address = (name: string): string => `/kept/${encodeURIComponent(name)}`;

async function open(): Promise<Cache | null> {
  try {
    return await caches.open(KEPT);
  } catch {
    // An insecure address, or a browser that keeps nothing.
    return null;
  }
}

/** Fetches something, or remembers it from last time where that fails; throws what the fetching threw. */
export async function recalled<T>(name: string, fetching: () => Promise<T>): Promise<T> {
  if (held.has(name)) return held.get(name) as T;
  const kept = await open();
  try {
    const fresh = await fetching();
    held.set(name, fresh);
    await kept?.put(address(name), new Response(JSON.stringify(fresh)));
    return fresh;
  } catch (error) {
    const old = await kept?.match(address(name));
    if (!old) throw error;
    const found = (await old.json()) as T;
    held.set(name, found);
    return found;
  }
}

/** The table after a record, with all that the record tells. */
export function tableAfter(record: string): Promise<StudyShown> {
  return recalled(`table-${record}`, () => study({ record }));
}
