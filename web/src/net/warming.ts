/** Fetches the engine ahead of its first use, and tells how far that is. */

const MODULES = import.meta.glob<string>('../engine/module/engine.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});

let fetching: Promise<void> | null = null;
let told: (percent: number) => void = () => undefined;

/** Fetches the engine once; whoever asks last is told how far it is. Fails where it cannot be had. */
export function warm(tell: (percent: number) => void): Promise<void> {
  told = tell;
  fetching ??= fetchAll().catch((error: unknown) => {
    fetching = null;
    throw error;
  });
  return fetching;
}

async function fetchAll(): Promise<void> {
  const [address] = Object.values(MODULES);
  if (address === undefined) return;
  const response = await fetch(address);
  // Compressed, the line carries less than what arrives here: then the measure is only how much has come.
  const length = Number(response.headers.get('content-length')) || 0;
  const reader = response.body?.getReader();
  let come = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    come += part.value.length;
    if (length) told(Math.min(99, Math.round((100 * come) / length)));
  }
}
