/**
 * The way to the server as histories: whatever is lost, killed, delayed, refused or done twice, a match ends up in one
 * place, with every move that was made, and the server goes on with nothing else.
 */
import { describe, expect, it } from 'vitest';
import { stepText } from '../../src/games/tokan/board/choreography';
import { Host } from '../../src/host/host';
import { Refusal, type DeviceCode } from '../../src/net/refusal';
import type { Create, CreatedShown, RefusalCode, TokanTableShown } from '../../src/wire';
import { ask, hasEngine } from './engine';
import { Memory } from './memory';

const HISTORIES = 60;
const STEPS = 30;
const TWO = { game: 'tokan', seats: [{ kind: 'local' }, { kind: 'local' }] } as unknown as Create;
/** What becomes of a request. */
const FATES = ['answered', 'answered', 'lost', 'unheard', 'delayed', 'refused', 'turned away'] as const;
type Fate = (typeof FATES)[number];
const STEP = ['move', 'move', 'hand over', 'carry', 'carry', 'keep', 'kill', 'withdraw', 'wait', 'deliver'] as const;

/** Numbers that look drawn and are always the same. */
function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

function refusal(code: RefusalCode | DeviceCode): Refusal {
  return new Refusal(code, code);
}

/** The server as far as this goes: one match for a key, whatever is sent with it, and its end. */
class Far {
  readonly matches = new Map<string, { readonly record: string; over: boolean }>();
  /** Requests on their way, which nobody waits for any more. */
  readonly late: (() => void)[] = [];
  fate: Fate = 'answered';

  create(wish: Create): CreatedShown {
    const key = wish.key ?? '';
    if (!this.matches.has(key)) this.matches.set(key, { record: wish.record ?? '', over: false });
    return { match: `at ${key}`, seats: [{ seat: 0, token: `of ${key}` }], deal_hash: null };
  }

  end(key: string): boolean {
    const match = this.matches.get(key);
    if (match) match.over = true;
    return match !== undefined;
  }

  /** Lets a request reach the server and its answer the device, as the line has it. */
  async over<T>(work: () => T, fate = this.fate): Promise<T> {
    await Promise.resolve();
    if (fate === 'lost') throw refusal('offline');
    if (fate === 'turned away') throw refusal('too-many');
    if (fate === 'refused') throw refusal('bad-setup');
    if (fate === 'delayed') this.late.push(work);
    if (fate === 'delayed') throw refusal('offline');
    const answer = work();
    await Promise.resolve();
    if (fate === 'unheard') throw refusal('offline');
    return answer;
  }

  deliver(): void {
    for (const work of this.late.splice(0)) work();
  }

  get running(): readonly string[] {
    return [...this.matches].flatMap(([key, { over }]) => (over ? [] : [key]));
  }
}

/** A device with two pages, and everything that becomes of one match. */
class Device {
  readonly far = new Far();
  readonly store = new Memory();
  readonly pages: Host[] = [];
  now = 0;
  id = '';
  tokens: string[] = [];
  /** How many moves were shown as made. */
  made = 0;

  constructor(readonly draw: (below: number) => number) {}

  async begin(): Promise<void> {
    this.pages.push(this.open(), this.open());
    const { match, seats } = await this.page.create(TWO);
    this.id = match;
    this.tokens = seats.map(({ token }) => token);
  }

  open(): Host {
    return new Host({
      ask,
      store: this.store as never,
      computers: { think: () => Promise.reject(new Error()), hint: () => Promise.reject(new Error()) },
      send: (wish) => this.far.over(() => this.far.create(wish)),
      // Nobody else ever sits down to these: there is no reason to refuse that.
      withdraw: (key) => this.far.over(() => this.far.end(key), this.far.fate === 'refused' ? 'lost' : this.far.fate),
      now: () => this.now,
      entropy: (count) => Uint8Array.from({ length: count }, () => this.draw(256)),
      publish: (match, number) => {
        for (const page of this.pages) void page.hear(match, number).catch(() => undefined);
      },
      alone: (_name, _signal, work) => work(),
    });
  }

  get page(): Host {
    return this.pages[this.draw(this.pages.length)] as Host;
  }

  async move(page: Host): Promise<void> {
    const { state } = await page.look(this.id, null);
    if (state.turn === null) return;
    const token = this.tokens[state.turn] ?? '';
    const { legal } = (await page.look(this.id, token)).table as TokanTableShown;
    const [source = '', [step]] = Object.entries(legal?.steps ?? {})[0] ?? ['', []];
    if (!step) return;
    const move = stepText({ source, target: step.target, carried: step.carry[0] ?? 0 });
    await page.act(this.id, token, `move ${this.draw(1e9)}`, { type: 'move', move, ply: state.ply });
    this.made = Math.max(this.made, state.ply + 1);
  }

  async step(): Promise<void> {
    const { page, far } = this;
    far.fate = FATES[this.draw(FATES.length)] as Fate;
    switch (STEP[this.draw(STEP.length)]) {
      case 'move':
        return this.move(page);
      case 'hand over':
        return page.handOver(this.id, this.tokens[0] ?? '', null);
      case 'carry':
        // Two pages may do so at once, and one may take it back meanwhile.
        await Promise.allSettled([
          page.carryOver(this.id, []),
          ...(this.draw(3) ? [] : [this.page.carryOver(this.id, [])]),
          ...(this.draw(4) ? [] : [this.page.keepHere(this.id)]),
        ]);
        return;
      case 'keep':
        return page.keepHere(this.id);
      case 'kill':
        this.pages[this.draw(this.pages.length)] = this.open();
        return;
      case 'withdraw':
        return page.withdraw();
      case 'wait':
        this.now += this.draw(400_000);
        // Nothing is on its way for longer than that.
        far.deliver();
        return;
      case 'deliver':
        far.deliver();
    }
  }

  /** The network is there again, and stays; a page is opened now and another one later. */
  async calm(): Promise<void> {
    this.far.fate = 'answered';
    this.far.deliver();
    for (let each = 0; each < 2; each++) {
      const page = this.open();
      if ((await this.store.find(this.id))?.handing) await page.carryOver(this.id, []);
      await page.withdraw();
      this.now += 1_000_000;
    }
  }
}

describe.skipIf(!hasEngine)('the way to the server', () => {
  const ends = { here: 0, there: 0, unheard: 0 };

  it.each(Array.from({ length: HISTORIES }, (_, seed) => seed + 1))('ends in one place: history %i', async (seed) => {
    const device = new Device(dice(seed));
    await device.begin();
    for (let each = 0; each < STEPS; each++) {
      await device.step().catch((error: unknown) => expect(error).toBeInstanceOf(Refusal));
    }
    await device.calm();
    const kept = await device.store.find(device.id);
    expect(kept?.handing).toBeUndefined();
    expect(device.store.unwanted.size).toBe(0);
    if (kept?.movedTo) {
      const [key = ''] = device.far.running;
      expect(device.far.running).toEqual([key]);
      expect(kept).toMatchObject({ movedTo: `at ${key}`, seats: [{ seat: 0, token: `of ${key}` }] });
      const [, moves = ''] = device.far.matches.get(key)?.record.split('\n\n') ?? [];
      expect(moves.split(/\s+/).filter(Boolean)).toHaveLength(device.made);
      expect(await device.store.entries(device.id)).toEqual([]);
      ends.there++;
    } else {
      expect(device.far.running).toEqual([]);
      expect((await device.open().look(device.id, null)).state.ply).toBe(device.made);
      ends.here++;
    }
    ends.unheard += [...device.far.matches.values()].filter(({ over }) => over).length;
  });

  it('has met all of it', () => {
    expect(ends.here).toBeGreaterThan(5);
    expect(ends.there).toBeGreaterThan(5);
    // Matches that the server had made and nobody heard of.
    expect(ends.unheard).toBeGreaterThan(5);
  });
});
