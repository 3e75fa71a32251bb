/** Deals that anybody can verify; docs/deals.md gives the scheme byte by byte. */
import { isPrintable } from './calls';
import { type Form, optionsText, refused, seatsOf } from './forms';
import type { Chance } from './rooms';
import { hex, hmac, sha256, unhex } from './sha256';

const SCHEME = 'tafelrunde-deal-1';
const SECRET_BYTES = 32;
const MAX_WORD = 200;
const WORD_RANGE = 1n << 64n;

/** Random numbers that follow from a key: HMAC-SHA-256 in counter mode, unbiased by rejection. */
class DealStream implements Chance {
  private counter = 0n;
  private words: bigint[] = [];

  constructor(private readonly key: Uint8Array) {}

  below(stop: number): number {
    const limit = WORD_RANGE - (WORD_RANGE % BigInt(stop));
    for (;;) {
      const word = this.word();
      if (word < limit) return Number(word % BigInt(stop));
    }
  }

  private word(): bigint {
    if (this.words.length === 0) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setBigUint64(0, this.counter++);
      const block = new DataView(hmac(this.key, new Uint8Array(counter.buffer)).buffer);
      this.words = [0, 8, 16, 24].map((at) => block.getBigUint64(at));
    }
    return this.words.shift() as bigint;
  }
}

/** The hash that is published before play. */
export function commitment(secret: Uint8Array): string {
  return hex(sha256(secret));
}

/** The deal that follows from a secret and one word for each seat; throws a Refusal. */
export function deal(form: Form, secret: Uint8Array, words: readonly string[]): string {
  if (secret.length !== SECRET_BYTES) throw refused('bad-setup', `a secret has ${SECRET_BYTES} bytes`);
  const bad = (word: string) => [...word].length > MAX_WORD || !isPrintable(word);
  if (words.length !== seatsOf(form) || words.some(bad))
    throw refused('bad-setup', `every seat has one word of at most ${MAX_WORD} printable characters`);
  const message = JSON.stringify([SCHEME, form.game, optionsText(form.words), words]);
  const ascii = message.replace(/[\u007f-\uffff]/g, (c) =>
    c === '\u007f' ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const key = hmac(secret, new TextEncoder().encode(ascii));
  return form.room.deal(form.all, new DealStream(key));
}

export interface Verdict {
  status: 'verified' | 'sealed' | 'unsigned' | 'false';
  /** Whether a word was said after the hash was published, so that nobody could choose the deal. */
  ordered: boolean;
}

/** Proves that a record's deal follows from its published secret and words. */
export function verify(form: Form, dealt: string, tags: ReadonlyMap<string, string>): Verdict {
  const is = (status: Verdict['status'], ordered = false): Verdict => ({ status, ordered });
  const published = tags.get('DealHash');
  if (published === undefined || !tags.has('DealScheme')) return is('unsigned');
  if (tags.get('DealScheme') !== SCHEME) return is('false');
  const text = tags.get('DealSecret');
  if (text === undefined) return is('sealed');
  const secret = unhex(text);
  const words = Array.from({ length: seatsOf(form) }, (_, seat) => tags.get(`DealWord${seat + 1}`));
  if (secret === null || words.includes(undefined)) return is('false');
  try {
    if (deal(form, secret, words as string[]) !== dealt || commitment(secret) !== published) return is('false');
  } catch {
    return is('false');
  }
  const after = ` ${tags.get('DealOrder') ?? ''} `.split(' hash ').slice(1).join(' hash ');
  return is('verified', after.trim() !== '');
}
