/**
 * The studies on this device, in IndexedDB: each is a record of notation 2 with a name.
 *
 * They are apart from the matches, whose host alone changes its database. Of two pages that write the same study the
 * last one counts.
 */
import { answered, databaseNamed } from './database';

export interface KeptStudy {
  readonly id: string;
  readonly title: string;
  readonly game: string;
  /** The tree as it is written. */
  readonly record: string;
  /** By which places among the alternatives one comes to where one was. */
  readonly at: readonly number[];
  /** When it was last changed, in milliseconds. */
  readonly changed: number;
}

const NAME = 'tafelrunde-studies';
const VERSION = 1;
const STUDIES = 'studies';

const database = databaseNamed(NAME, VERSION, (made) => void made.createObjectStore(STUDIES, { keyPath: 'id' }));

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(STUDIES, mode).objectStore(STUDIES);
}

/** All studies, the one that was changed last first. */
export async function allStudies(): Promise<readonly KeptStudy[]> {
  const found = await answered<KeptStudy[]>((await store('readonly')).getAll());
  return found.sort((a, b) => b.changed - a.changed);
}

export async function findStudy(id: string): Promise<KeptStudy | undefined> {
  return answered<KeptStudy | undefined>((await store('readonly')).get(id));
}

export async function keepStudy(study: KeptStudy): Promise<void> {
  const studies = await store('readwrite');
  const put = answered(studies.put(study));
  // A page that is being left does not come to hear that it was put, and what is not committed then is dropped.
  studies.transaction.commit();
  await put;
}

export async function forgetStudy(id: string): Promise<void> {
  await answered((await store('readwrite')).delete(id));
}

export function newName(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36).padStart(2, '0')).join('');
}
