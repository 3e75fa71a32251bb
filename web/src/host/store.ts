/**
 * The matches on this device, in IndexedDB: a log of entries for each, to which is only ever added.
 *
 * Several pages may write at once. An entry has its number as its key, so that of two that follow the same one only the
 * first is taken; whoever came second reads on and decides again.
 */
import type { SeatGiven, SummaryShown } from '../wire';
import type { Entry } from './events';

/** A match on its way to the server: asking again with its key gets the same match there. */
export interface Handing {
  /** Opens its seats there, as their tokens do. */
  readonly key: string;
  /** The seat to which a friend is invited. */
  readonly friend: number | null;
}

/** A match as lists show it, written with every entry. */
export interface Kept {
  readonly id: string;
  readonly summary: SummaryShown;
  /** What opens its seats, where it is: a page that has forgotten them finds them here. */
  readonly seats: readonly SeatGiven[];
  /** It stands still here until the server has it, does not take it, or somebody goes on with it here after all. */
  readonly handing?: Handing;
  /** The match on the server that it became; its own entries are gone then. */
  readonly movedTo?: string;
}

const NAME = 'tafelrunde';
const VERSION = 1;
const ENTRIES = 'entries';
const MATCHES = 'matches';
/** Moments: when somebody last looked after a match, and when a key was given up. */
const BEATS = 'beats';
/** The names of keys whose matches the server is to end: nobody knows whether it has them. */
const GIVEN_UP = 'given up ';

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database did not answer'));
  });
}

/** Opens the database and tells when it is closed; a browser that keeps nothing may refuse to be asked at all. */
async function opened(name: string, onClose: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(ENTRIES, { keyPath: ['match', 'number'] });
    request.result.createObjectStore(MATCHES, { keyPath: 'id' });
    request.result.createObjectStore(BEATS);
  };
  const database = await answered(request);
  // Another page wants to change what there is: it need not wait for this one.
  database.onversionchange = () => (database.close(), onClose());
  database.onclose = onClose;
  return database;
}

/** Notes that the server is to end what it may have made of a match. */
function giveUpKey(transaction: IDBTransaction, kept: Kept | undefined, at: number): void {
  if (kept?.handing) transaction.objectStore(BEATS).put(at, GIVEN_UP + kept.handing.key);
}

export class Store {
  #opening: Promise<IDBDatabase> | null = null;

  readonly #name: string;

  constructor(name: string = NAME) {
    this.#name = name;
  }

  /** The database, opened when it is first wanted, and again where that failed or the browser closed it. */
  #database(): Promise<IDBDatabase> {
    const forget = (): void => void (this.#opening = null);
    if (this.#opening) return this.#opening;
    this.#opening = opened(this.#name, forget);
    this.#opening.catch(forget);
    return this.#opening;
  }

  /**
   * Writes the entry that follows the last one, and says so when it is on disk; false where another was quicker, the
   * match is on its way to the server, or what it follows is not there any more: the browser may clear everything away
   * while a match is played.
   */
  async append(entry: Entry, kept: Kept): Promise<boolean> {
    return this.#write([ENTRIES, MATCHES], 'strict', (transaction, giveUp) => {
      const entries = transaction.objectStore(ENTRIES);
      if (entry.number > 1) {
        const before = entries.getKey([entry.match, entry.number - 1]);
        before.onsuccess = () => {
          if (before.result === undefined) giveUp();
        };
      }
      const matches = transaction.objectStore(MATCHES);
      const asKept = matches.get(entry.match) as IDBRequest<Kept | undefined>;
      asKept.onsuccess = () => {
        if (asKept.result?.handing) giveUp();
      };
      entries.add(entry);
      matches.put(kept);
    });
  }

  /** The entries of a match after a number. */
  async entries(match: string, after = 0): Promise<readonly Entry[]> {
    const range = IDBKeyRange.bound([match, after], [match, Infinity], true);
    return answered((await this.#database()).transaction(ENTRIES).objectStore(ENTRIES).getAll(range));
  }

  async find(match: string): Promise<Kept | undefined> {
    return answered((await this.#database()).transaction(MATCHES).objectStore(MATCHES).get(match));
  }

  /** All matches. */
  async all(): Promise<readonly Kept[]> {
    return answered((await this.#database()).transaction(MATCHES).objectStore(MATCHES).getAll());
  }

  /** Forgets a match; one on its way to the server is given up there too. */
  async remove(match: string, at: number): Promise<void> {
    await this.#write([ENTRIES, MATCHES, BEATS], 'strict', (transaction) => {
      const matches = transaction.objectStore(MATCHES);
      const before = matches.get(match) as IDBRequest<Kept | undefined>;
      before.onsuccess = () => giveUpKey(transaction, before.result, at);
      transaction.objectStore(ENTRIES).delete(IDBKeyRange.bound([match], [match, Infinity]));
      matches.delete(match);
      transaction.objectStore(BEATS).delete(match);
    });
  }

  /**
   * Lets a match stand still that is on its way to the server; false, and nothing done, where the entry of that number
   * is not the last one any more, or it is on its way already.
   */
  async hold(kept: Kept, number: number): Promise<boolean> {
    return this.#write([ENTRIES, MATCHES], 'strict', (transaction, giveUp) => {
      const matches = transaction.objectStore(MATCHES);
      const before = matches.get(kept.id) as IDBRequest<Kept | undefined>;
      before.onsuccess = () => {
        if (!before.result || before.result.handing) giveUp();
      };
      const after = transaction
        .objectStore(ENTRIES)
        .getAllKeys(IDBKeyRange.bound([kept.id, number], [kept.id, Infinity]));
      after.onsuccess = () => {
        if (after.result.length !== 1) giveUp();
      };
      matches.put(kept);
    });
  }

  /** Lets a match go on here that was on its way; false where it was not, with that key. */
  async release(match: string, key: string, at: number): Promise<boolean> {
    return this.#write([MATCHES, BEATS], 'strict', (transaction, giveUp) => {
      const matches = transaction.objectStore(MATCHES);
      const before = matches.get(match) as IDBRequest<Kept | undefined>;
      before.onsuccess = () => {
        if (before.result?.handing?.key !== key) return giveUp();
        giveUpKey(transaction, before.result, at);
        const { handing: _, ...kept } = before.result;
        matches.put(kept);
      };
    });
  }

  /**
   * Forgets the entries of a match that lives on elsewhere, with its deal, and keeps where to; false, and nothing done,
   * where it is not on its way with that key any more.
   */
  async replace(kept: Kept, key: string): Promise<boolean> {
    return this.#write([ENTRIES, MATCHES, BEATS], 'strict', (transaction, giveUp) => {
      const matches = transaction.objectStore(MATCHES);
      const before = matches.get(kept.id) as IDBRequest<Kept | undefined>;
      before.onsuccess = () => {
        if (before.result?.handing?.key !== key) giveUp();
      };
      transaction.objectStore(ENTRIES).delete(IDBKeyRange.bound([kept.id], [kept.id, Infinity]));
      matches.put(kept);
      transaction.objectStore(BEATS).delete(kept.id);
    });
  }

  /** Notes that the server is to end what it made with a key. */
  async giveUp(key: string, at: number): Promise<void> {
    await this.#write([BEATS], 'strict', (transaction) => void transaction.objectStore(BEATS).put(at, GIVEN_UP + key));
  }

  /** The keys that were given up, each with when, as far as nobody knows what became of them on the server. */
  async givenUp(): Promise<ReadonlyMap<string, number>> {
    const beats = (await this.#database()).transaction(BEATS).objectStore(BEATS);
    const range = IDBKeyRange.bound(GIVEN_UP, `${GIVEN_UP}\uffff`);
    const [names, moments] = await Promise.all([answered(beats.getAllKeys(range)), answered(beats.getAll(range))]);
    return new Map(names.map((name, index) => [String(name).slice(GIVEN_UP.length), Number(moments[index])]));
  }

  /** Forgets a key: the server goes on with nothing that was made with it. */
  async settle(key: string): Promise<void> {
    await this.#write([BEATS], 'strict', (transaction) => void transaction.objectStore(BEATS).delete(GIVEN_UP + key));
  }

  /** Notes that somebody looked after a match at a moment. */
  async beat(match: string, at: number): Promise<void> {
    await this.#write([BEATS], 'relaxed', (transaction) => void transaction.objectStore(BEATS).put(at, match));
  }

  async lastBeat(match: string): Promise<number> {
    return (
      (await answered<number | undefined>((await this.#database()).transaction(BEATS).objectStore(BEATS).get(match))) ??
      0
    );
  }

  async #write(
    stores: string[],
    durability: IDBTransactionDurability,
    work: (transaction: IDBTransaction, giveUp: () => void) => void,
  ): Promise<boolean> {
    const transaction = (await this.#database()).transaction(stores, 'readwrite', { durability });
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(true);
      let isGivenUp = false;
      transaction.onabort = () => {
        if (isGivenUp || transaction.error?.name === 'ConstraintError') resolve(false);
        else reject(transaction.error ?? new Error('nothing was written'));
      };
      work(transaction, () => {
        isGivenUp = true;
        transaction.abort();
      });
    });
  }
}
