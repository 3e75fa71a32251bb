/**
 * The one WebSocket of the page.
 *
 * It comes back by itself after every loss, follows again from the last number seen, and sends again whatever was not
 * acknowledged. Whoever uses it never notices more than `status`. A connection can be dead without anybody saying so; therefore
 * everything that is asked must be answered in time, and silence is asked about.
 */
import { accountSeat } from './api';
import type { Act, AnyAction, ClientMessage, Happened, Presence, ServerMessage, Snapshot, Tried } from '../wire';
import { newId, type Outbox } from './outbox';
import { isTemporary, Refusal } from './refusal';

/** The version of the protocol that this page speaks. */
const PROTOCOL = 1;
const RELOADED = 'tafelrunde.reloaded';
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** How long the server may take to answer anything; a page that was just woken up expects it sooner. */
const ANSWER_WAIT = 8_000;
const WAKE_WAIT = 2_500;

/** Somebody who follows a match from one seat (-1: as a spectator). */
export interface Follower {
  readonly match: string;
  readonly seat: number;
  readonly token: string | null;
  onSnapshot(snapshot: Snapshot): void;
  onEvent(event: Happened): void;
  onPresence(presence: Presence): void;
  /** The match cannot be followed. */
  onRefusal(refusal: Refusal): void;
}

/** Somebody who asks the server about other things than one match. */
export interface Caller {
  /** What is asked whenever a connection begins. */
  greet(): readonly ClientMessage[];
  /** Hears everything that is not about a match. */
  hear(message: ServerMessage): void;
}

/** The way to whoever hosts matches: a WebSocket, or something that speaks like one. */
export interface Channel {
  readonly readyState: number;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

interface Follow {
  readonly follower: Follower;
  since: number | null;
}

interface Answer<T> {
  resolve(value: T): void;
  reject(refusal: Refusal): void;
}

export class Connection {
  /** Whether the server is there; `offline` while the browser itself knows of no network. */
  status: 'connecting' | 'open' | 'lost' | 'offline' = $state('connecting');
  /** How many actions wait for their acknowledgement. */
  waiting = $state(0);
  /** The server's clock less ours, in milliseconds. */
  skew = 0;

  readonly #dial: () => Channel;
  /** How long an answer may take: on this very device as long as it takes. */
  readonly #patience: number;
  readonly #outbox: Outbox;
  readonly #follows = new Map<string, Follow>();
  readonly #callers = new Set<Caller>();
  readonly #acts = new Map<string, Answer<number>>();
  readonly #tries = new Map<string, Answer<Tried>>();
  #socket: Channel | null = null;
  #heartbeat = 20;
  #heard = 0;
  /** When something must have been heard. */
  #deadline = Infinity;
  /** When a `pong` must have come: what was on its way already does not tell that the line still holds. */
  #pongBy = Infinity;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;

  /** Follows matches at a server's address, or over a line that is opened otherwise. */
  constructor(address: string | (() => Channel), outbox: Outbox) {
    const isDevice = typeof address !== 'string';
    this.#dial = isDevice ? address : () => new WebSocket(`${address}?protocol=${PROTOCOL}`);
    this.#patience = isDevice ? Infinity : ANSWER_WAIT;
    this.#outbox = outbox;
    this.waiting = outbox.all().length;
    window.addEventListener('online', () => this.#hurry());
    // The browser may mean another network than ours, if the server is this very device: ask.
    window.addEventListener('offline', () => this.#probe(1_000));
    window.addEventListener('pageshow', () => this.#hurry());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#hurry();
    });
  }

  // What others want

  /** Follows a match; the answer ends it. */
  follow(follower: Follower): () => void {
    const key = keyOf(follower.match, follower.seat);
    const follow: Follow = { follower, since: null };
    this.#follows.set(key, follow);
    if (this.status === 'open') this.#subscribe(follow);
    else this.#hurry();
    return () => {
      if (this.#follows.get(key) !== follow) return;
      this.#follows.delete(key);
      this.#send({ type: 'unsubscribe', match: follower.match, seat: follower.seat });
    };
  }

  /** Lets somebody ask and hear what is not about a match; the answer ends it. */
  call(caller: Caller): () => void {
    this.#callers.add(caller);
    if (this.status === 'open') for (const message of caller.greet()) this.#ask(message);
    else this.#hurry();
    return () => this.#callers.delete(caller);
  }

  /** Says something at once, if there is a connection. */
  say(message: ClientMessage): void {
    this.#send(message);
  }

  /** Acts for a seat; resolves with the event's number once it is written, however long that takes. */
  act(match: string, seat: number, action: AnyAction): Promise<number> {
    const act: Act = { type: 'act', id: newId(), match, seat, action };
    this.#outbox.add(act);
    this.waiting = this.#outbox.all().length;
    return new Promise((resolve, reject) => {
      this.#acts.set(act.id, { resolve, reject });
      if (this.status === 'open') this.#ask(act);
    });
  }

  /** Connects anew: the server knows a connection by whom this device was signed in as when it came. */
  renew(): void {
    if (!this.#socket) return;
    this.#drop();
    this.#connect();
  }

  /** The actions that wait though nobody here follows their match. */
  orphans(): readonly Act[] {
    return this.#outbox.all().filter(({ match, seat }) => !this.#follows.has(keyOf(match, seat)));
  }

  /** Forgets an action that was answered by other means. */
  answered(id: string): void {
    this.#settle(id);
  }

  /** The move of a seat that is still to be sent or acknowledged. */
  pendingMove(match: string, seat: number): string | null {
    for (const act of this.#outbox.of(match, seat)) if (act.action.type === 'move') return act.action.move;
    return null;
  }

  /** Asks what a move would do; refuses while there is no connection. */
  tryMove(match: string, seat: number, move: string): Promise<Tried> {
    if (this.status !== 'open') return Promise.reject(new Refusal('offline', 'no connection'));
    const id = newId();
    return new Promise((resolve, reject) => {
      this.#tries.set(id, { resolve, reject });
      this.#ask({ type: 'try', id, match, seat, move });
      setTimeout(() => {
        if (this.#tries.delete(id)) reject(new Refusal('offline', 'no answer'));
      }, ANSWER_WAIT);
    });
  }

  // The connection

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#socket || !(this.#follows.size || this.#callers.size)) return;
    const socket = this.#dial();
    this.#socket = socket;
    this.#heard = Date.now();
    this.#deadline = this.#heard + this.#patience;
    this.#pongBy = Infinity;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      if (event.reason === 'protocol') this.#outdated('closed');
      this.#lose();
    };
    clearInterval(this.#pulse);
    // The line to a worker does not fall silent: nothing has to run for it while nothing happens.
    if (this.#patience !== Infinity) this.#pulse = setInterval(() => this.#beat(), 1_000);
  }

  /** Tries at once what would have been tried later. */
  #hurry(): void {
    this.#failures = 0;
    if (this.#socket) this.#probe();
    else this.#connect();
  }

  /** Finds out soon whether the connection still holds. */
  #probe(wait = WAKE_WAIT): void {
    if (this.#patience !== Infinity) this.#pongBy = Math.min(this.#pongBy, Date.now() + wait);
    this.#ask({ type: 'ping' }, wait);
  }

  #beat(): void {
    const now = Date.now();
    if (now > Math.min(this.#deadline, this.#pongBy)) this.#lose();
    else if (this.#deadline === Infinity && now - this.#heard > 500 * this.#heartbeat) this.#ask({ type: 'ping' });
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearInterval(this.#pulse);
    clearTimeout(this.#timer);
    socket?.close();
    for (const answer of this.#tries.values()) answer.reject(new Refusal('offline', 'the connection was lost'));
    this.#tries.clear();
  }

  #lose(wait?: number): void {
    this.#drop();
    this.status = navigator.onLine ? 'lost' : 'offline';
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures++);
    // Not all clients of a server that was away should come back at the same moment.
    this.#timer = setTimeout(() => this.#connect(), wait ?? longest * (0.6 + 0.4 * Math.random()));
  }

  /**
   * The server has moved on to a protocol that this page does not speak: a newer page does. Moves that wait are kept by the
   * browser and sent by that one. If the page stays the same, it goes on trying and does not reload again and again.
   */
  #outdated(server: string): void {
    try {
      if (sessionStorage.getItem(RELOADED) === server) return;
      sessionStorage.setItem(RELOADED, server);
    } catch {
      // Nobody would know that it was done before.
      return;
    }
    location.reload();
  }

  /** Forgets that it was reloaded: the server may move on once more. */
  #understood(): void {
    try {
      sessionStorage.removeItem(RELOADED);
    } catch {
      // Nothing was noted there.
    }
  }

  /** Sends what will be answered. */
  #ask(message: ClientMessage, wait = ANSWER_WAIT): void {
    this.#deadline = Math.min(this.#deadline, Date.now() + (this.#patience === Infinity ? Infinity : wait));
    this.#send(message);
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #subscribe(follow: Follow): void {
    const { match, seat, token } = follow.follower;
    const own = accountSeat(token);
    const holder = own === null ? { token } : { seat: own };
    this.#ask({ type: 'subscribe', match, ...holder, since: follow.since, tables: true });
    for (const act of this.#outbox.of(match, seat)) this.#ask(act);
  }

  #receive(message: ServerMessage): void {
    this.#heard = Date.now();
    this.#deadline = Infinity;
    for (const caller of this.#callers) caller.hear(message);
    switch (message.type) {
      case 'welcome':
        if (message.protocol !== PROTOCOL) {
          this.#outdated(message.server);
          this.#lose();
          return;
        }
        this.#understood();
        this.#heartbeat = message.heartbeat;
        this.skew = message.now - Date.now();
        this.#failures = 0;
        this.status = 'open';
        for (const follow of this.#follows.values()) this.#subscribe(follow);
        for (const caller of this.#callers) for (const greeting of caller.greet()) this.#ask(greeting);
        return;
      case 'pong':
        this.#pongBy = Infinity;
        this.skew = message.now - Date.now();
        return;
      case 'goodbye':
        this.#lose(message.retry);
        return;
      case 'snapshot':
      case 'event':
        this.#tell(message);
        return;
      case 'presence':
        for (const { follower } of this.#follows.values()) {
          if (follower.match === message.match) follower.onPresence(message);
        }
        return;
      case 'unsubscribed': {
        // The seat is somebody else's now, or the match is gone: asking again would get the same answer.
        const key = keyOf(message.match, message.seat);
        const follow = this.#follows.get(key);
        this.#follows.delete(key);
        follow?.follower.onRefusal(new Refusal(message.reason, 'the seat is not open to this page any more'));
        return;
      }
      case 'ack':
        this.#settle(message.id);
        this.#acts.get(message.id)?.resolve(message.number);
        this.#acts.delete(message.id);
        return;
      case 'tried':
        this.#tries.get(message.id)?.resolve(message);
        this.#tries.delete(message.id);
        return;
      case 'refusal':
        this.#refuse(
          new Refusal(message.code, message.message, message.why),
          message.id ?? null,
          message.match ?? null,
        );
    }
  }

  #tell(message: Snapshot | Happened): void {
    const follow = this.#follows.get(keyOf(message.match, message.seat));
    if (!follow) return;
    if (message.type === 'event' && follow.since !== null && message.number <= follow.since) return;
    follow.since = message.number;
    if (message.type === 'snapshot') follow.follower.onSnapshot(message);
    else follow.follower.onEvent(message);
  }

  #settle(id: string): void {
    this.#outbox.remove(id);
    this.waiting = this.#outbox.all().length;
  }

  #refuse(refusal: Refusal, id: string | null, match: string | null): void {
    if (id && this.#tries.has(id)) {
      this.#tries.get(id)?.reject(refusal);
      this.#tries.delete(id);
      return;
    }
    if (id) {
      const act = this.#outbox.all().find((each) => each.id === id);
      if (act && isTemporary(refusal.code)) {
        setTimeout(() => this.#ask(act), FIRST_WAIT * (1 + Math.random()));
        return;
      }
      this.#settle(id);
      this.#acts.get(id)?.reject(refusal);
      this.#acts.delete(id);
      return;
    }
    for (const { follower, since } of this.#follows.values()) {
      if (since === null && (match === null || follower.match === match)) follower.onRefusal(refusal);
    }
  }
}

function keyOf(match: string, seat: number): string {
  return `${match} ${seat}`;
}
