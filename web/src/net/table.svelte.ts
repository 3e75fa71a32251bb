/** One match as this page's seats, or its spectator, see it. */
import type { WireTable } from '../tables';
import type { AnyAction, ChatShown, Happened, MatchEvent, MatchShown, Presence, Snapshot } from '../wire';
import type { Connection } from './connection.svelte';
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

export class MatchTable {
  state: MatchShown | null = $state.raw(null);
  views: Readonly<Record<number, SeatView>> = $state.raw({});
  presence: Presence | null = $state.raw(null);
  problem: Refusal | null = $state.raw(null);
  readonly #ends: (() => void)[] = [];

  constructor(
    readonly id: string,
    readonly seats: readonly OwnSeat[],
    readonly connection: Connection,
    /** Hears every event once, though several seats of this page may hear it. */
    readonly onEvent: (event: MatchEvent, state: MatchShown) => void = () => undefined,
  ) {
    const observers = seats.length ? seats : [{ seat: SPECTATOR, token: null }];
    for (const { seat, token } of observers) {
      this.#ends.push(
        connection.follow({
          match: id,
          seat,
          token,
          onSnapshot: (snapshot) => this.#take(snapshot),
          onEvent: (event) => this.#happen(event),
          onPresence: (presence) => (this.presence = presence),
          onRefusal: (refusal) => (this.problem = refusal),
        }),
      );
    }
  }

  close(): void {
    for (const end of this.#ends) end();
  }

  act(seat: number, action: AnyAction): Promise<number> {
    return this.connection.act(this.id, seat, action);
  }

  #take(snapshot: Snapshot): void {
    this.problem = null;
    this.state = snapshot.state;
    this.#put(snapshot.seat, snapshot.number, snapshot.table, snapshot.moves, snapshot.chat);
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
        chat = [...chat, { number: happened.number, seat: event.seat, text: event.text }];
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
