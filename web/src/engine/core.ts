/** Fetches the module, and nets when they are asked for. */
import { Core } from './calls';
import { gathering } from './team';

export type { Core };

/** Addresses of the modules, where they could be built, and of the nets by the numbers of their forms. */
const MODULES = import.meta.glob<string>('./module/*.wasm', { query: '?url', import: 'default', eager: true });
const NETS = import.meta.glob<string>('../../../src/tafelrunde/native/nets/*.net', {
  query: '?url',
  import: 'default',
  eager: true,
});

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

async function net(form: number): Promise<Uint8Array | null> {
  const address = Object.entries(NETS).find(([path]) => path.endsWith(`/${form}.net`))?.[1];
  return address === undefined ? null : new Uint8Array(await (await fetched(address)).arrayBuffer());
}

/** Whether the page was built with the engine in it. */
export const isBuilt = Object.keys(MODULES).length > 0;

/** Fetches and compiles a module; throws where it was not built or cannot be fetched. */
async function compiled(name: string): Promise<WebAssembly.Module> {
  const address = MODULES[`./module/${name}.wasm`];
  if (address === undefined) throw new Error('the page was built without the engine');
  return WebAssembly.compileStreaming(fetched(address));
}

/** Loads the module; throws where it was not built or cannot be fetched. */
export async function loadCore(): Promise<Core> {
  return new Core(
    await compiled('engine'),
    net,
    gathering(() => compiled('solver')),
  );
}
