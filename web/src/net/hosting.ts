/** Starts the host of matches on this device; loaded when it is first wanted. */
import type { Running } from '../engine/running';
import { tended } from '../engine/start';

export function startHost(): Running {
  return tended(new Worker(new URL('../host/worker.ts', import.meta.url), { type: 'module', name: 'host' }));
}
