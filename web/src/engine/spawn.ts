/**
 * Workers for workers, seen from inside: the page starts them, and a line of their own leads there.
 *
 * Firefox now and then never starts a worker that another worker made, and then never ends its maker either, with the
 * locks it holds. Nothing that is said on the line passes through the page.
 */
import type { Kind, Running } from './running';

/** What a worker says to the page that started it. */
export type ToStarter =
  { readonly spawn: Kind; readonly id: number; readonly line: MessagePort } | { readonly unspawn: number };

/** What the page says: to the new worker, and to the one who wanted it. */
export type FromStarter = { readonly line: MessagePort } | { readonly broken: number };

const running = new Map<number, Running>();
let last = 0;
let isListening = false;

/** Asks the page for a worker. */
export function spawn(kind: Kind): Running {
  const { port1, port2 } = new MessageChannel();
  const id = ++last;
  const say = (message: ToStarter, transfer: Transferable[] = []) => postMessage(message, { transfer });
  if (!isListening) addEventListener('message', heard);
  isListening = true;
  const spawned: Running = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => port1.postMessage(message),
    terminate: () => {
      running.delete(id);
      port1.close();
      say({ unspawn: id });
    },
  };
  port1.onmessage = (event) => spawned.onmessage?.(event);
  running.set(id, spawned);
  say({ spawn: kind, id, line: port2 }, [port2]);
  return spawned;
}

function heard({ data }: MessageEvent<Partial<{ broken: number }>>): void {
  if (data.broken !== undefined) running.get(data.broken)?.onerror?.();
}

/** Hears whoever works with this worker, the page that started it or another worker on a line, and how to answer. */
export function listen<Message>(hear: (message: Message, say: (answer: unknown) => void) => void): void {
  addEventListener('message', ({ data }: MessageEvent<Message | FromStarter>) => {
    if (typeof data === 'object' && data !== null && 'line' in data) {
      const { line } = data;
      line.onmessage = (event: MessageEvent<Message>) => hear(event.data, (answer) => line.postMessage(answer));
    } else if (!(typeof data === 'object' && data !== null && 'broken' in data))
      hear(data, (answer) => postMessage(answer));
  });
}
