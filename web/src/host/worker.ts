/** The worker that hosts matches on this device. Deals and secrets stay in here. */
import { answer } from '../engine/answer';
import { loadCore, type Core } from '../engine/core';
import { Engine } from '../engine/engine';
import type { Answer } from '../engine/protocol';
import { listen, spawn } from '../engine/spawn';
import { Refusal } from '../net/refusal';
import { create, withdraw } from '../net/server';
import { PROTOCOL, type ClientMessage, type RefusalCode, type ServerMessage } from '../wire';
import type { FromHost, Request, ToHost } from './contract';
import { Host, type Listener } from './host';
import type { Ask } from './rules';
import { SPECTATOR } from './state';
import { Store } from './store';

const HEARTBEAT = 20;
/** How long the server may take with a match that is handed over. */
const PATIENCE = 20_000;

let core: Promise<Core> | null = null;
/** The rules are asked in this very thread: nothing that is hidden goes anywhere else. */
const ask = (async (asked) => {
  core ??= loadCore();
  core.catch(() => (core = null));
  return (await answer(await core, asked as Parameters<typeof answer>[1], () => undefined)) as Answer<typeof asked.op>;
}) as Ask;

/** Computers think in workers of their own, and are handed what their seat may know. */
const thinker = new Engine(() => spawn('engine'));
const adviser = new Engine(() => spawn('engine'));

const channel = new BroadcastChannel('tafelrunde.matches');

const host = new Host({
  ask,
  store: new Store(),
  computers: {
    think: (asked, signal) => thinker.ask({ op: 'think', ...asked }, { signal }),
    hint: (asked) => adviser.ask({ op: 'hint', ...asked }),
  },
  send: (wish) => create(wish, AbortSignal.timeout(PATIENCE)),
  withdraw: (key) => withdraw(key, AbortSignal.timeout(PATIENCE)),
  now: () => Date.now(),
  entropy: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  publish: (match, number) => channel.postMessage({ match, number }),
  // Several pages may follow the same match: in one of them its computers think.
  alone: async (name, signal, work) => {
    if (navigator.locks) await navigator.locks.request(`tafelrunde ${name}`, { signal }, work);
    else await work();
  },
});

channel.onmessage = ({ data }: MessageEvent<{ match: string; number: number }>) =>
  void host.hear(data.match, data.number).catch(() => undefined);

const follows = new Map<string, { readonly token: string | null; readonly listener: Listener }>();
const say = (message: FromHost): void => postMessage(message);
const send = (message: ServerMessage): void => say({ kind: 'message', message });
const keyOf = (match: string, seat: number): string => `${match} ${seat}`;

send({ type: 'welcome', protocol: PROTOCOL, server: 'this device', heartbeat: HEARTBEAT, now: Date.now() });

async function hear(message: ClientMessage): Promise<void> {
  switch (message.type) {
    case 'ping':
      return send({ type: 'pong', now: Date.now() });
    case 'subscribe': {
      const token = message.token ?? null;
      const listener = await host.follow(message.match, token, send);
      const key = keyOf(message.match, listener.seat);
      const before = follows.get(key);
      if (before) await host.leave(message.match, before.listener);
      follows.set(key, { token, listener });
      return;
    }
    case 'unsubscribe': {
      const key = keyOf(message.match, message.seat ?? SPECTATOR);
      const follow = follows.get(key);
      follows.delete(key);
      if (follow) await host.leave(message.match, follow.listener);
      return;
    }
    case 'act':
      send({
        type: 'ack',
        id: message.id,
        number: await host.act(message.match, tokenOf(message), message.id, message.action),
      });
      return;
    case 'try': {
      const tried = await host.tryMove(message.match, tokenOf(message), message.move);
      return send({ type: 'tried', id: message.id, ...tried });
    }
  }
}

/** What was shown when the seat was begun to be followed. */
function tokenOf({ match, seat }: { readonly match: string; readonly seat: number }): string {
  const token = follows.get(keyOf(match, seat))?.token ?? null;
  if (token === null) throw new Refusal('not-subscribed', 'this page does not follow that seat');
  return token;
}

async function carryOut(request: Request): Promise<unknown> {
  switch (request.what) {
    case 'create':
      return host.create(request.wish);
    case 'look':
      return host.look(request.match, request.token);
    case 'act': {
      const { id, action } = request.act;
      return { type: 'ack', id, number: await host.act(request.match, request.token, id, action) };
    }
    case 'hint':
      return host.hint(request.match, request.token);
    case 'record':
      return host.record(request.match, request.token);
    case 'handOver':
      return host.handOver(request.match, request.token, request.friend);
    case 'carryOver':
      return host.carryOver(request.match, request.tokens);
    case 'keepHere':
      return host.keepHere(request.match);
    case 'withdraw':
      return host.withdraw();
    case 'remove':
      return host.remove(request.match);
    case 'watched':
      return host.watched(request.on);
  }
}

function refusalOf(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal('unavailable', error instanceof Error ? error.message : '');
}

let turn: Promise<unknown> = Promise.resolve();

listen<ToHost>((data) => {
  if (data.kind === 'request') {
    const { id, request } = data;
    carryOut(request).then(
      (value) => say({ kind: 'answer', id, answer: value ?? null }),
      (error: unknown) => {
        const { code, message, why } = refusalOf(error);
        say({ kind: 'refusal', id, code, message, why });
      },
    );
    return;
  }
  const { message } = data;
  // One after the other: what is done for a seat comes after it is followed.
  turn = turn
    .then(() => hear(message))
    .catch((error: unknown) => {
      const { code, message: text, why } = refusalOf(error);
      if (code === 'offline') return;
      const id = 'id' in message ? message.id : null;
      const match = 'match' in message ? message.match : null;
      // The line carries what no server says too: that there is no room left, for one.
      send({ type: 'refusal', code: code as RefusalCode, message: text, id, match, why });
    });
});
