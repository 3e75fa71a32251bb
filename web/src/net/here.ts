/** The host on this device, as the page speaks to it: a line like that to the server, and requests. */
import type { Running } from '../engine/running';
import type { FromHost, Request, Requests, ToHost, What } from '../host/contract';
import { PROTOCOL, type ClientMessage, type ServerMessage } from '../wire';
import type { Channel } from './connection.svelte';
import { Refusal } from './refusal';

interface Waiting {
  resolve(answer: unknown): void;
  reject(refusal: Refusal): void;
}

class Here {
  /** What is said before it has started waits for it, in order. */
  #worker: Promise<Running> | null = null;
  #line: HereChannel | null = null;
  #count = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** Opens the line for messages; there is one. */
  open(): Channel {
    const line = new HereChannel((message) => this.#say({ kind: 'message', message }));
    this.#line = line;
    // A worker that runs already has welcomed us before.
    if (this.#worker) queueMicrotask(() => line.hear(welcome()));
    else this.#start();
    return line;
  }

  ask<W extends What>(request: Request<W>): Promise<Requests[W]['answer']> {
    this.#start();
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      this.#say({ kind: 'request', id, request: request as Request });
    });
  }

  #say(message: ToHost): void {
    void this.#worker?.then((worker) => worker.postMessage(message)).catch(() => undefined);
  }

  #start(): void {
    if (this.#worker) return;
    const starting = import('./hosting').then(({ startHost }) => {
      const worker = startHost();
      worker.onmessage = ({ data }: MessageEvent<FromHost>) => this.#hear(data);
      worker.onerror = () => this.#fail(starting);
      return worker;
    });
    this.#worker = starting;
    starting.catch(() => this.#fail(starting));
    document.addEventListener('visibilitychange', watch);
  }

  #hear(said: FromHost): void {
    if (said.kind === 'message') {
      this.#line?.hear(said.message);
      return;
    }
    const waiting = this.#waiting.get(said.id);
    this.#waiting.delete(said.id);
    if (said.kind === 'answer') waiting?.resolve(said.answer);
    else waiting?.reject(new Refusal(said.code, said.message, said.why));
  }

  /** The worker could not be loaded, or broke: the next wish starts another one. */
  #fail(failed: Promise<Running>): void {
    void failed.then((worker) => worker.terminate()).catch(() => undefined);
    if (this.#worker !== failed) return;
    this.#worker = null;
    document.removeEventListener('visibilitychange', watch);
    for (const { reject } of this.#waiting.values()) reject(new Refusal('offline', 'the host cannot be started here'));
    this.#waiting.clear();
    this.#line?.onclose?.(new CloseEvent('close', { reason: 'broken' }));
  }
}

function welcome(): ServerMessage {
  return { type: 'welcome', protocol: PROTOCOL, server: 'this device', heartbeat: 20, now: Date.now() };
}

function watch(): void {
  void here.ask({ what: 'watched', on: document.visibilityState === 'visible' }).catch(() => undefined);
}

class HereChannel implements Channel {
  readyState: number = WebSocket.OPEN;
  onmessage: Channel['onmessage'] = null;
  onclose: Channel['onclose'] = null;

  constructor(readonly say: (message: ClientMessage) => void) {}

  send(text: string): void {
    this.say(JSON.parse(text) as ClientMessage);
  }

  hear(message: ServerMessage): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.onmessage = this.onclose = null;
  }
}

export const here = new Here();
