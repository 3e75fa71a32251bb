/** What the server refused, or why it could not be asked. */
import type { RefusalCode } from '../wire';

/** What no server says: nobody could be asked, or this device cannot keep a match, not read it or has sent it away. */
export type DeviceCode = 'offline' | 'not-kept' | 'unreadable' | 'moving';

export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode | DeviceCode,
    message: string,
    /** The rule that a move breaks: its code, and its parameters beside it. */
    readonly why: Readonly<Record<string, string | number>> | null = null,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** What the server refused because of an address: a name that cannot be one names no table. */
export function atAddress(error: unknown): unknown {
  const unreadable = error instanceof Refusal && error.code === 'bad-message';
  return unreadable ? new Refusal('no-such-match', error.message) : error;
}

/** Whether the same request may succeed a little later. */
export function isTemporary(code: Refusal['code']): boolean {
  return code === 'too-fast' || code === 'unavailable' || code === 'shutting-down' || code === 'offline';
}
