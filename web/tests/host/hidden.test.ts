/**
 * What a seat may not know never leaves the host: two matches that differ in nothing else tell that seat the same.
 *
 * A history of a match is carried out twice, the second time with cards that the seat never saw in other places: in the
 * stack, or between the stack and the hands of others. Every byte that a page or a computer is told for that seat, and
 * for spectators, has to be the same, through offers, moves taken back, tries, hints, reloads and the way to the server.
 */
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/host/events';
import { Host, type World } from '../../src/host/host';
import type { Kept } from '../../src/host/store';
import { SPECTATOR } from '../../src/host/state';
import type { AnyAction, ChocolateTableShown, Create, CreatedShown } from '../../src/wire';
import { ask, hasEngine } from './engine';
import { Memory } from './memory';

/** A game, its options, and how many seats it has. */
type Form = readonly [string, Readonly<Record<string, string>>, number];
const FORMS: readonly Form[] = [
  ['schoko', {}, 2],
  ['schokoly', { players: '2' }, 2],
  ['schokoly', { players: '3', swap: 'on' }, 3],
  ['schokoly', { players: '3', swap: 'off' }, 3],
  ['schokoly', { players: '4' }, 4],
];
const STEPS = 34;
const TWINS = 3;
const NEAR_THE_END = 8;

/** Numbers that look drawn and are always the same. */
function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

type Step =
  | { readonly what: 'act'; readonly seat: number; readonly action: AnyAction }
  | { readonly what: 'try'; readonly seat: number; readonly move: string }
  | { readonly what: 'hint' | 'hand over'; readonly seat: number }
  | { readonly what: 'reload' | 'look' };

/** What was told to a seat, whoever asked for it: a page or a computer. */
type Told = Map<number, string[]>;

/** A match on a device whose page follows all seats, and everything that page and computers are told. */
class Device {
  readonly told: Told = new Map();
  readonly store = new Memory();
  /** The moves of computers in the order in which they were asked; drawn where there is none yet. */
  readonly thoughts: string[];
  id = '';
  tokens = new Map<number, string>();
  /** How it began: with everything that nobody may know. */
  first!: Entry;
  private asked = 0;
  private drawn = 0;
  private host: Host;

  constructor(thoughts: readonly string[] = []) {
    this.thoughts = [...thoughts];
    this.host = this.open();
  }

  private open(): Host {
    const world: World = {
      ask,
      store: this.store as never,
      computers: {
        think: async (wish) => {
          this.hear(wish.seat, wish);
          const at = this.asked++;
          this.thoughts[at] ??= (await ask({ op: 'think', ...wish, level: 1, nodes: 1 })).move;
          return { move: this.thoughts[at], value: null, line: [], exact: false, nodes: 0 };
        },
        hint: async (wish) => {
          this.hear(wish.seat, wish);
          return { move: 'pass', value: null, line: [], exact: false, nodes: 0 };
        },
      },
      now: () => 0,
      entropy: (count) => Uint8Array.from({ length: count }, () => (this.drawn++ * 37) % 251),
      publish: () => undefined,
      // The server is told everything, and nobody on this device what it was told.
      send: (): Promise<CreatedShown> => Promise.resolve({ match: 'far', seats: [], deal_hash: null }),
      withdraw: () => Promise.resolve(false),
      alone: (_name, _signal, work) => work(),
    };
    return new Host(world);
  }

  private hear(seat: number, said: unknown): void {
    this.told.set(seat, [...(this.told.get(seat) ?? []), JSON.stringify(said)]);
  }

  async create(wish: Create): Promise<void> {
    const { match, seats } = await this.host.create(wish);
    this.id = match;
    for (const { seat, token } of seats) this.tokens.set(seat, token);
    [this.first] = (await this.store.entries(match)) as [Entry];
  }

  /** Goes on with the match of another device, dealt in another way. */
  async take(other: Device, deal: string): Promise<void> {
    this.id = other.id;
    this.tokens = other.tokens;
    const events = other.first.events.map((event) => (event.type === 'started' ? { ...event, deal } : event));
    this.first = { ...other.first, events };
    await this.store.append(this.first, other.store.kept.get(this.id) as Kept);
  }

  async follow(): Promise<void> {
    this.drawn = 1_000;
    this.asked = 0;
    await this.reload();
  }

  private async reload(): Promise<void> {
    this.host = this.open();
    const { match } = await this.host.find(this.id);
    for (const seat of match.observers) {
      const token = this.tokens.get(seat) ?? null;
      if (token === null && seat !== SPECTATOR) continue;
      await this.host.follow(this.id, token, (message) => this.hear(seat, message));
    }
  }

  /** The match once no computer is to move. */
  async rest() {
    for (;;) {
      const { match } = await this.host.find(this.id);
      if (match.deciding === null || !match.computerOn(match.deciding)) return match;
      await new Promise((done) => setTimeout(done));
    }
  }

  async carryOut(step: Step, number: number): Promise<void> {
    const token = 'seat' in step ? (this.tokens.get(step.seat) ?? '') : '';
    const refused = (error: { code: string; message: string; why: unknown }): unknown => ({ ...error });
    switch (step.what) {
      case 'act':
        await this.host.act(this.id, token, String(number), step.action).catch((error) => {
          this.hear(step.seat, refused(error));
        });
        return;
      case 'try':
        return this.hear(step.seat, await this.host.tryMove(this.id, token, step.move).catch(refused));
      case 'hint':
        return this.hear(step.seat, await this.host.hint(this.id, token).catch(refused));
      case 'reload':
        return this.reload();
      case 'look':
        for (const [seat, own] of [...this.tokens, [SPECTATOR, null] as const]) {
          this.hear(seat, await this.host.look(this.id, own));
          this.hear(seat, await this.host.record(this.id, own));
        }
        return;
      case 'hand over':
        this.hear(step.seat, await this.handOver(token).catch(refused));
    }
  }

  private async handOver(token: string): Promise<CreatedShown> {
    await this.host.handOver(this.id, token, null);
    // What is on its way can be read by every page of the device.
    this.hear(SPECTATOR, (await this.store.find(this.id))?.handing);
    return this.host.carryOver(this.id, []);
  }
}

/** A move that the seat to decide sees as legal, offers of a swap among them. */
function drawMove(table: ChocolateTableShown, draw: (below: number) => number): string {
  const { legal } = table;
  if (!legal) throw new Error('the seat that decides is not told what it may do');
  const pick = <T>(all: readonly T[]): T => all[draw(all.length)] as T;
  if (table.swap || (legal.swap.length && draw(5) < 2)) return pick(legal.swap);
  if (legal.may_pass) return 'pass';
  const places = Object.values(legal.cards)
    .flat()
    .flatMap(({ look, first, second }) => [
      ...first.map(([x, y]) => `${look}@${x},${y}`),
      ...second.map(([x, y]) => `${look}^${x},${y}`),
    ]);
  return (legal.announce.length ? `${pick(legal.announce)}:` : '') + pick(places);
}

/** What happened, the lines of moves that were made in it, and how much of the deal each observer knows in the end. */
interface History {
  readonly steps: readonly Step[];
  readonly lines: readonly (readonly string[])[];
  readonly deal: string;
  readonly known: readonly string[];
}

/** Makes up what happens, and lets it happen. */
async function history(device: Device, draw: (below: number) => number): Promise<History> {
  const steps: Step[] = [];
  const lines: string[][] = [];
  const happen = async (step: Step): Promise<void> => {
    steps.push(step);
    await device.carryOut(step, steps.length);
  };
  while (steps.length < STEPS) {
    const match = await device.rest();
    const seat = match.deciding;
    // A match that is over is open.
    if (seat === null || (match.position?.seen.at(SPECTATOR)?.table as ChocolateTableShown).stack < NEAR_THE_END) break;
    const people = [...device.tokens.keys()];
    const other = people[draw(people.length)] as number;
    const table = match.position?.seen.at(seat)?.table as ChocolateTableShown;
    const chance = draw(16);
    if (chance === 0) await happen({ what: 'reload' });
    else if (chance === 1) await happen({ what: 'look' });
    else if (chance === 2) await happen({ what: 'hint', seat });
    else if (chance === 3) await happen({ what: 'act', seat: other, action: { type: 'chat', text: 'so what' } });
    else if (chance === 4 && match.moves.length) {
      lines.push([...match.moves]);
      await happen({ what: 'act', seat: other, action: { type: 'propose', what: 'takeback' } });
      for (const each of people)
        if (each !== other) await happen({ what: 'act', seat: each, action: { type: 'agree' } });
    } else if (chance < 7) await happen({ what: 'try', seat, move: chance === 5 ? drawMove(table, draw) : 'pass' });
    else await happen({ what: 'act', seat, action: { type: 'move', move: drawMove(table, draw) } });
  }
  await happen({ what: 'look' });
  const { line, position } = await device.rest();
  if (!line || !position) throw new Error('it was not begun');
  lines.push([...line.moves]);
  await happen({ what: 'hand over', seat: [...device.tokens.keys()][0] as number });
  return { steps, lines, deal: line.deal, known: position.seen.map(({ deal }) => deal) };
}

/** Whether the moves of some lines can be made with a deal. */
async function fits([game, options]: Form, deal: string, lines: History['lines']): Promise<boolean> {
  for (const moves of lines) {
    const asked = { op: 'standing', game, options, deal, moves, observers: [] } as const;
    if (!(await ask(asked).catch(() => null))) return false;
  }
  return true;
}

/** Other deals that a seat cannot tell from the one that was dealt. */
async function twins(
  form: Form,
  { deal, known, lines }: History,
  seat: number,
  draw: (below: number) => number,
): Promise<string[]> {
  const hidden = [...(known.at(seat) ?? '').split(' ').entries()].flatMap(([at, card]) => (card === '?' ? [at] : []));
  const found: string[] = [];
  for (let tries = 0; tries < 4 * TWINS && found.length < TWINS; tries++) {
    const cards = deal.split(' ');
    const [one, two] = [hidden[draw(hidden.length)] as number, hidden[draw(hidden.length)] as number];
    [cards[one], cards[two]] = [cards[two] as string, cards[one] as string];
    const other = cards.join(' ');
    if (other !== deal && (await fits(form, other, lines))) found.push(other);
  }
  return found;
}

describe.skipIf(!hasEngine)('what a seat may not know stays in the host', () => {
  const tables = FORMS.flatMap((form, at) => [form[2], 1].map((people) => ({ form, people, seed: 10 * at + people })));
  it.each(tables)('$form.0 $form.1 with $people people', async ({ form, people, seed }) => {
    const [game, options, count] = form;
    const draw = dice(seed);
    const seats = Array.from({ length: count }, (_, seat) =>
      seat < people ? { kind: 'local' } : { kind: 'computer', level: 2 },
    );
    const device = new Device();
    await device.create({ game, options, seats, friendly: true } as unknown as Create);
    await device.follow();
    const told = await history(device, draw);
    const { steps, deal } = told;
    const [created] = device.first.events;
    if (created?.type !== 'created') throw new Error('it was not created');
    // Nobody is told what decides this deal or the next, or how it lies.
    for (const text of [...device.told.values()].flat())
      for (const secret of [created.secret, created.nextSecret, deal]) expect(text).not.toContain(secret);
    let compared = 0;
    for (let seat = SPECTATOR; seat < count; seat++) {
      for (const other of await twins(form, told, seat, draw)) {
        const twin = new Device(device.thoughts);
        await twin.take(device, other);
        await twin.follow();
        for (const [at, step] of steps.entries()) {
          await twin.rest();
          await twin.carryOut(step, at + 1);
        }
        for (const observer of new Set([seat, SPECTATOR]))
          expect(twin.told.get(observer), `${other} beside ${deal}`).toEqual(device.told.get(observer));
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(TWINS);
  });
});
