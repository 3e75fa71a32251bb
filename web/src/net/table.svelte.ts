/** One match as this page's seats, or its spectator, see it. */
import type { WireTable } from '../tables';
import type { AnyAction, ChatShown, Happened, MatchEvent, MatchShown, Presence, Snapshot } from '../wire';
import { act } from './api';
import type { Connection } from './connection.svelte';
import { newId } from './outbox';
import type { Refusal } from './refusal';

export interface OwnSeat {
  readonly seat: number;
  readonly token: string;
}

/** What one seat knows. */
export interface SeatView {
  readonly number: number;
  readonly table: WireTable | null;
  readonly moves: readonly string[];
  readonly chat: readonly ChatShown[];
}

export const SPECTATOR = -1;

/** After a person's move, and where a clock runs, a computer's answer waits no longer than an animation takes. */
const SHORT = 350;
/** So many events that nobody has seen yet are caught up with at once. */
const MOST_BEHIND = 60;

/**
 * A match, told one move after the other.
 *
 * Computers answer faster than people can look: their moves are shown with some time between them, and whatever happened
 * after a move that waits, waits with it.
 */
export class MatchTable {
  state: MatchShown | null = $state.raw(null);
  views: Readonly<Record<number, SeatView>> = $state.raw({});
  presence: Presence | null = $state.raw(null);
  problem: Refusal | null = $state.raw(null);
  /** Whether nothing more is shown until it is let go. */
  held = $state(false);
  readonly #ends = new Map<number, () => void>();
  #queue: Happened[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the last move was shown, its event, and whether a computer had made it. */
  #shown = { at: -Infinity, number: -1, computer: false };

  constructor(
    readonly id: string,
    readonly seats: readonly OwnSeat[],
    readonly connection: Connection,
    /** Hears every event once, though several seats of this page may hear it. */
    readonly onEvent: (event: MatchEvent, state: MatchShown) => void = () => undefined,
    /** The milliseconds between computers' moves, asked before each. */
    readonly gap: () => number = () => 0,
    /** Whether a page that several seats share hears of one of them at a time, and of none before it is asked to. */
    readonly discreet = false,
  ) {
    if (!seats.length || discreet) this.#follow(SPECTATOR, null);
    else for (const { seat, token } of seats) this.#follow(seat, token);
  }

  #follow(seat: number, token: string | null): void {
    const end = this.connection.follow({
      match: this.id,
      seat,
      token,
      onSnapshot: (snapshot) => this.#take(snapshot),
      onEvent: (event) => this.#stage(event),
      onPresence: (presence) => (this.presence = presence),
      onRefusal: (refusal) => (this.problem = refusal),
    });
    this.#ends.set(seat, end);
  }

  /** Where seats are followed one at a time: follows this one, or none of them. What another one knew is forgotten. */
  face(seat: number | null): void {
    if (!this.discreet) return;
    for (const { seat: own } of this.seats) {
      if (own === seat || !this.#ends.has(own)) continue;
      this.#ends.get(own)?.();
      this.#ends.delete(own);
      this.#queue = this.#queue.filter((event) => event.seat !== own);
      this.views = Object.fromEntries(Object.entries(this.views).filter(([each]) => Number(each) !== own));
    }
    const facing = this.seats.find((own) => own.seat === seat);
    if (facing && !this.#ends.has(facing.seat)) this.#follow(facing.seat, facing.token);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    for (const end of this.#ends.values()) end();
  }

  act(seat: number, action: AnyAction): Promise<number> {
    const own = this.seats.find((each) => each.seat === seat);
    if (this.#ends.has(seat) || !own) return this.connection.act(this.id, seat, action);
    return act(this.id, own.token, { id: newId(), action }).then(({ number }) => number);
  }

  /** Holds what comes, or lets it go on. */
  hold(held: boolean): void {
    this.held = held;
    this.#advance();
  }

  #take(snapshot: Snapshot): void {
    clearTimeout(this.#timer);
    this.#queue = this.#queue.filter((event) => event.number > snapshot.number);
    this.problem = null;
    this.state = snapshot.state;
    this.#put(snapshot.seat, snapshot.number, snapshot.table, snapshot.moves, snapshot.chat);
    this.#advance();
  }

  // One after the other

  #stage(happened: Happened): void {
    this.#queue.push(happened);
    this.#advance();
  }

  #advance(): void {
    clearTimeout(this.#timer);
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      const wait = this.#wait(next);
      if (wait > 0) {
        if (wait < Infinity) this.#timer = setTimeout(() => this.#advance(), wait);
        return;
      }
      this.#queue.shift();
      this.#note(next);
      this.#happen(next);
    }
  }

  /** How long an event has to wait: only a computer's move does. */
  #wait(happened: Happened): number {
    if (this.#queue.length > MOST_BEHIND || globalThis.document?.hidden || happened.number === this.#shown.number)
      return 0;
    const move = happened.events.find((event) => event.type === 'moved');
    if (!move || !this.state?.seats[move.seat]?.level) return 0;
    if (this.held) return Infinity;
    const gap = this.gap();
    const hurried = !this.#shown.computer || this.state.clock_plan?.kind === 'live';
    return this.#shown.at + (hurried ? Math.min(gap, SHORT) : gap) - performance.now();
  }

  #note({ number, events }: Happened): void {
    const move = events.find((event) => event.type === 'moved');
    if (move) this.#shown = { at: performance.now(), number, computer: (this.state?.seats[move.seat]?.level ?? 0) > 0 };
  }

  #happen(happened: Happened): void {
    const view = this.views[happened.seat];
    if (!view || happened.number <= view.number) return;
    let { moves, chat } = view;
    for (const event of happened.events) {
      if (event.type === 'moved') moves = [...moves, event.move];
      else if (event.type === 'taken-back') moves = moves.slice(0, event.ply);
      else if (event.type === 'line-removed') chat = chat.filter((line) => line.number !== event.number);
      else if (event.type === 'chatted')
        chat = [...chat, { number: happened.number, seat: event.seat, text: event.text, name: event.name ?? '' }];
    }
    const first = Object.values(this.views).every((other) => other.number < happened.number);
    if (happened.state) this.state = happened.state;
    this.#put(happened.seat, happened.number, happened.table ?? view.table, moves, chat);
    const state = this.state;
    if (first && state) for (const event of happened.events) this.onEvent(event, state);
  }

  #put(
    seat: number,
    number: number,
    table: WireTable | null,
    moves: readonly string[],
    chat: readonly ChatShown[],
  ): void {
    const old = this.views[seat]?.table;
    // What did not change stays the same object: a chat line must not disturb a turn in the making.
    const kept = old && table && JSON.stringify(old) === JSON.stringify(table) ? old : table;
    this.views = { ...this.views, [seat]: { number, table: kept, moves, chat } };
  }
}
