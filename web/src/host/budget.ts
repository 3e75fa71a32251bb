/**
 * How much may happen in a match beside its moves, as on the server: nobody can fill a match up, and whatever ends one or
 * brings somebody back to it always has room. The server counts besides how large that is, since it has the matches of all.
 */
import type { Stored } from './events';

export type Budget = 'chat' | 'mute' | 'proposal' | 'coming' | 'takeback';

export const MOST: Readonly<Record<Budget, number>> = {
  chat: 500,
  mute: 100,
  proposal: 200,
  coming: 100,
  takeback: 100,
};

const BUDGETS: Readonly<Partial<Record<Stored['type'], Budget>>> = {
  chatted: 'chat',
  muted: 'mute',
  proposed: 'proposal',
  left: 'coming',
  'taken-over': 'coming',
  'taken-back': 'takeback',
};

/** The account that an event is paid from: its budget, and whose; take-backs are counted for the whole match. */
export function accountOf(event: Stored): { readonly budget: Budget; readonly account: string } | null {
  const budget = BUDGETS[event.type];
  if (!budget) return null;
  return { budget, account: `${budget} ${'seat' in event && budget !== 'takeback' ? event.seat : ''}` };
}
