/** The one place on this device where matches change: checked by the rules, written to disk, and only then told. */
import { Refusal } from '../net/refusal';
import type { AnyAction, Create, CreatedShown, HintShown, ServerMessage, Snapshot, Tried } from '../wire';
import { Attendance, type Computers } from './attendance';
import { checkHint, decide } from './decide';
import type { Entry, Stored } from './events';
import { carryOver, keepHere, newHanding, onItsWay, withdraw } from './handing';
import { Live } from './live';
import { HERE, toLetters } from './names';
import { recordFor } from './record';
import { nextMatch, type Entropy } from './rematch';
import { Rules, type Ask } from './rules';
import { begin, found } from './setup';
import { happened, keptOf, snapshot } from './show';
import { Match, SPECTATOR } from './state';
import type { Kept, Store } from './store';

const ID_BYTES = 16;
const RETRIES = 20;

/** What a host needs of the world around it. */
export interface World {
  readonly ask: Ask;
  readonly store: Store;
  readonly computers: Computers;
  /** Makes a match over the server; the same key gets the same one. */
  readonly send: (wish: Create) => Promise<CreatedShown>;
  /** Ends the match that the server made with a key, and tells whether it had one. */
  readonly withdraw: (key: string) => Promise<boolean>;
  readonly now: () => number;
  readonly entropy: Entropy;
  /** Tells the other pages that an entry was written. */
  readonly publish: (match: string, number: number) => void;
  /** Does some work while no other page does it; given up when the signal says so. */
  readonly alone: (name: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;
}

/** Somebody who follows a match. */
export interface Listener {
  readonly seat: number;
  send(message: ServerMessage): void;
}

/** Decides what happens in a match as it stands; nothing changes if it throws. */
type Happen = (match: Match) => readonly Stored[] | Promise<readonly Stored[]>;

export class Host {
  readonly rules: Rules;
  readonly #lives = new Map<string, Promise<Live>>();
  readonly #attendance: Attendance;

  constructor(readonly world: World) {
    this.rules = new Rules(world.ask);
    this.#attendance = new Attendance(this);
  }

  // Finding

  /** A match, read from disk if need be; throws a Refusal. */
  find(id: string): Promise<Live> {
    let finding = this.#lives.get(id);
    if (!finding) {
      finding = this.#read(id);
      this.#lives.set(id, finding);
      finding.catch(() => this.#lives.delete(id));
    }
    return finding;
  }

  async #read(id: string): Promise<Live> {
    const kept = await this.world.store.find(id);
    if (kept?.handing) throw onItsWay();
    return new Live(await this.#asWritten(id, kept));
  }

  async #asWritten(id: string, kept: Kept | undefined): Promise<Match> {
    const entries = await this.world.store.entries(id);
    if (!entries.length)
      throw new Refusal('no-such-match', kept?.movedTo ? 'the match goes on elsewhere' : 'there is no such match here');
    const match = new Match(id, this.rules);
    await this.#takeIn(new Live(match), entries);
    return match;
  }

  async #takeIn({ match }: Live, entries: readonly Entry[]): Promise<void> {
    try {
      for (const entry of entries) await match.fold(entry);
      await match.look();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'offline') throw error;
      throw new Refusal('unreadable', `the match cannot be read: ${error instanceof Error ? error.message : ''}`);
    }
  }

  #seatOf(match: Match, token: string | null): number {
    if (token === null) return SPECTATOR;
    const seat = match.seatOf(token);
    if (seat === null) throw new Refusal('forbidden', 'the token opens no seat of this match');
    return seat;
  }

  // Following

  /** Follows a match; what it hears first is how the match stands. */
  async follow(id: string, token: string | null, send: (message: ServerMessage) => void): Promise<Listener> {
    const live = await this.find(id);
    const seat = this.#seatOf(live.match, token);
    const listener: Listener = { seat, send };
    await live.alone(async () => {
      await this.#catchUp(live);
      send(await snapshot(live.match, seat));
      send({ type: 'presence', match: id, seats: live.match.seats.map(() => true), watching: 0 });
      live.listeners.add(listener);
    });
    await this.#attendance.takeUp(live);
    return listener;
  }

  async leave(id: string, listener: Listener): Promise<void> {
    const live = await this.#lives.get(id);
    live?.listeners.delete(listener);
    if (live && !live.listeners.size) this.#attendance.dismiss(live);
  }

  /** Hears whether somebody looks at the page. */
  async watched(on: boolean): Promise<void> {
    this.#attendance.watched = on;
    if (on) for (const live of this.#lives.values()) this.#attendance.attend(await live);
  }

  /** Hears that another page has written an entry. */
  async hear(id: string, number: number): Promise<void> {
    const live = await this.#lives.get(id);
    if (live && live.match.number < number) await live.alone(() => this.#catchUp(live));
  }

  async look(id: string, token: string | null): Promise<Snapshot> {
    const { match } = await this.#fresh(id);
    return snapshot(match, this.#seatOf(match, token));
  }

  async record(id: string, token: string | null): Promise<string> {
    const { match } = await this.#fresh(id);
    return recordFor(match, this.#seatOf(match, token));
  }

  /** What a move would do, as far as the seat can know. */
  async tryMove(id: string, token: string, move: string): Promise<Omit<Tried, 'type' | 'id'>> {
    const { match } = await this.find(id);
    const seat = this.#seatOf(match, token);
    if (!match.line) throw new Refusal('not-started', 'there is nothing to try here');
    if (match.deciding !== seat) throw new Refusal('not-your-turn', 'another seat decides now');
    try {
      const { move: legal, reason, why, table } = await this.rules.tried(match.line, seat, move);
      return { legal: legal !== null, reason, why, table: legal === null ? null : table };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'notation') throw error;
      return { legal: false, reason: error.message, why: error.why, table: null };
    }
  }

  async #fresh(id: string): Promise<Live> {
    const live = await this.find(id);
    await live.alone(() => this.#catchUp(live));
    return live;
  }

  // Changing

  async create(wish: Create): Promise<CreatedShown> {
    const { events, given } = await found(wish, this.rules, this.world.entropy);
    const id = HERE + toLetters(this.world.entropy(ID_BYTES));
    const { match } = await this.#begin(id, events);
    return { match: id, seats: [...given], deal_hash: match.dealHash };
  }

  async #begin(id: string, events: readonly Stored[]): Promise<Live> {
    const live = new Live(new Match(id, this.rules));
    const entry: Entry = { match: id, number: 1, at: this.world.now(), key: null, events };
    await this.#takeIn(live, [entry]);
    if (!(await this.#keep(entry, live.match))) return this.find(id);
    this.#lives.set(id, Promise.resolve(live));
    return live;
  }

  /** Carries out an action once and returns its number; throws a Refusal. */
  async act(id: string, token: string | null, name: string, action: AnyAction): Promise<number> {
    const live = await this.find(id);
    const seat = this.#seatOf(live.match, token);
    const now = this.world.now();
    await this.#attendance.wake(live);
    return this.change(live, (match) => decide(match, seat, action, now), `${seat}:${name}`);
  }

  /** A strong move for a seat that plays against computers; asking again for the same turn costs nothing. */
  async hint(id: string, token: string): Promise<HintShown> {
    const live = await this.#fresh(id);
    const { match } = live;
    const seat = this.#seatOf(match, token);
    const ply = checkHint(match, seat);
    const { move } = await this.world.computers.hint({ record: recordFor(match, seat), seat });
    const happen: Happen = (now) => {
      if (checkHint(now, seat) !== ply) throw new Refusal('stale', 'another move was made meanwhile');
      return [{ type: 'hinted', seat }];
    };
    await this.change(live, happen, `${seat}:hint:${ply}`);
    return { move, hints: live.match.hints.get(seat) ?? 0 };
  }

  /** Writes what follows from the present state, tells it, and returns its number; throws a Refusal. */
  change(live: Live, happen: Happen, key: string | null = null): Promise<number> {
    return live.alone(async () => {
      for (let tries = 0; tries < RETRIES; tries++) {
        const { match } = live;
        if (live.isGone) throw new Refusal('no-such-match', 'the match has been deleted');
        const before = key === null ? undefined : match.keys.get(key);
        if (before !== undefined) return before;
        const events = await happen(match);
        if (!events.length) return match.number;
        if (await this.#write(live, key, events)) return live.match.number;
        await this.#catchUp(live);
      }
      throw new Refusal('unavailable', 'too many act at once; send the same again');
    });
  }

  async #write(live: Live, key: string | null, events: readonly Stored[]): Promise<boolean> {
    const { match } = live;
    const entry: Entry = {
      match: match.id,
      number: match.number + 1,
      at: Math.max(this.world.now(), match.changedAt),
      key,
      events,
    };
    // What the match will be is worked out beside it: nothing is told, and nothing changes, before it is on disk.
    const after = match.copy();
    for (const [index, event] of events.entries()) {
      if (event.type !== 'rematched') continue;
      // The next match exists before anybody hears of it; should this entry fail, the next try finds it there.
      const agreed = match.copy();
      await agreed.fold({ ...entry, events: events.slice(0, index) });
      await this.#begin(event.match, await begin(nextMatch(agreed, event.match, this.world.entropy), this.rules));
    }
    await this.#takeIn(new Live(after), [entry]);
    if (!(await this.#keep(entry, after))) return false;
    live.match = after;
    await this.#tell(live);
    this.world.publish(match.id, entry.number);
    return true;
  }

  /** Writes an entry; false where another page was quicker. */
  async #keep(entry: Entry, match: Match): Promise<boolean> {
    try {
      return await this.world.store.append(entry, keptOf(match));
    } catch (error) {
      throw new Refusal('not-kept', `nothing can be kept here: ${error instanceof Error ? error.message : ''}`);
    }
  }

  async #tell(live: Live): Promise<void> {
    for (const { seat, send } of live.listeners) send(await happened(live.match, seat));
    this.#attendance.attend(live);
  }

  /** Takes in and tells what other pages have written. */
  async #catchUp(live: Live): Promise<void> {
    const { match } = live;
    if ((await this.world.store.find(match.id))?.handing) {
      this.#forget(live);
      throw onItsWay();
    }
    // The last known entry is read again: where it is not there any more, the match was deleted.
    const [last, ...news] = await this.world.store.entries(match.id, match.number - 1);
    if (!last) {
      this.#forget(live);
      throw new Refusal('no-such-match', 'the match has been deleted');
    }
    for (const entry of news) {
      await this.#takeIn(live, [entry]);
      await this.#tell(live);
    }
  }

  // Going away

  /** Begins to hand a match over to the server: from here on it stands still, until `carryOver` or `keepHere`. */
  async handOver(id: string, token: string, friend: number | null): Promise<void> {
    const live = await this.find(id);
    await live.alone(async () => {
      await this.#catchUp(live);
      const { match } = live;
      this.#seatOf(match, token);
      if (match.finished) throw new Refusal('match-over', 'the match is over');
      // What the server makes of it is settled before it is asked: the page may be gone before it answers.
      const handing = newHanding(this.world.entropy, friend);
      if (!(await this.world.store.hold({ ...keptOf(match), handing }, match.number)))
        throw new Refusal('stale', 'another move was made meanwhile');
      this.#forget(live);
      this.world.publish(id, Infinity);
    });
  }

  /** Lets the server go on with a match that is on its way; throws a Refusal. */
  async carryOver(id: string, tokens: readonly string[]): Promise<CreatedShown> {
    const made = await carryOver(this.world, (kept) => this.#asWritten(id, kept), id, tokens);
    this.world.publish(id, Infinity);
    return made;
  }

  /** Goes on here with a match that is on its way; what the server may have made of it is given up. */
  keepHere(id: string): Promise<void> {
    return keepHere(this.world, id);
  }

  /** Ends on the server what was given up here. */
  withdraw(): Promise<void> {
    return withdraw(this.world);
  }

  async remove(id: string): Promise<void> {
    await this.world.store.remove(id, this.world.now());
    const live = await this.#lives.get(id)?.catch(() => undefined);
    if (live) this.#forget(live);
    this.world.publish(id, Infinity);
  }

  #forget(live: Live): void {
    live.isGone = true;
    this.#attendance.dismiss(live);
    this.#lives.delete(live.match.id);
    for (const { seat, send } of live.listeners)
      send({ type: 'unsubscribed', match: live.match.id, seat, reason: 'no-such-match' });
  }
}
