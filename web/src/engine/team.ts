/**
 * The solver in several workers that share its table. Only a page that is alone in its process (cross-origin isolated)
 * may share memory; elsewhere one worker solves.
 */
import { addressOf, type Gather, imports, tell, UNWATCHED, type Watch } from './calls';
import type { Running } from './running';
import { spawn } from './spawn';

/** What `native/wasm/tokan_solver.cpp` exports. */
export interface Exports {
  _initialize(): void;
  input(size: number): number;
  output(): number;
  member_stack(): number;
  member_begin(stack: number): void;
  member_work(member: number): void;
  solver_open(memory: number, members: number): number;
  solver_solve(margin: number, line: number): number;
  solver_values(margin: number): number;
}

/** What a member is told before it begins to work. */
export interface Begin {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  stack: number;
  member: number;
}

const PAGE = 2 ** 16;
const MOST_PAGES = 2 ** 16 - 1;
/** What the module is linked with. */
const FIRST_PAGES = 256;
/** Stacks, and what the solver takes beside its table. */
const BESIDE = 48 * 2 ** 20;
/** How many work where nobody says how many. */
const USUAL_MEMBERS = 4;
const MOST_MEMBERS = 8;

/** How many workers solve here: two cores are used whole, of more one is left to the page. */
function members(most: number | undefined): number {
  const cores = navigator.hardwareConcurrency || 1;
  if (most !== undefined) return Math.min(MOST_MEMBERS, cores, most);
  return Math.min(USUAL_MEMBERS, cores > 2 ? cores - 1 : cores);
}

/** Starts a member; done when it waits for work. */
function started(begin: Begin): Promise<Running> {
  return new Promise((resolve, reject) => {
    const worker = spawn('solver');
    worker.onmessage = () => resolve(worker);
    worker.onerror = () => reject(new Error('a worker did not start'));
    worker.postMessage(begin);
  });
}

/** The way to solve together, with the module that is fetched from somewhere. */
export function gathering(fetched: () => Promise<WebAssembly.Module>): Gather | null {
  if (!globalThis.crossOriginIsolated) return null;
  return async (memory, most) => {
    const number = members(most);
    if (number < 2) return null;
    const workers: Running[] = [];
    const close = () => workers.forEach((worker) => worker.terminate());
    try {
      let watch = UNWATCHED;
      const maximum = Math.min(MOST_PAGES, FIRST_PAGES + Math.ceil((memory * 1.125 + BESIDE) / PAGE));
      const shared = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum, shared: true });
      const module = await fetched();
      const { env, ...others } = imports(() => watch);
      const instance = new WebAssembly.Instance(module, { env: { ...env, memory: shared }, ...others });
      const exports = instance.exports as unknown as Exports;
      exports._initialize();
      for (let member = 1; member < number; member++)
        workers.push(await started({ module, memory: shared, stack: exports.member_stack(), member }));
      if (exports.solver_open(memory, number) === 0) throw new Error('there is not so much memory');
      const ask = (texts: readonly string[], clock: Watch, call: () => number): string => {
        watch = clock;
        tell(texts, exports.input, shared);
        const length = call();
        // What is shared cannot be decoded, a copy can.
        return new TextDecoder().decode(new Uint8Array(shared.buffer, addressOf(exports.output()), length).slice());
      };
      return {
        solve: (texts, margin, line, clock) =>
          ask(texts, clock, () => exports.solver_solve(Number(margin), Number(line))),
        values: (texts, margin, clock) => ask(texts, clock, () => exports.solver_values(Number(margin))),
        close,
      };
    } catch {
      // No memory, no module, no worker: whoever asks solves alone.
      close();
      return null;
    }
  };
}
