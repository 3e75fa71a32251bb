/**
 * The studies on this device, in IndexedDB: each is a record of notation 2 with a name.
 *
 * They are apart from the matches, whose host alone changes its database. A page that writes a study says which one it
 * read: where another page changed that meanwhile, what is written becomes a study of its own.
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
  /** How often it was changed, 0 if nobody says. */
  readonly revision?: number;
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

/** Keeps what was made of a study, as a copy where it is no longer the one that was read. Returns what is kept. */
export async function keepStudy(study: KeptStudy): Promise<KeptStudy> {
  const studies = await store('readwrite');
  const { revision = 0 } = study;
  const there = await answered<KeptStudy | undefined>(studies.get(study.id));
  const isOther = there !== undefined && (there.revision ?? 0) !== revision;
  const kept = isOther ? copyOf(study) : { ...study, revision: revision + 1 };
  await answered(studies.put(kept));
  return kept;
}

/** The same as a study of its own. */
export function copyOf(study: KeptStudy): KeptStudy {
  return { ...study, id: newName(), title: `${study.title} (2)`, revision: 1 };
}

/** Keeps where one was in a study, unless it is no longer the one that was read. */
export async function keepPlace({ id, revision = 0 }: KeptStudy, at: readonly number[]): Promise<void> {
  const studies = await store('readwrite');
  const there = await answered<KeptStudy | undefined>(studies.get(id));
  if (there && (there.revision ?? 0) === revision) await answered(studies.put({ ...there, at }));
}

/** Keeps a study at once, whatever is there. */
export async function putStudy(study: KeptStudy): Promise<void> {
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
