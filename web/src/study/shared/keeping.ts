/**
 * Shared studies on this device, in IndexedDB: what opens them, what is known of them, and what was done here and has
 * not reached the server yet. That is kept before it is sent.
 */
import type { StudyEntry, StudyOp } from '../../wire';
import { answered, databaseNamed } from '../database';

export type Role = 'read' | 'write' | 'keep';

export interface KnownStudy {
  readonly id: string;
  readonly title: string;
  readonly role: Role;
  /** What opens it; none where the account does. */
  readonly token: string | null;
  /** The links to hand on, where they were made here. */
  readonly links: { readonly read?: string; readonly write?: string };
  readonly log: readonly StudyEntry[];
  readonly used: number;
}

interface Waiting {
  readonly study: string;
  readonly id: string;
  /** Its place among what was done on this device. */
  readonly at: number;
  readonly op: StudyOp;
}

const NAME = 'tafelrunde-shared-studies';
const VERSION = 1;
const STUDIES = 'studies';
const WAITING = 'waiting';

const database = databaseNamed(NAME, VERSION, (made) => {
  made.createObjectStore(STUDIES, { keyPath: 'id' });
  made.createObjectStore(WAITING, { keyPath: ['study', 'id'] });
});

/** Changes something, on disk once this returns. */
async function change(store: string, work: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = (await database()).transaction(store, 'readwrite', { durability: 'strict' });
  work(transaction.objectStore(store));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
  });
}

async function all<T>(store: string): Promise<T[]> {
  return answered<T[]>((await database()).transaction(store).objectStore(store).getAll());
}

/** All shared studies that were opened here, the last one first. */
export async function knownStudies(): Promise<readonly KnownStudy[]> {
  return (await all<KnownStudy>(STUDIES)).sort((a, b) => b.used - a.used);
}

export async function knownStudy(id: string): Promise<KnownStudy | undefined> {
  return answered<KnownStudy | undefined>((await database()).transaction(STUDIES).objectStore(STUDIES).get(id));
}

export function keepKnown(study: KnownStudy): Promise<void> {
  return change(STUDIES, (store) => void store.put(study));
}

/** Forgets a study here, with what was never sent. */
export async function forgetKnown(id: string): Promise<void> {
  await change(STUDIES, (store) => void store.delete(id));
  await settle(
    id,
    [...(await waiting(id))].map((op) => op.id),
  );
}

/** What has not reached the server yet, in the order in which it was done. */
export async function waiting(study: string): Promise<readonly StudyOp[]> {
  const found = (await all<Waiting>(WAITING)).filter((each) => each.study === study);
  return found.sort((a, b) => a.at - b.at).map(({ op }) => op);
}

let last = 0;

export function keepWaiting(study: string, ops: readonly StudyOp[]): Promise<void> {
  return change(WAITING, (store) => {
    for (const op of ops) {
      last = Math.max(Date.now() * 1000, last + 1);
      store.put({ study, id: op.id, at: last, op } satisfies Waiting);
    }
  });
}

/** Forgets what the server has answered. */
export function settle(study: string, ids: readonly string[]): Promise<void> {
  return change(WAITING, (store) => {
    for (const id of ids) store.delete([study, id]);
  });
}
