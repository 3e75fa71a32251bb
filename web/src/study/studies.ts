/**
 * The studies on this device, in IndexedDB: each is a record of notation 2 with a name.
 *
 * They are apart from the matches, whose host alone changes its database. A page that writes a study says which one it
 * read: where another page changed that meanwhile, what is written becomes a study of its own. A page that is being left
 * can ask nothing any more, so it only lays down beside the study what it has, and whoever opens the database next
 * brings it in as if it had been written then.
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
  /** Which page wrote it last, and the how manyth change of that page it was. */
  readonly by?: Author;
}

interface Author {
  readonly page: string;
  readonly change: number;
}

/** What a page that was left had to say about a study; `id` sorts by page and time. */
interface Left {
  readonly id: string;
  readonly study: KeptStudy;
  /** Whether only another place in it is to be kept. */
  readonly isPlace: boolean;
}

const NAME = 'tafelrunde-studies';
const VERSION = 1;
const STUDIES = 'studies';
/** No study has a name that begins so. */
const LEFT = '~';

const PAGE = newName();
let changes = 0;

const database = databaseNamed(NAME, VERSION, (made) => void made.createObjectStore(STUDIES, { keyPath: 'id' }));

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(STUDIES, mode).objectStore(STUDIES);
}

/** The store with all brought in that pages had to say when they were left. */
async function settled(): Promise<IDBObjectStore> {
  const studies = await store('readwrite');
  for (const { id, study, isPlace } of await answered<Left[]>(studies.getAll(IDBKeyRange.lowerBound(LEFT)))) {
    if (isPlace) await place(studies, study);
    else await write(studies, study);
    await answered(studies.delete(id));
  }
  return studies;
}

/** All studies, the one that was changed last first. */
export async function allStudies(): Promise<readonly KeptStudy[]> {
  const found = await answered<KeptStudy[]>((await settled()).getAll());
  return found.sort((a, b) => b.changed - a.changed);
}

export async function findStudy(id: string): Promise<KeptStudy | undefined> {
  return answered<KeptStudy | undefined>((await settled()).get(id));
}

/** Says that a study was changed here now, which is kept later. */
export function written(study: KeptStudy): KeptStudy {
  return { ...study, by: { page: PAGE, change: ++changes } };
}

/** Keeps what was made of a study, as a copy where it is no longer the one that was read. Returns what is kept. */
export async function keepStudy(study: KeptStudy): Promise<KeptStudy> {
  const made = study.by?.page === PAGE ? study : written(study);
  return write(await settled(), made);
}

async function write(studies: IDBObjectStore, study: KeptStudy): Promise<KeptStudy> {
  const there = await answered<KeptStudy | undefined>(studies.get(study.id));
  if (there?.by && there.by.page === study.by?.page && there.by.change > study.by.change) return there;
  const kept = goesOn(there, study)
    ? { ...study, revision: (there?.revision ?? study.revision ?? 0) + 1 }
    : { ...study, id: newName(), title: `${study.title} (2)`, revision: 1 };
  await answered(studies.put(kept));
  return kept;
}

/** Whether what is there is what was read, or was written by the same page since. */
export function goesOn(there: KeptStudy | undefined, { revision = 0, by }: KeptStudy): boolean {
  return !there || (there.revision ?? 0) === revision || (there.by !== undefined && there.by.page === by?.page);
}

/** Keeps where one was in a study, unless it is no longer the one that was read. */
export async function keepPlace(study: KeptStudy): Promise<void> {
  await place(await settled(), study);
}

async function place(studies: IDBObjectStore, study: KeptStudy): Promise<void> {
  const there = await answered<KeptStudy | undefined>(studies.get(study.id));
  if (there && goesOn(there, study)) await answered(studies.put({ ...there, at: study.at }));
}

/**
 * Lays down what is to be kept of a study while its page is being left, says when others may look for it, and goes on if
 * the page stays after all. Returns what was kept; nothing where only a place was.
 */
export async function leaveStudy(study: KeptStudy, isPlace: boolean, said: () => void): Promise<KeptStudy | undefined> {
  const { page = '', change = 0 } = study.by ?? {};
  const left: Left = { id: `${LEFT}${page}${`${change}`.padStart(9, '0')}`, study, isPlace };
  const studies = await store('readwrite');
  const put = answered(studies.put(left));
  // A page that is being left does not come to hear that it was put, and what is not committed then is dropped.
  studies.transaction.commit();
  said();
  await put;
  return (await allStudies()).find(({ by }) => by?.page === page && by.change === change);
}

export async function forgetStudy(id: string): Promise<void> {
  await answered((await settled()).delete(id));
}

export function newName(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36).padStart(2, '0')).join('');
}
