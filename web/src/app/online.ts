/** The page's lines: to the server, and to the host on this device. */
import { act } from '../net/api';
import { isHere } from '../host/names';
import { Connection } from '../net/connection.svelte';
import { here } from '../net/here';
import { Outbox } from '../net/outbox';
import { isTemporary, Refusal } from '../net/refusal';
import { seatsOf } from './seats';
import { storage } from './store';

const address = `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/api/ws`;

export const connection = new Connection(address, new Outbox(storage()));
const device = new Connection(() => here.open(), new Outbox(storage(), 'tafelrunde.outbox.here'));

/** The line to whoever hosts a match. */
export function connectionFor(match: string): Connection {
  return isHere(match) ? device : connection;
}

/** Sends what was done offline at tables that are not open any more. */
export async function sendOrphans(): Promise<void> {
  for (const { id, match, seat, action } of [...device.orphans(), ...connection.orphans()]) {
    const token = seatsOf(match).find((kept) => kept.seat === seat)?.token;
    try {
      if (token) await act(match, token, { id, action });
    } catch (error) {
      // What the server cannot take now stays; what it refuses would be refused for ever.
      if (!(error instanceof Refusal) || isTemporary(error.code)) continue;
    }
    connectionFor(match).answered(id);
  }
}
