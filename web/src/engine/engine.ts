/** The engine on this device: rules, computers, analysis and solver in a worker, started when it is first asked. */
import { Refusal } from '../net/refusal';
import type { Answer, AnyAsked, Asked, FromWorker, Op, Progress, ToWorker } from './protocol';
import type { Running } from './running';

interface Waiting {
  asked: ToWorker;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
  tell: ((progress: Progress) => void) | undefined;
}

/** Something that starts a worker: the page, which a worker has to ask for it, or a test. */
export type Start = () => Running;

/**
 * One worker that answers one question after the other.
 *
 * A question that takes long blocks those behind it, so that whoever thinks or studies has an engine of its own. A
 * signal ends a question at once: the worker is ended with it, and the questions behind it go to a new one.
 */
export class Engine {
  private worker: Running | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(private readonly start: Start) {}

  /** Asks something; throws a Refusal, `offline` where the engine cannot be had here. */
  ask<O extends Op>(
    asked: Asked<O>,
    { signal, tell }: { signal?: AbortSignal; tell?: (progress: Progress) => void } = {},
  ): Promise<Answer<O>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(stopped());
      const id = ++this.last;
      const leave = () => this.leave(id);
      const done = () => signal?.removeEventListener('abort', leave);
      const waiting: Waiting = {
        asked: { id, asked: asked as AnyAsked },
        resolve: (answer) => (done(), resolve(answer as Answer<O>)),
        reject: (error) => (done(), reject(error)),
        tell,
      };
      this.waiting.set(id, waiting);
      signal?.addEventListener('abort', leave, { once: true });
      this.send(waiting.asked);
    });
  }

  /** Ends everything that is being worked on, and the worker with it; the next question starts a new one. */
  stop(): void {
    this.end();
    const left = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of left) reject(stopped());
  }

  private send(asked: ToWorker): void {
    if (this.worker === null) {
      try {
        this.worker = this.start();
      } catch {
        return this.fail();
      }
      this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.hear(event.data);
      this.worker.onerror = () => this.fail();
    }
    this.worker.postMessage(asked);
  }

  private hear(said: FromWorker): void {
    const waiting = this.waiting.get(said.id);
    if (waiting === undefined) return;
    if (said.type === 'progress') return waiting.tell?.(said.progress);
    this.waiting.delete(said.id);
    if (said.type === 'answer') waiting.resolve(said.answer);
    else waiting.reject(new Refusal(said.code as Refusal['code'], said.message, said.why));
  }

  /** Nobody waits for this answer any more. */
  private leave(id: number): void {
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return;
    this.waiting.delete(id);
    this.end();
    waiting.reject(stopped());
    for (const { asked } of this.waiting.values()) this.send(asked);
  }

  /** The worker broke, or there is none. */
  private fail(): void {
    this.end();
    const left = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of left) reject(new Refusal('offline', 'the engine cannot be started here'));
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}

function stopped(): DOMException {
  return new DOMException('nobody waits for the answer', 'AbortError');
}
