/** Starts the host of matches on this device; loaded when it is first wanted. */
import type { Running } from '../engine/running';
import { tended } from '../engine/start';

export function startHost(): Running {
  // Where room gets scarce a browser clears away what pages keep, unless asked not to. Some put that to the person, who
  // is asked only where the page was installed.
  if (matchMedia('(display-mode: standalone)').matches) void navigator.storage?.persist?.().catch(() => false);
  return tended(new Worker(new URL('../host/worker.ts', import.meta.url), { type: 'module', name: 'host' }));
}
