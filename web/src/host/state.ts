/** The state of a match on this device: what follows from its entries, one after the other, as on the server. */
import type { ChatShown, MatchEvent } from '../wire';
import { accountOf } from './budget';
import { credited, newClock, pressed, started, stopped, type Clock } from './clock';
import type { Created, Entry, SeatPlan, Stored } from './events';
import type { Line, Position, Rules, Terms } from './rules';
import { hex, sha256, unhex } from '../engine/sha256';

export const SPECTATOR = -1;

type Of<Type extends MatchEvent['type']> = Extract<MatchEvent, { type: Type }>;

export interface Seat extends SeatPlan {
  readonly left: boolean;
  /** The level of the computer that decides until the owner is back; 0 for none. */
  readonly substitute: number;
}

/** So much of what was said is kept at hand: the last lines, and so much text. */
const CHAT_LINES = 200;
const CHAT_CHARACTERS = 16_384;

export function commitment(secret: string): string {
  return hex(sha256(unhex(secret) ?? new Uint8Array()));
}

/** A match as it stands after its last entry. Only `fold` changes it. */
export class Match {
  number = 0;
  /** The number of the entry with which play began; moves in it were made elsewhere, and took no time. */
  began = 0;
  created!: Created;
  createdAt = 0;
  changedAt = 0;
  terms!: Terms;
  seats: Seat[] = [];
  status: 'open' | 'running' | 'paused' | 'finished' = 'open';
  dealHash: string | null = null;
  nextDealHash: string | null = null;
  hasSecrets = false;
  line: Line | null = null;
  /** How the line stands; null until `look` was asked. */
  position: Position | null = null;
  movers: number[] = [];
  clock: Clock | null = null;
  proposal: Of<'proposed'> | null = null;
  agreed = new Set<number>();
  finished: Of<'finished'> | null = null;
  nextMatch = '';
  /** By seat: the words said for the deal of a rematch that is being agreed on. */
  nextWords = new Map<number, string>();
  chat: ChatShown[] = [];
  /** Pairs of a listener and whom it does not hear. */
  muted = new Set<string>();
  hints = new Map<number, number>();
  keys = new Map<string, number>();
  spent = new Map<string, number>();
  /** The entry that was taken in last. */
  last: Omit<Entry, 'match'> | null = null;

  constructor(
    readonly id: string,
    readonly rules: Rules,
  ) {}

  // What can be asked

  /** The seat that decides now; null when nobody does. */
  get deciding(): number | null {
    return this.status === 'running' && this.position ? this.position.seat : null;
  }

  get moves(): readonly string[] {
    return this.line?.moves ?? [];
  }

  get observers(): readonly number[] {
    return [...this.seats.keys(), SPECTATOR];
  }

  /** The seats for which a person decides. */
  get people(): readonly number[] {
    return [...this.seats.keys()].filter((seat) => !this.computerOn(seat));
  }

  /** The level of the computer that decides for a seat now; 0 for a person. */
  computerOn(seat: number): number {
    const state = this.seats[seat];
    return !state ? 0 : state.kind === 'computer' ? state.level : state.substitute;
  }

  seatOf(token: string): number | null {
    const seat = this.seats.findIndex((each) => each.kind === 'local' && each.token === token);
    return seat < 0 ? null : seat;
  }

  hears(listener: number, other: number): boolean {
    return !this.muted.has(`${listener} ${other}`);
  }

  /** What a seat, or the spectators, hear of the last entry. */
  heard(observer: number): readonly MatchEvent[] {
    return (this.last?.events ?? []).map((event): MatchEvent => {
      switch (event.type) {
        case 'created':
          return { type: 'opened' };
        case 'started':
          return { type: 'begun' };
        case 'moved':
          return this.position?.isPublic === false
            ? { ...event, move: this.position.seen.at(observer)?.moves.at(-1) ?? event.move }
            : event;
        case 'chatted':
          return this.hears(observer, event.seat) ? event : { type: 'silent' };
        case 'muted':
          return observer === event.seat ? event : { type: 'silent' };
        default:
          return event;
      }
    });
  }

  /** A match that can be folded on without changing this one. */
  copy(): Match {
    const other = new Match(this.id, this.rules);
    Object.assign(other, this);
    other.movers = [...this.movers];
    other.agreed = new Set(this.agreed);
    other.nextWords = new Map(this.nextWords);
    other.muted = new Set(this.muted);
    other.hints = new Map(this.hints);
    other.keys = new Map(this.keys);
    other.spent = new Map(this.spent);
    return other;
  }

  // What happens

  /** Takes in the entry that follows the last one; `look` before asking how it stands. */
  async fold(entry: Omit<Entry, 'match'>): Promise<void> {
    const { number, at, key, events } = entry;
    if (number !== this.number + 1) throw new Error(`entry ${number} does not follow ${this.number}`);
    this.number = number;
    this.changedAt = at;
    this.last = entry;
    if (key !== null) this.keys.set(key, number);
    for (const event of events) await this.#happen(event, at);
  }

  /** Finds out how the match stands. */
  async look(): Promise<Position | null> {
    if (this.line) this.position ??= await this.rules.position(this.line);
    return this.position;
  }

  /** The seat that decides, for the clock. */
  async #next(): Promise<number | null> {
    const position = await this.look();
    return !position || position.over ? null : position.seat;
  }

  async #happen(event: Stored, at: number): Promise<void> {
    const account = accountOf(event)?.account;
    if (account !== undefined) this.spent.set(account, (this.spent.get(account) ?? 0) + 1);
    switch (event.type) {
      case 'created':
        return this.#create(event, at);
      case 'started':
        return this.#start(event.deal, at);
      case 'moved':
        return this.#move(event, at);
      case 'chatted':
        this.chat = kept([...this.chat, { number: this.number, seat: event.seat, text: event.text, name: '' }]);
        return;
      case 'muted':
        this.muted[event.on ? 'add' : 'delete'](`${event.seat} ${event.other}`);
        return;
      case 'left':
        return this.#seat(event.seat, { left: true });
      case 'returned':
        return this.#seat(event.seat, { left: false, substitute: 0 });
      case 'taken-over':
        return this.#seat(event.seat, { substitute: event.level });
      case 'proposed':
        this.proposal = event;
        this.agreed = new Set();
        return this.#agree(event);
      case 'agreed':
        return this.#agree(event);
      case 'declined':
        return this.#settle();
      case 'taken-back':
        return this.#takeBack(event.ply, at);
      case 'paused':
        this.clock = this.clock && stopped(this.clock, at);
        this.status = 'paused';
        return this.#settle();
      case 'resumed':
        this.status = 'running';
        if (this.clock) this.clock = started(this.clock, (await this.#next()) ?? 0, at);
        return;
      case 'credited':
        this.clock = this.clock && credited(this.clock, event.ms);
        return;
      case 'finished':
        this.finished = event;
        this.status = 'finished';
        this.clock = this.clock && stopped(this.clock, at);
        return this.#settle();
      case 'rematched':
        this.nextMatch = event.match;
        return this.#settle();
      case 'hinted':
        this.hints.set(event.seat, (this.hints.get(event.seat) ?? 0) + 1);
    }
  }

  async #create(event: Created, at: number): Promise<void> {
    this.created = event;
    this.createdAt = at;
    this.terms = await this.rules.terms(event.game, event.options);
    this.dealHash = event.secret ? commitment(event.secret) : null;
    this.nextDealHash = event.nextSecret ? commitment(event.nextSecret) : null;
    this.seats = event.seats.map((plan) => ({ ...plan, left: false, substitute: 0 }));
  }

  async #start(deal: string, at: number): Promise<void> {
    this.#lay({ terms: this.terms, deal, moves: [] });
    this.began = this.number;
    const position = (await this.look()) as Position;
    this.hasSecrets = position.seen.at(SPECTATOR)?.deal !== deal;
    this.status = 'running';
    const plan = this.created.clock;
    if (plan) this.clock = started(newClock(plan, this.seats.length), position.seat, at);
  }

  async #move(event: Of<'moved'>, at: number): Promise<void> {
    if (!this.line) throw new Error('a move before the start');
    this.#lay({ ...this.line, moves: [...this.line.moves, event.move] });
    this.movers.push(event.seat);
    if (this.proposal && this.proposal.what !== 'pause') this.#settle();
    if (!this.clock) return;
    const next = await this.#next();
    const isRecorded = this.number === this.began && next !== null;
    this.clock = isRecorded ? started(this.clock, next, at) : pressed(this.clock, event.seat, next, at);
  }

  async #takeBack(ply: number, at: number): Promise<void> {
    if (!this.line) throw new Error('a take-back before the start');
    this.#lay({ ...this.line, moves: this.line.moves.slice(0, ply) });
    this.movers = this.movers.slice(0, ply);
    if (this.clock) this.clock = started(this.clock, (await this.#next()) ?? 0, at);
    this.#settle();
  }

  #lay(line: Line): void {
    this.line = line;
    this.position = null;
  }

  #seat(index: number, change: Partial<Seat>): void {
    this.seats = this.seats.map((seat, each) => (each === index ? { ...seat, ...change } : seat));
  }

  #agree({ seat, word }: Of<'proposed'> | Of<'agreed'>): void {
    this.agreed.add(seat);
    if (word) this.nextWords.set(seat, word);
  }

  #settle(): void {
    this.proposal = null;
    this.agreed = new Set();
    this.nextWords = new Map();
  }
}

/** The newest lines that are kept at hand. */
function kept(chat: ChatShown[]): ChatShown[] {
  let length = 0;
  for (let index = 0; index < chat.length; index++) {
    length += (chat.at(-1 - index) as ChatShown).text.length;
    if (index >= CHAT_LINES || length > CHAT_CHARACTERS) return index ? chat.slice(-index) : [];
  }
  return chat;
}
