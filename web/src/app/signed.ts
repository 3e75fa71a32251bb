/** Who is signed in here, for pages that are mostly opened by guests: those cost no question and no script. */
import { load } from './store';
import type { Account } from './account.svelte';

/** Whether somebody was signed in here when this browser looked last. */
export function isLikely(): boolean {
  return load('signedIn', false);
}

/** The account that is open on this device; null for guests. */
export async function openAccount(): Promise<Account | null> {
  if (!isLikely()) return null;
  const { account } = await import('./account.svelte');
  return (await account.known()) ? account : null;
}
