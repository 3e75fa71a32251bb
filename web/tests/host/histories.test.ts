/**
 * The host beside the server: histories that the server's own code wrote (`scripts/make_histories.py`), carried out again.
 *
 * `tests/web/test_host.py` writes them and names the file; without one there is nothing to compare.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decideMove, decideTime } from '../../src/host/decide';
import type { Created, SeatPlan, Stored } from '../../src/host/events';
import { Host } from '../../src/host/host';
import { recordFor } from '../../src/host/record';
import { begin } from '../../src/host/setup';
import { happened, snapshot } from '../../src/host/show';
import { Refusal } from '../../src/net/refusal';
import type { AnyAction } from '../../src/wire';
import { ask, hasEngine } from './engine';
import { Memory } from './memory';

interface ServerSeat extends Partial<Omit<SeatPlan, 'kind'>> {
  readonly kind: 'local' | 'computer';
  readonly word_follows?: boolean;
}
interface ServerCreated extends Partial<Omit<Created, 'seats'>> {
  readonly seats: readonly ServerSeat[];
  readonly next_secret?: string;
}
interface Shown {
  readonly observer: number;
  readonly snapshot: unknown;
}
type Outcome = {
  readonly at: number;
  readonly number?: number;
  readonly refused?: { readonly code: string; readonly message: string; readonly why: unknown };
  readonly told?: Readonly<Record<string, readonly unknown[]>>;
} & Partial<Shown>;
type Step =
  | (Shown & {
      readonly begin: string;
      readonly at: number;
      readonly created: ServerCreated;
      readonly entropy: number;
      readonly events: readonly Stored[];
    })
  | (Outcome & { readonly seat: number; readonly action: AnyAction })
  | (Outcome & { readonly computer: number; readonly move: string })
  | (Outcome & { readonly time: true })
  | { readonly records: readonly string[]; readonly at: number };

const file = process.env['HISTORIES'];
const histories = file ? (JSON.parse(readFileSync(file, 'utf8')) as readonly (readonly Step[])[]) : [];

function createdOf({ seats, next_secret = '', ...rest }: ServerCreated): Created {
  const plain = { clock: null, friendly: true, secret: '', tags: {}, previous: '', pace: 0, wins: [], played: 0 };
  const plan = { name: '', level: 0, token: '', word: '' };
  return {
    ...plain,
    ...rest,
    type: 'created',
    nextSecret: next_secret,
    seats: seats.map(({ word_follows = false, ...seat }) => ({ ...plan, ...seat, wordFollows: word_follows })),
  } as Created;
}

/** What the server leaves out because it is as always, or sends as nothing. */
function tidy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, each: unknown) => (each === null ? undefined : each)));
}

class Table {
  readonly store = new Memory();
  now = 0;
  drawn = 0;
  id = '';
  readonly host = new Host({
    ask,
    store: this.store as never,
    computers: { think: () => Promise.reject(new Error()), hint: () => Promise.reject(new Error()) },
    now: () => this.now,
    entropy: (count) => {
      const bytes = Uint8Array.from({ length: count }, (_, index) => ((this.drawn + index) * 7) % 251);
      this.drawn += count;
      return bytes;
    },
    send: () => Promise.reject(new Error()),
    withdraw: () => Promise.resolve(false),
    publish: () => undefined,
    alone: (_name, _signal, work) => work(),
  });

  async carryOut(step: Step): Promise<void> {
    this.now = step.at;
    if ('begin' in step) return this.begin(step);
    const live = await this.host.find(this.id);
    if ('records' in step) {
      await live.match.look();
      const observers = [...live.match.seats.keys(), -1];
      expect(observers.map((observer) => recordFor(live.match, observer))).toEqual(step.records);
      return;
    }
    const before = live.match.number;
    try {
      if ('time' in step) await this.host.change(live, (match) => decideTime(match, this.now));
      else if ('computer' in step)
        await this.host.change(live, (match) => decideMove(match, step.computer, step.move, null, match.changedAt));
      else {
        const token = live.match.seats[step.seat]?.token ?? '';
        await this.host.act(this.id, token, `${step.at}-${before}-${Math.random()}`, step.action);
      }
      expect(step.refused).toBeUndefined();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      expect({ code: error.code, message: error.message, why: error.why }).toEqual(step.refused);
      expect(live.match.number).toBe(before);
      return;
    }
    expect(live.match.number).toBe(step.number);
    for (const [observer, events] of Object.entries(step.told ?? {}))
      expect(tidy((await happened(live.match, Number(observer))).events)).toEqual(tidy(events));
    await this.compare(step);
  }

  async begin(step: Extract<Step, { begin: string }>): Promise<void> {
    this.id = step.begin;
    const created = createdOf(step.created);
    const events = await begin(created, this.host.rules);
    expect(events.slice(1)).toEqual(step.events);
    const existing = this.store.entriesOf.get(this.id);
    if (existing) {
      // A rematch: the host made it itself, when it was agreed on.
      expect(tidy(existing)).toEqual(tidy([{ match: this.id, number: 1, at: step.at, key: null, events }]));
    } else {
      const entry = { match: this.id, number: 1, at: step.at, key: null, events };
      this.store.entriesOf.set(this.id, [entry]);
    }
    this.drawn = step.entropy;
    await this.compare(step);
  }

  async compare({ observer, snapshot: expected }: Partial<Shown>): Promise<void> {
    if (observer === undefined || !expected) return;
    const { match } = await this.host.find(this.id);
    expect(tidy(await snapshot(match, observer))).toEqual(tidy(expected));
  }
}

describe.skipIf(!file || !hasEngine)('the host does what the server does', () => {
  it.each(histories.map((steps, number) => [number, steps] as const))('history %i', async (_, steps) => {
    const table = new Table();
    for (const [index, step] of steps.entries()) {
      try {
        await table.carryOut(step);
      } catch (error) {
        if (error instanceof Error)
          error.message = `step ${index} ${JSON.stringify(step).slice(0, 300)}\n${error.message}`;
        throw error;
      }
    }
  });
});
