/** The engine itself, in Node: what the host asks in its worker. */
import { existsSync, readFileSync } from 'node:fs';
import { answer } from '../../src/engine/answer';
import { Core } from '../../src/engine/calls';
import type { AnyAsked } from '../../src/engine/protocol';
import type { Ask } from '../../src/host/rules';

const MODULE = 'src/engine/module/engine.wasm';

/** Whether the engine was built here. */
export const hasEngine = existsSync(MODULE);

const core = hasEngine
  ? WebAssembly.compile(readFileSync(MODULE)).then((module) => new Core(module, () => Promise.resolve(null)))
  : Promise.reject(new Error('the engine was not built'));
core.catch(() => undefined);

export const ask = (async (asked: AnyAsked) => answer(await core, asked, () => undefined)) as Ask;
