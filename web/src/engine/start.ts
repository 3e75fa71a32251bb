/** Starts workers in the page, and those that they want for themselves. */
import type { Kind, Running } from './running';
import type { FromStarter, ToStarter } from './spawn';

const STARTS: Record<Kind, () => Worker> = {
  engine: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' }),
  solver: () => new Worker(new URL('./member.ts', import.meta.url), { type: 'module', name: 'solver' }),
};

/** Starts an engine. */
export function startEngine(): Running {
  return tended(STARTS.engine());
}

/** A worker that is given the workers it wants; they end with it. */
export function tended(worker: Worker): Running {
  const children = new Map<number, Running>();
  const tell = (message: FromStarter, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const wanted = (said: ToStarter): void => {
    if ('spawn' in said) {
      const child = STARTS[said.spawn]();
      const tending = tended(child);
      tending.onerror = () => tell({ broken: said.id });
      child.postMessage({ line: said.line } satisfies FromStarter, [said.line]);
      children.set(said.id, tending);
    } else {
      children.get(said.unspawn)?.terminate();
      children.delete(said.unspawn);
    }
  };
  const tending: Running = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => worker.postMessage(message),
    terminate: () => {
      worker.terminate();
      for (const child of children.values()) child.terminate();
      children.clear();
    },
  };
  worker.onerror = () => tending.onerror?.();
  worker.onmessage = (event: MessageEvent<unknown>) => {
    const said = event.data as ToStarter;
    if (typeof said === 'object' && said !== null && ('spawn' in said || 'unspawn' in said)) wanted(said);
    else tending.onmessage?.(event);
  };
  return tending;
}
