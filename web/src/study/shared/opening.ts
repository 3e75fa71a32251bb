/** Opening a shared study: by the link one came by, by what this device knows, or by the account it is signed in to. */
import { Refusal } from '../../net/refusal';
import { studyLog } from '../../net/studies';
import type { StudyLog } from '../../wire';
import { keepKnown, type KnownStudy, knownStudy, type Role } from './keeping';
import { SharedStudy } from './shared.svelte';

const RANK: Readonly<Record<Role, number>> = { read: 0, write: 1, keep: 2 };
const TOKEN = /^[A-Za-z0-9_-]{32}$/;

/** Opens a study with the best that opens it; throws a Refusal. Without a network it is what this device knows of it. */
export async function openStudy(id: string, anchor: string, isGuest: boolean): Promise<SharedStudy> {
  const known = isGuest ? undefined : await knownStudy(id).catch(() => undefined);
  const given = TOKEN.test(anchor) ? anchor : null;
  const candidates = new Set<string | null>(
    [given, known?.token ?? null, known?.links.write ?? null, null].slice(given ? 0 : 1),
  );
  const since = known?.log.at(-1)?.number ?? 0;
  let found: { readonly token: string | null; readonly log: StudyLog } | null = null;
  let problem: unknown = null;
  for (const token of candidates) {
    try {
      const log = await studyLog(id, token, since);
      if (!found || RANK[log.role] > RANK[found.log.role]) found = { token, log };
      if (RANK[log.role] >= RANK[known?.role ?? 'read']) break;
    } catch (error) {
      problem ??= error;
      // Nobody can be asked: another link changes nothing about that.
      if (!(error instanceof Refusal) || error.code === 'offline') break;
    }
  }
  if (!found) {
    if (known && problem instanceof Refusal && problem.code !== 'not-found') return SharedStudy.open(known);
    throw problem;
  }
  const { token, log } = found;
  const opened: KnownStudy = {
    id,
    title: log.title,
    role: log.role,
    token,
    links: { ...known?.links, ...(token && log.role === 'read' ? { read: token } : {}) },
    log: [...(known?.log ?? []), ...log.entries],
    used: Date.now(),
  };
  if (!isGuest) await keepKnown(opened).catch(() => undefined);
  return SharedStudy.open(opened);
}
