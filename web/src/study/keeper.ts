/**
 * Keeps a study on this device while somebody works on it, also where other pages have it open.
 *
 * A page that hears of another's change shows it, unless it has changed something itself: then both are kept, and the
 * page goes on with a copy of its own. So nothing is lost, whoever writes last.
 */
import { findStudy, keepPlace, keepStudy, type KeptStudy, leaveStudy, written } from './studies';

/** What a page is told about the study that it shows. */
interface Hear {
  /** Another page changed it, and nothing was changed here. */
  changed(kept: KeptStudy): void;
  /** Another page changed it as well: what was done here is a study of its own now. */
  copied(copy: KeptStudy): void;
  failed(): void;
}

/** What is to be kept; without a record only where one was. */
export interface Change {
  readonly title: string;
  readonly record: string | null;
  readonly at: readonly number[];
}

export class Keeper {
  #known: KeptStudy;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** What is being written at this moment. */
  #writing: Change | null = null;
  readonly #news = new BroadcastChannel('tafelrunde-studies');

  constructor(
    kept: KeptStudy,
    private readonly isChanged: () => boolean,
    private readonly hear: Hear,
  ) {
    this.#known = kept;
    this.#news.onmessage = ({ data }: MessageEvent<string>) => {
      if (data === this.#known.id) void this.look();
    };
  }

  get title(): string {
    return this.#known.title;
  }

  /** Keeps what was changed, one change after the other. */
  keep(change: Change): void {
    const made = this.#made(change);
    this.#writing = change;
    this.#next(async () => {
      if (change.record === null) await keepPlace({ ...this.#known, at: change.at });
      else this.#keeps(await keepStudy({ ...this.#known, ...made }));
      if (this.#writing === change) this.#writing = null;
    });
  }

  /**
   * Keeps it as the page is being left: nothing can be asked any more, and it is begun at once. Without a change it is
   * what is still being written, which would end half done.
   */
  leave(changed: Change | null): void {
    const change = changed ?? this.#writing;
    this.#writing = null;
    if (!change) return;
    const { id } = this.#known;
    const made = { ...this.#known, ...this.#made(change) };
    const left = leaveStudy(made, change.record === null, () => this.#news.postMessage(id));
    this.#next(async () => {
      const kept = await left;
      if (kept) this.#keeps(kept);
    });
  }

  /** Hears of nothing any more; what is still being kept is told to the others before it ends. */
  close(): void {
    this.#news.onmessage = null;
    void this.#last.finally(() => this.#news.close());
  }

  /** Looks whether another page changed the study. */
  async look(): Promise<void> {
    if (this.#waiting > 0 || this.isChanged()) return;
    const there = await findStudy(this.#known.id).catch(() => undefined);
    if (!there || this.#waiting > 0 || this.isChanged()) return;
    if ((there.revision ?? 0) > (this.#known.revision ?? 0)) this.hear.changed(there);
  }

  #next(work: () => Promise<void>): void {
    this.#waiting++;
    this.#last = this.#last
      .then(work)
      .catch(() => this.hear.failed())
      .finally(() => this.#waiting--);
  }

  /** What a change makes of a study, told at the time of the change. */
  #made({ title, record, at }: Change): Partial<KeptStudy> {
    const { by } = written(this.#known);
    return { title, at, ...(record !== null && { record }), changed: Date.now(), ...(by && { by }) };
  }

  #keeps(kept: KeptStudy): void {
    const { id } = this.#known;
    this.#known = kept;
    this.#news.postMessage(kept.id);
    if (kept.id !== id) this.hear.copied(kept);
  }
}
