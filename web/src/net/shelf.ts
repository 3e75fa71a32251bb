/** What this device keeps of matches, read without waking their host. */
import { Store, type Kept } from '../host/store';

export type { Kept };

let store: Store | null = null;

export function kept(match: string): Promise<Kept | undefined> {
  return (store ??= new Store()).find(match);
}

/** Whether the server may have made something that was given up here. */
export async function isUnsettled(): Promise<boolean> {
  return (await (store ??= new Store()).givenUp()).size > 0;
}

export function allKept(): Promise<readonly Kept[]> {
  return (store ??= new Store()).all();
}
