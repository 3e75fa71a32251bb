/** Notes every call of the module with its answer, for the same door compiled for this machine (native/tests/engine_door.cpp). */
import { openSync, writeSync } from 'node:fs';

/** What returns no length of an answer. */
const PLAIN = new Set(['play_close', 'play_undo', 'net_read', 'solver_open', 'solver_close']);
const NONE = Buffer.alloc(0);

/** Modules that are set up from now on write a line a call. */
export function trace(path: string): void {
  const file = openSync(path, 'w');
  const { Instance } = WebAssembly;
  const traced = (exports: WebAssembly.Exports): WebAssembly.Exports => {
    const memory = exports['memory'] as WebAssembly.Memory;
    const call = (name: string, numbers: readonly number[]): unknown =>
      (exports[name] as (...numbers: readonly number[]) => unknown)(...numbers);
    const bytes = (at: number, size: number): Buffer => Buffer.from(memory.buffer.slice(at >>> 0, (at >>> 0) + size));
    let input = (): Buffer => NONE;
    const noting =
      (name: string) =>
      (...numbers: number[]) => {
        const given = input();
        const returned = call(name, numbers);
        if (name === 'input') {
          const [size = 0] = numbers;
          input = () => bytes(returned as number, size);
        } else if (name !== 'output' && name !== '_initialize') {
          const length = Number(returned ?? 0);
          const said = PLAIN.has(name) ? NONE : bytes(call('output', []) as number, length);
          const line = [name, numbers.join(' '), given.toString('hex'), length, said.toString('hex')];
          writeSync(file, `${line.join('\t')}\n`);
        }
        return returned;
      };
    const named = Object.entries(exports).map(([name, one]) => [name, typeof one === 'function' ? noting(name) : one]);
    return Object.fromEntries(named) as WebAssembly.Exports;
  };
  WebAssembly.Instance = function (module: WebAssembly.Module, imports?: WebAssembly.Imports) {
    return { exports: traced(new Instance(module, imports).exports) };
  } as unknown as typeof Instance;
}
