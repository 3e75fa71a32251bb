import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type Follower } from '../../src/net/connection.svelte';
import { Outbox } from '../../src/net/outbox';
import { Refusal } from '../../src/net/refusal';
import type { ClientMessage, ServerMessage } from '../../src/wire';

/** The server's end of a WebSocket. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readonly readyState = 1;
  readonly sent: ClientMessage[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { reason: string }) => void) | null = null;

  constructor(readonly address: string) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(reason = ''): void {
    this.onclose?.({ reason });
  }
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(protocol = 1): void {
    this.say({ type: 'welcome', protocol, server: 's', heartbeat: 20, now: Date.now() });
  }
  acts(): ClientMessage[] {
    return this.sent.filter(({ type }) => type === 'act');
  }
}

const MOVE = { type: 'move', move: 'a1a2', ply: 0 } as const;

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

describe('a connection', () => {
  let connection: Connection;
  let problems: Refusal[];
  let heard: Map<string, () => void>;
  const newest = (): Socket => Socket.all.at(-1) as Socket;
  const reload = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers();
    Socket.all = [];
    problems = [];
    const target = { addEventListener: () => undefined };
    heard = new Map();
    vi.stubGlobal('window', { addEventListener: (what: string, listen: () => void) => heard.set(what, listen) });
    vi.stubGlobal('document', { ...target, visibilityState: 'visible' });
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('WebSocket', Socket);
    vi.stubGlobal('sessionStorage', storage());
    vi.stubGlobal('location', { reload });
    connection = new Connection('ws://here', new Outbox(storage()));
    connection.follow({
      match: 'm',
      seat: 0,
      token: 't',
      onRefusal: (refusal: Refusal) => problems.push(refusal),
    } as unknown as Follower);
    newest().welcome();
  });
  it('asks again what a caller asks, over every new line, until the caller ends it', () => {
    const told: string[] = [];
    const end = connection.call({
      greet: () => [{ type: 'watch-lobby', on: true }],
      hear: (message) => told.push(message.type),
    });
    const asked = (): number => newest().sent.filter(({ type }) => type === 'watch-lobby').length;
    expect(asked()).toBe(1);
    newest().say({ type: 'lobby', seeks: [], open: [] });
    newest().close();
    vi.advanceTimersByTime(2_000);
    expect(asked()).toBe(0);
    newest().welcome();
    expect(asked()).toBe(1);
    end();
    newest().say({ type: 'lobby', seeks: [], open: [] });
    expect(told.filter((type) => type === 'lobby')).toHaveLength(1);
  });
  it('sends a move that the browser has no room to keep, and keeps the next one again where it has', () => {
    const room = storage();
    const full = vi.spyOn(room, 'setItem').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    const outbox = new Outbox(room);
    const act = { type: 'act', id: 'one', match: 'm', seat: 0, action: MOVE } as const;
    outbox.add(act);
    expect(outbox.of('m', 0)).toEqual([act]);
    expect(new Outbox(room).all()).toEqual([]);
    full.mockRestore();
    outbox.add({ ...act, id: 'two' });
    expect(new Outbox(room).all().map(({ id }) => id)).toEqual(['one', 'two']);
    outbox.remove('one');
    expect(outbox.all().map(({ id }) => id)).toEqual(['two']);
  });
  it('reloads once for a server that has moved on, with its moves kept', () => {
    reload.mockClear();
    void connection.act('m', 0, MOVE).catch(() => undefined);
    newest().close();
    vi.advanceTimersByTime(2_000);
    newest().welcome(2);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(connection.waiting).toBe(1);
    vi.advanceTimersByTime(3_000);
    newest().welcome(2);
    expect(reload).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5_000);
    newest().close('protocol');
    expect(reload).toHaveBeenCalledTimes(2);
    expect(newest().address).toBe('ws://here?protocol=1');
  });
  it('reloads again for a server that has moved on since they understood each other', () => {
    void connection.act('m', 0, MOVE).catch(() => undefined);
    newest().close('protocol');
    reload.mockClear();
    vi.advanceTimersByTime(2_000);
    newest().close('protocol');
    expect(reload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3_000);
    newest().welcome();
    newest().close('protocol');
    expect(reload).toHaveBeenCalledTimes(1);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('sends an action that a restarting server refused again, until it is acknowledged', async () => {
    const done = connection.act('m', 0, MOVE);
    const [first] = newest().acts() as { id: string }[];
    newest().say({ type: 'refusal', code: 'shutting-down', message: '', id: first?.id as string });
    expect(connection.waiting).toBe(1);
    expect(connection.pendingMove('m', 0)).toBe('a1a2');
    await vi.advanceTimersByTimeAsync(2_000);
    const again = newest().acts() as { id: string }[];
    expect(again.map(({ id }) => id)).toEqual([first?.id, first?.id]);
    newest().say({ type: 'ack', id: first?.id as string, number: 7 });
    await expect(done).resolves.toBe(7);
    expect(connection.waiting).toBe(0);
    expect(connection.pendingMove('m', 0)).toBeNull();
  });

  it('keeps an action over a restart and sends it to the server that comes back', async () => {
    const done = connection.act('m', 0, MOVE);
    newest().say({ type: 'goodbye', reason: 'restart', retry: 500 });
    expect(connection.status).toBe('lost');
    expect(connection.waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(600);
    expect(Socket.all).toHaveLength(2);
    newest().welcome();
    const [act] = newest().acts() as { id: string }[];
    newest().say({ type: 'ack', id: act?.id as string, number: 3 });
    await expect(done).resolves.toBe(3);
  });

  it('gives an action back that is refused for good, and never sends it again', async () => {
    const done = connection.act('m', 0, MOVE);
    const refused = expect(done).rejects.toMatchObject({ code: 'illegal' });
    const [act] = newest().acts() as { id: string }[];
    newest().say({ type: 'refusal', code: 'illegal', message: 'no', id: act?.id as string });
    await refused;
    expect(connection.waiting).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Socket.all.flatMap((socket) => socket.acts())).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it('tells a follower who has seen nothing yet that the match cannot be followed', () => {
    newest().say({ type: 'refusal', code: 'no-such-match', message: '', match: 'm' });
    newest().say({ type: 'refusal', code: 'no-such-match', message: '', match: 'another' });
    expect(problems.map(({ code }) => code)).toEqual(['no-such-match']);
  });

  it('tells a follower what comes after what it knows, once and in order', () => {
    const told: string[] = [];
    connection.follow({
      match: 'n',
      seat: 1,
      token: 't',
      onSnapshot: ({ number }: { number: number }) => told.push(`at ${number}`),
      onEvent: ({ number }: { number: number }) => told.push(`then ${number}`),
    } as unknown as Follower);
    const say = (type: 'snapshot' | 'event', number: number, seat = 1): void =>
      newest().say({ type, match: 'n', seat, number } as unknown as ServerMessage);
    say('snapshot', 5);
    for (const number of [5, 6, 6, 4, 7]) say('event', number);
    say('event', 8, 0);
    // A snapshot is how things are, also where they went back.
    say('snapshot', 3);
    say('event', 4);
    expect(told).toEqual(['at 5', 'then 6', 'then 7', 'at 3', 'then 4']);
  });

  it('asks whether a silent line holds after half a heartbeat, and not while it is not silent', () => {
    const pings = (): number => newest().sent.filter(({ type }) => type === 'ping').length;
    newest().say({ type: 'presence', match: 'another', seats: [true, true], watching: 0 });
    vi.advanceTimersByTime(9_000);
    expect(pings()).toBe(0);
    vi.advanceTimersByTime(3_000);
    expect(pings()).toBe(1);
    // While the answer is due nothing is asked again, and without one the line is lost.
    vi.advanceTimersByTime(60_000);
    expect([Socket.all[0]?.sent.filter(({ type }) => type === 'ping').length, connection.status]).toEqual([1, 'lost']);
  });

  it('does not take what was still on its way for the answer to whether the line holds', () => {
    heard.get('offline')?.();
    newest().say({ type: 'presence', match: 'another', seats: [true, true], watching: 0 });
    vi.advanceTimersByTime(2_500);
    expect(connection.status).toBe('lost');
  });

  it('goes on where whether the line holds is answered', () => {
    heard.get('offline')?.();
    newest().say({ type: 'pong', now: Date.now() });
    vi.advanceTimersByTime(5_000);
    expect(connection.status).toBe('open');
    expect(Socket.all).toHaveLength(1);
  });

  it('knows how far the clock of the server is ahead', () => {
    newest().say({ type: 'welcome', protocol: 1, server: 's', heartbeat: 20, now: Date.now() + 7_000 });
    expect(connection.skew).toBe(7_000);
    newest().say({ type: 'welcome', protocol: 1, server: 's', heartbeat: 20, now: Date.now() - 3_000 });
    expect(connection.skew).toBe(-3_000);
  });

  it('refuses to try a move while nobody answers', async () => {
    const asked = expect(connection.tryMove('m', 0, 'a1a2')).rejects.toMatchObject({ code: 'offline' });
    newest().close();
    await asked;
    await expect(connection.tryMove('m', 0, 'a1a2')).rejects.toMatchObject({ code: 'offline' });
  });
});
